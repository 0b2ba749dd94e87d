import News

/// What is known of a story in few bits: in its row, for lists, and in its status, which outlives it.
struct Flags: OptionSet, Hashable {
    let rawValue: Int
    init(rawValue: Int) { self.rawValue = rawValue }

    static let read = Flags(rawValue: 1)
    static let starred = Flags(rawValue: 2)
    static let saved = Flags(rawValue: 4)
    /// Its source is unsubscribed, which can still be undone. Of the row only.
    static let hidden = Flags(rawValue: 8)
    /// Its link leads to other stories too: it does not tell which one this is. Of the row only.
    static let sharedLink = Flags(rawValue: 16)
    /// New: not in the indices by date yet (`Settling`). Of the row only.
    static let unsettled = Flags(rawValue: 64)
    /// Removed for its age: it does not come back while its feed still has it. Of the status only.
    static let dropped = Flags(rawValue: 32)

    /// What people said of it.
    static let marks: Flags = [.read, .starred, .saved]

    func with(_ mark: Mark) -> Flags {
        switch mark {
        case .read: union(.read)
        case .unread: subtracting(.read)
        case .starred: union(.starred)
        case .unstarred: subtracting(.starred)
        case .saved: union(.saved)
        case .unsaved: subtracting(.saved)
        }
    }
}
