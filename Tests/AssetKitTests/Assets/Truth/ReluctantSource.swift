import AssetKit
import Foundation
import Synchronization

@testable import AssetKitBase

/// Bytes that come a few at a time, as from a slow network: one to seven, the same ones for the same offset.
final class ReluctantSource: AKByteSource {
    private let data: Data
    private let readCount = Atomic(0)

    init(_ data: Data) { self.data = data }

    var length: Int64? { Int64(data.count) }

    /// How often somebody read.
    var reads: Int { readCount.load(ordering: .relaxed) }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        readCount.add(1, ordering: .relaxed)
        guard offset >= 0, offset < data.count else { return 0 }
        let wanted = Int(truncatingIfNeeded: (offset &* 2_654_435_761) >> 7 & 0x7fff) % 7 + 1
        let start = Int(offset)
        let count = min(wanted, buffer.count, data.count - start)
        data.copyBytes(to: buffer, from: data.startIndex + start..<data.startIndex + start + count)
        return count
    }
}
