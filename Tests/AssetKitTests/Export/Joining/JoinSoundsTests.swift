import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitMedia
@testable import AssetKitSinks
@testable import AssetKitSources

@Suite("Sound that is encoded over all clips")
struct JoinSoundsTests {
    /// The sound of a clip.
    struct Clip: Sendable {
        var tracks: [LoadedSource.Track]
        /// Tracks that differ from those of other clips, and those that cannot be in the file at all.
        var differing: Set<Int32> = []
        var impossible: Set<Int32> = []
        /// There is something of it for a part of the clip only.
        var isPart = false

        var input: JoinInput {
            var input = BareClip.input(tracks)
            for track in tracks where differing.union(impossible).contains(track.facts.trackID) {
                input.differences.append(
                    JoinModel.Difference(
                        trackID: track.facts.trackID,
                        model: BareClip.sound(1, .alac),
                        source: input.source,
                        reason: "it differs"
                    )
                )
            }
            for trackID in impossible { input.obstacles[trackID] = "no place" }
            if isPart {
                let half = CMTimeRange(start: .zero, end: CMTime(value: 5120, timescale: 48_000))
                input.limit(to: Dictionary(uniqueKeysWithValues: tracks.map { ($0.facts.trackID, [half]) }))
            }
            return input
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var type = AVFileType.akMatroska
        var cutsBetweenPackets = false
        let clips: [Clip]
        /// What is encoded, by the number of the track among those of sound.
        var codecs: [Int: SoundEncoding.Codec] = [:]

        var testDescription: String { name }

        var target: CopyTarget {
            var target = CopyTarget(fileType: type)
            target.cutsSoundBetweenPackets = cutsBetweenPackets
            return target
        }

        /// Which tracks of each clip still differ when those are encoded.
        var rest: [Set<Int32>] {
            clips.map { clip in
                let encoded = codecs.keys.filter { clip.tracks.indices.contains($0) }
                return clip.differing.union(clip.impossible).subtracting(encoded.map { clip.tracks[$0].facts.trackID })
            }
        }
    }

    private static let aac = BareClip.sound(2, .aac)
    private static let second = BareClip.sound(3, .aac)
    private static let same = Clip(tracks: [aac])
    private static let other = Clip(tracks: [aac], differing: [2])

    private func expect(_ sounds: JoinSounds, _ inputs: [JoinInput], _ row: Row) {
        #expect(sounds.encodings.mapValues(\.codec) == row.codecs)
        #expect(Set(sounds.reasons.keys) == Set(row.codecs.keys))
        #expect(inputs.map { Set($0.differences.map(\.trackID)) } == row.rest)
    }

    // MARK: Sound that differs

    static let differingRows: [Row] = [
        Row(name: "all clips have the same", clips: [same, same]),
        Row(name: "one clip differs", clips: [same, other, same], codecs: [0: .aac]),
        Row(name: "the first one differs", clips: [other, same], codecs: [0: .aac]),
        Row(name: "edits hide parts of packets", type: .mp4, clips: [same, other]),
        Row(
            name: "it is cut between packets, as was asked for",
            cutsBetweenPackets: true,
            clips: [same, other]
        ),
        Row(name: "a stream of packets hides nothing at all", type: .akAAC, clips: [same, other]),
        Row(name: "a clip alone has no joints", clips: [other]),
        Row(
            name: "a clip alone has some where its sound begins or ends within it",
            clips: [Clip(tracks: [aac], differing: [2], isPart: true)],
            codecs: [0: .aac]
        ),
        Row(
            name: "what loses nothing fits behind anything",
            clips: [
                Clip(tracks: [BareClip.sound(2, .flac)]), Clip(tracks: [BareClip.sound(2, .flac)], differing: [2]),
            ]
        ),
        Row(
            name: "uncompressed sound has no packets",
            clips: [
                Clip(tracks: [BareClip.sound(2, .pcmS16LE)]),
                Clip(tracks: [BareClip.sound(2, .pcmS16LE)], differing: [2]),
            ]
        ),
        Row(
            name: "of two tracks the one that differs, which not all clips have",
            clips: [same, Clip(tracks: [aac, second]), Clip(tracks: [aac, second], differing: [3]), same],
            codecs: [1: .aac]
        ),
        Row(
            name: "each of two tracks that differ, in one clip each",
            clips: [
                Clip(tracks: [aac, second], differing: [3]), Clip(tracks: [aac, second], differing: [2]),
            ],
            codecs: [0: .aac, 1: .aac]
        ),
        Row(
            name: "the codec is that of the first clip whose sound can be in the file",
            clips: [
                Clip(tracks: [BareClip.sound(2, .dts)], impossible: [2]), Clip(tracks: [BareClip.sound(2, .ac3)]), same,
            ],
            codecs: [0: .ac3]
        ),
        Row(
            name: "no sound of any clip can be in the file",
            clips: [Clip(tracks: [aac], impossible: [2]), Clip(tracks: [aac], impossible: [2])]
        ),
        Row(
            name: "nothing encodes the codec",
            clips: [
                Clip(tracks: [BareClip.sound(2, .dts)]), Clip(tracks: [BareClip.sound(2, .dts)], differing: [2]),
            ]
        ),
        Row(
            name: "protected sound is not decoded",
            clips: [Clip(tracks: [BareClip.sound(2) { $0.isProtected = true }]), other]
        ),
        Row(name: "there are no clips", clips: []),
    ]

    @Test("where sound differs that loses by being encoded, all of it is encoded in one run", arguments: differingRows)
    func differing(row: Row) {
        var sounds = JoinSounds(row.target, EncoderHeaders(), [])
        var inputs = row.clips.map(\.input)
        sounds.decideDiffering(&inputs)
        expect(sounds, inputs, row)
    }

    @Test("the reason names the file and the codec")
    func reason() {
        var sounds = JoinSounds(CopyTarget(fileType: .akMatroska), EncoderHeaders(), [])
        var inputs = [Self.same, Self.other].map(\.input)
        sounds.decideDiffering(&inputs)
        #expect(sounds.reasons == [0: "MKV files cannot begin or end a clip within a packet of AAC"])
    }

    // MARK: Sound without loss

    private static func endingWith(_ last: Int64, differs: Bool = false) -> Clip {
        Clip(tracks: [BareClip.sound(2, .alac, last: last)], differing: differs ? [2] : [])
    }

    static let losslessRows: [Row] = [
        Row(name: "all packets are as long", type: .caf, clips: [endingWith(1024), endingWith(1024)]),
        Row(
            name: "the first clip ends with a packet that lacks a frame",
            type: .caf,
            clips: [endingWith(1023), endingWith(1024)],
            codecs: [0: .alac]
        ),
        Row(name: "the last packet of all may be shorter", type: .caf, clips: [endingWith(1024), endingWith(1)]),
        Row(
            name: "one clip differs",
            type: .caf,
            clips: [endingWith(1024), endingWith(1024, differs: true)],
            codecs: [0: .alac]
        ),
        Row(
            name: "sound with loss would lose",
            type: .caf,
            clips: [Clip(tracks: [BareClip.sound(2, .aac, last: 1)], differing: [2]), same]
        ),
        Row(name: "other files have packets of any length", clips: [endingWith(1), endingWith(1, differs: true)]),
        Row(
            name: "nothing but what sound becomes can be in the file",
            type: .caf,
            // What it becomes is ALAC.
            clips: [
                Clip(tracks: [BareClip.sound(2, .flac)], impossible: [2]),
                Clip(tracks: [BareClip.sound(2, .flac)], impossible: [2]),
            ],
            codecs: [0: .alac]
        ),
        Row(
            name: "of two tracks the one that ends short, which the last clip does not have",
            type: .caf,
            clips: [Clip(tracks: [aac, BareClip.sound(3, .alac, last: 1000)]), same],
            codecs: [1: .alac]
        ),
        Row(name: "a clip alone", type: .caf, clips: [endingWith(1, differs: true)]),
    ]

    @Test(
        "where all packets are as long as each other, sound without loss is encoded that would end a clip with less",
        arguments: losslessRows
    )
    func lossless(row: Row) {
        var sounds = JoinSounds(row.target, EncoderHeaders(), [])
        var inputs = row.clips.map(\.input)
        sounds.decideLossless(&inputs)
        expect(sounds, inputs, row)
    }

    // MARK: Packets that do not meet

    /// A plan of pictures, and of as many tracks of sound, in which the sound of some places of the file does not meet.
    private func plan(sounds count: Int, seams: [Int]) -> CopyPlan {
        let types = [AVMediaType.video] + Array(repeating: AVMediaType.audio, count: count)
        let tracks = types.map { SinkTrack(mediaType: $0, formats: [], timescale: 48_000) }
        var plan = CopyPlan(
            sink: SinkPlan(fileType: .akMatroska, tracks: tracks),
            edits: tracks.map { _ in nil },
            sources: [],
            clips: []
        )
        plan.seams = seams.map { JointOffset(track: $0, clip: 1, delay: .zero, start: .zero, assetStart: .zero) }
        return plan
    }

    @Test(
        "sound is encoded whose packets do not meet, by its place in the file",
        arguments: [
            ([], [:]), ([2], [1: .aac]), ([1, 2], [0: .aac, 1: .aac]),
            // That of pictures is none of sound.
            ([0], [:]),
        ] as [([Int], [Int: SoundEncoding.Codec])]
    )
    func meeting(seams: [Int], codecs: [Int: SoundEncoding.Codec]) {
        let clip = Clip(tracks: [Self.aac, Self.second], differing: [2, 3])
        let row = Row(name: "", clips: [clip, clip], codecs: codecs)
        var sounds = JoinSounds(row.target, EncoderHeaders(), [])
        var inputs = row.clips.map(\.input)
        sounds.decideMeeting(&inputs, plan(sounds: 2, seams: seams))
        expect(sounds, inputs, row)
    }

    @Test("a track of clips that the file does not have is not encoded")
    func missing() {
        let row = Row(name: "", clips: [Clip(tracks: [Self.aac, Self.second]), Self.same], codecs: [0: .aac])
        var sounds = JoinSounds(row.target, EncoderHeaders(), [])
        var inputs = row.clips.map(\.input)
        sounds.decideMeeting(&inputs, plan(sounds: 1, seams: [1, 2]))
        expect(sounds, inputs, row)
    }

    // MARK: Sound beside the clips

    @Test("where sound is heard in place of the clips', theirs is not encoded")
    func whole() {
        let source = BareClip.source([Self.aac])
        let context = BareClip.input(source).context
        let encoding = SoundEncoding(.opus, sampleRate: 48_000, channelCount: 2)
        let clip = EncodedSound.Clip(
            session: context.session,
            track: Self.aac.trackSource(in: source),
            range: CMTimeRange(start: .zero, end: CMTime(value: 1, timescale: 1)),
            start: .zero
        )
        let (facts, end) = (Self.aac.facts, CMTime(value: 1, timescale: 1))
        let tracks = [
            WholeTrack(track: facts, treatment: .copied(plan(sounds: 1, seams: [])), end: end, why: "it is copied"),
            WholeTrack(track: facts, treatment: .encoded(clip, encoding), end: end, why: "it is mixed"),
        ]
        var sounds = JoinSounds(CopyTarget(fileType: .akMatroska), context.encoders, tracks)
        var inputs = [Self.same, Self.other].map(\.input)
        sounds.decideDiffering(&inputs)
        #expect(sounds.encodings == [1: encoding])
        #expect(sounds.reasons == [1: "it is mixed"])
        #expect(inputs.map(\.differences.count) == [0, 1])
    }

    // MARK: Counts

    /// Clips of so many frames, from frames of the new file on.
    struct Counts: Sendable, CustomTestStringConvertible {
        let name: String
        let clips: [Range<Int64>]
        /// What is heard, where that is known: from which frame of the new file on, and how much there is.
        var heard: Range<Int64>?
        let counts: [Int]

        var testDescription: String { name }
    }

    /// Packets of AAC have 1024 frames, and 1024 of priming come with the last one.
    static let countRows: [Counts] = [
        Counts(name: "a clip alone", clips: [0..<5000], counts: [6]),
        Counts(name: "a clip that ends with a packet", clips: [0..<7168], counts: [8]),
        Counts(
            name: "a packet belongs to the clip in which it begins",
            clips: [0..<2500, 2500..<5000],
            counts: [3, 3]
        ),
        Counts(
            name: "a clip that begins and ends within a packet",
            clips: [0..<2500, 2500..<2600, 2600..<5000],
            counts: [3, 0, 3]
        ),
        Counts(
            name: "a clip beside the others has nothing more",
            clips: [0..<2500, 2500..<5000, 0..<5000],
            counts: [3, 3, 0]
        ),
        Counts(
            name: "pictures go on behind the last sound",
            clips: [0..<2500, 2500..<5000],
            heard: 0..<3000,
            counts: [3, 1]
        ),
        Counts(
            name: "sound ends within the first clip",
            clips: [0..<3500, 3500..<5000],
            heard: 0..<3000,
            counts: [4, 0]
        ),
        Counts(
            name: "nothing is encoded before the first sound",
            clips: [0..<2500, 2500..<5000],
            heard: 1000..<5000,
            counts: [2, 3]
        ),
    ]

    private static func frames(_ count: Int64) -> CMTime { CMTime(value: count, timescale: 48_000) }

    @Test("how many packets of each clip are encoded follows from the times", arguments: countRows)
    func counts(row: Counts) throws {
        let source = BareClip.source([Self.aac])
        let context = BareClip.input(source).context
        var plan = plan(sounds: 1, seams: [])
        plan.clips = row.clips.map { range in
            let actual = CMTimeRange(start: .zero, duration: Self.frames(range.upperBound - range.lowerBound))
            let start = Self.frames(range.lowerBound)
            return PlacedClip(source: 0, requested: actual, actual: actual, start: start, copiedRuns: [])
        }
        let encoding = SoundEncoding(.aac, sampleRate: 48_000, channelCount: 2)
        if let heard = row.heard {
            // The file has 10,240 frames.
            let length = Self.frames(heard.upperBound - heard.lowerBound)
            let clip = EncodedSound.Clip(
                session: context.session,
                track: Self.aac.trackSource(in: source),
                range: CMTimeRange(start: .zero, duration: length),
                start: Self.frames(heard.lowerBound)
            )
            plan.encodedSounds = [EncodedSound(track: 1, encoding: encoding, clips: [clip])]
        }
        var sounds = JoinSounds(CopyTarget(fileType: .akMatroska), context.encoders, [])
        var inputs = [Self.same, Self.other].map(\.input)
        sounds.decideDiffering(&inputs)
        let header = try context.encoders.sound(of: try #require(sounds.encodings[0]))
        try #require(header.samplesInPacket == 1024 && header.priming == 1024)
        #expect(sounds.counts(0, plan) == row.counts)
        #expect(sounds.counts(1, plan) == nil)
    }
}
