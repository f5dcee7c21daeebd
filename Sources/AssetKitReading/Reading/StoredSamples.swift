internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// The samples of a track as they are stored, in decode order. Not Sendable: one thread owns it.
///
/// Samples that only serve to decode others are among them, trimmed away whole by their attachments.
final class StoredSamples {
    private let reader: any SampleReading
    private let listed: (any ListedSampleReading)?
    private let formats: [CMFormatDescription]
    private let isSound: Bool
    private let preroll: SoundPreroll
    private let startsAtBeginning: Bool
    private var stretches: ArraySlice<MediaStretch>
    private var current: StoredStretch?
    private var hasStarted = false
    /// The next sample is the first one behind a jump.
    private var isAfterJump: Bool
    private let packet = Packet()
    private let form: StoredForm
    /// When the last sample ends.
    private var nextTicks: Int64 = 0

    /// `isAfterJump`: a decoder has had samples of something else before.
    init(
        _ reader: any SampleReading,
        _ facts: TrackFacts,
        _ stretches: [MediaStretch],
        startsAtBeginning: Bool,
        isAfterJump: Bool = false
    ) throws {
        self.isAfterJump = isAfterJump
        (self.reader, listed) = (reader, reader.listed)
        self.stretches = stretches[...]
        self.startsAtBeginning = startsAtBeginning
        formats = facts.formatDescriptions
        isSound = facts.mediaType == .audio
        preroll = SoundPreroll(facts.traits)
        form = listed != nil ? .plain : StoredForm(facts, reader.parameters.codecPrivate)
        // Packets that a demuxer has made of plain sound are handed on as they are.
        if isSound, preroll.isPlain { try listed?.allowLargePackets() }
    }

    /// The next samples; nil at the end.
    func next() throws -> CMSampleBuffer? {
        while true {
            guard let stretch = current else {
                guard try begin() else { return nil }
                continue
            }
            let place = listed?.position
            guard !stretch.isBehindEnd(place), try reader.read(into: packet) else {
                current = nil
                continue
            }
            let times = SampleTimes(packet, next: nextTicks)
            nextTicks = times.presentation.addingClamped(times.duration)
            guard !stretch.isBehindEnd(times, isSound: isSound) else {
                current = nil
                continue
            }
            return try sampleBuffer(place, times, stretch)
        }
    }

    private func begin() throws -> Bool {
        guard let stretch = stretches.popFirst() else { return false }
        current = StoredStretch(stretch, reader.tick, listed?.index, isSound: isSound)
        guard hasStarted || !startsAtBeginning else {
            hasStarted = true
            return true
        }
        isAfterJump = hasStarted || isAfterJump
        hasStarted = true
        try seek(to: stretch.source.start)
        return true
    }

    private func seek(to start: CMTime) throws {
        guard isSound else { return try reader.seek(to: reader.tick.ticks(at: start) ?? .min) }
        try preroll.seek(reader, to: start)
    }

    private func sampleBuffer(_ place: Int?, _ times: SampleTimes, _ stretch: StoredStretch) throws -> CMSampleBuffer {
        if let bytes = packet.withBytes(form.stored) { try packet.replaceBytes(bytes) }
        let additions = packet.additions
        let sample = place.flatMap { place in listed.map { $0.index[place] } }
        let format = format(sample?.descriptionIndex ?? 0)
        let count = count(packet.byteCount, format)
        let timing = stretch.timing(times, packet.skippedFrames, format, count: count)
        let isKey = sample.map { $0.isSync } ?? packet.isKey
        let content = SampleContent(
            format: format,
            count: count,
            timings: [timing.info],
            sizes: [packet.byteCount / max(1, count)]
        )
        let buffer = try CMSampleBuffer(content, data: try takeData())
        buffer.attach(timing)
        buffer.additions = additions
        if isAfterJump { buffer.attach(kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding) }
        isAfterJump = false
        if !isSound { buffer.attach(sample, isKey: isKey, isShown: !timing.isTrimmedAway) }
        return buffer
    }

    private func format(_ number: Int) -> CMFormatDescription? {
        formats.indices.contains(number) ? formats[number] : formats.first
    }

    /// How many samples a packet holds: more than one only of uncompressed sound.
    private func count(_ byteCount: Int, _ format: CMFormatDescription?) -> Int {
        if let listed { return listed.packedCount }
        guard isSound, let basic = format?.audioStreamBasicDescription, basic.mFormatID == kAudioFormatLinearPCM,
            basic.mBytesPerFrame > 0, byteCount.isMultiple(of: Int(basic.mBytesPerFrame))
        else { return 1 }
        return max(1, byteCount / Int(basic.mBytesPerFrame))
    }

    /// The bytes, which leave the packet without a copy.
    private func takeData() throws -> CMBlockBuffer {
        let stored = StoredPacket(takingFrom: packet)
        return try stored.packet.withBytes { bytes in
            guard let base = UnsafeMutableRawPointer(mutating: bytes.baseAddress), !bytes.isEmpty else {
                return try CMBlockBuffer()
            }
            // Demuxers share memory with nobody once a packet has left them, so the client may even write.
            let memory = UnsafeMutableRawBufferPointer(start: base, count: bytes.count)
            return try CMBlockBuffer(buffer: memory) { _, _ in withExtendedLifetime(stored) {} }
        }
    }
}

extension ReadingSession {
    /// The samples of a track over a range, as they are stored.
    func stored(_ track: TrackSource, in range: CMTimeRange, _ sharing: Bool) throws -> StoredTrack {
        try StoredTrack(of: track, in: range, self, sharing)
    }
}
