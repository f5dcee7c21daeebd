import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import AssetKitReading
import CMTimeLib
import Foundation
import Testing

@Suite("Metadata of times in recordings")
struct MetadataInputTests {
    private let studio = Studio()
    private let output = AVCaptureMovieFileOutput()
    private let log = RecordingLog()

    /// Something that is so from a time of the session's clock on.
    private func group(_ text: String, at seconds: Double) -> AVTimedMetadataGroup {
        let item = AVMutableMetadataItem()
        item.identifier = .quickTimeMetadataDescription
        item.dataType = kCMMetadataBaseDataType_UTF8 as String
        item.value = text as NSString
        let start = CMTime(seconds: seconds, preferredTimescale: 1000)
        return AVTimedMetadataGroup(items: [item], timeRange: CMTimeRange(start: start, duration: .invalid))
    }

    private func begin() throws -> AVCaptureMetadataInput {
        try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30])))
        try studio.add(studio.microphone())
        let format = try #require(group("", at: 0).copyFormatDescription())
        let input = AVCaptureMetadataInput(formatDescription: format, clock: studio.environment.hostClock)
        studio.session.addOutput(output)
        studio.session.addInput(input)
        #expect(output.connection(with: .metadata) != nil)
        studio.session.startRunning()
        studio.advance(0.49)
        return input
    }

    /// What a movie says when, to the millisecond.
    private func said(_ url: URL) async throws -> [String] {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .metadata).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        let adaptor = AVAssetReaderOutputMetadataAdaptor(assetReaderTrackOutput: output)
        reader.add(output)
        #expect(reader.startReading())
        var said: [String] = []
        while let group = adaptor.nextTimedMetadataGroup() {
            guard let item = group.items.first, let text = try await item.load(.stringValue) else { continue }
            let range = group.timeRange
            let times = [range.start, range.end].map { Int(($0.seconds * 1000).rounded()) }
            said.append("\(text) \(times[0])-\(times[1])")
        }
        return said
    }

    @Test("what a program says is in the movie at its time, and holds until the next")
    func plain() async throws {
        let input = try begin()
        try input.append(group("from before", at: 100.2))
        // The first picture from then on is that of half a second.
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1)
        try input.append(group("here", at: 101))
        try input.append(group("there", at: 101.25))
        studio.advance(1)
        try input.append(group("at last", at: 102))
        studio.advance(0.5)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        let said = try await said(studio.url())
        #expect(said == ["from before 0-500", "here 500-750", "there 750-1500", "at last 1500-2490"])
        let counts = try #require(output.connection(with: .metadata)?.akStatistics)
        #expect(counts.produced == 4 && counts.delivered == 3 && counts.unwanted == 1, "\(counts)")
        #expect(try await RecordedMovie(studio.url()).numbers == Array(15...89))
    }

    @Test("a pause takes its time out, and what was said in it holds when the recording goes on")
    func pause() async throws {
        let input = try begin()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        try input.append(group("first", at: 100.5))
        studio.advance(0.5)
        output.pauseRecording()
        studio.advance(0.5)
        try input.append(group("meanwhile", at: 101.25))
        studio.advance(0.5)
        output.resumeRecording()
        studio.advance(0.5)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty)
        #expect(try await said(studio.url()) == ["first 0-500", "meanwhile 500-990"])
    }

    @Test("what cannot be recorded is an error of whoever says it, and no harm")
    func errors() async throws {
        let input = try begin()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        try input.append(group("good", at: 101))
        func code(_ group: AVTimedMetadataGroup) -> AVError.Code? {
            do {
                try input.append(group)
                return nil
            } catch {
                return (error as? AVError)?.code
            }
        }
        #expect(code(group("late", at: 100.9)) == .invalidSourceMedia)
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierArtist
        item.value = "of another format" as NSString
        let start = CMTime(value: 102, timescale: 1)
        let range = CMTimeRange(start: start, duration: .invalid)
        #expect(code(AVTimedMetadataGroup(items: [item], timeRange: range)) != nil)
        #expect(code(AVTimedMetadataGroup(items: [], timeRange: .invalid)) != nil)
        // A time that does not come says nothing.
        try input.append(group("to come", at: 9e9))
        studio.advance(2)
        studio.session.stopRunning()
        #expect(code(group("nobody listens", at: 103)) == .sessionNotRunning)
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
        #expect(try await said(studio.url()) == ["good 500-1990"])
    }
}
