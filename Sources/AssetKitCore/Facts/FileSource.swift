package import AssetKitBase
package import AssetKitMedia
internal import Foundation

/// A source over a file, a device or a pipe of the file system.
///
/// Reading watches the flag, also while a pipe has nothing to give. What has come out of a pipe is kept, up to a limit,
/// because a parser may come back to it.
package final class FileSource: AKByteSource {
    /// Why a file cannot be a source, in the operating system's words.
    package struct Failure: Error, CustomStringConvertible {
        package let number: CInt

        package init(number: CInt) {
            self.number = number
        }

        package var description: String { String(cString: strerror(number)) }
    }

    private let descriptor: CInt
    /// Any place can be read as often as one likes; a pipe gives its bytes once.
    package let isSeekable: Bool
    private let flag: CancellationFlag
    private let pipe = Lock(StreamMemory())
    package let length: Int64?
    /// What the file was when it was opened; nil for a pipe.
    package let state: FileState?

    package convenience init(path: String, flag: CancellationFlag) throws(Failure) {
        // Without O_NONBLOCK the opening of a FIFO waits for its writer, where no flag reaches it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Failure(number: errno) }
        try self.init(owning: descriptor, flag: flag)
    }

    /// Takes over an open descriptor.
    init(owning descriptor: CInt, flag: CancellationFlag) throws(Failure) {
        self.descriptor = descriptor
        self.flag = flag
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let failure = Failure(number: errno)
            close(descriptor)
            throw failure
        }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else {
            close(descriptor)
            throw Failure(number: EISDIR)
        }
        isSeekable = kind == S_IFREG || kind == S_IFBLK
        length = kind == S_IFREG ? Int64(status.st_size) : nil
        state = FileState(status)
    }

    deinit { close(descriptor) }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset >= 0, let base = buffer.baseAddress, buffer.count > 0 else { return 0 }
        if !isSeekable { return try readPipe(at: offset, into: buffer, flag) }
        while true {
            let count = pread(descriptor, base, buffer.count, off_t(offset))
            if count >= 0 { return count }
            guard errno == EINTR else { throw Failure(number: errno) }
        }
    }

    /// Reads a pipe for a reader with a flag of its own.
    fileprivate func readPipe(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer,
        _ flag: CancellationFlag
    ) throws -> Int {
        guard offset >= 0, buffer.count > 0 else { return 0 }
        while true {
            do {
                return try pipe.withLock { try $0.read(at: offset, into: buffer) { try nextPipeBytes(flag) } }
            } catch is NotYet {
                // Nobody waits under the lock: others who read it have flags of their own.
                _ = try hasBytes(within: 50)
            }
        }
    }

    /// The pipe has nothing at the moment.
    private struct NotYet: Error {}

    /// What the pipe gives next; nothing at its end.
    private func nextPipeBytes(_ flag: CancellationFlag) throws -> [UInt8] {
        while true {
            try flag.check()
            guard try hasBytes(within: 0) else { throw NotYet() }
            var result = 0
            var failure: CInt = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                failure = result < 0 ? errno : 0
                count = max(0, result)
            }
            if result >= 0 { return bytes }
            guard failure == EAGAIN || failure == EINTR else { throw Failure(number: failure) }
        }
    }

    /// The pipe has bytes or has ended, after at most so many milliseconds.
    private func hasBytes(within milliseconds: CInt) throws -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let ready = poll(&request, 1, milliseconds)
        guard ready >= 0 || errno == EINTR else { throw Failure(number: errno) }
        return ready > 0
    }
}

/// The one opening of a pipe, for all who read the same asset: what one has read nobody else gets. Files, which everybody
/// reads from where he likes, are opened anew each time.
package final class SharedPipe: Sendable {
    private let source = Lock<FileSource?>(nil)

    package init() {
    }

    package func open(_ path: String, _ flag: CancellationFlag) throws -> any AKByteSource {
        try source.withLock { (source) throws -> any AKByteSource in
            if let source { return PipeSource(source, flag) }
            let opened = try FileSource(path: path, flag: flag)
            guard !opened.isSeekable else { return opened }
            source = opened
            return PipeSource(opened, flag)
        }
    }
}

/// A pipe as one of its readers sees it, who has a flag of his own.
private final class PipeSource: AKByteSource {
    private let source: FileSource
    private let flag: CancellationFlag
    let length: Int64? = nil

    init(_ source: FileSource, _ flag: CancellationFlag) { (self.source, self.flag) = (source, flag) }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try source.readPipe(at: offset, into: buffer, flag)
    }
}
