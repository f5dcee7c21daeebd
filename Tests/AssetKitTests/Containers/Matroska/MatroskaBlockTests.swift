import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitContainers

@Suite("Matroska, clusters and blocks")
struct MatroskaBlockTests {
    typealias Build = EBMLBuilder

    private static let tracks = Build.element(
        0x1654_AE6B,
        [
            Build.track(1, kind: 1, codec: "V_VP9", [Build.unsigned(0x23E383, 40_000_000)]),
            Build.track(2, kind: 2, codec: "A_OPUS", [Build.unsigned(0x23E383, 20_000_000)]),
        ]
    )

    private func blocks(_ bytes: [UInt8]) throws -> (MatroskaFile, [MatroskaBlock], ProblemList) {
        let window = try ByteWindow(bytes: bytes)
        let file = try MatroskaFile.open(window)
        var reader = MatroskaBlockReader(file, window: window)
        var blocks: [MatroskaBlock] = []
        while let block = try reader.next() { blocks.append(block) }
        return (file, blocks, reader.problems)
    }

    private func cluster(_ ticks: UInt64, _ parts: [[UInt8]], isSized: Bool = true) -> [UInt8] {
        let all = [Build.unsigned(0xE7, ticks)] + parts
        return isSized ? Build.element(0x1F43_B675, all) : Build.unsized(0x1F43_B675, all)
    }

    private func laced(_ flags: UInt8, _ payload: [UInt8]) throws -> [Int64] {
        let block = Build.element(0xA3, Build.block(2, 0, flags: flags, payload))
        let file = Build.header() + Build.segment([Self.tracks, cluster(0, [block])])
        return try blocks(file).1.first?.frames.map(\.count) ?? []
    }

    @Test("all three kinds of lacing tell their sizes")
    func lacing() throws {
        let frames = [UInt8](repeating: 7, count: 300 + 2 + 5)
        #expect(try laced(0x02, [2, 255, 45, 2] + frames) == [300, 2, 5])
        #expect(try laced(0x04, [2] + [UInt8](repeating: 0, count: 9)) == [3, 3, 3])
        // 300 in two bytes, then 2 as a difference of -298 in two bytes: half of the range is 8191.
        #expect(try laced(0x06, [2, 0x41, 0x2C, 0x5E, 0xD5] + frames) == [300, 2, 5])
        #expect(try laced(0x00, [1, 2, 3]) == [3])
    }

    /// The flags of a block, and what follows them.
    private static let badLaces: [[UInt8]] = [
        [0x02, 2, 255], [0x02, 1, 200, 1], [0x04, 2, 0, 0], [0x06, 3, 0x81], [0x06, 2, 0x81, 0x80],
        [0x06, 2, 0x88, 0x88], [0x06], [0x02],
    ]

    @Test("lacing that does not add up is damage, not a crash", arguments: badLaces)
    func badLacing(lace: [UInt8]) throws {
        let (flags, payload) = (lace[0], Array(lace.dropFirst()))
        let block = Build.element(0xA3, Build.block(2, 0, flags: flags, payload))
        let good = Build.element(0xA3, Build.block(2, 5, flags: 0x80, [1]))
        let file = Build.header() + Build.segment([Self.tracks, cluster(0, [block, good])])
        let (_, found, problems) = try blocks(file)
        #expect(found.count == 1)
        #expect(!problems.isEmpty)
    }

    @Test("a group tells duration, padding, and whether it can be started at")
    func groups() throws {
        let first = Build.element(
            0xA0,
            [Build.element(0xA1, Build.block(1, 10, flags: 0, [1, 2, 3])), Build.unsigned(0x9B, 33)]
        )
        let second = Build.element(
            0xA0,
            [
                Build.element(0xA1, Build.block(1, 43, flags: 0x08, [1])), Build.signed(0xFB, -33),
                Build.signed(0x75A2, -6_500_000),
                Build.element(0x75A1, [Build.element(0xA6, [Build.element(0xA5, [7])])]),
            ]
        )
        let file = Build.header() + Build.segment([Self.tracks, cluster(1_000, [first, second])])
        let (_, found, problems) = try blocks(file)
        #expect(problems.isEmpty)
        #expect(found.map(\.ticks) == [1_010, 1_043])
        #expect(found.map(\.isKeyframe) == [true, false])
        #expect(found.map(\.durationTicks) == [33, nil])
        #expect(found.map(\.discardPadding) == [nil, -6_500_000])
        #expect(found.map(\.isInvisible) == [false, true])
        #expect(found.map(\.additions) == [[], [1]])
    }

    @Test("times are ticks times scale, exactly, and laced frames follow each other")
    func exactTimes() throws {
        let info = Build.element(0x1549_A966, [Build.unsigned(0x2AD7B1, 22_675), Build.float(0x4489, 441)])
        let block = Build.element(0xA3, Build.block(2, -1, flags: 0x84, [1, 9, 9]))
        let bytes = Build.header() + Build.segment([info, Self.tracks, cluster(1_000, [block])])
        let window = try ByteWindow(bytes: bytes)
        let file = try MatroskaFile.open(window)
        #expect(file.info.duration == CMTime(value: 441 * 22_675, timescale: 1_000_000_000))
        let scan = try MatroskaScan.run(file, window: window)
        let summary = try #require(scan.tracks[2])
        #expect(summary.sampleCount == 2)
        #expect(summary.firstTime == CMTime(value: 999 * 22_675, timescale: 1_000_000_000))
        #expect(summary.lastTime == CMTime(value: 999 * 22_675 + 20_000_000, timescale: 1_000_000_000))
        #expect(summary.endTime == CMTime(value: 999 * 22_675 + 40_000_000, timescale: 1_000_000_000))
        #expect(scan.endTime == summary.endTime)
    }

    @Test("segments and clusters of unknown size end where the next one begins")
    func unknownSizes() throws {
        let block = Build.element(0xA3, Build.block(1, 0, flags: 0x80, [1]))
        let clusters = [cluster(0, [block], isSized: false), cluster(40, [block, block], isSized: false)]
        let tags = Build.element(
            0x1254_C367,
            [Build.element(0x7373, [Build.element(0x67C8, [Build.text(0x45A3, "A")])])]
        )
        let bytes = Build.header("webm") + Build.segment([Self.tracks] + clusters + [tags], isSized: false)
        let (file, found, problems) = try blocks(bytes)
        #expect(file.isWebM)
        #expect(file.segmentEnd == nil)
        #expect(file.tags.count == 1)
        #expect(found.map(\.ticks) == [0, 40, 40])
        #expect(Set(found.map(\.clusterOffset)).count == 2)
        #expect(problems.isEmpty)
    }

    @Test("behind bytes that are no element the next cluster is found")
    func resynchronisation() throws {
        let block = Build.element(0xA3, Build.block(1, 0, flags: 0x80, [1]))
        let noise = [UInt8](repeating: 0, count: 70_000)
        let bytes = Build.header() + Build.segment([Self.tracks, cluster(0, [block]), noise, cluster(80, [block])])
        let (_, found, problems) = try blocks(bytes)
        #expect(found.map(\.ticks) == [0, 80])
        #expect(!problems.isEmpty)
    }

    @Test("a cancelled scan says that it is not complete")
    func cancellation() throws {
        let block = Build.element(0xA3, Build.block(1, 0, flags: 0x80, [1]))
        let bytes =
            Build.header()
            + Build.segment([Self.tracks, cluster(0, [[UInt8]](repeating: block, count: 10_000))])
        let window = try ByteWindow(bytes: bytes)
        let file = try MatroskaFile.open(window)
        let scan = try MatroskaScan.run(file, window: window, isCancelled: { true })
        #expect(!scan.isComplete)
        #expect(scan.blockCount < 10_000)
        #expect(try MatroskaScan.run(file, window: window).blockCount == 10_000)
    }

    @Test("numbers at the edge of what fits make no time, but no trap")
    func hugeNumbers() throws {
        let info = Build.element(
            0x1549_A966,
            [Build.unsigned(0x2AD7B1, UInt64(Int64.max)), Build.float(0x4489, 1e300)]
        )
        let block = Build.element(0xA3, Build.block(1, 1, flags: 0x80, [1]))
        let bytes =
            Build.header()
            + Build.segment([info, Self.tracks, cluster(UInt64(Int64.max), [block]), cluster(9, [block])])
        let window = try ByteWindow(bytes: bytes)
        let file = try MatroskaFile.open(window)
        #expect(file.info.duration == nil)
        let scan = try MatroskaScan.run(file, window: window)
        #expect(scan.tracks[1]?.sampleCount ?? 0 == 0)
    }
}
