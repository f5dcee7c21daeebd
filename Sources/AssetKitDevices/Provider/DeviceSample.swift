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
