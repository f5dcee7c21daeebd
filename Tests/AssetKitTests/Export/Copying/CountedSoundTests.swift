import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("Copies, sound on clocks that round")
struct CountedSoundTests {
    /// What a container says of a packet, in its ticks.
    private typealias Stated = (start: Int64, length: Int64, byteCount: Int)

    private static let milliseconds = TickLength(1, over: 1000)!

    private func track(
        _ codec: MediaCodec,
        _ audio: AudioFacts,
        _ packets: [Stated],
        tick: TickLength = Self.milliseconds,
        header: [UInt8] = [],
        hidden: Int = 0
    ) -> LoadedSource.Track {
        var facts = TrackFacts(trackID: 1, mediaType: .audio)
        (facts.traits, facts.audio) = (codec.traits, audio)
        let atoms = CodecAtoms.atoms(of: codec, codecPrivate: header)
        facts.descriptions = [SampleDescriptionFacts(codec: 0, atoms: atoms)]
        var table = PacketTable(tick: tick, arePositionsExact: false)
        for (place, packet) in packets.enumerated() {
            table.append(
                ListedPacket(
                    stream: 0,
                    position: Int64(place) * 10_000,
                    byteCount: packet.byteCount,
                    decodeTicks: packet.start,
                    presentationTicks: packet.start,
                    durationTicks: packet.length,
                    marks: .sync,
                    framesHiddenAtEnd: place == packets.count - 1 ? hidden : 0
                )
            )
        }
        table.close()
        let index = SampleIndex(table, trackID: 1, segments: [])
        return LoadedSource.Track(facts: facts, index: index, isTabled: false)
    }

    private func starts(_ track: LoadedSource.Track) -> [Int64] {
        (0..<track.index.count).map { track.index.table.presentationTicks(of: $0) }
    }

    private func lengths(_ track: LoadedSource.Track) -> [Int64] {
        (0..<track.index.count).map { track.index.table.durationTicks(of: $0) }
    }

    private static let mono = AudioFacts(sampleRate: 48_000, channelCount: 1, bitDepth: 16)

    @Test("uncompressed sound is counted by its bytes")
    func plain() {
        // 1024 frames are 21.33 ms, and 640 are 13.33.
        let packets: [Stated] = [(0, 21, 2048), (21, 21, 2048), (43, 21, 2048), (64, 21, 1280)]
        let counted = track(.pcmS16LE, Self.mono, packets).counted
        #expect(counted.index.tick == TickLength(1, over: 48_000))
        #expect(starts(counted) == [0, 1024, 2048, 3072])
        #expect(lengths(counted) == [1024, 1024, 1024, 640])
        #expect(counted.clockError == CMTime(value: 1, timescale: 1000))
        // What is not a time stays.
        #expect((0..<4).map { counted.index[$0].byteCount } == [2048, 2048, 2048, 1280])
        #expect((0..<4).map { counted.index[$0].position } == [0, 10_000, 20_000, 30_000])
    }

    @Test("what lies farther off than a clock rounds is a gap, and counting goes on behind it")
    func gap() {
        let packets: [Stated] = [(0, 21, 2048), (21, 21, 2048), (100, 21, 2048), (121, 21, 2048)]
        #expect(starts(track(.pcmS16LE, Self.mono, packets).counted) == [0, 1024, 4800, 5824])
    }

    @Test("packets of one length are counted whatever each of them is rounded to")
    func fixed() {
        var audio = Self.mono
        audio.framesPerPacket = 1024
        // Rounded before they were moved, so that the third is two thirds of a millisecond early.
        let packets: [Stated] = [(0, 21, 100), (21, 21, 90), (42, 21, 110), (64, 21, 95)]
        let counted = track(.aac, audio, packets).counted
        #expect(starts(counted) == [0, 1024, 2048, 3072])
        #expect(lengths(counted) == [1024, 1024, 1024, 1024])
        // One that the container says is quite another length is as long as that.
        let short = track(.aac, audio, [(0, 21, 100), (21, 10, 90), (31, 21, 110)]).counted
        #expect(lengths(short) == [1024, 480, 1024])
        #expect(starts(short) == [0, 1024, 1504])
    }

    @Test("sound that begins with a delay which a header states begins exactly so much before zero")
    func priming() {
        var audio = Self.mono
        audio.priming = 312
        let packets: [Stated] = [(-7, 20, 300), (14, 20, 170), (34, 2, 60), (36, 20, 180)]
        let counted = track(.opus, audio, packets).counted
        // 6.5 ms before zero; the third packet has the only length between 2 and 3 ms that Opus knows.
        #expect(starts(counted) == [-312, 648, 1608, 1728])
        #expect(lengths(counted) == [960, 960, 120, 960])
    }

    /// An identification header of Vorbis at 48 kHz, with blocks of two to the power of these.
    private static func vorbis(_ short: UInt8, _ long: UInt8) -> [UInt8] {
        let rate: [UInt8] = [0x80, 0xBB, 0, 0]
        return [1] + Array("vorbis".utf8) + [0, 0, 0, 0, 1] + rate + [UInt8](repeating: 0, count: 12)
            + [long << 4 | short, 1]
    }

    @Test("packets of Vorbis are as long as their blocks and the ones before make them")
    func vorbis() {
        let packets: [Stated] = [(0, 2, 28), (3, 12, 58), (15, 21, 40), (36, 21, 40), (57, 12, 50), (69, 2, 20)]
        let counted = track(.vorbis, Self.mono, packets, header: Self.vorbis(8, 11)).counted
        // Blocks of 256 and 2048: 576 frames between both, 1024 from long to long, and 128 from short to short. The first
        // packet makes none, and lasts until the second one begins.
        #expect(lengths(counted) == [144, 576, 1024, 1024, 576, 128])
        #expect(starts(counted) == [0, 144, 720, 1744, 2768, 3344])
        // Some files have both at one time; and a gap is none of the first packet's time.
        let together: [Stated] = [(0, 2, 28), (0, 12, 58), (12, 21, 40)]
        #expect(starts(track(.vorbis, Self.mono, together, header: Self.vorbis(8, 11)).counted) == [0, 0, 576])
        let apart: [Stated] = [(0, 2, 28), (500, 12, 58), (512, 21, 40)]
        #expect(lengths(track(.vorbis, Self.mono, apart, header: Self.vorbis(8, 11)).counted) == [128, 576, 1024])
    }

    @Test("what the container hides at the end of Vorbis is a part of its last packet")
    func hiddenEnd() throws {
        let packets: [Stated] = [(0, 2, 28), (3, 2, 58), (5, 2, 40)]
        let plain = track(.vorbis, Self.mono, packets, header: Self.vorbis(8, 11), hidden: 100)
        // A demuxer of Ogg has taken it off already.
        #expect(plain.hiddenAtEnd == .zero && plain.shortenedAtEnd == CMTime(value: 100, timescale: 48_000))
        let counted = plain.counted
        #expect(counted.hiddenAtEnd == CMTime(value: 100, timescale: 48_000) && counted.shortenedAtEnd == .zero)
    }

    @Test("where nothing tells how long packets are, or the clock is fine, times stay as they are")
    func unchanged() throws {
        let packets: [Stated] = [(0, 21, 2048), (21, 21, 2048)]
        // Nothing says how long blocks are.
        let unknown = track(.vorbis, Self.mono, packets).counted
        #expect(unknown.index.tick == Self.milliseconds && starts(unknown) == [0, 21])
        #expect(unknown.clockError == .zero)
        let fine = try #require(TickLength(1, over: 90_000))
        let stream = track(.pcmS16LE, Self.mono, [(0, 1920, 2048), (1920, 1920, 2048)], tick: fine).counted
        #expect(stream.index.tick == fine && starts(stream) == [0, 1920])
    }
}
