// swift-tools-version: 6.2
import PackageDescription

// Imports point down only; the picture is in README.md. Every arrow is listed here, and CI refuses an import without one.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A Swift target of the product.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A test target. None may depend on GtkKit, Views or App: the bundle runs without a display and links no GTK.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.init(stringLiteral: name)] + dependencies, exclude: exclude,
        swiftSettings: settings)
}

let package = Package(
    name: "Broadsheet",
    products: [
        .executable(name: "broadsheet", targets: ["App"]),
        .executable(name: "broadsheet-cli", targets: ["CommandLineTool"]),
    ],
    targets: [
        // C libraries
        .systemLibrary(name: "CGLib", pkgConfig: "gio-unix-2.0"),
        .systemLibrary(name: "CGtk", pkgConfig: "libadwaita-1"),
        .systemLibrary(name: "CSoup", pkgConfig: "libsoup-3.0"),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlidec"),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0"),
        .systemLibrary(name: "CGdkPixbuf", pkgConfig: "gdk-pixbuf-2.0"),
        .systemLibrary(name: "CIntl"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd"),

        // Values and decisions: no GLib, no GTK
        module("News", ["CIntl"]),
        module("Loading", ["News"]),
        module("Feeds", ["News", "CXML2"]),
        module("Imaging", ["News", "CGdkPixbuf"]),
        module("Storage", ["News", "CSQLite", "CZstd"]),
        module("Library", ["News", "Loading", "Feeds", "Storage", "Imaging", "Assets"]),
        module("Scenes", ["News"]),

        // The desktop
        module("GLibKit", ["CGLib"]),
        module("SoupLoader", ["News", "Loading", "GLibKit", "CGLib", "CSoup", "CBrotli"]),
        module("Desktop", ["News", "CGLib"]),
        module("GtkKit", ["GLibKit", "CGLib", "CGtk"]),
        module("Views", ["News", "Scenes", "GtkKit", "GLibKit", "CGLib", "CGtk"]),

        // Bytes in the binary: style sheet, sample edition
        .target(
            name: "Assets", path: "Resources", exclude: ["sample", "style.css", "shortcuts.ui"],
            publicHeadersPath: "include"),

        // Programs
        .executableTarget(
            name: "App",
            dependencies: [
                "News", "Scenes", "Views", "GtkKit", "GLibKit", "CGLib", "CGtk", "Storage", "Library", "Loading",
                "SoupLoader", "Desktop", "Assets",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "CommandLineTool",
            dependencies: ["News", "Feeds", "Storage", "Library", "SoupLoader", "Desktop", "Scenes"],
            swiftSettings: settings),

        // Tests
        .target(
            name: "TestSupport", dependencies: ["News", "Loading"], path: "Tests/TestSupport", swiftSettings: settings),
        .executableTarget(
            name: "StorageProbe", dependencies: ["News", "Storage"], path: "Tests/StorageProbe", exclude: ["README.md"],
            swiftSettings: settings),
        .testTarget(name: "ArchitectureTests", swiftSettings: settings),
        tests("News", []),
        tests("Loading", ["News", "TestSupport"]),
        tests("Feeds", ["News"]),
        tests("Imaging", ["News", "CGdkPixbuf"]),
        tests("Storage", ["News", "CSQLite", "StorageProbe"], exclude: ["versions"]),
        tests("Library", ["News", "Loading", "Storage", "TestSupport"]),
        tests("Scenes", ["News"]),
        tests("GLibKit", ["CGLib"]),
        tests(
            "SoupLoader", ["News", "Loading", "Library", "Storage", "GLibKit", "CGLib", "CSoup", "TestSupport"],
            exclude: ["loopback.pem"]),
    ],
    cLanguageStandard: .gnu2x
)
