public import AssetKitBase
public import CMTimeLib
internal import Foundation

/// Option of a memory pool: how many seconds free memory is kept.
public let kCMMemoryPoolOption_AgeOutPeriod: CFString = "AgeOutPeriod"
/// A function result: there is not enough memory.
public let kCMMemoryPoolError_AllocationFailed: OSStatus = -15490
/// A function result: an argument makes no sense.
public let kCMMemoryPoolError_InvalidParameter: OSStatus = -15491

/// Large blocks of memory that are used again.
///
/// Linux has no allocator objects: take blocks with ``CMBlockBuffer/init(length:pool:)``.
public final class CMMemoryPool: Sendable {
    private struct State {
        var free: [(memory: PixelMemory, since: Double)] = []
        var isInvalid = false
    }

    private let age: Double
    private let seconds: @Sendable () -> Double
    private let state = Protected(State())

    /// Makes a pool. `seconds` is the clock that the age of free memory is measured on.
    package init(age: Double, seconds: @escaping @Sendable () -> Double = CACurrentMediaTime) {
        self.age = age
        self.seconds = seconds
    }

    /// A block of at least a size; nil where there is not so much memory.
    package func take(byteCount: Int) -> PixelMemory? {
        let now = seconds()
        let found = state.withLock { state -> PixelMemory? in
            state.free.removeAll { now - $0.since > age }
            // A block more than twice as large would waste what others could use.
            guard
                let index = state.free.firstIndex(where: {
                    byteCount...max(byteCount, 2 * byteCount) ~= $0.memory.byteCount
                })
            else { return nil }
            return state.free.remove(at: index).memory
        }
        return found ?? PixelMemory(byteCount: byteCount)
    }

    package func giveBack(_ memory: PixelMemory) {
        let now = seconds()
        state.withLock { state in
            state.free.removeAll { now - $0.since > age }
            if !state.isInvalid { state.free.append((memory, now)) }
        }
    }

    /// Lets free memory go.
    package func flush() {
        state.withLock { $0.free = [] }
    }

    func invalidate() {
        state.withLock { state in
            state.free = []
            state.isInvalid = true
        }
    }
}

extension CMBlockBuffer {
    /// Makes a buffer of memory that goes back to a pool in the end.
    public convenience init(length: Int, pool: CMMemoryPool) throws {
        guard length > 0, length <= Int.max / 4 else { throw Error.badLengthParameter }
        guard let memory = pool.take(byteCount: length) else { throw Error.blockAllocationFailed }
        let block = UnsafeMutableRawBufferPointer(start: memory.base, count: length)
        try self.init(buffer: block, deallocator: { _, _ in pool.giveBack(memory) })
    }
}

/// Makes a pool; the dictionary may say ``kCMMemoryPoolOption_AgeOutPeriod``.
public func CMMemoryPoolCreate(options: CFDictionary?) -> CMMemoryPool {
    let values = PropertyList.withTextKeys(options ?? [:])
    let age = values.number(kCMMemoryPoolOption_AgeOutPeriod)?.double ?? 0.5
    return CMMemoryPool(age: age.isFinite && age >= 0 ? age : 0.5)
}

/// Lets free memory go.
public func CMMemoryPoolFlush(_ pool: CMMemoryPool) {
    pool.flush()
}

/// Lets free memory go, and keeps none from now on.
public func CMMemoryPoolInvalidate(_ pool: CMMemoryPool) {
    pool.invalidate()
}
