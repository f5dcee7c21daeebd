import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitExport

/// Sound of cuts that have pictures: in time with them, whatever becomes of it.
@Suite("Cuts of sound beside pictures")
struct SoundBesidePicturesTests {
    private let folder = TemporaryFolder()

    /// A source, a kind of file, and what becomes of sound there.
    struct Case: CustomTestStringConvertible, Sendable {
        var source: String
        var ending: String
        var isByPackets = false
        var isCopied: Bool
        /// How far the container's clock may be off, in seconds.
        var tick: Double

        var testDescription: String { "\(source) to \(ending)\(isByPackets ? " by packets" : "")" }
    }

    static let cases = [
        Case(source: "h264-bframes.mp4", ending: "mp4", isCopied: true, tick: 0),
        Case(source: "h264-bframes.mp4", ending: "mp4", isByPackets: true, isCopied: true, tick: 0),
        Case(source: "h264-bframes.mkv", ending: "mkv", isCopied: false, tick: 0.001),
        Case(source: "h264-bframes.mkv", ending: "mkv", isByPackets: true, isCopied: true, tick: 0.001),
        Case(source: "h264.ts", ending: "ts", isCopied: false, tick: 1 / 90_000),
        Case(source: "h264.ts", ending: "ts", isByPackets: true, isCopied: true, tick: 1 / 90_000),
        Case(source: "vp9-opus.webm", ending: "webm", isCopied: true, tick: 0.001),
        Case(source: "h264-bframes.mov", ending: "mov", isCopied: true, tick: 0),
    ]

    @Test("clicks are heard when they were, measured from the first picture", arguments: cases)
    func inTime(item: Case) async throws {
        let (source, target) = (SampleMedia.url(item.source).path, folder.path("part.\(item.ending)"))
        let range = CutSound.range(6000, 16_000)
        let result = try await CutSound.cut(source, range, to: target, betweenPackets: item.isByPackets)
        let sound = try #require(result.tracks.first { $0.mediaType == .audio })
        #expect((sound.encodedSampleCount == 0) == item.isCopied)
        let (before, after) = (try await clicks(source), try await clicks(target))
        let place = try #require(before.first { abs($0 - 1) < 0.1 })
        let found = try #require(after.first)
        // Encoding may move the place that fits best by a few samples.
        let blur = item.isCopied ? 1.01 / 44_100 : 4.0 / 44_100
        #expect(abs(place - 0.6 - found) <= item.tick + blur, "\(place - 0.6) became \(found)")
        let part = try await CutSound.channel(target)
        let (start, end) = (Double(part.start) / Double(part.rate), Double(part.samples.count) / Double(part.rate))
        let packet = item.isByPackets ? 1024.0 / 44_100 : 0
        // An encoder's own delay cannot be hidden by a stream.
        let early = item.ending == "ts" && !item.isByPackets ? 0.05 : 0
        #expect((-early - item.tick...packet + item.tick + blur).contains(start), "begins at \(start)")
        #expect(abs(start + end - 1) <= packet + early + item.tick + blur, "ends at \(start + end)")
    }

    /// When clicks are heard, in seconds.
    private func clicks(_ path: String) async throws -> [Double] {
        let sound = try await CutSound.channel(path)
        return SoundClicks.places(in: sound.samples, sampleRate: sound.rate).map {
            Double(sound.start + Int64($0)) / Double(sound.rate)
        }
    }
}
