import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitBitstream
@testable import AssetKitExport
@testable import AssetKitMedia

/// One clip has messages for a decoder with a buffer, and pictures out of order; the other has neither, and numbers its pictures
/// in the order in which they are decoded. One dissolves into the other.
@Suite("What decoders are told in compositions that are copied in part", .enabled(if: Oracle.isThere))
struct CompositionDecoderModelTests {
    private let folder = TemporaryFolder()

    /// Which clip comes first, and into what both are put.
    struct Case: CustomTestStringConvertible, Sendable {
        let bufferedIsFirst: Bool
        let ending: String

        var testDescription: String { "\(bufferedIsFirst ? "buffered" : "plain") clip first, in \(ending)" }
    }

    private static let cases = [
        Case(bufferedIsFirst: true, ending: "mp4"), Case(bufferedIsFirst: false, ending: "mp4"),
        Case(bufferedIsFirst: true, ending: "mkv"), Case(bufferedIsFirst: false, ending: "mkv"),
    ]

    private static func buffered() throws -> URL {
        let pictures = "testsrc2=size=320x180:rate=25:duration=3"
        let own = "keyint=25:scenecut=0:bframes=3:b-adapt=0:aud=1:nal-hrd=vbr:vbv-maxrate=900:vbv-bufsize=900"
        let encoder = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-x264-params", own]
        return URL(filePath: try SharedClips.path("buffered.mp4", ["-f", "lavfi", "-i", pictures] + encoder))
    }

    private static func plain() throws -> URL {
        let pictures = "testsrc2=size=320x180:rate=25:duration=3,hue=h=90"
        let own = "keyint=25:scenecut=0:bframes=0"
        let encoder = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-x264-params", own]
        return URL(filePath: try SharedClips.path("plain.mp4", ["-f", "lavfi", "-i", pictures] + encoder))
    }

    /// A sample, with the set that its slices name.
    private struct Sample {
        var time: CMTime
        var set: H264SequenceParameterSet
        /// The kinds of its messages.
        var messages: Set<Int>
        var isRefresh: Bool
    }

    private static func samples(_ url: URL) async throws -> [Sample] {
        var (sequences, pictures): ([Int: H264SequenceParameterSet], [Int: H264PictureParameterSet]) = ([:], [:])
        func keep(_ unit: ArraySlice<UInt8>) throws {
            switch (unit.first ?? 0) & 0x1f {
            case 7:
                let set = try H264SequenceParameterSet(unit: unit)
                sequences[set.id] = set
            case 8:
                let set = try H264PictureParameterSet(unit: unit)
                pictures[set.id] = set
            default: break
            }
        }
        var described: CMFormatDescription?
        return try await StoredMedia.samples(url, .video).map { sample in
            let description = try #require(sample.formatDescription)
            if described != description {
                let record = try AVCConfiguration(record: description.codecHeader[...])
                for unit in record.sequenceParameterSets + record.pictureParameterSets { try keep(unit[...]) }
                described = description
            }
            var (active, messages, isRefresh): (H264SequenceParameterSet?, Set<Int>, Bool) = (nil, [], false)
            for unit in units(of: try sample.dataBuffer?.dataBytes() ?? Data()) {
                try keep(unit[...])
                let kind = unit[0] & 0x1f
                if kind == 6 {
                    var found = try SupplementalMessages(h264Unit: unit[...])
                    while let message = try found.next() { messages.insert(message.kind) }
                }
                guard kind == 1 || kind == 5 else { continue }
                isRefresh = kind == 5
                let picture = try #require(pictures[try H264SliceHeader.parameterSetID(unit: unit[...])])
                let sequence = try #require(sequences[picture.sequenceID])
                // By the wrong set a header has no sense.
                _ = try H264SliceHeader(unit: unit[...], sequence: sequence, picture: picture)
                active = sequence
            }
            return Sample(
                time: sample.presentationTimeStamp,
                set: try #require(active),
                messages: messages,
                isRefresh: isRefresh
            )
        }
    }

    private static func units(of data: Data) -> [[UInt8]] {
        var (units, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], Array(data)[...])
        while rest.count > 4 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(4)
            units.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return units
    }

    private func export(_ clips: [URL], to url: URL) async throws -> AKExportPlan {
        let session = try await AVAssetExportSession.dissolving(clips)
        let type: AVFileType = url.pathExtension == "mp4" ? .mp4 : .akMatroska
        session.outputFileType = type
        let plan = try await session.akPlan()
        try await session.export(to: url, as: type)
        return plan
    }

    @Test("buffers, usability and the order of pictures are those of each run", arguments: cases)
    func areThoseOfEachRun(_ test: Case) async throws {
        let (buffered, plain) = (try Self.buffered(), try Self.plain())
        let clips = test.bufferedIsFirst ? [buffered, plain] : [plain, buffered]
        let sources = [try await Self.samples(clips[0]), try await Self.samples(clips[1])]
        // The clips are what this is about.
        let sets = sources.map { $0[0].set }
        let (own, other) = test.bufferedIsFirst ? (sets[0], sets[1]) : (sets[1], sets[0])
        #expect(own.usability?.hypotheticalDecoder != nil && own.maximumReorderFrames > 0)
        #expect(other.usability?.hypotheticalDecoder == nil && other.pictureOrder == .decodingOrder)
        let url = URL(filePath: folder.path("out.\(test.ending)"))
        let plan = try await export(clips, to: url)
        let made = try await Self.samples(url)
        #expect(made.count == 140)
        let copied = plan.stretches.filter { $0.action == .copy }.map(\.range)
        #expect(copied.contains { $0.start < frames(65) } && copied.contains { $0.end > frames(75) })
        for (number, sample) in made.enumerated() {
            let name = "sample \(number) at \(sample.time.seconds)"
            if copied.contains(where: { $0.containsTime(sample.time) }) {
                var wanted = sets[sample.time < frames(65) ? 0 : 1]
                wanted.id = sample.set.id
                #expect(sample.set == wanted, "\(name)")
            }
            // Decoders look for these messages where the set speaks of a buffer, and read them by its lengths.
            let isBuffered = sample.set.usability?.hypotheticalDecoder != nil
            #expect(sample.messages.contains(H264PictureTiming.kind) == isBuffered, "\(name)")
            #expect(sample.messages.contains(0) == (isBuffered && sample.isRefresh), "\(name)")
            #expect(sample.set.usability?.signal == sets[0].usability?.signal, "\(name)")
            guard number > 0, sample.set.pictureOrder == .decodingOrder, !sample.isRefresh else { continue }
            #expect(sample.time > made[number - 1].time, "\(name)")
        }
        try checkOrder(made)
        #expect(try Oracle.complaints(url.path) == "")
    }

    /// Each sequence of pictures is no further out of order than its set says.
    private func checkOrder(_ samples: [Sample]) throws {
        let begins = samples.indices.filter { $0 == 0 || samples[$0].isRefresh } + [samples.count]
        for (begin, end) in zip(begins, begins.dropFirst()) {
            let times = samples[begin..<end].map(\.time)
            let depth = times.indices.map { place in times[..<place].count { $0 > times[place] } }.max() ?? 0
            #expect(depth <= samples[begin].set.maximumReorderFrames, "from sample \(begin) to \(end)")
        }
    }
}
