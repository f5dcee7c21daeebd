import AssetKit
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("Outputs of subtitles and timed metadata")
struct TimedOutputTests {
    private final class Told: AVPlayerItemLegibleOutputPushDelegate, AVPlayerItemMetadataOutputPushDelegate,
        @unchecked Sendable
    {
        // SAFETY: everything is called on the thread of the test.
        var lines: [String] = []
        var samples: [CMSampleBuffer] = []
        var tracks: [CMPersistentTrackID?] = []
        weak var stage: Stage?

        private var moment: String {
            stage.map { "\(($0.player.currentTime().seconds * 1000).rounded() / 1000)" } ?? ""
        }

        func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { lines.append("flushed") }

        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput,
            didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any],
            forItemTime itemTime: CMTime
        ) {
            lines.append("\(moment): \(itemTime.seconds) \(strings.map(\.string))")
            samples += nativeSamples.compactMap { $0 as? CMSampleBuffer }
        }

        func metadataOutput(
            _ output: AVPlayerItemMetadataOutput,
            didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
            from track: AVPlayerItemTrack?
        ) {
            tracks.append(track?.assetTrack?.trackID)
            for group in groups {
                lines.append("\(moment): \(group.timeRange.start.seconds) \(group.items.map { $0.stringValue ?? "" })")
            }
        }
    }

    private func stage(_ name: String) async throws -> Stage {
        let stage = Stage(name, hasSound: false)
        let group = try #require(try await stage.item.asset.loadMediaSelectionGroup(for: .legible))
        stage.run(0)
        stage.item.select(group.options.first, in: group)
        return stage
    }

    @Test(
        "texts of the selected subtitles are told when they begin and when they end, whatever the format",
        arguments: ["subtitles.mp4", "subtitles.mkv", "subtitles.webm"]
    )
    func texts(name: String) async throws {
        let stage = try await stage(name)
        let (output, told) = (AVPlayerItemLegibleOutput(), Told())
        told.stage = stage
        output.setDelegate(told, queue: nil)
        stage.item.add(output)
        stage.player.play()
        stage.run(4)
        let texts = told.lines.map { $0.split(separator: " ", maxSplits: 1)[1] }
        #expect(texts.map { $0.prefix(3) } == ["0.5", "1.5", "1.7", "2.2", "2.5", "2.9"])
        #expect(told.lines.first == "0.5: 0.5 [\"First line\"]")
        #expect(told.lines[1] == "1.5: 1.5 []")
        #expect(told.lines[2].hasPrefix("1.75: 1.75 [\""))
        #expect(!told.lines.joined().contains("<"))
    }

    @Test("so much ahead as is asked for, and after a seek anew from there")
    func seeking() async throws {
        let stage = try await stage("subtitles.mp4")
        let (output, told) = (AVPlayerItemLegibleOutput(), Told())
        told.stage = stage
        output.setDelegate(told, queue: nil)
        output.advanceIntervalForDelegateInvocation = 0.25
        stage.item.add(output)
        stage.player.play()
        stage.run(0.6)
        #expect(told.lines == ["0.25: 0.5 [\"First line\"]"])
        stage.player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        stage.run(0)
        #expect(told.lines.count == 3)
        #expect(told.lines[1] == "flushed")
        #expect(told.lines[2] == "1.0: 0.5 [\"First line\"]")
        stage.item.remove(output)
        stage.run(3)
        #expect(told.lines.count == 3)
    }

    @Test("without a selection nothing is told, and samples come as they are stored where that is wanted")
    func native() async throws {
        let plain = Stage("subtitles.mp4", hasSound: false)
        let (output, told) = (AVPlayerItemLegibleOutput(), Told())
        output.setDelegate(told, queue: nil)
        plain.item.add(output)
        let group = try #require(try await plain.item.asset.loadMediaSelectionGroup(for: .legible))
        plain.run(0)
        plain.item.select(nil, in: group)
        plain.player.play()
        plain.run(4)
        #expect(told.lines.isEmpty)
        let stage = try await stage("subtitles.mp4")
        let subtype = NSNumber(value: 0x7478_3367)
        let stored = AVPlayerItemLegibleOutput(mediaSubtypesForNativeRepresentation: [subtype])
        stored.setDelegate(told, queue: nil)
        stage.item.add(stored)
        stage.player.play()
        stage.run(1)
        let sample = try #require(told.samples.last)
        #expect(sample.formatDescription?.mediaSubType.rawValue == 0x7478_3367)
        #expect(sample.presentationTimeStamp == CMTime(value: 1, timescale: 2))
        #expect(sample.dataBuffer?.dataLength == 12)
    }

    @Test("groups of timed metadata are told of at their times, and only those that are asked for")
    func metadata() async throws {
        let folder = TemporaryFolder()
        let url = folder.file("places.mov")
        try await write(to: url)
        let stage = Stage([AVPlayerItem(url: url)])
        let (all, some) = (
            AVPlayerItemMetadataOutput(identifiers: nil),
            AVPlayerItemMetadataOutput(identifiers: ["mdta/com.example.other"])
        )
        let (told, other) = (Told(), Told())
        told.stage = stage
        all.setDelegate(told, queue: nil)
        some.setDelegate(other, queue: nil)
        stage.item.add(all)
        stage.item.add(some)
        stage.player.play()
        stage.run(3)
        #expect(told.lines == ["0.0: 0.0 [\"place 0\"]", "0.5: 0.5 [\"place 1\"]", "1.0: 1.0 [\"place 2\"]"])
        let track = stage.item.asset.tracks.first { $0.mediaType == .metadata }
        #expect(Set(told.tracks) == [track?.trackID])
        #expect(other.lines.isEmpty)
        stage.player.seek(to: CMTime(value: 3, timescale: 4), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        stage.run(0)
        #expect(told.lines.dropFirst(3) == ["flushed", "0.75: 0.5 [\"place 1\"]"])
    }

    /// Two seconds of sound with three places.
    private func write(to url: URL) async throws {
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
        func group(_ number: Int) -> AVTimedMetadataGroup {
            let item = AVMutableMetadataItem()
            item.identifier = AVMetadataIdentifier(rawValue: "mdta/com.example.place")
            item.dataType = kCMMetadataBaseDataType_UTF8 as String
            item.value = "place \(number)" as NSString
            let start = CMTime(value: Int64(number), timescale: 2)
            return AVTimedMetadataGroup(
                items: [item],
                timeRange: CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 2))
            )
        }
        let hint = try #require(group(0).copyFormatDescription())
        let places = AVAssetWriterInput(mediaType: .metadata, outputSettings: nil, sourceFormatHint: hint)
        let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: places)
        writer.add(sound)
        writer.add(places)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(sound.append(try Buffers.counting(0..<96_000)))
        for number in 0..<3 { #expect(adaptor.append(group(number))) }
        sound.markAsFinished()
        places.markAsFinished()
        await writer.finishWriting()
        #expect(writer.error == nil)
    }
}
