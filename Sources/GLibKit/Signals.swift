import CGLib

/// The arguments of a signal; index 0 is the instance that sent it. Borrowed: good only while the signal is told.
package struct SignalArguments {
    private let values: UnsafePointer<GValue>
    private let result: UnsafeMutablePointer<GValue>?

    fileprivate init(values: UnsafePointer<GValue>, result: UnsafeMutablePointer<GValue>?) {
        self.values = values
        self.result = result
    }

    package func object(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_object(values + index) }
    package func string(_ index: Int) -> String? { g_value_get_string(values + index).map { String(cString: $0) } }
    package func uint(_ index: Int) -> Int { Int(g_value_get_uint(values + index)) }
    package func int(_ index: Int) -> Int { Int(g_value_get_int(values + index)) }
    package func double(_ index: Int) -> Double { g_value_get_double(values + index) }
    package func flags(_ index: Int) -> UInt32 { g_value_get_flags(values + index) }
    package func pointer(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_pointer(values + index) }
    package func variant(_ index: Int) -> OpaquePointer? { g_value_get_variant(values + index) }

    /// What the handler answers, for signals that ask: whether it dealt with it.
    package func answer(_ handled: Bool) { if let result { g_value_set_boolean(result, handled ? 1 : 0) } }
}

/// Calls `body` each time `object` sends `signal`. GLib owns the closure and frees it with the object or the handler, so
/// whoever is named in it is named weakly: closure → view → widget → closure would never end.
@MainActor @discardableResult
package func connect(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (SignalArguments) -> Void
) -> UInt {
    let box = Unmanaged.passRetained(Handler(body)).toOpaque()
    let closure = broadsheet_closure_new(
        box, { data, _ in Unmanaged<Handler>.fromOpaque(data!).release() }, marshal)
    return g_signal_connect_closure(object, signal, closure, 0)
}

@MainActor @discardableResult
package func connect(
    _ object: OpaquePointer, _ signal: String, _ body: @escaping @MainActor (SignalArguments) -> Void
) -> UInt {
    connect(UnsafeMutableRawPointer(object), signal, body)
}

/// Calls `body` the next time `object` sends `signal`, and not again.
@MainActor
package func connectOnce(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void
) {
    let once = Once()
    once.handler = connect(object, signal) { _ in
        g_signal_handler_disconnect(object, once.handler)
        body()
    }
}

@MainActor
private final class Once {
    var handler: UInt = 0
}

private final class Handler: Sendable {
    let body: @MainActor (SignalArguments) -> Void

    init(_ body: @escaping @MainActor (SignalArguments) -> Void) { self.body = body }
}

/// The one marshaller: the values pass as they are, whatever the signal's arity.
private let marshal: GClosureMarshal = { closure, result, _, values, _, _ in
    let handler = Unmanaged<Handler>.fromOpaque(closure!.pointee.data!).takeUnretainedValue()
    // GTK and everything we connect to send on the main thread, inside this call.
    nonisolated(unsafe) let arguments = SignalArguments(values: values!, result: result)
    MainActor.assumeIsolated { handler.body(arguments) }
}
