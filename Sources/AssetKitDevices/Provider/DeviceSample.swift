package import AssetKitMedia

/// What a device has delivered: a picture, or a block of sound.
package struct DeviceSample: Sendable {
    package enum Content: Sendable {
        case picture(CVPixelBuffer)
        /// A picture or more, coded as the format says.
        case coded(CMBlockBuffer)
        case sound(DeviceSoundBlock)
    }

    package var content: Content
    /// When it was seen, or when its first frame was heard: nanoseconds of the host clock. Of one device they ascend.
    package var hostTime: Int64
    /// Pictures, or frames of sound, that the device lost just before.
    package var lostCount: Int
    /// It does not follow from the one before: the time jumped, or sound is missing of which nobody knows how much.
    package var isDiscontinuous: Bool

    package init(_ content: Content, hostTime: Int64, lostCount: Int = 0, isDiscontinuous: Bool = false) {
        (self.content, self.hostTime) = (content, hostTime)
        (self.lostCount, self.isDiscontinuous) = (lostCount, isDiscontinuous)
    }
}

/// Frames of sound as floating-point numbers, the channels of each side by side.
package struct DeviceSoundBlock: Sendable {
    package var samples: [Float]
    package var format: DeviceSoundFormat

    package init(_ samples: [Float], _ format: DeviceSoundFormat) {
        precondition(samples.count.isMultiple(of: max(1, format.channelCount)), "a frame has all channels")
        (self.samples, self.format) = (samples, format)
    }

    package var frameCount: Int { samples.count / max(1, format.channelCount) }
}
