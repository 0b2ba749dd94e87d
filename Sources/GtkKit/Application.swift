import CGLib
import CGtk

/// Applies a style sheet to the whole program.
@MainActor
package func loadStyle(_ text: UnsafeBufferPointer<UInt8>) {
    let provider = gtk_css_provider_new()!
    text.withMemoryRebound(to: CChar.self) {
        gtk_css_provider_load_from_data(provider, $0.baseAddress, gssize($0.count))
    }
    gtk_style_context_add_provider_for_display(
        gdk_display_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(UnsafeMutableRawPointer(provider))
}

/// A style sheet of its own, for as long as the object is there: it stands over the program's.
@MainActor
package final class StyleSheet {
    private let provider = gtk_css_provider_new()!

    package init() {
        gtk_style_context_add_provider_for_display(
            gdk_display_get_default(), OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1)
    }

    isolated deinit {
        gtk_style_context_remove_provider_for_display(gdk_display_get_default(), OpaquePointer(provider))
        g_object_unref(UnsafeMutableRawPointer(provider))
    }

    package func load(_ text: String) { gtk_css_provider_load_from_data(provider, text, -1) }
}

/// Builds the object called `id` of a GtkBuilder file, with its words translated. +1 reference; nil where it is not there.
@MainActor
package func build(_ id: String, from text: UnsafeBufferPointer<UInt8>, domain: String) -> UnsafeMutableRawPointer? {
    let builder = gtk_builder_new()!
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    gtk_builder_set_translation_domain(builder, domain)
    text.withMemoryRebound(to: CChar.self) {
        _ = gtk_builder_add_from_string(builder, $0.baseAddress, gssize($0.count), nil)
    }
    return gtk_builder_get_object(builder, id).map { g_object_ref(UnsafeMutableRawPointer($0)) }
}

/// Sets the keys of an action, written as GTK writes them: "<Control>r".
@MainActor
package func setAccelerators(_ keys: [String], for action: String, of application: UnsafeMutablePointer<GtkApplication>)
{
    withArguments(keys) { _, values in
        var values = (0..<keys.count).map { UnsafePointer(values[$0]) } + [nil]
        gtk_application_set_accels_for_action(application, action, &values)
    }
}

/// `arguments` as C has them: a count, and texts with a nil behind the last. They live as long as the call.
@MainActor
package func withArguments<Result>(
    _ arguments: [String], _ body: (Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    // GLib moves the pointers about, so what was allocated is remembered apart.
    let texts = arguments.map { g_strdup($0) }
    defer { for text in texts { g_free(text) } }
    var values = texts + [nil]
    return values.withUnsafeMutableBufferPointer { body(Int32(arguments.count), $0.baseAddress!) }
}
