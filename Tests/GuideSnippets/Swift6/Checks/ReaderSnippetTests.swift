import AssetKit
import Testing

@Suite("Snippets 09 and 26: reading samples")
struct ReaderSnippetTests {
    @Test("a waveform has the clicks where they are")
    func waveform() async throws {
        let asset = AVURLAsset(url: Places.sample("wav-16bit.wav"))
        let peaks = try await Snippet09ReaderWaveform.peaks(of: asset, count: 20)
        #expect(peaks.count == 20)
        for (place, peak) in peaks.enumerated() {
            // A click of 0.8 stands at each of the two seconds, between tones of an eighth.
            #expect(place % 10 == 0 ? peak > 0.7 : peak < 0.2, "peak \(place) is \(peak)")
        }
    }

    @Test("sound in a film has a waveform too", arguments: ["h264-bframes.mp4", "vp9-opus.webm", "h264.ts"])
    func soundOfFilms(name: String) async throws {
        let peaks = try await Snippet09ReaderWaveform.peaks(of: AVURLAsset(url: Places.sample(name)), count: 30)
        #expect(peaks.count >= 29)
        #expect((peaks.max() ?? 0) > 0.7)
    }

    @Test("a picture that was read becomes an image")
    func image() async throws {
        let asset = AVURLAsset(url: Places.sample("h264-bframes.mp4"))
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        #expect(reader.startReading())
        let sample = try #require(output.copyNextSampleBuffer())
        Snippet26SampleBufferToImage.describe(sample)
        let image = try #require(Snippet26SampleBufferToImage.image(from: sample))
        #expect(image.width == 320)
        #expect(image.height == 180)
        let buffer = try #require(CMSampleBufferGetImageBuffer(sample))
        let drawn = try #require(Snippet26SampleBufferToImage.imageViaContext(buffer))
        #expect(drawn.width == 320)
        #expect(drawn.height == 180)
        // The sixteen blocks in the first row of the first picture are black.
        let brightest = drawn.withPixels { pixels in
            (0..<256).map { pixels.unsafeLoad(fromByteOffset: 8 * drawn.bytesPerRow + $0 * 4 + 1, as: UInt8.self) }
                .max()
        }
        #expect((brightest ?? 255) < 60)
    }
}
