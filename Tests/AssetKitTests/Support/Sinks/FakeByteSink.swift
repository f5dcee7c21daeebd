import Foundation
import Glibc

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

/// A file in memory that notes everything that is done to it, and can be short of room.
final class FakeByteSink: ByteSink {
    enum Operation {
        case write([UInt8], at: Int64)
        case truncate(Int64)
        case synchronize
    }

    private(set) var bytes: [UInt8]
    private(set) var operations: [Operation] = []
    /// How long the file can get.
    var room = Int64.max
    /// Who reads it sees what was written at once.
    var canGoBack = true
    /// The write, or the bringing to the disk, that fails, counted from 0, and how.
    var failure: (number: Int, error: CInt)?
    private var attempts = 0

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    var length: Int64 { Int64(bytes.count) }

    private func attempt() throws {
        defer { attempts += 1 }
        if let failure, failure.number == attempts { throw WriteFailure(number: failure.error) }
    }

    func write(_ new: UnsafeRawBufferPointer, at offset: Int64) throws {
        let isFailing = failure?.number == attempts
        // A write that fails may have written a part.
        let limit = isFailing ? offset + Int64(new.count / 2) : room
        let fitting = Int(min(Int64(new.count), max(0, limit - offset)))
        if fitting > 0 {
            apply(.write(Array(new[..<fitting]), at: offset))
        }
        try attempt()
        guard fitting == new.count else { throw WriteFailure(number: ENOSPC) }
    }

    private func apply(_ operation: Operation) {
        operations.append(operation)
        Self.apply(operation, to: &bytes)
    }

    static func apply(_ operation: Operation, to bytes: inout [UInt8]) {
        switch operation {
        case .write(let new, let offset):
            let end = Int(offset) + new.count
            if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
            bytes.replaceSubrange(Int(offset)..<end, with: new)
        case .truncate(let length):
            if Int(length) < bytes.count { bytes.removeLast(bytes.count - Int(length)) }
        case .synchronize: break
        }
    }

    func copy(_ range: Range<Int64>, of descriptor: CInt, to offset: Int64) throws {
        var buffer = [UInt8](repeating: 0, count: range.count)
        let count = pread(descriptor, &buffer, buffer.count, off_t(range.lowerBound))
        guard count == buffer.count else { throw WriteFailure(number: EIO) }
        try buffer.withUnsafeBytes { try write($0, at: offset) }
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = max(0, min(buffer.count, bytes.count - Int(offset)))
        if count > 0 { buffer.copyBytes(from: bytes[Int(offset)..<Int(offset) + count]) }
        return count
    }

    func truncate(to length: Int64) throws { apply(.truncate(length)) }

    func synchronize() throws {
        try attempt()
        operations.append(.synchronize)
    }

    func reserve(_ byteCount: Int64) throws -> Bool {
        guard byteCount <= room - length else { throw WriteFailure(number: ENOSPC) }
        return true
    }
}

extension FakeByteSink {
    /// What a file holds when all stops right after so many operations.
    static func state(after count: Int, of operations: [Operation]) -> [UInt8] {
        var bytes: [UInt8] = []
        for operation in operations[..<count] { apply(operation, to: &bytes) }
        return bytes
    }

    /// What a disk may hold after a power cut: everything up to the last synchronizing, and of what came later any pages.
    static func powerCut(
        after count: Int,
        of operations: [Operation],
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        let safe = operations[..<count].lastIndex { if case .synchronize = $0 { true } else { false } } ?? 0
        var bytes = state(after: safe, of: operations)
        let later = state(after: count, of: operations)
        // The length is told by the file system on its own.
        let length = Bool.random(using: &generator) ? later.count : min(bytes.count, later.count)
        if bytes.count < length { bytes += [UInt8](repeating: 0, count: length - bytes.count) }
        bytes.removeLast(bytes.count - length)
        for start in stride(from: 0, to: length, by: 4096) where Bool.random(using: &generator) {
            let page = start..<min(start + 4096, length)
            bytes.replaceSubrange(page, with: later[page])
        }
        return bytes
    }
}

/// A file too large for memory: what is written is kept, what is copied from elsewhere counts as zeros.
final class SparseByteSink: ByteSink {
    private var writes: [(offset: Int64, bytes: [UInt8])] = []
    private(set) var length: Int64 = 0
    private(set) var copies: [Range<Int64>] = []

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        writes.append((offset, Array(bytes)))
        length = max(length, offset + Int64(bytes.count))
    }

    func copy(_ range: Range<Int64>, of descriptor: CInt, to offset: Int64) throws {
        copies.append(range)
        length = max(length, offset + Int64(range.count))
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = Int(max(0, min(Int64(buffer.count), length - offset)))
        for index in 0..<count { buffer[index] = 0 }
        for write in writes {
            let start = max(offset, write.offset)
            let end = min(offset + Int64(count), write.offset + Int64(write.bytes.count))
            guard start < end else { continue }
            for place in start..<end { buffer[Int(place - offset)] = write.bytes[Int(place - write.offset)] }
        }
        return count
    }

    func truncate(to length: Int64) throws { self.length = length }
    func synchronize() throws {}
    func reserve(_ byteCount: Int64) throws -> Bool { true }
}
