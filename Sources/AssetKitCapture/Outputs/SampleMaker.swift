internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes sample buffers of what devices deliver.
enum SampleMaker {
    /// A picture. How long it lasts nobody knows before the next one comes.
    static func picture(_ picture: CVPixelBuffer, at time: CMTime, duration: CMTime = .invalid) throws -> CMSampleBuffer
    {
        try CMSampleBuffer(
            imageBuffer: picture,
            formatDescription: CMFormatDescription(imageBuffer: picture),
            sampleTiming: CMSampleTimingInfo(
                duration: duration,
                presentationTimeStamp: time,
                decodeTimeStamp: CMTime.invalid
            )
        )
    }

    /// A picture that was left out: its time, and the reason.
    static func dropped(at time: CMTime, _ reason: AVCaptureOutput.DataDroppedReason) throws -> CMSampleBuffer {
        let timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
        let buffer = try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 0,
            sampleTimings: [timing],
            sampleSizes: []
        )
        let word: CFString =
            switch reason {
            case .outOfBuffers: kCMSampleBufferDroppedFrameReason_OutOfBuffers
            case .discontinuity: kCMSampleBufferDroppedFrameReason_Discontinuity
            case .lateData, .none: kCMSampleBufferDroppedFrameReason_FrameWasLate
            }
        CMSetAttachment(
            buffer,
            key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
            value: word as CFTypeRef,
            attachmentMode: kCMAttachmentMode_ShouldPropagate
        )
        return buffer
    }

    /// Says that something is missing between the sound before and this, which the times say too.
    static func markGap(before sound: CMSampleBuffer) {
        CMSetAttachment(
            sound,
            key: kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence,
            value: kCFBooleanTrue,
            attachmentMode: kCMAttachmentMode_ShouldPropagate
        )
    }

    /// Nothing but a time: until then the last picture is shown.
    static func marker(at time: CMTime) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            dataBuffer: nil,
            formatDescription: nil,
            numSamples: 0,
            sampleTimings: [
                CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
            ],
            sampleSizes: []
        )
    }

    /// Sound as whole numbers of 16 bits.
    static func sound(_ block: DeviceSoundBlock, at time: CMTime) throws -> CMSampleBuffer {
        guard let format = CMFormatDescription.sound(block.format) else { throw AVError(.unknown, "no such sound") }
        let numbers = block.samples.map { sample in
            Int16(truncatingIfNeeded: Int((min(max(sample, -1), 1) * 32768).rounded()).clamped(to: -32768...32767))
        }
        let bytes = try numbers.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
        return try CMSampleBuffer(
            dataBuffer: bytes,
            formatDescription: format,
            numSamples: block.frameCount,
            presentationTimeStamp: time,
            packetDescriptions: []
        )
    }

    /// Sound as floating-point numbers.
    static func floats(_ samples: ArraySlice<Float>, _ format: DeviceSoundFormat, at time: CMTime) throws
        -> CMSampleBuffer
    {
        let bytes = try samples.withUnsafeBytes { try CMBlockBuffer(copying: $0) }
        return try CMSampleBuffer(
            dataBuffer: bytes,
            formatDescription: try CMFormatDescription(audioStreamBasicDescription: format.floats),
            numSamples: samples.count / format.channelCount,
            presentationTimeStamp: time,
            packetDescriptions: []
        )
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension DeviceSoundFormat {
    /// Floating-point numbers of 32 bits, the channels of a frame side by side.
    var floats: AudioStreamBasicDescription {
        let frame = UInt32(channelCount * 4)
        return AudioStreamBasicDescription(
            mSampleRate: Double(sampleRate),
            mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked,
            mBytesPerPacket: frame,
            mFramesPerPacket: 1,
            mBytesPerFrame: frame,
            mChannelsPerFrame: UInt32(channelCount),
            mBitsPerChannel: 32,
            mReserved: 0
        )
    }
}
