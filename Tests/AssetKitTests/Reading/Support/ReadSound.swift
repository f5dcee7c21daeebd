import AssetKit
import Foundation
import Testing

@testable import AssetKitMedia

/// The sound of a track as a reader gives it: floating-point numbers, one array for each channel.
struct ReadSound {
    var sampleRate = 0
    var channels: [[Float]] = []
    /// Where runs of sound without a gap begin, and how long they are, in frames.
    var runs: [(start: Int64, count: Int)] = []

    /// Every format of floating-point PCM that the tests ask for.
    static var floats: [String: Any] {
        [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32]
    }

    /// Reads the sound of a sample's track of sound, the first unless another is asked for.
    init(
        _ name: String,
        track number: Int = 0,
        settings: [String: Any] = [:],
        in range: CMTimeRange? = nil
    ) async throws {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        let tracks = try await asset.loadTracks(withMediaType: .audio)
        try #require(tracks.indices.contains(number))
        let output = AVAssetReaderTrackOutput(
            track: tracks[number],
            outputSettings: Self.floats.merging(settings) { $1 }
        )
        let reader = try AVAssetReader(asset: asset)
        if let range { reader.timeRange = range }
        reader.add(output)
        try self.init(reader, output)
    }

    /// Reads an output to its end.
    init(_ reader: AVAssetReader, _ output: AVAssetReaderOutput) throws {
        guard reader.startReading() else { throw try #require(reader.error) }
        while let sample = output.copyNextSampleBuffer() { try append(sample) }
        if let error = reader.error { throw error }
        #expect(reader.status == .completed)
    }

    private mutating func append(_ sample: CMSampleBuffer) throws {
        let format = try #require(sample.formatDescription?.audioStreamBasicDescription)
        let time = sample.presentationTimeStamp
        sampleRate = Int(format.mSampleRate)
        try #require(Int(time.timescale) == sampleRate)
        let bytes = try #require(sample.dataBuffer).dataBytes()
        let count = Int(format.mChannelsPerFrame)
        if channels.isEmpty { channels = Array(repeating: [], count: count) }
        let interleaved = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        try #require(interleaved.count == sample.numSamples * count)
        for channel in 0..<count {
            channels[channel] += stride(from: channel, to: interleaved.count, by: count).map { interleaved[$0] }
        }
        if let last = runs.last, last.start + Int64(last.count) == time.value {
            runs[runs.count - 1].count += sample.numSamples
        } else {
            runs.append((time.value, sample.numSamples))
        }
    }

    /// The time on the asset's timeline of a frame of ``channels``, in frames.
    func position(of place: Int) -> Int64 {
        var before = 0
        for run in runs {
            if place < before + run.count { return run.start + Int64(place - before) }
            before += run.count
        }
        return -1
    }

    /// Where the clicks of a channel are on the asset's timeline, in frames.
    func clicks(isExact: Bool, channel: Int = 0) -> [Int64] {
        let samples = channels.indices.contains(channel) ? channels[channel] : []
        let places =
            isExact
            ? SoundClicks.exactPlaces(in: samples, sampleRate: sampleRate)
            : SoundClicks.places(in: samples, sampleRate: sampleRate)
        return places.map(position)
    }

    /// The first run as whole samples of a range of frames, for comparisons.
    func samples(_ channel: Int, _ range: Range<Int64>) -> [Float] {
        guard let run = runs.first, range.lowerBound >= run.start, range.upperBound <= run.start + Int64(run.count)
        else {
            return []
        }
        return Array(channels[channel][Int(range.lowerBound - run.start)..<Int(range.upperBound - run.start)])
    }
}

/// What `truth.json` says about clicks.
struct ClickTruth: Decodable {
    struct File: Decodable {
        let name: String
        let container: String
        let tracks: [Track]
    }

    struct Track: Decodable {
        let audio: Sound?
    }

    struct Sound: Decodable {
        let sampleRate: Int
        let channels: Int
        let clicks: [TruthTime]
        let lossless: Bool
        let sourceSampleCount: Int
        let start: TruthTime?
    }

    let files: [File]

    static func all() throws -> [File] {
        try JSONDecoder().decode(Self.self, from: Data(contentsOf: SampleMedia.url("truth.json"))).files
    }

    /// Every track of sound of every sample: the file's name, and the number among its tracks of sound.
    static let names: [(name: String, track: Int)] = ((try? all()) ?? []).flatMap { file in
        file.tracks.compactMap(\.audio).indices.map { (file.name, $0) }
    }

    static func sound(_ name: String, _ track: Int) throws -> (container: String, sound: Sound) {
        let file = try #require(try all().first { $0.name == name })
        return (file.container, file.tracks.compactMap(\.audio)[track])
    }
}
