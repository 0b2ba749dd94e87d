import FoundationEssentials
import Glibc
import News
import Storage

/// Opens a library as an ordinary user, whom permissions bind, and says what became of reading and writing.
struct Look {
    let path: String

    func run() async {
        if getuid() == 0 {
            // nobody
            setgroups(0, nil)
            guard setgid(65_534) == 0, setuid(65_534) == 0 else {
                return print("still root")
            }
        }
        do throws(NewsError) {
            let opening = try await Store.open(at: path)
            print("opened, \(opening.notice.map { "\($0)" } ?? "no notice")")
            let ids = try await opening.store.stories.ids(of: .all)
            print("read \(try await opening.store.stories.stories(ids).map(\.title).joined(separator: ", "))")
            print("found \(try await opening.store.search.search("story").ids.count)")
            _ = try await opening.store.statuses.mark(.read, ids)
            print("marked")
        } catch {
            print("\(error)")
        }
    }
}
