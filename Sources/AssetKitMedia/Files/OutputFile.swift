package import AssetKitBase
internal import Foundation
internal import Glibc

/// A new file: invisible until it is complete, or under its own name from the beginning.
///
/// An invisible file has no name at all where the file system can do that, so that even a killed process leaves nothing.
/// Elsewhere it is a hidden file beside the target, which the next one that makes the same target removes. A file that shows at
/// once takes the place of another one with its first bytes that are of use: until then that stays, and so it does where they cannot be
/// written. What somebody else is writing is not replaced, as far as locks tell. Where the path is
/// that of a stream, an invisible file is poured into it when it is complete, and what appears at once goes there as it
/// comes: then nothing can be written but behind the end. Not Sendable:
/// one stage owns it; from other threads only the question how much of the disk it takes may come, and `discard` once that stage
/// has ended.
package final class OutputFile: ByteSink {
    /// When the file shows under its name.
    package enum Appearance {
        case whenPublished
        case atOnce
    }

    package let path: String
    private let descriptor: CInt
    private let appearance: Appearance
    /// The name of a hidden file; nil for one without a name.
    private var hiddenPath: String?
    private var isSettled = false
    /// It is to take the place of another file and has no bytes for that yet.
    private var awaitsBytes = false
    /// It does not take its name before `show()`: what it has so far nobody could use.
    private var isHeldBack = false
    /// Where bytes go at once, or when all of them are there.
    private let stream: StreamOutput?
    package private(set) var length: Int64 = 0

    /// How many bytes of the disk it takes, with what is reserved behind its end. Any thread may ask.
    package var occupiedByteCount: Int64 {
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return 0 }
        // Not every file system tells of blocks.
        return max(Int64(status.st_blocks).multipliedReportingOverflow(by: 512).partialValue, Int64(status.st_size))
    }

    /// Which file it is, whoever has its name by now; nil for a stream that is written to at once.
    package var identity: FileIdentity? {
        var status = stat()
        return descriptor >= 0 && fstat(descriptor, &status) == 0 ? FileIdentity(status) : nil
    }

    /// Whether bytes before the end can be read and changed.
    package var canGoBack: Bool { stream == nil || appearance == .whenPublished }

    /// Creates the file. Nothing may have the name yet, unless `replaces`. `flag` ends the waiting for a stream's reader.
    package init(
        _ path: String,
        appears appearance: Appearance,
        replaces: Bool,
        flag: CancellationFlag? = nil
    ) throws {
        self.path = path
        self.appearance = appearance
        stream = StreamOutput.isStream(path) ? try StreamOutput(path, flag: flag) : nil
        var status = stat()
        let isThere = stream == nil && lstat(path, &status) == 0
        if isThere {
            guard replaces else { throw WriteFailure(number: EEXIST) }
            guard status.st_mode & S_IFMT != S_IFDIR else { throw WriteFailure(number: EISDIR) }
            guard !OutputFile.isBeingWritten(path) else { throw WriteFailure(number: EBUSY) }
        }
        switch appearance {
        case .atOnce where stream != nil: descriptor = -1
        case .atOnce where !isThere:
            descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else {
                let number = errno
                // What has the name now is somebody else's.
                isSettled = true
                throw HiddenFile(of: path).failure(number)
            }
        case .atOnce, .whenPublished:
            let hidden = HiddenFile(of: path)
            hidden.removeAbandoned()
            (descriptor, hiddenPath) = try hidden.create()
            awaitsBytes = appearance == .atOnce
        }
        // Whoever finishes movies that were left behind, or replaces files, sees that this one is being written.
        if appearance == .atOnce, descriptor >= 0, !lock() { throw WriteFailure(number: EBUSY) }
    }

    /// Somebody writes the file of this name, and has locked it for that. File systems without locks do not tell.
    static func isBeingWritten(_ path: String) -> Bool {
        let file = OpenDescriptor(owning: open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY))
        return withExtendedLifetime(file) { file.number >= 0 && FileCalls.isLocked(file.number) }
    }

    /// Opens a file that is there, to change it in place.
    package init(opening path: String) throws(WriteFailure) {
        self.path = path
        appearance = .atOnce
        isSettled = true
        stream = nil
        // Without O_NONBLOCK a FIFO would be waited for.
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw WriteFailure(number: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw WriteFailure(number: EINVAL)
        }
        length = Int64(status.st_size)
    }

    /// Keeps others from writing the file; false where somebody does. File systems without locks keep nobody.
    package func lock() -> Bool { FileCalls.lock(descriptor) || ![EAGAIN, EACCES].contains(errno) }

    deinit {
        discard()
        if descriptor >= 0 { close(descriptor) }
    }

    /// Shows the file under its name. Where `replaces`, what has the name goes; else it is an error that something has it.
    package func publish(replaces: Bool) throws {
        guard !isSettled, appearance == .whenPublished else { return keep() }
        if let stream {
            try stream.write(contentsOf: descriptor)
            return discard()
        }
        try takeName(replaces: replaces)
        isSettled = true
    }

    private func takeName(replaces: Bool) throws {
        if let hiddenPath {
            try HiddenFile(of: path).rename(hiddenPath, replaces: replaces)
        } else {
            try HiddenFile(of: path).name(descriptor, replaces: replaces)
        }
        hiddenPath = nil
    }

    package func holdBack() { isHeldBack = true }

    package func show() throws {
        isHeldBack = false
        try showWhatIsThere()
    }

    /// Has a file that shows at once take the place of another one, as soon as there is something in it.
    private func showWhatIsThere() throws {
        guard awaitsBytes, !isHeldBack, length > 0 else { return }
        // Somebody else may have begun to write there meanwhile.
        guard !OutputFile.isBeingWritten(path) else { throw WriteFailure(number: EBUSY) }
        try takeName(replaces: true)
        awaitsBytes = false
    }

    /// Leaves the file as it is: one that has its name already keeps it, unless there is nothing in it.
    package func keep() { isSettled = isSettled || (appearance == .atOnce && length > 0 && !awaitsBytes) }

    /// Removes the file, unless it has been published or kept.
    package func discard() {
        guard !isSettled else { return }
        isSettled = true
        if appearance == .atOnce, !awaitsBytes { removeName() }
        if let hiddenPath { unlink(hiddenPath) }
    }

    /// Takes its name away from the file. What somebody else has put there meanwhile stays.
    package func removeName() {
        var status = stat()
        guard let identity, lstat(path, &status) == 0, FileIdentity(status) == identity else { return }
        unlink(path)
    }

    // MARK: Bytes

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        if !canGoBack, let stream {
            // Reached where a sink goes back without having asked `canGoBack`.
            guard offset == length else { throw WriteFailure(number: ESPIPE) }
            try stream.write(bytes)
            length += Int64(bytes.count)
            return
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let place = offset + Int64(rest.startIndex)
            let count = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(place))
            if count >= 0 {
                rest = rest.dropFirst(count)
                length = max(length, place + Int64(count))
            } else if errno != EINTR {
                throw HiddenFile(of: path).failure(errno)
            }
        }
        try showWhatIsThere()
    }

    package func copy(_ range: Range<Int64>, of source: CInt, to offset: Int64) throws {
        guard canGoBack else { return try copyThroughMemory(range, of: source, to: offset) }
        var (from, to) = (range.lowerBound, offset)
        while from < range.upperBound {
            let count = FileCalls.copyRange(of: source, &from, to: descriptor, &to, count: range.upperBound - from)
            if count > 0 {
                length = max(length, to)
            } else if count == 0 {
                throw WriteFailure(number: EIO)  // The source has become shorter.
            } else if [EXDEV, EINVAL, ENOSYS, EOPNOTSUPP].contains(errno) {
                return try copyThroughMemory(from..<range.upperBound, of: source, to: to)
            } else if errno != EINTR {
                throw WriteFailure(number: errno)
            }
        }
        try showWhatIsThere()
    }

    private func copyThroughMemory(_ range: Range<Int64>, of source: CInt, to offset: Int64) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var from = range.lowerBound
        while from < range.upperBound {
            let wanted = min(buffer.count, Int(range.upperBound - from))
            let count = pread(source, buffer.baseAddress, wanted, off_t(from))
            guard count != 0 else { throw WriteFailure(number: EIO) }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw WriteFailure(number: errno)
            }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            try write(bytes, at: offset + from - range.lowerBound)
            from += Int64(count)
        }
    }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw WriteFailure(number: errno) }
        }
    }

    package func truncate(to length: Int64) throws {
        guard canGoBack else { throw WriteFailure(number: ESPIPE) }
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw WriteFailure(number: errno) }
        self.length = length
    }

    package func synchronize() throws {
        guard canGoBack else { return }
        guard fdatasync(descriptor) == 0 else { throw WriteFailure(number: errno) }
    }

    package func reserve(_ byteCount: Int64) throws -> Bool {
        guard canGoBack else { return false }
        if FileCalls.reserve(descriptor, at: length, count: byteCount) { return true }
        guard [EOPNOTSUPP, ENOSYS].contains(errno) else { throw HiddenFile(of: path).failure(errno) }
        return false
    }
}
