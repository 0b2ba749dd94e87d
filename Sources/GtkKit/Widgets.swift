import CGLib
import CGtk
import GLibKit
import Glibc

package typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
    /// The same object, for functions of a final class or an interface.
    package var object: OpaquePointer { OpaquePointer(self) }

    /// The same object, as another class that C knows by its structure.
    package func cast<Class>(to: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Class.self)
    }

    /// Keeps `view` alive as long as the widget.
    @MainActor package func keep(_ view: AnyObject) {
        let retained = Unmanaged.passRetained(view).toOpaque()
        g_object_set_data_full(cast(to: GObject.self), "view", retained) {
            Unmanaged<AnyObject>.fromOpaque($0!).release()
        }
    }

    /// What `keep` was given; nil where that is another class.
    @MainActor package func kept<View: AnyObject>(_: View.Type = View.self) -> View? {
        g_object_get_data(cast(to: GObject.self), "view")
            .flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? View }
    }

    /// The name that a screen reader says, and what it adds. GTK calls what has none by its class.
    @MainActor package func describe(label: String, description: String? = nil) {
        var properties = [GTK_ACCESSIBLE_PROPERTY_LABEL]
        var texts = [label]
        if let description {
            properties.append(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION)
            texts.append(description)
        }
        var values = [GValue](repeating: GValue(), count: texts.count)
        for (index, text) in texts.enumerated() {
            g_value_init(&values[index], broadsheet_type_string())
            g_value_set_string(&values[index], text)
        }
        gtk_accessible_update_property_value(object, Int32(texts.count), &properties, values)
        for index in values.indices { g_value_unset(&values[index]) }
    }

    /// Keeps the widget from screen readers: what it shows is said elsewhere.
    @MainActor package func markAsDecoration() { setRole(GTK_ACCESSIBLE_ROLE_PRESENTATION) }

    /// Says to screen readers what the widget is. Must come before it is shown.
    @MainActor package func setRole(_ role: GtkAccessibleRole) {
        var value = GValue()
        g_value_init(&value, gtk_accessible_role_get_type())
        g_value_set_enum(&value, Int32(role.rawValue))
        g_object_set_property(cast(to: GObject.self), "accessible-role", &value)
        g_value_unset(&value)
    }

    @MainActor package var isVisible: Bool {
        get { gtk_widget_get_visible(self) != 0 }
        nonmutating set { gtk_widget_set_visible(self, newValue ? 1 : 0) }
    }
}

/// A button that shows an icon: its label is its tooltip and what a screen reader says.
@MainActor
package func iconButton(_ icon: String, label: String, action: String) -> Widget {
    let button = gtk_button_new_from_icon_name(icon)!
    gtk_widget_set_tooltip_text(button, label)
    button.describe(label: label)
    gtk_actionable_set_action_name(button.object, action)
    return button
}

/// Calls `body` with the widget within `widget` that is clicked or tapped once, and keeps the click from it and the
/// widgets around it.
@MainActor
package func onClick(within widget: Widget, _ body: @escaping @MainActor (Widget) -> Void) {
    let click = gtk_gesture_click_new()!
    gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
    connect(click, "pressed") { _ in _ = gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED) }
    connect(click, "released") {
        guard $0.int(1) == 1, let hit = gtk_widget_pick(widget, $0.double(2), $0.double(3), GTK_PICK_DEFAULT) else {
            return
        }
        body(hit)
    }
    // The widget owns its controllers.
    gtk_widget_add_controller(widget, click)
}

/// Has the steps that a wheel makes between two frames scroll a GtkScrolledWindow at once.
///
/// For lists: GTK 4.8 does not know how high the rows are that a first step brought until they are laid out, and a second one
/// before that leaps as far again as the list was scrolled. (What touch pads send GTK gathers itself.)
@MainActor
package func gatherWheelSteps(of scroller: Widget) {
    let wheel = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL)!
    gtk_event_controller_set_propagation_phase(wheel, GTK_PHASE_CAPTURE)
    let steps = WheelSteps()
    connect(wheel, "scroll") { arguments in
        guard let event = gtk_event_controller_get_current_event(wheel),
            [GDK_SCROLL_UP, GDK_SCROLL_DOWN].contains(gdk_scroll_event_get_direction(event)),
            gdk_event_get_modifier_state(event).rawValue & (GDK_SHIFT_MASK.rawValue | GDK_CONTROL_MASK.rawValue) == 0
        else { return arguments.answer(false) }
        steps.add(arguments.double(2), to: scroller)
        arguments.answer(true)
    }
    gtk_widget_add_controller(scroller, wheel)
}

@MainActor
private final class WheelSteps {
    private var count = 0.0
    private var isWaiting = false

    func add(_ steps: Double, to scroller: Widget) {
        count += steps
        guard !isWaiting else { return }
        isWaiting = true
        let box = Unmanaged.passRetained(self).toOpaque()
        gtk_widget_add_tick_callback(
            scroller,
            { scroller, _, box in
                nonisolated(unsafe) let (scroller, box) = (scroller!, box!)
                let steps = Unmanaged<WheelSteps>.fromOpaque(box).takeUnretainedValue()
                MainActor.assumeIsolated { steps.scroll(scroller) }
                return 0
            }, box, { Unmanaged<WheelSteps>.fromOpaque($0!).release() })
    }

    private func scroll(_ scroller: Widget) {
        let adjustment = gtk_scrolled_window_get_vadjustment(scroller.object)!
        // GTK's own step.
        let step = pow(gtk_adjustment_get_page_size(adjustment), 2 / 3)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + count * step)
        count = 0
        isWaiting = false
    }
}

/// Writes `label`, with its mnemonic, on a button.
@MainActor
package func setLabel(_ label: String, of button: Widget) {
    gtk_button_set_label(button.cast(), label)
    // GTK 4.8 would say it twice, and the underscore with it: once by this property, once by the label inside.
    gtk_accessible_reset_property(button.object, GTK_ACCESSIBLE_PROPERTY_LABEL)
}

/// A ring that turns by the style sheet. GtkSpinner is an SVG icon, whose loader takes 6 MB.
@MainActor
package func spinner(size: Int32, label: String) -> Widget {
    let ring = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)!
    gtk_widget_add_css_class(ring, "spinner")
    gtk_widget_set_size_request(ring, size, size)
    gtk_widget_set_halign(ring, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(ring, GTK_ALIGN_CENTER)
    ring.describe(label: label)
    return ring
}

/// Turns a spinner, or stops and hides it without taking its room.
@MainActor
package func setTurning(_ isTurning: Bool, _ spinner: Widget) {
    if isTurning {
        gtk_widget_add_css_class(spinner, "turning")
    } else {
        gtk_widget_remove_css_class(spinner, "turning")
    }
}

/// Calls `body` once, before the layout of the next frame.
@MainActor
package func onNextFrame(_ widget: Widget, _ body: @escaping @MainActor () -> Void) {
    let box = Unmanaged.passRetained(FrameBody(body)).toOpaque()
    gtk_widget_add_tick_callback(
        widget,
        { _, _, data in
            let body = Unmanaged<FrameBody>.fromOpaque(data!).takeUnretainedValue()
            MainActor.assumeIsolated { body.call() }
            return 0
        }, box, { Unmanaged<FrameBody>.fromOpaque($0!).release() })
}

private final class FrameBody: Sendable {
    let call: @MainActor () -> Void

    init(_ call: @escaping @MainActor () -> Void) { self.call = call }
}

/// Calls `body` with each key that nothing inside `widget` has dealt with, an entry with a letter for one: the key's value and
/// its modifiers. It answers whether it dealt with them.
@MainActor
package func onKey(
    _ widget: Widget, _ body: @escaping @MainActor (_ key: Int32, _ modifiers: GdkModifierType) -> Bool
) {
    let controller = gtk_event_controller_key_new()!
    connect(UnsafeMutableRawPointer(controller), "key-pressed") { arguments in
        let modifiers = GdkModifierType(UInt32(truncatingIfNeeded: arguments.flags(3)))
        arguments.answer(body(Int32(arguments.uint(1)), modifiers))
    }
    gtk_widget_add_controller(widget, controller)
}
