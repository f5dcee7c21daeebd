internal import AssetKitBase
internal import Foundation
internal import Glibc

/// A pipe, a socket, a device or standard output: bytes go there as they come, and nothing can be taken back.
///
/// Nothing is ever created, replaced or removed under its name.
package struct StreamOutput {
    private let descriptor: OpenDescriptor
    private let flag: CancellationFlag?
    private let isPipe: Bool

    /// What a pipe takes at once when it has room at all.
    private static let pipeBlockSize = 4096
    private static let blockSize = 1 << 16

    /// Whether a path names such a thing: `/dev/stdout`, `/dev/fd/N`, or what is neither a file nor a folder.
    package static func isStream(_ path: String) -> Bool {
        if openDescriptor(of: path) != nil { return true }
        guard let found = kind(of: path) else { return false }
        return ![S_IFREG, S_IFDIR].contains(found)
    }

    /// What a path leads to, as one of the S_IF numbers; nil for nothing.
    private static func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Opens it. `flag` ends the waiting for a reader, here and when writing.
    init(_ path: String, flag: CancellationFlag?) throws {
        let opened: CInt
        if let number = Self.openDescriptor(of: path) {
            opened = fcntl(number, F_DUPFD_CLOEXEC, 3)
        } else {
            opened = try Self.openPath(path, flag)
        }
        guard opened >= 0 else { throw WriteFailure(number: errno) }
        descriptor = OpenDescriptor(owning: opened)
        self.flag = flag
        var status = stat()
        isPipe = fstat(opened, &status) != 0 || [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// Opens what a path leads to; waits for somebody to read a FIFO.
    private static func openPath(_ path: String, _ flag: CancellationFlag?) throws -> CInt {
        while true {
            try flag?.check()
            // Without O_NONBLOCK it would wait where no flag reaches it. Writing waits for room by itself.
            let opened = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
            if opened >= 0 { return opened }
            let failure = WriteFailure(number: errno)
            if failure.number == EINTR { continue }
            guard failure.number == ENXIO, kind(of: path) == S_IFIFO else { throw failure }
            usleep(20_000)
        }
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
            let part = rest.prefix(isPipe ? Self.pipeBlockSize : Self.blockSize)
            let count = Glibc.write(descriptor.number, UnsafeRawBufferPointer(rebasing: part).baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR, errno != EAGAIN {
                throw WriteFailure(number: errno)
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
            guard count > 0 else { throw WriteFailure(number: errno) }
            try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            place += off_t(count)
        }
    }
}
