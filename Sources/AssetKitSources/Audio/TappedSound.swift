internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// Sound on its way through the taps of a mix and its volume. Not Sendable: one thread owns it.
///
/// Taps are given blocks of one size, which begin at multiples of it wherever reading does: what a tap does to each block by
/// itself is the same in a part as in the whole.
final class TappedSound {
    static let blockSize: Int64 = 4096

    private let source: () throws -> SoundBlock?
    private let format: LinearPCM.Resolved
    private let gain: GainEnvelope
    private var before: [SoundTap.Process]
    private var behind: [SoundTap.Process]
    private var position: Int64
    private var block: SoundBlock?
    /// The end of the sound that has come.
    private var end: Int64

    /// `next`: the sound, interleaved floating-point numbers of the format, from a place or later on. `gain`: between the taps.
    init(
        _ taps: [SoundTap],
        gain: GainEnvelope,
        format: LinearPCM.Resolved,
        from place: Int64,
        next source: @escaping () throws -> SoundBlock?
    ) throws {
        (self.source, self.format, self.gain, position, end) = (source, format, gain, place, place)
        let own = SoundTap.Format(
            rate: format.rate,
            channelCount: format.channels.count,
            layout: format.layout,
            blockSize: Int(Self.blockSize)
        )
        before = try taps.filter { !$0.isBehindGain }.map { try $0.open(own) }
        behind = try taps.filter(\.isBehindGain).map { try $0.open(own) }
    }

    /// The next block, which begins where the one before ends; nil at the end.
    func next() throws -> SoundBlock? {
        let data = try CMBlockBuffer(length: Int(Self.blockSize) * format.bytesPerFrame)
        try data.fillDataBytes(with: 0)
        let last = position + Self.blockSize
        try data.withUnsafeMutableBytes { bytes in
            while let block = try block ?? source() {
                self.block = block
                end = max(end, block.end)
                try copy(block, to: bytes)
                if block.end > last { break }
                self.block = nil
            }
        }
        guard end > position else {
            // Taps are let go of before anybody hears that there is no more.
            (before, behind) = ([], [])
            return nil
        }
        try data.withUnsafeMutableBytes { bytes in try bytes.withMemoryRebound(to: Float.self, change) }
        defer { position = last }
        return SoundBlock(data: data, start: position, count: Int(min(last, end) - position), format: format)
    }

    /// What of a block lies within the next one. The rest of that is silent.
    private func copy(_ block: SoundBlock, to bytes: UnsafeMutableRawBufferPointer) throws {
        let (first, last) = (max(block.start, position), min(block.end, position + Self.blockSize))
        guard first < last else { return }
        let size = format.bytesPerFrame
        try block.data.withUnsafeMutableBytes(atOffset: Int(first - block.start) * size) { source in
            let place = bytes[(Int(first - position) * size)...]
            UnsafeMutableRawBufferPointer(rebasing: place).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source.prefix(Int(last - first) * size))
            )
        }
    }

    private func change(_ samples: UnsafeMutableBufferPointer<Float>) throws {
        let (scale, count) = (CMTimeScale(format.rate), format.channels.count)
        let range = CMTimeRange(
            start: CMTime(value: position, timescale: scale),
            duration: CMTime(value: Self.blockSize, timescale: scale)
        )
        for tap in before { try tap(samples, range) }
        gain.apply(to: samples, channels: count, from: position, rate: format.rate)
        for tap in behind { try tap(samples, range) }
        // Sound that is no number would make that of other tracks none.
        for place in samples.indices where !samples[place].isFinite { samples[place] = 0 }
    }
}

extension MixedTrack {
    /// The range that is read for sound in another one, where there are taps: from the beginning of a block on, and with what
    /// taps have to have heard before.
    func range(readFor range: CMTimeRange, rate: Int) -> CMTimeRange {
        let taps = taps + inputs.flatMap(\.taps)
        guard !taps.isEmpty else { return range }
        let size = TappedSound.blockSize
        let lead = taps.map { max($0.lead.firstSample(rate: rate), 0) }.max() ?? 0
        let start = max(range.start.firstSample(rate: rate).saturatingSubtracting(lead), 0) / size * size
        let last = range.end.firstSample(rate: rate)
        let end = last > .max - size ? .positiveInfinity : CMTime(frame: (last + size - 1) / size * size, rate)
        return CMTimeRange(start: CMTime(frame: start, rate), end: end)
    }
}

extension CMTime {
    fileprivate init(frame: Int64, _ rate: Int) { self.init(value: frame, timescale: CMTimeScale(rate)) }
}

extension Int64 {
    fileprivate func saturatingSubtracting(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? .min : difference
    }
}
