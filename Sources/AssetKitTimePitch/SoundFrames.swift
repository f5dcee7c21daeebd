/// Frames of sound of several channels. Loops over them stand here, where everything is optimised.
package enum SoundFrames {
    /// Puts planes, one for each channel, together into frames.
    package static func interleave(
        _ planes: [UnsafePointer<Float>],
        count: Int,
        into frames: UnsafeMutableBufferPointer<Float>
    ) {
        precondition(frames.count >= count * planes.count, "there is no room for \(count) frames")
        for (channel, plane) in planes.enumerated() {
            for index in 0..<count { frames[index * planes.count + channel] = plane[index] }
        }
    }
}
