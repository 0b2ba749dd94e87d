/// When a story that is opened counts as read: a setting.
package enum ReadMarking: Hashable, Sendable {
    case atOnce
    /// When it was looked at for so long.
    case after(Duration)
    case byHand
}
