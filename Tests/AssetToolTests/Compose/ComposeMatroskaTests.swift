import AssetKit
import Foundation
import TestSupport
import Testing

@testable import assettool

@Suite("assettool compose, with files of Matroska and WebM")
struct ComposeMatroskaTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func sample(_ name: String) -> String {
        PackageFolder.root.appending(path: "SampleMedia/\(name)").path
    }

    /// Runs a verb, and gives the file that it makes.
    private func make(
        _ verb: String,
        _ samples: [String],
        _ name: String,
        _ options: [String]
    ) async throws -> AVURLAsset {
        let (recorder, out) = (ConsoleRecorder(), folder.path(name))
        let code = await Assettool.run([verb] + samples.map(sample) + ["-o", out] + options, recorder.console)
        try #require(code == .done, "\(recorder.messages)")
        return AVURLAsset(url: URL(filePath: out))
    }

    /// How many samples a file's first track of a kind has: frames of sound where settings ask for them, stored pictures without.
    private func count(_ type: AVMediaType, of asset: AVAsset, _ settings: [String: Any]?) async throws -> Int {
        let track = try #require(try await asset.loadTracks(withMediaType: type).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        try reader.start()
        var count = 0
        while let sample = output.copyNextSampleBuffer() { count += sample.numSamples }
        if let error = reader.error { throw error }
        return count
    }

    @Test(
        "parts are put one behind the other, in files that have no edits too",
        arguments: [
            ("h264-bframes.mkv", "a.mkv"), ("h264-bframes.mkv", "a.ts"), ("vp8-vorbis.webm", "a.webm"),
            ("vp9-opus.webm", "a.mkv"), ("h264.ts", "a.mkv"),
        ]
    )
    func parts(name: String, out: String) async throws {
        let made = try await make("compose", ["\(name)@0..0.8", "\(name)@1..2"], out, [])
        let pictures = try await count(
            .video,
            of: made,
            [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        )
        // Pictures begin a little later than the files, so that each part may begin and end within one.
        #expect((45...47).contains(pictures), "\(pictures)")
    }

    @Test("pictures of many parts that end within one do not fall behind", arguments: ["a.mkv", "a.ts"])
    func partsWithinPictures(out: String) async throws {
        let parts = [String](repeating: "h264-bframes.mp4@0..0.805", count: 20)
        let made = try await make("compose", parts, out, [])
        let track = try #require(try await made.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: made)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        try reader.start()
        var times: [Double] = []
        while let sample = output.copyNextSampleBuffer() { times.append(sample.presentationTimeStamp.seconds) }
        if let error = reader.error { throw error }
        #expect(times.count == 20 * 21)
        // The last picture of the last part.
        let last = try #require(times.max())
        #expect(abs(last - (19 * 0.805 + 0.8)) < 0.001)
    }

    @Test(
        "all sound of a file is in its edit, to the last sample",
        arguments: [
            ("late-sound.mkv", 72_000), ("start-10-hours.mkv", 72_000), ("hevc.mkv", 144_384),
            ("h264-bframes.mkv", 145_408), ("vp9-opus.webm", 144_000), ("av1-opus.webm", 144_000),
        ]
    )
    func wholeSound(name: String, frames: Int) async throws {
        let sound = ["--video-codec", "none", "--audio-codec", "pcm"]
        let settings: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM]
        let edit = try await count(.audio, of: make("compose", [name], "edit.mka", sound), settings)
        let file = try await count(.audio, of: make("export", [name], "file.mka", sound), settings)
        #expect(edit == file)
        #expect(edit == frames)
    }

    @Test(
        "an edit of whole files has their pictures and no others",
        arguments: ["h264-bframes.mkv", "hevc.mkv", "vp9-opus.webm", "av1-opus.webm"]
    )
    func pictures(name: String) async throws {
        let options = ["--video-codec", "ffv1", "--audio-codec", "pcm"]
        let edit = try await make("compose", [name, name], "edit.mkv", options)
        #expect(try await count(.video, of: edit, nil) == 150)
    }
}
