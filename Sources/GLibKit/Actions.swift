import CGLib

/// Adds an action to `map` (a GActionMap: application or window) and returns it, borrowed from the map.
@MainActor @discardableResult
package func addAction(_ name: String, to map: OpaquePointer, _ body: @escaping @MainActor () -> Void) -> OpaquePointer
{
    let action = g_simple_action_new(name, nil)!
    connect(action, "activate") { _ in body() }
    g_action_map_add_action(map, action)
    g_object_unref(UnsafeMutableRawPointer(action))
    return action
}

/// Adds an action whose state is a text, one of several choices; `body` is told the one that was chosen. The state moves
/// only by `setState`, when the choice has been taken up.
@MainActor @discardableResult
package func addChoice(
    _ name: String, to map: OpaquePointer, state: String, _ body: @escaping @MainActor (String) -> Void
) -> OpaquePointer {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    let action = g_simple_action_new_stateful(name, type, g_variant_new_string(state))!
    connect(action, "change-state") { arguments in
        guard let value = arguments.variant(1) else { return }
        body(String(cString: g_variant_get_string(value, nil)))
    }
    g_action_map_add_action(map, action)
    g_object_unref(UnsafeMutableRawPointer(action))
    return action
}

/// Sets the state of an action made by `addChoice`.
@MainActor
package func setState(_ state: String, of action: OpaquePointer) {
    g_simple_action_set_state(action, g_variant_new_string(state))
}
