import Glibc

/// Chooses how GTK draws on this machine, and answers what the environment was before: nil where a variable was not there.
///
/// Where there is no render node, GTK 4.8 loads Mesa's software OpenGL: measured, a bare window in 1.3 s and 164 MB in place
/// of 0.18 s and 21.5 MB. So the program asks for cairo there and leaves OpenGL alone, unless the person's environment says
/// how to draw. It must come before GTK starts, and before there is a second thread. Programs that are started from here
/// get the answer back as theirs.
package func chooseRenderer() -> [String: String?] {
    guard getenv("GSK_RENDERER") == nil, !hasRenderNode() else { return [:] }
    setenv("GSK_RENDERER", "cairo", 1)
    let debug = getenv("GDK_DEBUG").map { String(cString: $0) }
    if debug?.contains("gl-") != true {
        setenv("GDK_DEBUG", [debug, "gl-disable"].compactMap { $0 }.joined(separator: ","), 1)
    }
    return ["GSK_RENDERER": nil, "GDK_DEBUG": debug]
}

private func hasRenderNode() -> Bool {
    guard let folder = opendir("/dev/dri") else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
        let isNode = withUnsafeBytes(of: &entry.pointee.d_name) { $0.starts(with: "renderD".utf8) }
        if isNode { return true }
    }
    return false
}
