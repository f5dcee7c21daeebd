internal import Foundation

/// Follows a path as the kernel does: links where they stand, `..` from where they lead. What does not exist is taken as it
/// is written.
struct PathResolver {
    let readLink: MediaReferencePolicy.LinkReader
    /// As many links as Linux follows.
    private static let limit = 40

    /// The absolute path without links, `.` and `..`; nil for one with too many links.
    func resolve(_ path: String) -> String? {
        var done: [Substring] = []
        var waiting = Array(path.split(separator: "/").reversed())
        var links = 0
        while let name = waiting.popLast() {
            if name == "." { continue }
            if name == ".." {
                _ = done.popLast()
                continue
            }
            guard let target = readLink("/" + (done + [name]).joined(separator: "/")) else {
                done.append(name)
                continue
            }
            links += 1
            guard links <= Self.limit else { return nil }
            if target.hasPrefix("/") { done = [] }
            waiting += target.split(separator: "/").reversed()
        }
        return "/" + done.joined(separator: "/")
    }
}

extension MediaReferencePolicy {
    /// Reads links of the file system.
    package static let linkOnDisk: LinkReader = { path in
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }
}
