package import AssetKitBase
internal import Dispatch
internal import Foundation

/// Which free buffers a flush lets go.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// All of them, also those that are young, and those of the minimum number.
    public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Makes pictures of one kind and uses their memory again when they go.
///
/// ```swift
/// var pool: CVPixelBufferPool?
/// let kind: [String: Any] = [
///     kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: 640,
///     kCVPixelBufferHeightKey: 360,
/// ]
/// CVPixelBufferPoolCreate(nil, nil, kind as CFDictionary, &pool)
/// var picture: CVPixelBuffer?
/// if let pool { CVPixelBufferPoolCreatePixelBuffer(nil, pool, &picture) }
/// print(picture.map(CVPixelBufferGetWidth) ?? 0)
/// ```
public final class CVPixelBufferPool: Sendable, Hashable {
    package let attributes: PixelBufferPoolAttributes
    private let shelf: PixelMemoryShelf

    /// Makes a pool. `seconds` is the clock that the age of free memory is measured on.
    package init(
        _ attributes: PixelBufferPoolAttributes,
        seconds: @escaping @Sendable () -> Double = CACurrentMediaTime
    ) {
        self.attributes = attributes
        shelf = PixelMemoryShelf(
            minimumCount: attributes.minimumCount,
            maximumAge: attributes.maximumAge,
            seconds: seconds
        )
    }

    public static func == (left: CVPixelBufferPool, right: CVPixelBufferPool) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// Makes a picture, of memory that is free if there is some. At most `threshold` may exist at a time.
    package func makeBuffer(threshold: Int? = nil) -> Result<CVPixelBuffer, PixelBufferStatus> {
        let shelf = shelf
        var isRefused = false
        let made = attributes.picture.makeBuffer(
            width: attributes.width,
            height: attributes.height,
            format: attributes.format
        ) { layout in
            switch shelf.take(byteCount: layout.byteCount, threshold: threshold, for: self) {
            case .memory(let memory):
                return HeapPixelStorage(layout, memory: memory) { shelf.giveBack($0) }
            case .refused:
                isRefused = true
                return nil
            case .noMemory:
                return nil
            }
        }
        return isRefused ? .failure(PixelBufferStatus(kCVReturnWouldExceedAllocationThreshold)) : made
    }

    /// Lets free memory go.
    package func flush(excess: Bool) {
        shelf.flush(all: excess)
    }

    /// How many blocks of memory the pool has made and not let go, used and free.
    package var blockCount: Int { shelf.blockCount }
}

/// The memory of a pool: how much there is, and what is free.
final class PixelMemoryShelf: Sendable {
    enum Answer {
        case memory(PixelMemory)
        case refused
        case noMemory
    }

    private struct State {
        var free: [(memory: PixelMemory, since: Double)] = []
        var used = 0
        /// Set when a picture was refused: somebody waits to hear that one came back.
        var refusedPool: WeakPool?
    }

    private struct WeakPool {
        weak var pool: CVPixelBufferPool?
    }

    private let minimumCount: Int
    private let maximumAge: Double
    private let seconds: @Sendable () -> Double
    private let state = Protected(State())

    init(minimumCount: Int, maximumAge: Double, seconds: @escaping @Sendable () -> Double) {
        self.minimumCount = minimumCount
        self.maximumAge = maximumAge
        self.seconds = seconds
    }

    var blockCount: Int { state.withLock { $0.free.count + $0.used } }

    func take(byteCount: Int, threshold: Int?, for pool: CVPixelBufferPool) -> Answer {
        let now = seconds()
        return state.withLock { state in
            defer { removeOld(&state, now: now) }
            // The youngest first: its bytes are the likeliest to be in a cache.
            if let last = state.free.popLast() {
                state.used += 1
                return .memory(last.memory)
            }
            if let threshold, state.used >= threshold {
                state.refusedPool = WeakPool(pool: pool)
                return .refused
            }
            guard let memory = PixelMemory(byteCount: byteCount) else { return .noMemory }
            state.used += 1
            return .memory(memory)
        }
    }

    func giveBack(_ memory: PixelMemory) {
        let now = seconds()
        let waiting = state.withLock { state -> CVPixelBufferPool? in
            state.used -= 1
            state.free.append((memory, now))
            removeOld(&state, now: now)
            defer { state.refusedPool = nil }
            return state.refusedPool?.pool
        }
        guard let waiting else { return }
        let name = Notification.Name(kCVPixelBufferPoolFreeBufferNotification)
        NotificationCenter.default.post(name: name, object: waiting)
    }

    func flush(all: Bool) {
        let now = seconds()
        state.withLock { state in
            if all { state.free = [] } else { removeOld(&state, now: now) }
        }
    }

    private func removeOld(_ state: inout State, now: Double) {
        guard maximumAge > 0 else { return }
        // The oldest are in front.
        while let oldest = state.free.first, now - oldest.since > maximumAge,
            state.free.count + state.used > minimumCount
        {
            state.free.removeFirst()
        }
    }
}

/// What a pool is asked for.
///
/// SAFETY: the dictionaries are `let` and only read.
package struct PixelBufferPoolAttributes: @unchecked Sendable {
    package let pool: [AnyHashable: Any]?
    package let pixelBuffer: [AnyHashable: Any]?
    let minimumCount: Int
    let maximumAge: Double
    package let picture: PixelBufferAttributes
    package let width: Int
    package let height: Int
    package let format: OSType

    /// Reads the two dictionaries of `CVPixelBufferPoolCreate`, or says why not.
    package static func read(
        pool: [AnyHashable: Any]?,
        pixelBuffer: [AnyHashable: Any]?
    ) -> Result<PixelBufferPoolAttributes, PixelBufferStatus> {
        let values = PropertyList.withTextKeys(pool ?? [:])
        let minimum = values[kCVPixelBufferPoolMinimumBufferCountKey].map { Number($0)?.truncated(Int.self) } ?? 0
        let age = values[kCVPixelBufferPoolMaximumBufferAgeKey].map { Number($0)?.double } ?? 1
        guard let minimum, minimum >= 0, let age, age >= 0 else {
            return .failure(PixelBufferStatus(kCVReturnInvalidPoolAttributes))
        }
        guard let picture = PixelBufferAttributes(pixelBuffer), let width = picture.width, let height = picture.height,
            let format = picture.formats.first
        else { return .failure(PixelBufferStatus(kCVReturnInvalidPixelBufferAttributes)) }
        guard let shape = PixelFormat(format) else { return .failure(PixelBufferStatus(kCVReturnInvalidPixelFormat)) }
        guard PixelMemoryLayout(shape, width: width, height: height) != nil else {
            return .failure(PixelBufferStatus(kCVReturnInvalidSize))
        }
        return .success(
            PixelBufferPoolAttributes(
                pool: pool,
                pixelBuffer: pixelBuffer,
                minimumCount: minimum,
                maximumAge: age,
                picture: picture,
                width: width,
                height: height,
                format: format
            )
        )
    }
}
