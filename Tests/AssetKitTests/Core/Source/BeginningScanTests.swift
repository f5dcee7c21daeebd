import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitSources
@testable import AssetKitBitstream
@testable import AssetKitMedia

@Suite("Where good pictures begin")
struct BeginningScanTests {
    private let folder = TemporaryFolder()
    private static let tick = TickLength(1, over: 25)!

    /// Feeds samples of H.264 with start codes, each as its kind of unit, and answers what was found.
    private func scan(_ codec: String, _ samples: [(bytes: [UInt8], ticks: Int64, isKey: Bool)]) -> PictureBeginning? {
        var scan = BeginningScan(codec: MediaCodec(rawValue: codec), codecPrivate: [], tick: Self.tick)
        for sample in samples {
            sample.bytes.withUnsafeBytes { scan.add($0, isKey: sample.isKey, presentationTicks: sample.ticks) }
        }
        return scan.beginning
    }

    private static func unit(_ bytes: UInt8...) -> [UInt8] { [0, 0, 0, 1] + bytes }
    // A whole picture's first slice begins with a one.
    private static let slice = unit(0x41, 0x9a, 0, 0), disposable = unit(0x01, 0x9a, 0, 0)
    private static let refresh = unit(0x65, 0x88, 0, 0)
    private static let recovery = unit(6, 6, 1, 0x84, 0x80), gradualRecovery = unit(6, 6, 2, 0x30, 0x84, 0x80)

    @Test("of a closed group nothing is left out")
    func closed() {
        #expect(scan("h264", [(Self.refresh, 2, true), (Self.disposable, 1, false), (Self.slice, 3, false)]) == nil)
    }

    @Test("what comes before the first key picture is left out")
    func middle() throws {
        let samples =
            [
                (Self.slice, 5, false), (Self.disposable, 4, false), (Self.refresh, 6, true), (Self.slice, 7, false),
            ] as [(bytes: [UInt8], ticks: Int64, isKey: Bool)]
        let found = try #require(scan("h264", samples))
        #expect((found.missing, found.leading, found.firstTicks, found.lastMissingTicks) == (2, [], 6, 5))
    }

    @Test("slices of a picture whose front is missing are no beginning")
    func partOfPicture() throws {
        let rest = Self.unit(0x65, 0x40, 0, 0)
        let found = try #require(scan("h264", [(rest, 0, true), (Self.slice, 1, false), (Self.refresh, 2, true)]))
        #expect(found.missing == 2)
    }

    @Test("pictures shown before the key picture of an open group are left out with it at the start")
    func open() throws {
        let key = Self.recovery + Self.unit(0x61, 0x88, 0, 0)
        let samples =
            [
                (key, 3, true), (Self.disposable, 1, false), (Self.disposable, 2, false), (Self.slice, 6, false),
                (Self.disposable, 4, false),
            ] as [(bytes: [UInt8], ticks: Int64, isKey: Bool)]
        let found = try #require(scan("h264", samples))
        #expect((found.missing, found.leading, found.firstTicks) == (0, [1, 2], 3))
        #expect(found.omits(2) && !found.omits(0) && !found.omits(3))
    }

    @Test("where the picture is refreshed bit by bit, the first good one comes behind so many")
    func gradual() throws {
        var samples: [(bytes: [UInt8], ticks: Int64, isKey: Bool)] = [
            (Self.slice, 0, false), (Self.gradualRecovery + Self.slice, 1, true),
        ]
        for ticks in 2...9 as ClosedRange<Int64> { samples.append((Self.slice, ticks, false)) }
        let found = try #require(scan("h264", samples))
        #expect((found.missing, found.leading, found.firstTicks) == (1, [], 6))
    }

    @Test("a track that never gives a place to begin at is left as it is")
    func never() {
        #expect(scan("h264", (0..<5).map { (Self.slice, $0, false) }) == nil)
    }

    @Test("leading pictures of HEVC are left out only where they need the group before")
    func leadingHEVC() throws {
        func sample(_ kind: UInt8) -> [UInt8] { Self.unit(kind << 1, 1, 0x80, 0) }
        // CRA, RASL_N, RADL_N, RASL_R, TRAIL_R
        let samples =
            [
                (sample(21), 4, true), (sample(8), 1, false), (sample(6), 2, false), (sample(9), 3, false),
                (sample(1), 8, false),
            ] as [(bytes: [UInt8], ticks: Int64, isKey: Bool)]
        let found = try #require(scan("hevc", samples))
        #expect((found.missing, found.leading, found.firstTicks) == (0, [1, 3], 2))
        #expect(scan("hevc", [(sample(19), 2, true), (sample(6), 1, false), (sample(1), 3, false)]) == nil)
    }

    @Test("MPEG-2: a header says whether the group is closed", arguments: [true, false])
    func mpeg2(isClosed: Bool) {
        let group: [UInt8] = [0, 0, 1, 0xb8, 0, 8, 0, isClosed ? 0x40 : 0]
        func picture(_ kind: UInt8) -> [UInt8] { [0, 0, 1, 0, 0, kind << 3, 0, 0] }
        let found = scan(
            "mpeg2video",
            [(group + picture(1), 2, true), (picture(3), 0, false), (picture(3), 1, false), (picture(2), 5, false)]
        )
        #expect(found?.leading == (isClosed ? nil : [1, 2]))
    }

    @Test("the table without what is left out")
    func table() throws {
        var packets = PacketTable(tick: Self.tick, arePositionsExact: true)
        for (place, ticks) in [3, 7, 5, 6, 8, 12].enumerated() {
            let marks: PacketTable.Marks = place == 1 ? [.sync] : []
            packets.append(
                decode: Int64(place),
                presentation: Int64(ticks),
                duration: 1,
                byteCount: 1,
                position: nil,
                marks
            )
        }
        packets.close()
        var beginning = PictureBeginning(tick: Self.tick)
        (beginning.missing, beginning.leading) = (1, [2, 3])
        let table = DecodableSamples(packets, beginning)
        #expect((0..<table.count).map { table.presentationTicks(of: $0) } == [7, 8, 12])
        #expect((0..<table.count).map { table[$0].isSync } == [true, false, false])
        #expect(table.accessPoint(atOrBefore: 2) == 0)
    }

    @Test(
        "a container whose first sample is no key picture is read from the first that is",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"), "ffmpeg makes the files"),
        arguments: [
            ("broken.mkv", "copy"), ("broken.mp4", "copy"), ("broken.mov", "copy"), ("broken.mpg", "mpeg2video"),
            ("broken.avi", "mpeg4"), ("broken-mpeg4.mkv", "mpeg4"), ("broken-hevc.mkv", "libx265"),
        ]
    )
    func containers(name: String, codec: String) async throws {
        let source = SampleMedia.url("h264-bframes.mp4").path
        let whole = folder.path("whole-\(name)")
        let encoding = codec == "copy" ? ["-c:v", "copy"] : ["-c:v", codec, "-g", "24", "-bf", "0", "-q:v", "2"]
        try Oracle.run(["-i", source, "-an"] + encoding + [whole])
        let broken = folder.path(name)
        // Drops the first packets, and keeps those that are no key pictures.
        try Oracle.run(["-i", whole, "-c", "copy", "-copyinkf", "-bsf:v", "noise=drop=lt(n\\,10)", broken])
        let key = codec == "copy" ? 48 : 24
        let pictures = try await ExportSample.pictures(broken)
        #expect(pictures.first?.index == key)
        #expect(pictures.compactMap(\.index) == Array(key..<75))
        let asset = AVURLAsset(url: URL(filePath: broken))
        _ = try await asset.load(.tracks)
        #expect(asset.akDetails.loadingWarnings.contains { $0.contains("missing") })
    }
}
