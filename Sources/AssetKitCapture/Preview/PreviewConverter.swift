internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitTargets

/// Makes sound of a device what a target takes. One channel goes to all of the target's as it is. Not Sendable: one stage owns it.
final class PreviewConverter {
    private let resampler: Resampler?
    private let source: SoundShape
    /// How many channels come out of the resampler, and how often each frame of it is repeated for the target's.
    private let channelCount: Int
    private let copyCount: Int

    init(from source: DeviceSoundFormat, to target: AKAudioTargetFormat) throws {
        let isMono = source.channelCount == 1
        (channelCount, copyCount) = isMono ? (1, target.channelCount) : (target.channelCount, 1)
        self.source = Self.floats(source.sampleRate, source.channelCount)
        let isEqual = source.sampleRate == target.sampleRate && source.channelCount == channelCount
        resampler = isEqual ? nil : try Resampler(from: self.source, to: Self.floats(target.sampleRate, channelCount))
    }

    private static func floats(_ sampleRate: Int, _ channelCount: Int) -> SoundShape {
        let channels = SoundChannels(usualFor: channelCount)
        return SoundShape(sampleRate: sampleRate, number: .float32, isPlanar: false, channels: channels)
    }

    /// What comes out for a block: a few frames of it may come with the next one.
    func convert(_ sound: DeviceSoundBlock) throws -> [Float] {
        let samples = try resampled(sound)
        guard copyCount > 1 else { return samples }
        return samples.flatMap { [Float](repeating: $0, count: copyCount) }
    }

    private func resampled(_ sound: DeviceSoundBlock) throws -> [Float] {
        guard let resampler else { return sound.samples }
        let frame = try Frame(source, sampleCount: sound.frameCount)
        sound.samples.withUnsafeBytes { frame.fill($0, ofPlane: 0, from: 0) }
        let most = try resampler.mostFrames(for: sound.frameCount)
        var samples = [Float](repeating: 0, count: most * channelCount)
        let count = try samples.withUnsafeMutableBytes { bytes in
            try bytes.baseAddress.map { try resampler.convert(frame, into: [$0], capacity: most) } ?? 0
        }
        samples.removeSubrange((count * channelCount)...)
        return samples
    }
}
