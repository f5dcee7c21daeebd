/// Which of the media that a document names may be opened without being asked for: what lies at or below the document's own
/// folder. A document from anywhere could otherwise have any file of the machine read, or any address asked.
package struct MediaReferencePolicy: Sendable {
    package enum Place: Sendable, Hashable {
        /// A file, by its path without links, `.` and `..`.
        case file(String)
        /// Something on another machine.
        case address(String)
    }

    package enum Verdict: Sendable, Hashable {
        /// It is below the document's folder: the path without links.
        case allowed(path: String)
        /// It is elsewhere, and needs the user's permission: where, and a sentence that says so.
        case outside(Place, reason: String)
        /// It leads nowhere, whatever the user says.
        case unusable(reason: String)
    }

    /// The target of a symbolic link; nil for what is none.
    package typealias LinkReader = @Sendable (String) -> String?

    /// The document's folder, without links.
    package let folder: String
    private let readLink: LinkReader

    /// `folder` is an absolute path. What is below it is judged by where links lead.
    package init(folder: String, readLink: @escaping LinkReader = Self.linkOnDisk) {
        self.readLink = readLink
        self.folder = PathResolver(readLink: readLink).resolve(folder) ?? folder
    }

    /// Judges a reference: a file URL, an absolute path, a path from the document's folder on, or an address.
    package func verdict(on target: String) -> Verdict {
        switch MediaTarget(target) {
        case .path(let path): return verdict(on: target, path)
        case .address:
            return .outside(.address(target), reason: "'\(target.shortened)' is an address, and \(Self.permission)")
        case .unusable(let reason): return .unusable(reason: "'\(target.shortened)' \(reason)")
        }
    }

    private func verdict(on target: String, _ path: String) -> Verdict {
        let absolute = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        guard let resolved = PathResolver(readLink: readLink).resolve(absolute) else {
            return .unusable(reason: "'\(target.shortened)' leads through too many links")
        }
        let root = folder == "/" ? "/" : folder + "/"
        guard resolved.hasPrefix(root), resolved != root else {
            return .outside(.file(resolved), reason: reason(target, absolute, resolved))
        }
        return .allowed(path: resolved)
    }

    /// Why what is elsewhere needs permission. What a link hides is said: as it is written it may well be below the folder.
    private func reason(_ target: String, _ absolute: String, _ resolved: String) -> String {
        let isLinked = PathResolver(readLink: { _ in nil }).resolve(absolute) != resolved
        let way = isLinked ? " leads through a link to '\(resolved.shortened)', which" : ""
        return "'\(target.shortened)'\(way) is not below the document's folder '\(folder.shortened)', and "
            + Self.permission
    }

    private static let permission = "only --allow-references lets it be opened"
}
