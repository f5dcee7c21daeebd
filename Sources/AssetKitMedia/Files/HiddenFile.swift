package import AssetKitBase
internal import Foundation
internal import Glibc

/// The invisible file that becomes a target when it is complete.
package struct HiddenFile {
    private let target: String

    package init(of target: String) { self.target = target }

    private static let mark = ".assettool-"

    private var folder: String {
        // Beside a pipe or a device is no place for files.
        guard !StreamOutput.isStream(target) else { return FileManager.default.temporaryDirectory.path }
        let folder = (target as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// Whether the files are beside a stream, and so in a folder that nobody has named: its own ones, and theirs in turn.
    private var isTemporary: Bool {
        if StreamOutput.isStream(target) { return true }
        let name = (target as NSString).lastPathComponent
        return name.hasPrefix(".") && name.contains(Self.mark) && folder == FileManager.default.temporaryDirectory.path
    }

    /// A failure with one of the files.
    package func failure(_ number: CInt) -> WriteFailure {
        WriteFailure(
            number: number,
            temporaryFolder: isTemporary ? folder : nil,
            isFolderClosed: number == ENOENT && isFolderThere
        )
    }

    private var isFolderThere: Bool {
        var status = stat()
        return stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// What hidden files of this target begin with. Long names are cut: 255 bytes is what file systems take.
    private var prefix: String {
        let name = (target as NSString).lastPathComponent
        // The hidden files of a hidden target carry the mark of that target, so that they are found and removed with
        // it.
        if name.hasPrefix("."), let mark = name.range(of: Self.mark, options: .backwards) {
            return String(name[..<mark.upperBound])
        }
        var kept = ""
        for character in name where kept.utf8.count + character.utf8.count <= 200 { kept.append(character) }
        return ".\(kept)\(Self.mark)"
    }

    /// A hidden name that no file has, for one that may become the target.
    package func freshName() -> String { freshPath() }

    private func freshPath() -> String { "\(folder)/\(prefix)\(String(UInt64.random(in: 0...UInt64.max), radix: 36))" }

    /// Opens a file without a name or, where there is no such thing, one with a hidden name.
    package func create() throws(WriteFailure) -> (descriptor: CInt, hiddenPath: String?) {
        // O_TMPFILE of Linux, which Swift's importer does not show.
        let withoutName: CInt = 0o20_000_000 | O_DIRECTORY
        let unnamed = open(folder, withoutName | O_RDWR | O_CLOEXEC, 0o666)
        if unnamed >= 0 { return (unnamed, nil) }
        guard [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) else { throw failure(errno) }
        while true {
            let path = freshPath()
            let named = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if named >= 0 {
                // As long as somebody holds the lock, the file is not abandoned.
                flock(named, LOCK_EX | LOCK_NB)
                return (named, path)
            }
            guard errno == EEXIST || errno == EINTR else { throw failure(errno) }
        }
    }

    /// Removes hidden files and folders of this target whose makers are gone. Answers whether there were hidden ones of any
    /// target at all.
    @discardableResult
    package func removeAbandoned() -> Bool {
        // Who cannot look into the folder is told so when the target is made.
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return false }
        for name in names where name.hasPrefix(prefix) {
            let path = "\(folder)/\(name)"
            // Not for writing, which a folder cannot be opened for.
            let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard opened >= 0 else { continue }
            let descriptor = OpenDescriptor(owning: opened)
            guard mayRemove(descriptor.number), flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else { continue }
            if unlink(path) != 0, errno == EISDIR { Self.removeFolder(path) }
        }
        return names.contains { $0.hasPrefix(".") && $0.contains(Self.mark) }
    }

    /// The folder for temporary files is everybody's: there only old files of one's own go, and nothing is followed.
    private func mayRemove(_ descriptor: CInt) -> Bool {
        guard StreamOutput.isStream(target) else { return true }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
            && time(nil) - status.st_mtim.tv_sec > 60
    }

    /// Removes a folder of files: there are none with more.
    static func removeFolder(_ path: String) {
        // What cannot be removed stays for the next one.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// Gives a file without a name that of the target.
    func name(_ descriptor: CInt, replaces: Bool) throws(WriteFailure) {
        let source = "/proc/self/fd/\(descriptor)"
        if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return }
        guard errno == EEXIST, replaces else { throw WriteFailure(number: errno) }
        // A link replaces nothing, so the file gets a hidden name first, which nobody may take for an abandoned one's.
        flock(descriptor, LOCK_EX | LOCK_NB)
        let path = freshPath()
        guard linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else {
            throw WriteFailure(number: errno)
        }
        try move(path, replaces: true)
    }

    /// Gives a hidden file the name of the target, or pours it into the target that is a stream. `flag` ends the latter.
    package func rename(_ path: String, replaces: Bool, flag: CancellationFlag? = nil) throws {
        guard !StreamOutput.isStream(target) else { return try pour(path, flag) }
        try move(path, replaces: replaces)
    }

    private func pour(_ path: String, _ flag: CancellationFlag?) throws {
        let file = OpenDescriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
        guard file.number >= 0 else { throw WriteFailure(number: errno) }
        unlink(path)
        try withExtendedLifetime(file) { try StreamOutput(target, flag: flag).write(contentsOf: file.number) }
    }

    /// Gives a hidden file the name of the target.
    private func move(_ path: String, replaces: Bool) throws(WriteFailure) {
        guard let number = Self.publish(path, as: target, replaces: replaces) else { return }
        if number != EEXIST { unlink(path) }
        throw WriteFailure(number: number)
    }

    /// Gives a finished file the name that it is for. Answers the number of the error that kept it from that: `EEXIST` where
    /// something else has the name, unless it `replaces` that.
    package static func publish(_ path: String, as target: String, replaces: Bool) -> CInt? {
        if !replaces {
            // A link never replaces what has appeared meanwhile, and a rename does.
            if link(path, target) == 0 {
                unlink(path)
                return nil
            }
            let number = errno
            // There are file systems without links.
            guard number != EEXIST, access(target, F_OK) != 0 else { return EEXIST }
        }
        return Glibc.rename(path, target) == 0 ? nil : errno
    }
}
