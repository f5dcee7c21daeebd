import CMTimeLib
import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitWriting
@testable import AssetKitBase
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

@Suite("Writer, session and plan")
struct WriterSessionTests {
    private func mapped(_ edits: [CMTimeMapping]??) -> [[CMTime]]? {
        (edits ?? nil)?.map { [$0.source.start, $0.source.end, $0.target.start, $0.target.end] }
    }

    @Test("the session's beginning is zero: what is earlier has negative times")
    func start() async throws {
        let writing = try FakeWriting()
        writing.start([writing.pictures], at: CMTime(value: 10, timescale: 25))
        for number in 5..<20 { writing.pictures.append(try WriterKit.picture(number)) }
        await writing.writer.finishWriting()
        #expect(writing.record.times(of: 0).first == CMTime(value: -5, timescale: 25))
        #expect(writing.record.times(of: 0).last == CMTime(value: 9, timescale: 25))
        let edits = try #require(writing.record.ending?.edits)
        #expect(edits.count == 1 && edits[0] == nil)
    }

    @Test("the session's end cuts what is later")
    func end() async throws {
        let writing = try FakeWriting()
        writing.start(at: CMTime(value: 10, timescale: 25))
        for number in 10..<20 { writing.pictures.append(try WriterKit.picture(number)) }
        for number in 4..<6 { writing.sound.append(try WriterKit.sound(number)) }
        writing.writer.endSession(atSourceTime: CMTime(value: 15, timescale: 25))
        await writing.writer.finishWriting()
        let edits = try #require(writing.record.ending?.edits)
        let end = CMTime(value: 5, timescale: 25)
        #expect(mapped(edits[0]) == [[.zero, end, .zero, end]])
        // The sound ends there by itself.
        #expect(edits[1] == nil)
    }

    @Test("what did not fit into the file is still known when it is complete")
    func budget() async throws {
        let writing = try FakeWriting()
        writing.writer.byteLimit = 40_000
        writing.start([writing.pictures])
        for number in 0..<10 { writing.pictures.append(try WriterKit.picture(number, byteCount: 10_000)) }
        await writing.writer.finishWriting()
        let times = writing.record.times(of: 0)
        #expect(!times.isEmpty && times.count < 10)
        let budget = try #require(writing.writer.budget)
        #expect(budget.fullTime == CMTime(value: CMTimeValue(times.count), timescale: 25))
    }

    @Test("what describes the file and its tracks reaches the sink")
    func plan() async throws {
        let writing = try FakeWriting()
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierTitle
        item.value = "A title" as NSString
        writing.writer.metadata = [item]
        writing.writer.movieTimeScale = 1000
        writing.writer.shouldOptimizeForNetworkUse = true
        writing.writer.overallDurationHint = CMTime(value: 2, timescale: 1)
        writing.pictures.transform = CGAffineTransform(rotationAngle: .pi / 2)
        writing.pictures.mediaTimeScale = 90_000
        writing.pictures.naturalSize = CGSize(width: 32, height: 24)
        writing.sound.languageCode = "deu"
        writing.sound.extendedLanguageTag = "de-CH"
        writing.sound.preferredVolume = 0.5
        writing.sound.marksOutputTrackAsEnabled = false
        writing.pictures.addTrackAssociation(withTrackOf: writing.sound, type: "folw")
        writing.start()
        writing.pictures.append(try WriterKit.picture(0))
        writing.sound.append(try WriterKit.sound(0))
        await writing.writer.finishWriting()
        let plan = try #require(writing.plan)
        #expect(plan.layout == .indexFirst && plan.movieTimescale == 1000)
        #expect(plan.expectedDuration == CMTime(value: 2, timescale: 1))
        #expect(plan.metadata.map(\.commonKey) == ["title"] && plan.metadata.map(\.value) == [.text("A title")])
        let (pictures, sound) = (plan.tracks[0], plan.tracks[1])
        #expect(pictures.timescale == 90_000 && pictures.naturalSize == CGSize(width: 32, height: 24))
        #expect(pictures.transform == CGAffineTransform(rotationAngle: .pi / 2))
        #expect(pictures.formats == [WriterKit.pictureFormat] && pictures.references == ["folw": [1]])
        #expect(sound.timescale == 48_000 && sound.languageCode == "deu" && sound.extendedLanguageTag == "de-CH")
        #expect(sound.volume == 0.5 && !sound.isEnabled)
    }

    @Test("alternatives are a group, of which players present the default")
    func groups() async throws {
        let writing = try FakeWriting()
        let other = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
        writing.writer.add(writing.sound)
        writing.writer.add(other)
        let group = AVAssetWriterInputGroup(inputs: [writing.sound, other], defaultInput: other)
        #expect(writing.writer.canAdd(group))
        writing.writer.add(group)
        #expect(!writing.writer.canAdd(group))
        writing.start([])
        writing.sound.append(try WriterKit.sound(0))
        other.append(try WriterKit.sound(0))
        await writing.writer.finishWriting()
        let tracks = try #require(writing.plan).tracks
        #expect(tracks.map(\.alternateGroup) == [1, 1] && tracks.map(\.isEnabled) == [false, true])
    }

    @Test("a movie with fragments is there from the beginning, another one only at the end")
    func fragments() async throws {
        for interval in [CMTime(value: 1, timescale: 1), .invalid] {
            let writing = try FakeWriting()
            writing.writer.movieFragmentInterval = interval
            writing.start([writing.pictures])
            #expect(writing.names == (interval.isValid ? ["new.mov"] : []))
            writing.pictures.append(try WriterKit.picture(0))
            await writing.writer.finishWriting()
            #expect(writing.names == ["new.mov"])
            #expect(
                writing.plan?.layout == (interval.isValid ? .crashSafe(interval: interval, first: interval) : .plain)
            )
        }
    }

    @Test("a marker says how long the last picture lasts; without it the one before tells")
    func lastPicture() async throws {
        let writing = try FakeWriting()
        writing.start([writing.pictures])
        writing.pictures.append(try WriterKit.picture(0))
        let marker = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 0,
            sampleTimings: [
                CMSampleTimingInfo(
                    duration: .invalid,
                    presentationTimeStamp: CMTime(value: 3, timescale: 25),
                    decodeTimeStamp: .invalid
                )
            ],
            sampleSizes: []
        )
        CMSetAttachment(
            marker,
            key: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration,
            value: true as NSNumber,
            attachmentMode: kCMAttachmentMode_ShouldPropagate
        )
        writing.pictures.append(marker)
        await writing.writer.finishWriting()
        #expect(writing.record.durations(of: 0) == [CMTime(value: 3, timescale: 25)])
    }

    @Test("several samples of one buffer are stored one by one")
    func severalSamples() async throws {
        let writing = try FakeWriting()
        writing.start([writing.pictures])
        let bytes = [UInt8](0..<60)
        let timings = (0..<3).map { number in
            CMSampleTimingInfo(
                duration: CMTime(value: 1, timescale: 25),
                presentationTimeStamp: CMTime(value: CMTimeValue([0, 2, 1][number]), timescale: 25),
                decodeTimeStamp: CMTime(value: CMTimeValue(number - 1), timescale: 25)
            )
        }
        let buffer = try CMSampleBuffer(
            dataBuffer: try bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) },
            formatDescription: WriterKit.pictureFormat,
            numSamples: 3,
            sampleTimings: timings,
            sampleSizes: [10, 20, 30]
        )
        writing.pictures.append(buffer)
        await writing.writer.finishWriting()
        #expect(writing.record.entries.map(\.byteCount) == [10, 20, 30])
        #expect(writing.record.times(of: 0) == timings.map(\.decodeTimeStamp))
        #expect(FileManager.default.contents(atPath: writing.folder.path("new.mov")) == Data(bytes))
    }
}
