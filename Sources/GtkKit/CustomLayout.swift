import CGLib
import CGtk

/// Places the children of a widget by rules of its own. The widget keeps it (`keep`).
@MainActor
package protocol CustomLayout: AnyObject {
    /// In logical pixels.
    var widths: (minimum: Int32, natural: Int32) { get }
    /// - Parameter width: -1 where it is not known.
    func height(forWidth width: Int32) -> Int32
    func allocate(width: Int32, height: Int32)
}

/// Lets what `widget` keeps place its children.
@MainActor
package func setCustomLayout(of widget: Widget) {
    let layout = gtk_custom_layout_new(
        { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
        { widget, orientation, size, minimum, natural, baseline, naturalBaseline in
            // GTK measures on the main thread only.
            nonisolated(unsafe) let (widget, minimum, natural) = (widget!, minimum!, natural!)
            baseline?.pointee = -1
            naturalBaseline?.pointee = -1
            MainActor.assumeIsolated {
                guard let layout = widget.kept(AnyObject.self) as? any CustomLayout else { return }
                if orientation == GTK_ORIENTATION_HORIZONTAL {
                    (minimum.pointee, natural.pointee) = layout.widths
                } else {
                    minimum.pointee = layout.height(forWidth: size)
                    natural.pointee = minimum.pointee
                }
            }
        },
        { widget, width, height, _ in
            nonisolated(unsafe) let widget = widget!
            MainActor.assumeIsolated {
                (widget.kept(AnyObject.self) as? any CustomLayout)?.allocate(width: width, height: height)
            }
        })
    gtk_widget_set_layout_manager(widget, layout)
}

extension UnsafeMutablePointer<GtkWidget> {
    /// How high it is at a width.
    @MainActor package func height(forWidth width: Int32) -> Int32 {
        var natural: Int32 = 0
        gtk_widget_measure(self, GTK_ORIENTATION_VERTICAL, width, nil, &natural, nil, nil)
        return natural
    }

    /// Allocates it at a place within its parent.
    @MainActor package func place(x: Int32, y: Int32, width: Int32, height: Int32) {
        var place = GtkAllocation(x: x, y: y, width: width, height: height)
        gtk_widget_size_allocate(self, &place, -1)
    }
}
