import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitMedia

@Suite("blocks of block buffers")
struct BlockChainTests {
    private func buffer(_ parts: [[UInt8]]) throws -> CMBlockBuffer {
        let buffer = try CMBlockBuffer()
        for part in parts {
            try buffer.append(bufferReference: try CMBlockBuffer(copying: Data(part)))
        }
        return buffer
    }

    @Test("bytes of one block and of several are lent alike", arguments: [1, 2, 3])
    func lending(count: Int) throws {
        let parts = (0..<count).map { number in (0..<5).map { UInt8(number * 5 + $0) } }
        let buffer = try buffer(parts)
        let all = parts.flatMap { $0 }
        #expect(buffer.dataLength == all.count)
        #expect(try buffer.withContiguousStorage { Array($0) } == all)
        #expect(try buffer[2..<4].withContiguousStorage { Array($0) } == Array(all[2..<4]))
        #expect(try buffer[3...].withContiguousStorage { Array($0) } == Array(all[3...]))
        #expect(buffer.isContiguous == (count == 1))
    }

    @Test("a range that is not there is an error, and so is one without bytes")
    func wrongRanges() throws {
        let buffer = try buffer([[1, 2, 3]])
        #expect(throws: CMBlockBuffer.Error.badLengthParameter) {
            try buffer[0..<4].withContiguousStorage { $0.count }
        }
        #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) {
            try buffer[1..<1].withContiguousStorage { $0.count }
        }
        #expect(throws: CMBlockBuffer.Error.emptyBlockBuffer) {
            try CMBlockBuffer(copying: Data()).withContiguousStorage { $0.count }
        }
    }

    @Test("memory that was put off is not lent before it is there")
    func putOff() throws {
        let buffer = try CMBlockBuffer(length: 4)
        #expect(throws: CMBlockBuffer.Error.unallocatedBlock) {
            try buffer.withContiguousStorage { $0.count }
        }
        try buffer.assureBlockMemory()
        #expect(try buffer.withContiguousStorage { Array($0) } == [0, 0, 0, 0])
    }

    @Test("attachments are kept from when they are first asked for")
    func attachments() throws {
        let buffer = try buffer([[1]])
        #expect(buffer.attachmentStore === buffer.attachmentStore)
        buffer.attachmentStore["key"] = .init(value: NSNumber(value: 7), travels: true)
        #expect(buffer.attachmentStore["key"]?.value as? NSNumber == NSNumber(value: 7))
    }
}
