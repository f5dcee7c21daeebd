import Testing

@testable import AssetKitBase
@testable import AssetKitISOMedia

@Suite("Bytes of boxes")
struct ISOBytesTests {
    /// A movie whose track has so many samples of different sizes.
    private func movie(samples: Int) throws -> ISOMovieWriter {
        var table = ISOWrittenTable()
        for number in 0..<samples {
            let size = UInt32(number % 1000 + 1)
            var sample = ISOWrittenTable.Sample(size: size, decodeTicks: Int64(number) * 40, duration: 40)
            sample.compositionOffset = Int32(number % 3) * 40
            sample.isSync = number % 12 == 0
            try table.append(sample)
            table.appendChunk(samples: 1, at: Int64(number) * 1000, format: 0)
        }
        var track = ISOTrackContent(id: 1, handler: "vide", timescale: 1000, entries: [[1, 2, 3]])
        track.table = table
        return ISOMovieWriter(content: ISOMovieContent(timescale: 1000, tracks: [track], isQuickTime: false))
    }

    @Test("a header that is handed on is the one that would be kept", arguments: [0, 1, 500, 200_000])
    func handedOn(samples: Int) throws {
        let writer = try movie(samples: samples)
        let (kept, counted) = (try writer.bytes(), try writer.counted())
        #expect(counted.count == kept.count && counted.bytes.isEmpty)
        var pieces: [[UInt8]] = []
        try writer.write(counted) { pieces.append(Array($0)) }
        #expect(pieces.flatMap { $0 } == kept)
        // No piece is much larger than a megabyte.
        #expect(pieces.allSatisfy { $0.count < 1 << 20 | 4096 } && pieces.count == kept.count >> 20 + 1)
    }

    private struct Full: Error {}

    @Test("what the receiver throws ends it, and nothing comes behind it")
    func failing() throws {
        let writer = try movie(samples: 200_000)
        var count = 0
        #expect(throws: Full.self) {
            try writer.write(try writer.counted()) { _ in
                count += 1
                throw Full()
            }
        }
        #expect(count == 1)
    }
}
