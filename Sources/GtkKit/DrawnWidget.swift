import CGLib
import CGtk
import GLibKit

/// What a drawn widget shows.
@MainActor
package protocol Drawing: AnyObject {
    /// The least and the best width or height, in logical pixels.
    func extent(_ orientation: GtkOrientation) -> (minimum: Int32, natural: Int32)

    /// Puts on a GtkSnapshot what is seen.
    func draw(_ snapshot: OpaquePointer)
}

/// A widget without children that `drawing`, which it keeps, measures and draws: what a list has by the hundred is one
/// object with one node of the style sheet this way. A screen reader passes it over.
@MainActor
package func drawnWidget(_ drawing: any Drawing) -> Widget {
    let widget = UnsafeMutableRawPointer(g_object_new_with_properties(drawnWidgetType, 0, nil, nil)!)
        .assumingMemoryBound(to: GtkWidget.self)
    let box = Unmanaged.passRetained(DrawingBox(drawing)).toOpaque()
    g_object_set_data_full(widget.cast(to: GObject.self), "drawing", box) {
        Unmanaged<DrawingBox>.fromOpaque($0!).release()
    }
    return widget
}

private final class DrawingBox: Sendable {
    @MainActor unowned let drawing: any Drawing

    @MainActor init(_ drawing: any Drawing) { self.drawing = drawing }
}

@MainActor
private func drawing(of widget: Widget) -> (any Drawing)? {
    g_object_get_data(widget.cast(to: GObject.self), "drawing")
        .map { Unmanaged<DrawingBox>.fromOpaque($0).takeUnretainedValue().drawing }
}

private let drawnWidgetType: GType = {
    var info = GTypeInfo()
    info.class_size = guint16(MemoryLayout<GtkWidgetClass>.size)
    info.instance_size = guint16(MemoryLayout<GtkWidget>.size)
    info.class_init = { type, _ in
        let type = type!.assumingMemoryBound(to: GtkWidgetClass.self)
        gtk_widget_class_set_accessible_role(type, GTK_ACCESSIBLE_ROLE_PRESENTATION)
        // GTK measures and draws on the main thread only.
        type.pointee.measure = { widget, orientation, _, minimum, natural, _, _ in
            nonisolated(unsafe) let widget = widget!
            let extent = MainActor.assumeIsolated { drawing(of: widget)?.extent(orientation) }
            minimum?.pointee = extent?.minimum ?? 0
            natural?.pointee = extent?.natural ?? 0
        }
        type.pointee.snapshot = { widget, snapshot in
            nonisolated(unsafe) let (widget, snapshot) = (widget!, snapshot!)
            MainActor.assumeIsolated { drawing(of: widget)?.draw(snapshot) }
        }
    }
    return g_type_register_static(gtk_widget_get_type(), "BroadsheetDrawnWidget", &info, GTypeFlags(rawValue: 0))
}()
