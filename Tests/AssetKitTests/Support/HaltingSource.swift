import Foundation
import TestSupport

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

/// A source that answers nothing more once it is told so, until it is let go.
final class HaltingSource: AKByteSource, @unchecked Sendable {
    private let source: AKDataSource
    private let condition = NSCondition()
    private var isStuck = false
    private var waiting = 0

    init(_ name: String) throws {
        source = AKDataSource(try Data(contentsOf: SampleMedia.url(name)))
    }

    var length: Int64? { source.length }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        condition.lock()
        waiting += 1
        condition.broadcast()
        defer { condition.unlock() }
        while isStuck { try condition.waitPatiently("until a source may answer") }
        waiting -= 1
        return source.read(at: offset, into: buffer)
    }

    var isAwaited: Bool { condition.withLock { waiting > 0 } }

    func setStuck(_ stuck: Bool) {
        condition.lock()
        isStuck = stuck
        condition.broadcast()
        condition.unlock()
    }

    func waitForReader() throws {
        condition.lock()
        defer { condition.unlock() }
        while waiting == 0 { try condition.waitPatiently("until somebody reads") }
    }
}
