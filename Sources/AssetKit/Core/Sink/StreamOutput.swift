internal import Foundation
internal import Glibc

/// A pipe, a socket, a device or standard output: bytes go there as they come, and nothing can be taken back.
///
/// Nothing is ever created, replaced or removed under its name.
struct StreamOutput {
    private let descriptor: OpenDescriptor
    private let flag: CancellationFlag?
    private let isPipe: Bool

    /// What a pipe takes at once when it has room at all.
    private static let pipeStretch = 4096
    private static let stretch = 1 << 16

    /// Whether a path names such a thing: `/dev/stdout`, `/dev/fd/N`, or what is neither a file nor a folder.
    static func isStream(_ path: String) -> Bool {
        if openDescriptor(of: path) != nil { return true }
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        return [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Opens it. `flag` ends a write that waits for a reader.
    init(_ path: String, flag: CancellationFlag?) throws(FileFailure) {
        let number = Self.openDescriptor(of: path)
        let opened = number.map { fcntl($0, F_DUPFD_CLOEXEC, 3) } ?? open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { throw FileFailure(number: errno) }
        descriptor = OpenDescriptor(owning: opened)
        self.flag = flag
        var status = stat()
        isPipe = fstat(opened, &status) != 0 || [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// The number of an open file that a path names.
    private static func openDescriptor(of path: String) -> CInt? {
        if path == "/dev/stdout" { return STDOUT_FILENO }
        guard path.hasPrefix("/dev/fd/") else { return nil }
        return CInt(path.dropFirst("/dev/fd/".count))
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            try waitForRoom()
            let part = rest.prefix(isPipe ? Self.pipeStretch : Self.stretch)
            let count = Glibc.write(descriptor.number, UnsafeRawBufferPointer(rebasing: part).baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR, errno != EAGAIN {
                throw FileFailure(number: errno)
            }
        }
    }

    /// Waits until somebody reads, and looks at the flag meanwhile.
    private func waitForRoom() throws {
        while true {
            try flag?.check()
            var event = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
            let count = poll(&event, 1, 100)
            guard count == 0 || count < 0 && errno == EINTR else { return }
        }
    }

    /// Writes all of a finished file.
    func write(contentsOf file: CInt) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4096)
        defer { buffer.deallocate() }
        var place: off_t = 0
        while true {
            let count = pread(file, buffer.baseAddress, buffer.count, place)
            guard count != 0 else { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileFailure(number: errno) }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            place += off_t(count)
        }
    }
}
