import Testing

@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("Matroska, files that are written")
struct MatroskaFileWriterTests {
    /// A minute of blocks, a cluster every five seconds, of 600,000 bytes together.
    private static func write(into sink: FakeByteSink, _ each: (Int64) -> Void = { _ in }) throws {
        let writer = MatroskaFileWriter(into: sink)
        try writer.writeHeader(docType: "matroska", title: nil, tracks: [], parts: [])
        for number in 0..<600 {
            let bytes = [UInt8](repeating: UInt8(number & 255), count: 1000)
            let block = MatroskaFileWriter.Block(track: 1, ticks: Int64(number) * 100, isKey: true)
            try bytes.withUnsafeBytes { try writer.write(block, $0) }
            each(Int64(number) * 100)
        }
        try writer.finish(duration: 60_000, parts: [])
    }

    private static func clusters(_ bytes: [UInt8]) -> Int {
        let identifier: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
        return bytes.indices.dropLast(3).count { bytes[$0] == 0x1F && bytes[$0..<$0 + 4].elementsEqual(identifier) }
    }

    @Test("clusters are written many at once, up to the end of a block")
    func together() throws {
        let sink = FakeByteSink()
        try Self.write(into: sink)
        #expect(Self.clusters(sink.bytes) == 12)
        let large = sink.operations.compactMap { operation -> Range<Int64>? in
            guard case .write(let bytes, let offset) = operation, bytes.count > 10_000 else { return nil }
            return offset..<offset + Int64(bytes.count)
        }
        #expect(large.count == 2)
        #expect(large.allSatisfy { $0.upperBound.isMultiple(of: 4096) && $0.count > 250_000 })
    }

    @Test("who reads a stream has each cluster when it is complete")
    func stream() throws {
        let sink = FakeByteSink()
        sink.canGoBack = false
        var behind: [Int] = []
        try Self.write(into: sink) { ticks in
            // Looking through all that is there takes its time.
            guard ticks.isMultiple(of: 1000) else { return }
            behind.append(Int(ticks / 5000) - Self.clusters(sink.bytes))
        }
        #expect(behind.allSatisfy { $0 <= 1 })
        #expect(Self.clusters(sink.bytes) == 12)
    }
}
