import FoundationEssentials
import Glibc
import News
import Storage

// A program beside the tests: `churn FILE` works on a library until it is killed, `look FILE` opens one as
// an ordinary user, `bench FILE [STORIES [VOCABULARY]]` measures.
let arguments = CommandLine.arguments
switch (arguments.dropFirst().first, arguments.count) {
case ("churn", 3): try await Churn(path: arguments[2]).run()
case ("look", 3): await Look(path: arguments[2]).run()
case ("bench", 3...):
    let stories = arguments.count > 3 ? Int(arguments[3]) ?? 50_000 : 50_000
    try await Bench(path: arguments[2], stories: stories, vocabulary: arguments.count > 4 ? arguments[4] : "bench")
        .run()
default:
    print("usage: StorageProbe churn FILE | look FILE | bench FILE [STORIES [bench|natural]]")
    exit(2)
}
