package import Foundation

/// What a file may make the library open besides itself.
package struct ReferencePolicy: Sendable {
    /// Where the file itself is; nil for bytes that have no place.
    package let origin: URL?
    package let restrictions: AVAssetReferenceRestrictions
    /// The file is a playlist by its name and by its content, so it may have members beside it.
    package var isPlaylist = false

    package init(origin: URL?, restrictions: AVAssetReferenceRestrictions, isPlaylist: Bool = false) {
        self.origin = origin
        self.restrictions = restrictions
        self.isPlaylist = isPlaylist
    }

    /// Whether the file may have `reference` opened: a path or a URL, as FFmpeg is about to open it.
    package func allows(_ reference: String) -> Bool {
        guard let target = Self.url(reference, relativeTo: origin) else { return false }
        let originIsLocal = origin?.isFileURL ?? true
        switch (originIsLocal, target.isFileURL) {
        case (true, true): return !restrictions.contains(.forbidLocalReferenceToLocal) || isMember(target)
        case (true, false): return Self.isNetwork(target) && !restrictions.contains(.forbidLocalReferenceToRemote)
        case (false, true): return !restrictions.contains(.forbidRemoteReferenceToLocal)
        case (false, false):
            let isSameSite =
                origin?.host == target.host && origin?.scheme == target.scheme && origin?.port == target.port
            return Self.isNetwork(target) && (isSameSite || !restrictions.contains(.forbidCrossSiteReference))
        }
    }

    /// A playlist's own file: in or below its folder, with no way out through `..` or a symbolic link.
    private func isMember(_ target: URL) -> Bool {
        guard isPlaylist, let origin, origin.isFileURL, !target.pathComponents.contains("..") else { return false }
        let folder = origin.deletingLastPathComponent().resolvingSymlinksInPath().pathComponents
        let resolved = target.resolvingSymlinksInPath().pathComponents
        return resolved.count > folder.count && resolved.starts(with: folder)
    }

    /// Only protocols that fetch media: not `concat:`, `subfile:`, `data:` and the like, which could name anything.
    private static func isNetwork(_ url: URL) -> Bool {
        ["http", "https"].contains(url.scheme?.lowercased() ?? "")
    }

    private static func url(_ reference: String, relativeTo origin: URL?) -> URL? {
        if reference.hasPrefix("/") { return URL(filePath: reference) }
        if let colon = reference.firstIndex(of: ":"), !reference[..<colon].contains("/") {
            let scheme = reference[..<colon].lowercased()
            if scheme == "file" {
                let rest = reference[reference.index(after: colon)...]
                return URL(filePath: rest.hasPrefix("//") ? String(rest.dropFirst(2)) : String(rest))
            }
            return URL(string: reference)
        }
        guard let origin else { return nil }
        return origin.isFileURL
            ? origin.deletingLastPathComponent().appending(path: reference) : URL(string: reference, relativeTo: origin)
    }
}
