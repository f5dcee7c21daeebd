import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitISOMedia
@testable import AssetKitMedia
@testable import AssetKitSinks

@Suite("Samples that wait for a fragment")
struct ISOFragmentQueueTests {
    private static let scale: CMTimeScale = 600

    private func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: Self.scale) }

    /// So many tracks of pictures, each with two formats.
    private func queue(_ count: Int = 1) throws -> ISOFragmentQueue {
        let formats = [64, 32].map { width in
            CMFormatDescription(
                type: kCMMediaType_Video,
                subtype: kCMVideoCodecType_JPEG,
                dimensions: CMVideoDimensions(width: width, height: 48)
            )
        }
        let plan = SinkTrack(mediaType: .video, formats: formats, timescale: Self.scale)
        return ISOFragmentQueue(try (0..<count).map { try ISOSinkTrack(plan, number: $0, isQuickTime: true) })
    }

    /// Three bytes of one value, decoded and shown at two moments.
    private func sample(
        _ value: UInt8,
        _ decode: Int64,
        shown: Int64? = nil,
        lasting duration: Int64 = 20,
        format: Int = 0,
        isSync: Bool = true
    ) throws -> SinkSample {
        SinkSample(
            data: try CMBlockBuffer(copying: Data([value, value, value])),
            presentationTime: time(shown ?? decode),
            decodeTime: time(decode),
            duration: time(duration),
            format: format,
            isSync: isSync
        )
    }

    @Test(
        "what is decoded before a moment is taken, and the rest waits",
        arguments: [
            (Int64(0), nil, 3), (1, [0], 2), (20, [0], 2), (21, [0, 20], 1), (41, [0, 20, 40], 0),
            (900, [0, 20, 40], 0),
        ] as [(Int64, [Int64]?, Int)]
    )
    func take(before moment: Int64, taken: [Int64]?, waiting: Int) throws {
        var queue = try queue()
        for (value, decode) in [Int64(0), 20, 40].enumerated() { try queue.append(sample(UInt8(value), decode), to: 0) }
        #expect(queue.waitingBytes == 9 && queue.syncTimes(of: 0) == [time(0), time(20), time(40)])
        let fragment = try queue.take(before: time(moment))
        #expect(fragment?.parts.flatMap(\.rows).map(\.decodeTicks) == taken)
        #expect(queue.waitingBytes == waiting * 3 && queue.isEmpty == (waiting == 0))
        #expect(queue.sequenceNumber == (taken == nil ? 0 : 1))
        // The rest comes with the next one, to its last byte.
        let rest = try queue.take(before: nil)
        #expect(rest?.parts.flatMap(\.rows).count ?? 0 == waiting)
        #expect(queue.isEmpty && queue.waitingBytes == 0)
        #expect(try queue.take(before: nil) == nil)
    }

    @Test("the bytes of samples lie behind the head where the fragment says, track behind track")
    func bytes() throws {
        var queue = try queue(2)
        for (value, decode) in [(UInt8(1), Int64(0)), (2, 20)] { try queue.append(sample(value, decode), to: 0) }
        try queue.append(sample(9, 10), to: 1)
        let fragment = try #require(try queue.take(before: nil))
        #expect(fragment.parts.map(\.track) == [0, 1])
        let content = fragment.parts.map { part in
            Array(fragment.bytes[part.offset..<part.offset + part.rows.reduce(0) { $0 + Int($1.size) }])
        }
        #expect(content == [[1, 1, 1, 2, 2, 2], [9, 9, 9]])
        #expect(fragment.parts[1].offset + 3 == fragment.bytes.count)
        try queue.note(fragment, at: 1000)
        #expect(queue.tracks.map(\.table.count) == [2, 1])
    }

    @Test("a gap and another format each begin a run, and samples last until the next one is decoded")
    func runs() throws {
        var queue = try queue()
        try queue.append(sample(0, 0), to: 0)
        // It says 20 and lasts 30, since the next one is that much later.
        try queue.append(sample(1, 20, lasting: 20), to: 0)
        try queue.append(sample(2, 50, format: 1), to: 0)
        try queue.append(sample(3, 70, lasting: 25, format: 1), to: 0)
        let fragment = try #require(try queue.take(before: nil))
        #expect(fragment.parts.map(\.format) == [0, 1])
        #expect(fragment.parts.map { $0.rows.map(\.duration) } == [[20, 30], [20, 25]])
        // When they are shown is what they said themselves.
        #expect(fragment.parts.map(\.shown) == [0..<40, 50..<95])
    }

    @Test("what waits decides how long the last sample that is taken lasts")
    func lastDuration() throws {
        var queue = try queue()
        try queue.append(sample(0, 0, lasting: 20), to: 0)
        try queue.append(sample(1, 45), to: 0)
        let fragment = try #require(try queue.take(before: time(45)))
        #expect(fragment.parts.flatMap(\.rows).map(\.duration) == [45])
    }

    @Test("samples out of their order are refused, and those of one time are not")
    func order() throws {
        var queue = try queue()
        try queue.append(sample(0, 20), to: 0)
        try queue.append(sample(1, 20), to: 0)
        let early = try sample(2, 19)
        #expect(throws: ISOWritingError.self) { try queue.append(early, to: 0) }
    }

    @Test("decoding before zero moves the media's zero, or the offsets", arguments: [true, false])
    func beforeZero(isSettled: Bool) throws {
        var queue = try queue()
        #expect(!queue.knowsPictures)
        try queue.append(sample(0, -40, shown: 0), to: 0)
        try queue.append(sample(1, -20, shown: 40, isSync: false), to: 0)
        #expect(queue.knowsPictures && queue.hasDependentSamples(0) && queue.syncTimes(of: 0) == [time(-40)])
        if isSettled { queue.settleZeros() }
        #expect(queue.mediaZeros == [isSettled ? -40 : 0])
        let fragment = try #require(try queue.take(before: nil))
        let rows = fragment.parts.flatMap(\.rows)
        #expect(rows.map { queue.mediaTime(of: $0, 0) } == (isSettled ? [40, 80] : [0, 40]))
        #expect(queue.ends == [time(0)] && queue.lastTicks == [-20])
    }
}
