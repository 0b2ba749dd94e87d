import CGLib
import CGtk
import GLibKit

/// Opens `url` in the program that the person has chosen for it; `failed` is told when there is none.
///
/// - Parameter environment: variables that the other program gets in place of ours; nil takes one out.
@MainActor
package func openExternally(
    _ url: String, from widget: Widget, environment: [String: String?], failed: @escaping @MainActor () -> Void
) {
    let display = gtk_widget_get_display(widget)
    let context = gdk_display_get_app_launch_context(display)!
    let launch = UnsafeMutableRawPointer(context).assumingMemoryBound(to: GAppLaunchContext.self)
    for (name, value) in environment {
        if let value {
            g_app_launch_context_setenv(launch, name, value)
        } else {
            g_app_launch_context_unsetenv(launch, name)
        }
    }
    let box = Unmanaged.passRetained(Failure(failed)).toOpaque()
    g_app_info_launch_default_for_uri_async(
        url, launch, nil,
        { _, result, data in
            let failure = Unmanaged<Failure>.fromOpaque(data!).takeRetainedValue()
            if g_app_info_launch_default_for_uri_finish(result, nil) == 0 {
                // GIO answers on the thread that asked: the main one.
                MainActor.assumeIsolated { failure.body() }
            }
        }, box)
    g_object_unref(UnsafeMutableRawPointer(context))
}

private final class Failure: Sendable {
    let body: @MainActor () -> Void

    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}
