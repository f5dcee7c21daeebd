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
