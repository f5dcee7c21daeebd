internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib

/// The samples of a buffer, one packet for each, as decoders take them. A plain value.
struct BufferSamples {
    let buffer: CMSampleBuffer
    let format: CMFormatDescription
    private let data: CMBlockBuffer

    /// Throws for a buffer that has nothing to decode.
    init(_ buffer: CMSampleBuffer) throws {
        guard let format = buffer.formatDescription else { throw Self.problem("a sample has no format description") }
        if buffer.dataReadiness != .ready { try buffer.makeDataReady() }
        guard let data = buffer.dataBuffer else { throw Self.problem("a sample has no data") }
        guard buffer.presentationTimeStamp.isNumeric else { throw Self.problem("a sample has no time") }
        (self.buffer, self.format, self.data) = (buffer, format, data)
    }

    private static func problem(_ reason: String) -> MediaProblem {
        MediaProblem(code: .invalidSourceMedia, reason: reason)
    }

    /// Uncompressed sound: all frames go as one packet.
    private var isPacked: Bool { format.audioStreamBasicDescription?.mFormatID == kAudioFormatLinearPCM }

    var count: Int { isPacked ? min(buffer.numSamples, 1) : buffer.numSamples }

    func timing(_ index: Int) throws -> CMSampleTimingInfo { try buffer.sampleTimingInfo(at: index) }

    /// Fills a slot with a sample, under a number that its frames come back with.
    func fill(_ packet: borrowing Packet, _ index: Int, offset: inout Int, number: Int64) throws {
        let size = buffer.numSamples == 1 || isPacked ? data.dataLength : buffer.sampleSize(at: index)
        guard size > 0, offset + size <= data.dataLength else { throw Self.problem("a sample is larger than its data") }
        let part = data[(data.startIndex + offset)..<(data.startIndex + offset + size)]
        let label = PacketLabel(presentationTicks: number, decodeTicks: number, isKey: isSync(index))
        try packet.fill(byteCount: size, label) { memory in
            guard isPacked, let sound = format.audioStreamBasicDescription,
                sound.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0, sound.mChannelsPerFrame > 1
            else { return try part.copyDataBytes(to: memory) }
            try part.withContiguousStorage { Self.interleave($0, into: memory, sound) }
        }
        offset += size
    }

    /// Decoding can start with it.
    func isSync(_ index: Int) -> Bool { !(Number(buffer.sampleAttachments[index][.notSync])?.bool ?? false) }

    /// Channels that lie one behind the other come to lie frame by frame, as decoders want them.
    private static func interleave(
        _ planes: UnsafeRawBufferPointer,
        into memory: UnsafeMutableRawBufferPointer,
        _ sound: AudioStreamBasicDescription
    ) {
        let (width, channels) = (Int(sound.mBytesPerFrame), Int(sound.mChannelsPerFrame))
        guard width > 0 else { return }
        let frames = planes.count / width / channels
        for channel in 0..<channels {
            for frame in 0..<frames {
                let (from, to) = ((channel * frames + frame) * width, (frame * channels + channel) * width)
                for byte in 0..<width { memory[to + byte] = planes[from + byte] }
            }
        }
    }
}

extension CMSampleBuffer {
    /// How much of it is not to be presented, by an attachment; zero where nothing is said.
    func trim(_ key: String) -> CMTime {
        let attached = attachmentStore[key]?.value
        let time = (attached as? CMTime) ?? CMTimeMakeFromDictionary(attached as? CFDictionary)
        return time.isNumeric && time > .zero ? time : .zero
    }

    /// What came before it has nothing to do with it.
    var resetsDecoder: Bool {
        Number(attachmentStore[kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding]?.value)?.bool ?? false
    }

    /// An attachment of its first sample says so.
    func says(_ key: CMSampleBuffer.PerSampleAttachmentsDictionary.Key) -> Bool {
        guard numSamples > 0 else { return false }
        return Number(sampleAttachments[0][key])?.bool ?? false
    }
}
