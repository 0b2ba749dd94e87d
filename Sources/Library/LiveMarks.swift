import News

/// What was said of stories that are in no library, as long as the program runs.
actor LiveMarks {
    private var read: Set<StoryID> = []
    private var starred: Set<StoryID> = []
    private var saved: Set<StoryID> = []

    func isRead(_ id: StoryID) -> Bool { read.contains(id) }
    func isStarred(_ id: StoryID) -> Bool { starred.contains(id) }

    func mark(_ mark: Mark, _ ids: [StoryID]) -> MarkChange {
        let changed = ids.filter { id in
            switch mark {
            case .read: read.insert(id).inserted
            case .unread: read.remove(id) != nil
            case .starred: starred.insert(id).inserted
            case .unstarred: starred.remove(id) != nil
            case .saved: saved.insert(id).inserted
            case .unsaved: saved.remove(id) != nil
            }
        }
        return MarkChange(mark: mark, ids: changed)
    }

    func firstUnread(of ids: ArraySlice<StoryID>) -> StoryID? { ids.first { !read.contains($0) } }
}
