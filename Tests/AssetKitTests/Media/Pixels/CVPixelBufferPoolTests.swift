import Synchronization
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("CVPixelBufferPool")
struct CVPixelBufferPoolTests {
    /// Seconds that pass only when told.
    private final class Clock: Sendable {
        private let value = Mutex(0.0)
        var now: Double { value.withLock { $0 } }
        func advance(by seconds: Double) { value.withLock { $0 += seconds } }
    }

    private let picture: [String: Any] = [
        kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA, kCVPixelBufferWidthKey: CGFloat(16),
        kCVPixelBufferHeightKey: 4,
    ]

    private func pool(_ attributes: [String: Any]? = nil, clock: Clock = Clock()) throws -> CVPixelBufferPool {
        let read = PixelBufferPoolAttributes.read(pool: attributes as CFDictionary?, pixelBuffer: picture)
        return CVPixelBufferPool(try read.get(), seconds: { clock.now })
    }

    private func take(_ pool: CVPixelBufferPool) throws -> CVPixelBuffer {
        var buffer: CVPixelBuffer?
        #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
        return try #require(buffer)
    }

    @Test("memory of a picture that went is used for the next one")
    func recycles() throws {
        let pool = try pool()
        var buffer: CVPixelBuffer? = try take(pool)
        #expect(buffer.map(CVPixelBufferGetWidth) == 16)
        let first = buffer.flatMap(CVPixelBufferGetBaseAddress)
        buffer = nil
        buffer = try take(pool)
        #expect(buffer.flatMap(CVPixelBufferGetBaseAddress) == first && pool.blockCount == 1)
        let other = try take(pool)
        #expect(CVPixelBufferGetBaseAddress(other) != first && pool.blockCount == 2)
    }

    @Test("free memory goes when it is old, down to the minimum count")
    func ages() throws {
        let clock = Clock()
        let pool = try pool(
            [kCVPixelBufferPoolMinimumBufferCountKey: 1, kCVPixelBufferPoolMaximumBufferAgeKey: 2.0],
            clock: clock
        )
        var buffers = try (0..<3).map { _ in try take(pool) }
        buffers = []
        #expect(buffers.isEmpty && pool.blockCount == 3)
        clock.advance(by: 1)
        CVPixelBufferPoolFlush(pool, [])
        #expect(pool.blockCount == 3)
        clock.advance(by: 2)
        CVPixelBufferPoolFlush(pool, [])
        #expect(pool.blockCount == 1)
        CVPixelBufferPoolFlush(pool, .excessBuffers)
        #expect(pool.blockCount == 0)
    }

    @Test("an allocation threshold is kept, and the pool says when a picture came back")
    func threshold() async throws {
        let pool = try pool()
        let limit = [kCVPixelBufferPoolAllocationThresholdKey: 1] as CFDictionary
        var first: CVPixelBuffer?
        var second: CVPixelBuffer?
        func take(_ out: inout CVPixelBuffer?) -> CVReturn {
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &out)
        }
        #expect(take(&first) == kCVReturnSuccess)
        #expect(take(&second) == kCVReturnWouldExceedAllocationThreshold)
        let heard = Mutex(0)
        let name = Notification.Name(kCVPixelBufferPoolFreeBufferNotification)
        let token = NotificationCenter.default.addObserver(forName: name, object: pool, queue: nil) { _ in
            heard.withLock { $0 += 1 }
        }
        first = nil
        NotificationCenter.default.removeObserver(token)
        #expect(heard.withLock { $0 } == 1)
        #expect(take(&second) == kCVReturnSuccess)
        let nonsense = [kCVPixelBufferPoolAllocationThresholdKey: -1] as CFDictionary
        #expect(
            CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, nonsense, &first) == kCVReturnInvalidArgument
        )
    }

    @Test("pictures outlive their pool")
    func outlives() throws {
        let buffer = try take(try pool())
        buffer.akWithMutablePlane(0) { $0.storeBytes(of: 5, as: UInt8.self) }
        #expect(buffer.akWithPlane(0) { $0.unsafeLoad(as: UInt8.self) } == 5)
    }

    @Test("wishes that make no sense make no pool")
    func refused() {
        var pool: CVPixelBufferPool?
        func create(_ own: [String: Any]?, _ changes: [String: Any]) -> CVReturn {
            let attributes = picture.merging(changes) { _, new in new }
            return CVPixelBufferPoolCreate(nil, own as CFDictionary?, attributes, &pool)
        }
        #expect(create(nil, [kCVPixelBufferWidthKey: 0]) == kCVReturnInvalidPixelBufferAttributes)
        #expect(create(nil, [kCVPixelBufferWidthKey: 1 << 40]) == kCVReturnInvalidSize)
        #expect(create(nil, [kCVPixelBufferPixelFormatTypeKey: 77]) == kCVReturnInvalidPixelFormat)
        #expect(create([kCVPixelBufferPoolMinimumBufferCountKey: "x"], [:]) == kCVReturnInvalidPoolAttributes)
        #expect(pool == nil)
        #expect(create([kCVPixelBufferPoolMinimumBufferCountKey: 3.0], [:]) == kCVReturnSuccess)
        #expect(pool.flatMap(CVPixelBufferPoolGetPixelBufferAttributes)?[kCVPixelBufferHeightKey] as? Int == 4)
    }

    @Test("many threads can take and return at once")
    func threads() async throws {
        let pool = try pool()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        if case .success(let buffer) = pool.makeBuffer() {
                            buffer.akWithMutablePlane(0) { $0.storeBytes(of: 1, as: UInt8.self) }
                        }
                    }
                }
            }
        }
        #expect(pool.blockCount <= 8)
    }
}
