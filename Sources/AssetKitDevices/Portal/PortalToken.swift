internal import AssetKitBase
internal import Foundation
internal import Glibc

/// What a desktop has answered so that the next recording of the same program need not ask: a word of the desktop's own, in a file that
/// its user alone can read.
package struct PortalToken: Hashable, Sendable {
    /// Where it is kept; nil where there is no place for such things.
    package let path: String?

    /// No word that is longer is believed.
    package static let longest = 4095

    /// The file of an application, as the environment says where.
    package init(of application: String, _ environment: [String: String]) {
        // As the XDG Base Directory Specification has it: a path that is not absolute is as good as none.
        func folder(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
        let name = application.utf8.map { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                ? String(UnicodeScalar(byte)) : String(format: "%%%02x", byte)
        }
        path = state.map { $0 + "/assetkit/shared-screen-" + name.joined().prefix(180) }
    }

    /// The word; nil where there is none, or something else in its place.
    package func read() -> String? {
        guard let path else { return nil }
        // Whatever else has that name is not waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.longest + 1)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count > 0, let word = String(validating: bytes.prefix(count), as: UTF8.self), Self.isWord(word) else {
            return nil
        }
        return word
    }

    /// Keeps another word in its place; none is kept where it is nil. Where that cannot be done the next recording asks, which is all
    /// that comes of it.
    package func keep(_ word: String?) {
        guard let path else { return }
        guard let word, Self.isWord(word) else {
            unlink(path)
            return
        }
        do {
            try write(word, to: path)
        } catch {
            // One that was used already is of no use.
            unlink(path)
        }
    }

    /// Keeps a word no more, where it is still the one that is kept: another program of the name may have another by now.
    package func forget(_ word: String?) {
        if let word, read() == word { keep(nil) }
    }

    private struct Unwritable: Error {}

    /// The file is the old one or the new one, whatever happens.
    private func write(_ word: String, to path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: attributes
        )
        let name = "\(path).\(UUID().uuidString)"
        let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Unwritable() }
        let bytes = Array(word.utf8)
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let isClosed = close(descriptor) == 0
        guard isWritten, isClosed, rename(name, path) == 0 else {
            unlink(name)
            throw Unwritable()
        }
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= longest && !text.utf8.contains(0)
    }
}
