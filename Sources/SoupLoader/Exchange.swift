import CGLib
import Loading

/// What can end one request early: its time limits and its caller.
///
/// Safe to share: every member is only used on the network thread; others only hold on to it.
final class Exchange: @unchecked Sendable {
    /// Owned.
    let cancellable: UnsafeMutablePointer<GCancellable>
    /// Why it ended early; the first reason stays.
    private(set) var cause: HTTPError?
    /// Owned.
    private let timer: UnsafeMutablePointer<GSource>
    private let idleLimit: gint64
    /// On GLib's monotonic clock, in microseconds.
    private let deadline: gint64

    init(_ request: HTTPRequest) {
        cancellable = g_cancellable_new()
        idleLimit = request.idleLimit.microseconds
        deadline = g_get_monotonic_time() + request.totalLimit.microseconds
        timer = g_timeout_source_new(guint.max)
        g_source_set_callback(
            timer,
            { exchange in
                Unmanaged<Exchange>.fromOpaque(exchange!).takeUnretainedValue().end(.timedOut)
                return 0  // G_SOURCE_REMOVE
            }, Unmanaged.passUnretained(self).toOpaque(), nil)  // until stop()
        heard()
        g_source_attach(timer, g_main_context_get_thread_default())
    }

    deinit {
        g_source_unref(timer)
        g_object_unref(cancellable)
    }

    /// Something came: the idle time begins anew.
    func heard() {
        g_source_set_ready_time(timer, min(deadline, g_get_monotonic_time() + idleLimit))
    }

    func end(_ cause: HTTPError) {
        if self.cause == nil { self.cause = cause }
        g_cancellable_cancel(cancellable)
    }

    func stop() {
        g_source_destroy(timer)
    }

    /// Why an operation failed; takes `error`.
    func failure(_ error: UnsafeMutablePointer<GError>?, beforeAnswer: Bool) -> HTTPError {
        defer { g_error_free(error) }
        if let cause { return cause }
        return HTTPError(error!.pointee, beforeAnswer: beforeAnswer)
    }
}

extension Duration {
    /// At most a century, so that sums stay in range.
    fileprivate var microseconds: gint64 {
        gint64(min(components.seconds, 3_200_000_000)) * 1_000_000
            + gint64(components.attoseconds / 1_000_000_000_000)
    }
}
