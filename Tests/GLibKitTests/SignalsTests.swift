import CGLib
import GLibKit
import Testing

@MainActor
struct SignalsTests {
    private final class Kept: Sendable {}

    /// Something that sends a signal when it is told to.
    private let menu = g_menu_new()!

    @Test func `a closure ends with the object that calls it`() {
        weak var kept: Kept?
        var calls = 0
        do {
            let captured = Kept()
            kept = captured
            connect(menu, "items-changed") { _ in withExtendedLifetime(captured) { calls += 1 } }
        }
        g_menu_append(menu, "a", nil)
        g_menu_append(menu, "b", nil)
        #expect(calls == 2)
        #expect(kept != nil)
        g_object_unref(UnsafeMutableRawPointer(menu))
        #expect(kept == nil)
    }

    @Test func `a closure for once ends after that once`() {
        weak var kept: Kept?
        var calls = 0
        do {
            let captured = Kept()
            kept = captured
            connectOnce(UnsafeMutableRawPointer(menu), "items-changed") {
                withExtendedLifetime(captured) { calls += 1 }
            }
        }
        g_menu_append(menu, "a", nil)
        g_menu_append(menu, "b", nil)
        #expect(calls == 1)
        #expect(kept == nil)
        g_object_unref(UnsafeMutableRawPointer(menu))
    }
}
