import Scenes
import Testing

@MainActor
struct ObservedTests {
    @MainActor final class Holder {
        @Observed var value = 1
    }

    @Test func `an observer hears the value now and each change, at once`() {
        let holder = Holder()
        var heard: [Int] = []
        let token = holder.$value.observe { heard.append($0) }
        holder.value = 2
        #expect(heard == [1, 2])
        holder.value = 2
        #expect(heard == [1, 2])
        withExtendedLifetime(token) {}
    }

    @Test func `an observer hears nothing once its token is gone`() {
        let holder = Holder()
        var heard: [Int] = []
        var token: Observation? = holder.$value.observe { heard.append($0) }
        withExtendedLifetime(token) {}
        token = nil
        holder.value = 2
        #expect(heard == [1])
    }

    @Test func `a value set while being told is told afterwards to everyone`() {
        let holder = Holder()
        var (first, second): ([Int], [Int]) = ([], [])
        let one = holder.$value.observe {
            first.append($0)
            if $0 == 2 { holder.value = 3 }
        }
        let two = holder.$value.observe { second.append($0) }
        holder.value = 2
        #expect(first == [1, 2, 3])
        #expect(second == [1, 2, 3])
        withExtendedLifetime((one, two)) {}
    }

    @Test func `an observer that ends during the telling is not called`() {
        let holder = Holder()
        var heard: [Int] = []
        var second: Observation?
        let first = holder.$value.observe { if $0 == 2 { second = nil } }
        second = holder.$value.observe { heard.append($0) }
        holder.value = 2
        #expect(heard == [1])
        withExtendedLifetime((first, second)) {}
    }
}
