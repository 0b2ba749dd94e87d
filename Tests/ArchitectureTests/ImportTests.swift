import FoundationEssentials
import Testing

/// Reads the sources: imports point down only (DESIGN.md, section 2). The build checks that each import is declared; this
/// checks that nothing is declared that must not be.
struct ImportTests {
    /// What each target may import of ours and of the system's libraries.
    static let arrows: [String: Set<String>] = [
        "News": ["CIntl"],
        "Loading": ["News"],
        "Feeds": ["News", "CXML2"],
        "Imaging": ["News", "CGdkPixbuf"],
        "Storage": ["News", "CSQLite", "CZstd"],
        "Library": ["News", "Loading", "Feeds", "Storage", "Imaging", "Assets"],
        "Scenes": ["News"],
        "GLibKit": ["CGLib", "Dispatch"],
        "Desktop": ["News", "CGLib"],
        "SoupLoader": ["News", "Loading", "GLibKit", "CGLib", "CSoup", "CBrotli"],
        "GtkKit": ["GLibKit", "CGLib", "CGtk"],
        "Views": ["News", "Scenes", "GtkKit", "GLibKit", "CGLib", "CGtk"],
        "App": [
            "News", "Loading", "Storage", "Library", "Scenes", "Views", "GtkKit", "GLibKit", "CGLib", "CGtk",
            "SoupLoader",
            "Desktop",
            "Assets",
        ],
        "CommandLineTool": ["News", "Feeds", "Storage", "Library", "Scenes", "SoupLoader", "Desktop"],
    ]
    /// Everyone's.
    static let common: Set<String> = ["FoundationEssentials", "Glibc", "Synchronization"]

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The imports of the Swift files below a folder, each with its file.
    static func imports(below folder: String) throws -> [(file: String, module: String)] {
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        return try files.flatMap { file in
            try String(contentsOfFile: folder + "/" + file, encoding: .utf8).split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ")
                guard let at = words.firstIndex(of: "import"), at <= 1, line.first != " ", words.count > at + 1 else {
                    return nil
                }
                return (file, String(words.last!.split(separator: ".")[0]))
            }
        }
    }

    @Test(arguments: arrows.keys.sorted())
    func `imports point down only`(target: String) throws {
        let found = try Self.imports(below: Self.root + "/Sources/" + target)
        #expect(!found.isEmpty)
        for (file, module) in found {
            #expect(
                Self.arrows[target]!.contains(module) || Self.common.contains(module),
                "\(target)/\(file) imports \(module)")
        }
    }

    @Test func `no target is without arrows`() throws {
        let targets = try FileManager.default.contentsOfDirectory(atPath: Self.root + "/Sources")
            .filter { folder in
                try FileManager.default.contentsOfDirectory(atPath: Self.root + "/Sources/" + folder)
                    .allSatisfy { $0 != "module.modulemap" }
            }
        #expect(Set(targets) == Set(Self.arrows.keys))
    }

    @Test func `what is tested without a display imports no GTK`() throws {
        let forbidden: Set = ["CGtk", "GtkKit", "Views", "App"]
        for (file, module) in try Self.imports(below: Self.root + "/Tests") {
            #expect(!forbidden.contains(module), "\(file) imports \(module)")
        }
    }
}
