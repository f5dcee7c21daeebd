import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitISOMedia
@testable import AssetKitMedia

/// Every movie among the samples is written again and must come out as it was.
@Suite("ISO media sink, sample files")
struct ISORemuxTests {
    static let names = [
        "aac.m4a", "alac.m4a", "av1.mp4", "chapters.mp4", "clean-aperture.mp4", "closed-captions.mp4",
        "color-bt601.mp4", "color-bt709.mov", "color-full-range.mp4", "cover.m4a", "eac3.mp4",
        "edit-cut-inside-picture.mp4", "edit-cut-start.mp4", "edit-dwell.mp4", "edit-inner-gap.mp4",
        "edit-leading-empty.mp4", "edit-rate-double.mp4", "edit-rate-half.mp4", "edit-reordered.mp4", "faststart.mp4",
        "film-23.976.mp4", "film-24.mp4", "fragmented-no-edits.mp4", "fragmented-no-index.mp4", "fragmented-sidx.mp4",
        "fragmented.mp4", "h264-422-10bit.mov", "h264-all-intra.mp4", "h264-bframes.mov", "h264-bframes.mp4",
        "h264-no-bframes.mp4", "h264-one-keyframe.mp4", "h264-open-gop.mp4", "hdr10.mp4", "hevc-10bit.mp4",
        "hevc-hev1.mp4", "hevc-open-gop.mp4", "hevc.mp4", "hlg.mp4", "interlaced-tff.mp4", "late-sound.mp4",
        "mirrored.mp4", "mjpeg.mov", "mpeg4-part2.mp4", "negative-composition-offsets.mp4", "no-audio.mp4",
        "no-edit-list.mp4", "non-square-pixels.mp4", "ntsc-29.97.mp4", "ntsc-59.94.mp4", "odd-size-h264-444.mp4",
        "odd-size-mpeg4.mp4", "one-frame.mp4", "prores.mov", "rotated-180.mp4", "rotated-270.mp4", "rotated-90.mp4",
        "subtitles.mp4", "surround-aac.m4a", "surround-ac3.mp4", "tags-itunes.m4a", "tags-quicktime.mov",
        "timecode-drop-frame.mov", "timecode.mov", "two-descriptions.mp4", "two-languages.mp4", "vfr.mp4", "vp9.mp4",
    ]

    private func expectEqual(_ result: ISORemux, _ source: ISORemux) {
        #expect(result.tracks.count == source.tracks.count)
        for track in source.tracks.indices where track < result.tracks.count {
            let (found, wanted) = (result.lines(track), source.lines(track))
            #expect(found == wanted, "samples of track \(track)")
            let (own, other) = (result.facts.tracks[result.tracks[track]], source.facts.tracks[source.tracks[track]])
            #expect(own.mediaType == other.mediaType)
            #expect(own.codec == other.codec)
            #expect(own.formatDescriptions == other.formatDescriptions)
            #expect(own.timescale == other.timescale)
            #expect(own.isEnabled == other.isEnabled)
            #expect(own.languageCode == other.languageCode)
            #expect(own.extendedLanguageTag == other.extendedLanguageTag)
            #expect(own.alternateGroup == other.alternateGroup)
            #expect(own.video?.transform == other.video?.transform)
            #expect(own.video?.naturalSize == other.video?.naturalSize)
            #expect(own.startTimecode == other.startTimecode)
            if other.mediaType == .audio { #expect(own.preferredVolume == other.preferredVolume) }
        }
    }

    private func expectEqualTimelines(_ result: ISORemux, _ source: ISORemux) {
        let zero = source.tracks.map { source.table($0)?.decodeTicks(of: 0) ?? 0 }
        // A source whose first sample is decoded later has other times for the same media.
        guard zero.allSatisfy({ $0 == 0 }) else { return }
        for (own, other) in zip(result.tracks, source.tracks) {
            #expect(result.facts.tracks[own].segments.map(\.words) == source.facts.tracks[other].segments.map(\.words))
        }
        #expect(result.facts.duration == source.facts.duration)
        #expect(result.facts.chapters.map(\.title) == source.facts.chapters.map(\.title))
        #expect(result.facts.chapters.map(\.timeRange.start) == source.facts.chapters.map(\.timeRange.start))
        func words(_ entries: [MetadataEntry], _ remux: ISORemux) -> [String] {
            entries.map { entry in
                var value = entry.value
                if case .stored(let range) = value {
                    value = .data(Array(remux.data[Int(range.lowerBound)..<Int(range.upperBound)]))
                }
                return "\(entry.keySpace.rawValue) \(entry.key) \(value) \(entry.language ?? "")"
            }.sorted()
        }
        #expect(words(result.facts.metadata, result) == words(source.facts.metadata, source))
    }

    @Test("come out as they were, with the header last or first", arguments: names)
    func plain(name: String) throws {
        let source = try ISORemux(sample: name)
        let type = try #require(source.facts.fileType)
        for layout in [SinkPlan.Layout.plain, .indexFirst] {
            for hint in [CMTime.indefinite, source.facts.duration] {
                let sink = FakeByteSink()
                var plan = source.plan(type, layout)
                plan.expectedDuration = hint
                try source.write(plan, into: sink)
                let result = try ISORemux(sink, as: type)
                #expect(result.facts.warnings == [])
                expectEqual(result, source)
                expectEqualTimelines(result, source)
                let boxes = try ISOFileReader.read(ByteWindow(AKDataSource(Data(sink.bytes)))).layout.boxes
                let isFirst = (boxes.firstIndex(of: "moov") ?? 9) < (boxes.firstIndex(of: "mdat") ?? 0)
                #expect(isFirst == (layout == .indexFirst))
            }
        }
    }

    @Test("come out as they were of fragments that are made one movie", arguments: names)
    func crashSafe(name: String) throws {
        let source = try ISORemux(sample: name)
        let type = try #require(source.facts.fileType)
        let sink = FakeByteSink()
        let interval = CMTime(value: 1, timescale: 2)
        try source.write(
            source.plan(type, .crashSafe(interval: interval, first: CMTime(value: 1, timescale: 4))),
            into: sink
        )
        let result = try ISORemux(sink, as: type)
        #expect(result.facts.warnings == [])
        #expect(!result.facts.canContainFragments)
        expectEqual(result, source)
        expectEqualTimelines(result, source)
    }

    @Test("keep their samples in fragments that stay", arguments: names)
    func fragmented(name: String) throws {
        let source = try ISORemux(sample: name)
        let type = try #require(source.facts.fileType)
        let sink = FakeByteSink()
        try source.write(source.plan(type, .fragmented(interval: CMTime(value: 1, timescale: 2))), into: sink)
        let result = try ISORemux(sink, as: type)
        #expect(result.facts.warnings == [])
        #expect(result.facts.containsFragments)
        #expect(result.tracks.count == source.tracks.count)
        for track in source.tracks.indices {
            // What is not told of a sample is made up by fragments, which have to say whether it depends on others.
            #expect(result.lines(track, withDependencies: false) == source.lines(track, withDependencies: false))
        }
    }

    @Test("have entries that say the same when they are made anew, also for the other family", arguments: names)
    func madeEntries(name: String) throws {
        // What its pictures leave open, the matrix, has two numbers that mean the same, and MP4 names it by another box.
        guard name != "mjpeg.mov" else { return }
        let source = try ISORemux(sample: name)
        for type in [AVFileType.mov, .mp4] {
            let sink = FakeByteSink()
            try source.write(source.plan(type, keepsEntries: false), into: sink)
            let result = try ISORemux(sink, as: type)
            #expect(result.facts.warnings == [])
            for (own, other) in zip(result.tracks, source.tracks) {
                let (own, other) = (result.facts.tracks[own], source.facts.tracks[other])
                #expect(own.codec == other.codec)
                #expect(own.video == other.video)
                #expect(own.audio?.sampleRate == other.audio?.sampleRate)
                #expect(own.audio?.channelLayout == other.audio?.channelLayout)
                #expect(own.mediaType == other.mediaType)
                #expect(own.profile == other.profile)
                #expect(own.formatDescriptions.map(\.codecHeaders) == other.formatDescriptions.map(\.codecHeaders))
            }
        }
    }
}
