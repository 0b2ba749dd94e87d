/// Who the program says it is: to the desktop, to servers, to people.
package enum AppIdentity {
    /// Names the desktop file, the D-Bus name, the icons and the resources.
    package static let id = "io.github.broadsheet_reader.Broadsheet"
    package static let name = "Broadsheet"
    package static let version = "0.1.0"
    package static let site = "https://broadsheet-reader.github.io"
    package static let userAgent = "\(name)/\(version) (+\(site))"
}
