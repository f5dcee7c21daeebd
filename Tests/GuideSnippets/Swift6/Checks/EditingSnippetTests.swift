import AssetKit
import Testing

@Suite("Snippet 27: editing, and slow motion")
struct EditingSnippetTests {
    private let film = AVURLAsset(url: Places.sample("h264-bframes.mp4"))
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "assetkit-snippets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// As long as so many pictures of the film show.
    private func time(_ count: Int64) -> CMTime { CMTime(value: count, timescale: 25) }

    private func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
        CMTimeRange(start: time(start), end: time(end))
    }

    /// Some pictures of the film, with their sound.
    private func part(_ start: Int64, _ end: Int64) async throws -> AVMutableComposition {
        let part = AVMutableComposition()
        try await part.insertTimeRange(range(start, end), of: film, at: .zero)
        return part
    }

    /// Ten pictures, of which the fifth and the sixth show four times as long.
    private func slowed() async throws -> AVMutableComposition {
        let part = try await part(0, 10)
        return try await Snippet27Composition.slowMotion(part, slow: range(4, 6), by: 4)
    }

    /// When the pictures of `slowed` begin, in 25ths of a second.
    private let slowedTimes: [Int64] = [0, 1, 2, 3, 4, 8, 12, 13, 14, 15]

    private static var settings: [String: Any] {
        [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
    }

    private struct Picture {
        let time: CMTime
        /// Codes of its brightness at some places.
        let levels: [Int]
    }

    /// What comes out of an output of pictures.
    private func read(_ output: AVAssetReaderOutput, at places: [(x: Int, y: Int)]) throws -> [Picture] {
        var pictures: [Picture] = []
        while let sample = output.copyNextSampleBuffer() {
            let picture = try #require(CMSampleBufferGetImageBuffer(sample))
            CVPixelBufferLockBaseAddress(picture, .readOnly)
            defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
            let first = try #require(CVPixelBufferGetBaseAddressOfPlane(picture, 0))
            let stride = CVPixelBufferGetBytesPerRowOfPlane(picture, 0)
            let levels = places.map { Int(first.load(fromByteOffset: $0.y * stride + $0.x, as: UInt8.self)) }
            pictures.append(Picture(time: CMSampleBufferGetPresentationTimeStamp(sample), levels: levels))
        }
        return pictures
    }

    /// The pictures of a file, by the numbers that the blocks at their top left show, are the first ten, each at its time.
    private func expectSlowed(_ url: URL) async throws {
        let asset = AVURLAsset(url: url)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: Self.settings)
        reader.add(output)
        #expect(reader.startReading())
        let made = try read(output, at: (0..<4).map { (x: 8 + 16 * $0, y: 8) })
        let numbers = made.map { picture in
            picture.levels.enumerated().reduce(0) { $0 + ($1.element > 126 ? 1 << $1.offset : 0) }
        }
        #expect(numbers == Array(0..<10))
        #expect(made.count == slowedTimes.count)
        for (picture, wanted) in zip(made, slowedTimes) {
            #expect(abs(picture.time.seconds - time(wanted).seconds) < 0.001)
        }
        #expect(abs(try await asset.load(.duration).seconds - 0.64) < 0.001)
    }

    @Test("slow motion makes a part of an edit longer, and moves what follows")
    func slowMotion() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let edit = try await slowed()
        #expect(abs(edit.duration.seconds - 0.64) < 1e-6)
        for type in [AVMediaType.video, .audio] {
            let track = try #require(try await edit.loadTracks(withMediaType: type).first)
            let lengths = try await track.load(.segments).map(\.timeMapping.target.duration.seconds)
            #expect(zip(lengths, [0.16, 0.32, 0.16]).allSatisfy { abs($0 - $1) < 1e-6 } && lengths.count == 3)
        }
    }

    @Test("the first technique keeps the samples, and changes when they show")
    func passthrough() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "kept.mov")
        try await Snippet27Composition.passthrough(try await slowed(), to: url)
        try await expectSlowed(url)
    }

    /// The properties of an edit of one track have its pictures say when frames begin, and that counts before the frame
    /// duration, which is for gaps then. Who wants 30 a second takes away `sourceTrackIDForFrameTiming` too.
    @Test("the second technique encodes pictures at their own times, which count before a frame duration")
    func constantRate() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "encoded.mp4")
        try await Snippet27Composition.constantRate(try await slowed(), to: url)
        try await expectSlowed(url)
        let made = AVURLAsset(url: url)
        let pictures = try #require(try await made.loadTracks(withMediaType: .video).first)
        #expect(try await pictures.load(.naturalSize) == CGSize(width: 320, height: 180))
        let sound = try #require(try await made.loadTracks(withMediaType: .audio).first)
        #expect(abs(try await sound.load(.timeRange).duration.seconds - 0.64) < 0.001)
    }

    @Test("a cross-fade is of pictures that are half as large, ten pixels of theirs from the corner, and of sound")
    func crossFade() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (first, second) = (try await part(0, 10), try await part(32, 42))
        let (edit, video, mix) = try await Snippet27Composition.crossFade(first, second, overlap: time(5))
        #expect(edit.duration == time(15))
        let reader = try AVAssetReader(asset: edit)
        let output = AVAssetReaderVideoCompositionOutput(
            videoTracks: try await edit.loadTracks(withMediaType: .video),
            videoSettings: Self.settings
        )
        output.videoComposition = video
        reader.add(output)
        let sound = AVAssetReaderAudioMixOutput(
            audioTracks: try await edit.loadTracks(withMediaType: .audio),
            audioSettings: nil
        )
        sound.audioMix = mix
        reader.add(sound)
        #expect(reader.startReading())
        // The sixth block is black in the first clip and white in the second; and a place beside the pictures.
        let made = try read(output, at: [(x: 5 + 88 / 2, y: 5 + 8 / 2), (x: 200, y: 50)])
        #expect(made.map(\.time) == (0..<18).map { CMTime(value: $0, timescale: 30) })
        for (number, picture) in made.enumerated() {
            let share = min(max(Double(number - 6) / 6, 0), 1)
            #expect(abs(Double(picture.levels[0]) - (16 + 219 * share)) <= 3, "picture \(number)")
            #expect(picture.levels[1] == 16, "picture \(number)")
        }
        var count = 0
        while let sample = sound.copyNextSampleBuffer() { count += CMSampleBufferGetNumSamples(sample) }
        #expect(count == 28_800)
        #expect(reader.status == .completed)
        let ramps = mix.inputParameters.map { parameters in
            var (start, end, range) = (Float.nan, Float.nan, CMTimeRange.invalid)
            let isThere = parameters.getVolumeRamp(for: .zero, startVolume: &start, endVolume: &end, timeRange: &range)
            return isThere && range == self.range(5, 10) ? [start, end] : []
        }
        #expect(ramps == [[1, 0], [0, 1]])
    }

    @Test("a player plays slowly, and its sound follows")
    @MainActor
    func playSlowly() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let player = Snippet27Composition.playSlowly(AVURLAsset(url: Places.sample("no-audio.mp4")))
        #expect(player.rate == 0.25)
        #expect(player.currentItem?.audioTimePitchAlgorithm == .varispeed)
        for _ in 0..<60_000 where player.currentTime() <= .zero { try await Task.sleep(for: .milliseconds(10)) }
        #expect(player.currentTime() > .zero)
        player.pause()
    }
}
