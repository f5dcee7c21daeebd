internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks
internal import Foundation
internal import Synchronization

/// The finished samples of one part of a track, on their way to whoever writes them.
///
/// The bytes of a part whose turn has not come wait in a file without a name, so that memory does not grow with the length
/// of parts. Where there is no room for such a file, they wait in memory.
///
/// SAFETY: one thread puts, and what is the maker's own is touched by it alone; one thread takes.
final class ChunkOutbox: @unchecked Sendable {
    private enum Entry: Sendable {
        case whole(SinkSample)
        case stored(SinkSample, WaitingBytes, offset: Int, count: Int)
    }

    private let queue: BoundedQueue<Entry>
    private let isTurn = Atomic(false)
    /// The file in whose folder bytes wait; nil where they wait in memory.
    private let target: String?

    // The maker's own.
    private var file: WaitingBytes?
    private var canStore: Bool
    private(set) var storedByteCount = 0

    /// `target`: the file in whose folder bytes may wait. Without it, who puts more than `capacity` samples waits itself.
    init(capacity: Int, target: String?) {
        queue = BoundedQueue(capacity: capacity)
        self.target = target
        canStore = target != nil
    }

    /// Adds a sample. False when nobody wants it any more.
    func put(_ sample: SinkSample) throws -> Bool {
        guard canStore, !isTurn.load(ordering: .relaxed), let stored = try store(sample) else {
            return queue.put(.whole(sample))
        }
        return queue.put(stored)
    }

    /// Says that no sample follows.
    func finish() {
        // What waits keeps the file.
        file = nil
        queue.finish()
    }

    /// Gives everything up.
    func close() { queue.close() }

    /// The next sample, waited for; nil at the end. With the first call the part's turn has come.
    func take() throws -> SinkSample? {
        isTurn.store(true, ordering: .relaxed)
        switch try queue.take() {
        case .whole(let sample): return sample
        case .stored(var sample, let file, let offset, let count):
            sample.data = try file.read(count, at: offset)
            return sample
        case nil: return nil
        }
    }

    /// nil where the bytes have to stay in memory.
    private func store(_ sample: SinkSample) throws -> Entry? {
        guard let target, let file = file ?? WaitingBytes(besides: target) else {
            canStore = false
            return nil
        }
        self.file = file
        let (offset, count) = (storedByteCount, sample.data.dataLength)
        guard try sample.data.withContiguousStorage({ file.write($0, at: offset) }) else {
            canStore = false
            return nil
        }
        storedByteCount += count
        var rest = sample
        rest.data = CMBlockBuffer(empty: ())
        return .stored(rest, file, offset: offset, count: count)
    }
}

/// Bytes in a file without a name, which is gone when nobody holds it any more.
private final class WaitingBytes: Sendable {
    private let descriptor: CInt

    /// Makes a file in the folder of another. nil where that cannot be done.
    init?(besides target: String) {
        // Whatever the reason, samples wait in memory then.
        guard let made = try? HiddenFile(of: target).create() else { return nil }
        descriptor = made.descriptor
        if let path = made.hiddenPath { unlink(path) }
    }

    deinit { Glibc.close(descriptor) }

    /// False where there is no room.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, offset + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    func read(_ count: Int, at offset: Int) throws -> CMBlockBuffer {
        let bytes = try [UInt8](unsafeUninitializedCapacity: count) { bytes, done in
            while done < count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[done...])
                let found = pread(descriptor, rest.baseAddress, count - done, offset + done)
                if found < 0, errno == EINTR { continue }
                // It was written, so less of it is an error of the disk.
                guard found > 0 else { throw WriteFailure(number: found < 0 ? errno : EIO) }
                done += found
            }
        }
        return try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
    }
}
