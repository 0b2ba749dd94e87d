/// A property that tells its observers its value now, then each change, at once and on the main actor. Equal values are
/// not told twice; of several set inside a notification the last one wins.
@MainActor @propertyWrapper
package final class Observed<Value: Equatable> {
    private var observers: [(token: ObjectIdentifier, tell: (Value) -> Void)] = []
    private var isTelling = false
    private var current: Value

    package init(wrappedValue: Value) { current = wrappedValue }
    package var projectedValue: Observed { self }
    package var wrappedValue: Value {
        get { current }
        set {
            guard newValue != current else { return }
            current = newValue
            if !isTelling { tell() }  // A change made inside a notification is told by the loop below.
        }
    }

    /// Calls `body` now and after each change, for as long as the caller keeps the token.
    package func observe(_ body: @escaping (Value) -> Void) -> Observation {
        let token = Observation()
        let key = ObjectIdentifier(token)
        observers.append((key, body))
        token.cancel = { [weak self] in self?.observers.removeAll { $0.token == key } }
        body(current)
        return token
    }

    private func tell() {
        isTelling = true
        defer { isTelling = false }
        var told: Value
        repeat {
            told = current
            for observer in observers where observers.contains(where: { $0.token == observer.token }) {
                observer.tell(told)
            }
        } while told != current
    }
}

/// Ends an observation when it goes away.
@MainActor
package final class Observation {
    fileprivate var cancel: () -> Void = {}
    isolated deinit { cancel() }
}
