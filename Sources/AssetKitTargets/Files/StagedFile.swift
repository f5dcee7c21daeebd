internal import AssetKitBase
internal import AssetKitMedia
internal import Foundation
internal import Glibc

/// A file that nobody sees until it is complete: it has no name or, on file systems without such files, a hidden one. Given up,
/// it leaves nothing behind.
///
/// SAFETY: all properties are set once; who writes orders the writing.
final class StagedFile: @unchecked Sendable {
    let path: String
    private let replaces: Bool
    private let descriptor: OpenDescriptor
    private let hiddenPath: String?

    /// Begins a file. Something that has the name already is refused unless it is a file and to be replaced.
    init(for path: String, replaces: Bool) throws(AVError) {
        (self.path, self.replaces) = (path, replaces)
        var status = stat()
        if lstat(path, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR else { throw Self.error(path, number: EISDIR) }
            guard replaces else { throw Self.error(path, number: EEXIST) }
            // A device or a pipe that had the name would be gone.
            guard kind == S_IFREG || kind == S_IFLNK else {
                throw AVError(.fileAlreadyExists, "cannot write '\(path)': it is no file that could be replaced")
            }
        }
        let folder = Self.folder(of: path)
        // O_TMPFILE of Linux, which Swift's importer does not show.
        let withoutName: CInt = 0o20_000_000 | O_DIRECTORY
        let unnamed = Glibc.open(folder, withoutName | O_RDWR | O_CLOEXEC, 0o666)
        if unnamed >= 0 {
            (descriptor, hiddenPath) = (OpenDescriptor(owning: unnamed), nil)
            return
        }
        guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw Self.error(path, number: errno) }
        let hidden = Self.hiddenPath(of: path)
        let named = Glibc.open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard named >= 0 else { throw Self.error(path, number: errno) }
        (descriptor, hiddenPath) = (OpenDescriptor(owning: named), hidden)
    }

    deinit {
        // After it got its name, nothing has this one.
        if let hiddenPath { unlink(hiddenPath) }
    }

    private static func folder(of path: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    private static func hiddenPath(of path: String) -> String {
        let name = String((path as NSString).lastPathComponent.prefix(60))
        return "\(folder(of: path))/.\(name).\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    }

    /// Writes bytes at a place.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AVError) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor.number, rest.baseAddress, rest.count, off_t(offset) + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.error(path, number: count < 0 ? errno : ENOSPC) }
            done += count
        }
    }

    /// Gives the file its name.
    func publish() throws(AVError) {
        let source = hiddenPath ?? "/proc/self/fd/\(descriptor.number)"
        if linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return }
        // A link replaces nothing, and there are file systems without links.
        guard replaces || errno != EEXIST else { throw Self.error(path, number: errno) }
        if let hiddenPath {
            guard rename(hiddenPath, path) == 0 else { throw Self.error(path, number: errno) }
            return
        }
        guard errno == EEXIST else { throw Self.error(path, number: errno) }
        let hidden = Self.hiddenPath(of: path)
        guard linkat(AT_FDCWD, source, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else {
            throw Self.error(path, number: errno)
        }
        guard rename(hidden, path) == 0 else {
            let number = errno
            unlink(hidden)
            throw Self.error(path, number: number)
        }
    }

    private static func error(_ path: String, number: CInt) -> AVError {
        let failure = WriteFailure(number: number)
        let (code, reason): (AVError.Code, String) =
            switch number {
            case EEXIST: (.fileAlreadyExists, "there is a file of that name already")
            case _ where failure.isNoRoom: (.diskFull, failure.description)
            default: (.unknown, failure.description)
            }
        return AVError(code, "cannot write '\(path)': \(reason)", underlying: failure)
    }
}
