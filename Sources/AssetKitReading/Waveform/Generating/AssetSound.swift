internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// The sound of a track, through asset readers: one for each thread that asks.
struct AssetSound: WaveformSound {
    let sampleRate: Int
    let channelCount: Int
    let frameCount: Int
    let isPrecise: Bool
    private let asset: AVAsset
    private let track: AVAssetTrack
    /// Readers that are at the end of a range, and may begin another one: to open the file again would take longer.
    private let idle = Lock<[OpenReader]>([])

    private struct OpenReader: Sendable {
        let reader: AVAssetReader
        let output: AVAssetReaderTrackOutput
    }

    /// Looks at a track, or where that is nil at the first enabled one with sound.
    init(_ asset: AVAsset, _ wanted: AVAssetTrack?) async throws {
        let (tracks, isExact) = try await asset.load(.tracks, .providesPreciseDurationAndTiming)
        let sounds = tracks.filter { $0.mediaType == .audio }
        guard let track = wanted ?? sounds.first(where: \.isEnabled) ?? sounds.first, track.mediaType == .audio else {
            throw AVError(.operationNotSupportedForAsset, "it has no sound")
        }
        guard track.isDecodable, let format = track.sampleFormats.first?.audioStreamBasicDescription,
            let rate = Int(exactly: format.mSampleRate.rounded()), (1...1_000_000).contains(rate),
            (1...64).contains(format.mChannelsPerFrame)
        else { throw AVError(.decoderNotFound, "its sound cannot be decoded here") }
        (self.asset, self.track) = (asset, track)
        sampleRate = rate
        channelCount = Int(format.mChannelsPerFrame)
        let end = track.timeRange.end.convertScale(CMTimeScale(rate), method: .roundTowardPositiveInfinity)
        frameCount = end.isNumeric ? max(0, Int(end.value)) : Int.max
        // Where ticks fall between samples, a place found by its time may be some samples off.
        isPrecise = isExact && end.isNumeric && Int(track.naturalTimeScale) % rate == 0
    }

    func read(
        _ frames: Range<Int>,
        _ cancellation: CancellationFlag,
        _ receive: (_ firstFrame: Int, InterleavedSound) throws -> Void
    ) throws {
        let range = CMTimeRange(
            start: time(of: frames.lowerBound),
            end: frames.upperBound == .max ? .positiveInfinity : time(of: frames.upperBound)
        )
        let open = try openReader(at: range)
        var isDone = false
        // Whatever ends this, nothing goes on decoding.
        defer { if isDone { idle.withLock { $0.append(open) } } else { open.reader.cancelReading() } }
        while !cancellation.isCancelled, let sample = open.output.copyNextSampleBuffer() {
            try deliver(sample, receive)
        }
        if open.reader.status == .failed { throw open.reader.error ?? AVError(.unknown) }
        isDone = open.reader.status == .reading && !cancellation.isCancelled
    }

    /// A reader that begins with a range: one that has done its last range, or a new one.
    private func openReader(at range: CMTimeRange) throws -> OpenReader {
        if let open = idle.withLock({ $0.popLast() }) {
            open.output.reset(forReadingTimeRanges: [NSValue(timeRange: range)])
            return open
        }
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        output.alwaysCopiesSampleData = false
        output.supportsRandomAccess = true
        guard reader.canAdd(output) else {
            throw AVError(.operationNotSupportedForAsset, "its sound cannot be read")
        }
        reader.add(output)
        reader.timeRange = range
        guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
        return OpenReader(reader: reader, output: output)
    }

    private func time(of frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: CMTimeScale(sampleRate)) }

    private var settings: [String: Any] {
        var settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: Double(sampleRate), AVLinearPCMBitDepthKey: 16,
            AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false,
        ]
        // With more channels a number does not say which ones they are, and asking for others would mix them.
        if channelCount <= 2 { settings[AVNumberOfChannelsKey] = channelCount }
        return settings
    }

    private func deliver(
        _ sample: CMSampleBuffer,
        _ receive: (_ firstFrame: Int, InterleavedSound) throws -> Void
    ) throws {
        let basic = sample.formatDescription?.audioStreamBasicDescription
        guard basic.map({ Int($0.mChannelsPerFrame) == channelCount }) ?? false else {
            throw AVError(.operationNotSupportedForAsset, "its sound has other channels than its header says")
        }
        let start = sample.presentationTimeStamp.convertScale(CMTimeScale(sampleRate), method: .roundHalfAwayFromZero)
        // Room is left to count on from the last of them.
        guard start.isNumeric, let data = sample.dataBuffer, abs(start.value) < Int64.max / 4 else { return }
        try data.withContiguousStorage { bytes in
            let samples = bytes.bindMemory(to: Int16.self)
            try receive(Int(start.value), InterleavedSound(samples: samples, channelCount: channelCount))
        }
    }
}
