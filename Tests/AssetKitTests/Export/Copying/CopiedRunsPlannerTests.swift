import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitMedia

@Suite("Copies, pieces of a track")
struct CopiedRunsPlannerTests {
    private static let movie = CopyTarget(fileType: .mp4)
    private static let matroska = CopyTarget(fileType: .akMatroska)

    private func copiedRuns(
        _ track: LoadedSource.Track,
        _ cuts: [CopiedStretch],
        _ target: CopyTarget,
        lead: CMTime = .zero,
        holds: Bool = true,
        in placement: inout CopyPlacement
    ) -> [CopiedRuns] {
        var planner = CopiedRunsPlanner(track: track, target: target, number: 3, lead: lead)
        planner.holds = holds
        let member = CopyJoinedTrack.Member(CopyDraft.Track(place: 1, cuts: cuts), of: track)
        return planner.copiedRuns(member, &placement)
    }

    // MARK: Pictures

    /// Groups of four that need nothing of each other, whose pictures are decoded two before they show.
    private static let film: LoadedSource.Track = {
        let facts = TrackFacts(trackID: 1, mediaType: .video)
        return LoadedSource.Track(facts: facts, index: PictureList.closed.index, isTabled: true)
    }()

    private static func cut(_ samples: Range<Int>, _ source: (Double, Double), at target: Double) -> CopiedStretch {
        let length = source.1 - source.0
        return CopiedStretch(
            samples: [samples],
            source: .pictures(source.0, source.1),
            target: .pictures(target, target + length)
        )
    }

    private var placement: CopyPlacement { CopyPlacement(timescale: 25, delay: .pictures(2)) }

    @Test("with edits all cuts of a clip are one piece, which begins with what is presented first")
    func edited() throws {
        var placement = placement
        // One picture of the first group is presented, and all but the first one of the second.
        let cuts = [Self.cut(0..<4, (2, 3), at: 2), Self.cut(4..<8, (5, 8), at: 3)]
        let found = copiedRuns(Self.film, cuts, Self.movie, lead: .pictures(-2), in: &placement)
        let copied = try #require(found.count == 1 ? found[0] : nil)
        #expect(copied.track == 3 && copied.sourceTrack == 1)
        #expect(copied.samples == [0..<8])
        #expect(copied.shift == .pictures(-2) && copied.decodeShift == .pictures(-2))
        #expect(copied.lead == .pictures(-2))
        #expect(copied.frames == nil && copied.limits == nil)
        let edits = [
            CMTimeMapping(source: .pictures(0, 1), target: .pictures(0, 1)),
            CMTimeMapping(source: .pictures(3, 6), target: .pictures(1, 4)),
        ]
        #expect(placement.edits == edits)
    }

    @Test(
        "a gap before the next clip is filled with the last picture, unless each track goes its own way",
        arguments: [true, false]
    )
    func gap(holds: Bool) {
        var placement = placement
        _ = copiedRuns(Self.film, [Self.cut(0..<4, (0, 4), at: 0)], Self.movie, holds: holds, in: &placement)
        let next = Self.cut(4..<8, (4, 8), at: 4)
        let found = copiedRuns(Self.film, [next], Self.movie, lead: .pictures(3), holds: holds, in: &placement)
        // The first clip ends at 4, and the second one shows at 7.
        #expect(placement.edits.first?.target == .pictures(0, holds ? 7 : 4))
        #expect(placement.edits.last?.target == .pictures(7, 11))
        // What fills the gap is media that is not there: the next samples stand behind it.
        #expect(found.map(\.shift) == [.pictures(holds ? 3 : 0)])
    }

    @Test("without edits each cut is a piece of its own, whose samples say when they show")
    func plain() {
        var placement = placement
        let cuts = [Self.cut(4..<8, (4, 8), at: 4), Self.cut(8..<12, (8, 12), at: 10)]
        let found = copiedRuns(Self.film, cuts, Self.matroska, lead: .pictures(-4), in: &placement)
        #expect(found.map(\.samples) == [[4..<8], [8..<12]])
        // They show at 0 and at 6.
        #expect(found.map(\.shift) == [.pictures(-4), .pictures(-2)])
        #expect(found.map(\.lead) == [.pictures(-4), .pictures(-2)])
        #expect(found.allSatisfy { $0.limits == nil && $0.frames == nil && $0.trimmedFramesAtEnd == 0 })
    }

    @Test(
        "without edits the last picture is cut where the clip ends within it",
        arguments: [(8, nil), (7.5, 0.5)] as [(Double, Double?)]
    )
    func cutPicture(end: Double, length: Double?) {
        let shortest = CMTime(value: 1, timescale: 1000)
        let cut = Self.cut(4..<8, (4, end), at: 4)
        var placement = CopyPlacement(timescale: 1000, delay: .pictures(2), shortest: shortest)
        let found = copiedRuns(Self.film, [cut], Self.matroska, lead: .pictures(-4), in: &placement)
        let shown = length.map { CopiedRuns.CutPicture(ticks: 7, shown: .pictures(3, 3 + $0)) }
        #expect(found.map(\.cutPicture) == [shown])
        // The next clip begins then.
        let next = copiedRuns(Self.film, [cut], Self.matroska, lead: .pictures(end - 8), in: &placement)
        #expect(next.map(\.shift) == [.pictures(end - 8)])
        var edited = self.placement
        #expect(copiedRuns(Self.film, [cut], Self.movie, in: &edited).map(\.cutPicture) == [nil])
    }

    // MARK: Sound

    private static func frames(_ count: Int64) -> CMTime { CMTime(value: count, timescale: 48_000) }

    private static func frames(_ range: Range<Int64>) -> CMTimeRange {
        CMTimeRange(start: frames(range.lowerBound), end: frames(range.upperBound))
    }

    /// Ten packets of 1024 frames at 48 kHz, which last 21 or 22 of a clock of milliseconds.
    private static func sound(
        _ codec: MediaCodec,
        isCoarse: Bool = false,
        isCounted: Bool = false
    ) -> LoadedSource.Track {
        var facts = TrackFacts(trackID: 1, mediaType: .audio)
        facts.traits = codec.traits
        facts.audio = AudioFacts(sampleRate: 48_000, channelCount: 1, bitDepth: 16)
        if !facts.isPlainSound { facts.audio?.framesPerPacket = 1024 }
        facts.timeRange = CMTimeRange(start: .zero, end: CMTime(value: 213, timescale: 1000))
        func ticks(_ frames: Int64) -> Int64 { isCoarse ? (frames + 24) / 48 : frames }
        let samples = (0..<Int64(10)).map { number in
            let (start, end) = (ticks(number * 1024), ticks((number + 1) * 1024))
            return IndexedSample(
                decodeTicks: start,
                presentationTicks: start,
                durationTicks: end - start,
                byteCount: 2048,
                isSync: true
            )
        }
        let table = ListedSamples(samples: samples, tick: TickLength(1, over: isCoarse ? 1000 : 48_000)!)
        let index = SampleIndex(table, trackID: 1, segments: [])
        var track = LoadedSource.Track(facts: facts, index: index, isTabled: false)
        if isCounted { track.clockError = CMTime(value: 1, timescale: 1000) }
        return track
    }

    private static func cut(_ samples: Range<Int>, frames range: Range<Int64>) -> CopiedStretch {
        CopiedStretch(samples: [samples], source: frames(range), target: frames(range))
    }

    private var soundPlacement: CopyPlacement { CopyPlacement(timescale: 48_000, delay: .zero) }

    /// Packets 5 to 8 behind three others that end at 3072: when they should begin, and what is copied when.
    private static let joints: [(Int64, Range<Int>?, Int64)] = [
        (3072, 5..<9, 3072),
        // Up to half a packet too early or too late, they follow at once.
        (3000, 5..<9, 3072), (2560, 5..<9, 3072), (3584, 5..<9, 3072),
        // Of those that begin earlier, the first ones are left out.
        (2559, 6..<9, 3072), (1536, 6..<9, 3072), (1535, 7..<9, 3072),
        // Behind a gap they stand where they should.
        (3585, 5..<9, 3585), (4000, 5..<9, 4000),
        // All of it has been heard already when the last one would be half over.
        (-512, 8..<9, 3072), (-513, nil, 0),
    ]

    @Test("packets of sound follow those of the clip before, and none is heard twice", arguments: joints)
    func joint(wanted: Int64, samples: Range<Int>?, start: Int64) throws {
        let track = Self.sound(.aac)
        var placement = soundPlacement
        _ = copiedRuns(track, [Self.cut(0..<3, frames: 0..<3072)], Self.matroska, in: &placement)
        #expect(placement.presentedEnd == Self.frames(3072))
        let cut = Self.cut(5..<9, frames: 5120..<9216)
        let lead = Self.frames(wanted - 5120)
        let found = copiedRuns(track, [cut], Self.matroska, lead: lead, in: &placement)
        guard let samples else {
            #expect(found.isEmpty)
            return
        }
        let copied = try #require(found.first)
        #expect(copied.samples == [samples])
        #expect(copied.shift == Self.frames(start - Int64(samples.lowerBound) * 1024))
        #expect(copied.lead == lead)
    }

    @Test(
        "frames of the last packet that nobody asked for are cut off behind it",
        arguments: [(9216, 0), (9000, 216), (8193, 1023)] as [(Int64, Int)]
    )
    func trimmed(end: Int64, hidden: Int) {
        var placement = soundPlacement
        let cut = Self.cut(5..<9, frames: 5120..<end)
        #expect(
            copiedRuns(Self.sound(.aac), [cut], Self.matroska, in: &placement).map(\.trimmedFramesAtEnd) == [hidden]
        )
        // An edit says it where there is one.
        placement = soundPlacement
        #expect(copiedRuns(Self.sound(.aac), [cut], Self.movie, in: &placement).map(\.trimmedFramesAtEnd) == [0])
    }

    @Test("of uncompressed sound the frames are kept that were asked for", arguments: [movie, matroska])
    func uncompressed(target: CopyTarget) {
        var placement = soundPlacement
        let cut = Self.cut(0..<3, frames: 1000..<3000)
        let lead = Self.frames(-1000)
        let found = copiedRuns(Self.sound(.pcmS16LE), [cut], target, lead: lead, in: &placement)
        #expect(found.map(\.frames) == [1000..<3000])
        #expect(found.map(\.shift) == [lead] && found.map(\.trimmedFramesAtEnd) == [0])
    }

    @Test("parts of uncompressed sound follow each other frame by frame", arguments: [movie, matroska])
    func uncompressedParts(target: CopyTarget) {
        var placement = soundPlacement
        let track = Self.sound(.pcmS16LE)
        let first = Self.cut(0..<3, frames: 1000..<3000)
        _ = copiedRuns(track, [first], target, lead: Self.frames(-1000), in: &placement)
        #expect(placement.presentedEnd == Self.frames(2000))
        let second = Self.cut(5..<9, frames: 5500..<9000)
        let found = copiedRuns(track, [second], target, lead: Self.frames(-3500), in: &placement)
        #expect(found.map(\.frames) == [5500..<9000])
        #expect(found.map(\.shift) == [Self.frames(-3500)])
        #expect(placement.presentedEnd == Self.frames(5500))
    }

    @Test("a time between two frames is the nearer one's")
    func betweenFrames() {
        var placement = soundPlacement
        let source = CMTimeRange(
            start: CMTime(value: 3001, timescale: 144_000),
            end: CMTime(value: 9002, timescale: 144_000)
        )
        // 1000 and a third, and 3000 and two thirds.
        let cut = CopiedStretch(samples: [0..<3], source: source, target: source)
        let found = copiedRuns(Self.sound(.pcmS16LE), [cut], Self.matroska, in: &placement)
        #expect(found.map(\.frames) == [1000..<3001])
    }

    @Test(
        "where a coarse clock tells the end, all of the last packet is kept, counted or not",
        arguments: [true, false]
    )
    func coarseEnd(isCounted: Bool) {
        let track = Self.sound(.pcmS16LE, isCoarse: !isCounted, isCounted: isCounted)
        func frames(_ samples: Range<Int>, endingAt milliseconds: Int64) -> [Range<Int64>?] {
            var placement = soundPlacement
            let source = CMTimeRange(start: .zero, end: CMTime(value: milliseconds, timescale: 1000))
            let cut = CopiedStretch(samples: [samples], source: source, target: source)
            return copiedRuns(track, [cut], Self.matroska, in: &placement).map(\.frames)
        }
        // It ends at 213.33 ms, and the clock says 213: 10,224 frames instead of 10,240.
        #expect(frames(0..<10, endingAt: 213) == [0..<Int64.max])
        #expect(frames(0..<10, endingAt: 212) == [0..<10_176])
        #expect(frames(0..<9, endingAt: 192) == [0..<9216])
    }

    @Test("what follows packets on a coarse clock stands a tick later, so that counted ones have room")
    func coarseRoom() {
        let track = Self.sound(.aac, isCoarse: true)
        var placement = soundPlacement
        let source = CMTimeRange(start: .zero, end: CMTime(value: 64, timescale: 1000))
        let cut = CopiedStretch(samples: [0..<3], source: source, target: source)
        _ = copiedRuns(track, [cut], Self.movie, in: &placement)
        #expect(placement.presentedEnd == CMTime(value: 65, timescale: 1000))
    }

    // MARK: What stands for itself

    private static func windows(_ mediaType: AVMediaType) -> LoadedSource.Track {
        let times: [(start: Int64, length: Int64)] = [(0, 10), (10, 30), (20, 5), (50, 10)]
        let samples = times.map {
            IndexedSample(decodeTicks: $0.start, presentationTicks: $0.start, durationTicks: $0.length, isSync: true)
        }
        let index = SampleIndex(ListedSamples(samples: samples, tick: PictureList.tick), trackID: 1, segments: [])
        return LoadedSource.Track(facts: TrackFacts(trackID: 1, mediaType: mediaType), index: index, isTabled: true)
    }

    @Test("texts keep their times, and show within the cut only")
    func texts() {
        var placement = placement
        let cut = Self.cut(1..<3, (25, 40), at: 25)
        let found = copiedRuns(Self.windows(.text), [cut], Self.matroska, lead: .pictures(-20), in: &placement)
        // The cut begins at 5 of the new file. The text that begins at 10 would stand at -10.
        #expect(found.map(\.shift) == [.pictures(-20)] && found.map(\.decodeShift) == [.pictures(-20)])
        #expect(found.map(\.limits) == [.pictures(5, 20)])
    }

    @Test("a timecode begins where it is presented, with edits too")
    func timecode() {
        var placement = placement
        let cut = Self.cut(1..<2, (15, 30), at: 15)
        let found = copiedRuns(Self.windows(.timecode), [cut], Self.movie, lead: .pictures(-15), in: &placement)
        #expect(found.map(\.shift) == [.pictures(-15)])
        #expect(found.map(\.limits) == [.pictures(0, 15)])
        // Nothing says here how long its frames are.
        #expect(found.map(\.timecodeFrames) == [0])
    }

    @Test(
        "the number of a timecode's first frame is that of the frame in which the cut begins",
        arguments: [
            // 30,000 frames in 1001 seconds: a fifth of a second is a little less than six of them.
            (1001, 30_000, 10, 0), (1001, 30_000, 11, 1), (1001, 30_000, 15, 5), (1001, 30_000, 16, 7),
            (1, 25, 10, 0), (1, 25, 10.5, 0), (1, 25, 11, 1), (1, 25, 15, 5),
            // Each lasts two seconds, longer than the cut is away.
            (2, 1, 15, 0),
        ] as [(UInt32, UInt32, Double, Int64)]
    )
    func timecodeFrames(duration: UInt32, timescale: UInt32, start: Double, frames: Int64) {
        let plain = Self.windows(.timecode)
        var (facts, entry) = (plain.facts, [UInt8](repeating: 0, count: 8))
        for number in [timescale, duration] { entry += withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        facts.codec = "tmcd".fourCharCode
        facts.descriptions = [SampleDescriptionFacts(codec: facts.codec, atoms: ["tmcd": entry + [30, 0]])]
        let track = LoadedSource.Track(facts: facts, index: plain.index, isTabled: true)
        var placement = placement
        // The sample begins at 10.
        let found = copiedRuns(track, [Self.cut(1..<2, (start, 30), at: start)], Self.movie, in: &placement)
        #expect(found.map(\.timecodeFrames) == [frames])
    }

    // MARK: What pieces bring along

    @Test("a piece knows its descriptions, in files with edits and without", arguments: [movie, matroska])
    func descriptions(target: CopyTarget) {
        let taken = CopyDraft.Track(place: 1, cuts: [Self.cut(0..<4, (0, 4), at: 0)])
        var member = CopyJoinedTrack.Member(taken, of: Self.film)
        (member.formats, member.carriesParameterSets) = ([2, 0], true)
        var placement = placement
        let planner = CopiedRunsPlanner(track: Self.film, target: target, number: 0, lead: .zero)
        let found = planner.copiedRuns(member, &placement)
        #expect(found.map(\.formats) == [[2, 0]])
        #expect(found.allSatisfy { $0.carriesParameterSets })
    }

    @Test("without cuts there are no pieces in a file without edits")
    func nothing() {
        var placement = placement
        #expect(copiedRuns(Self.film, [], Self.matroska, in: &placement).isEmpty)
        #expect(placement.presentedEnd == nil)
    }
}
