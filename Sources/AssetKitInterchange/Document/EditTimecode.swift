package import CMTimeLib

/// A number of frames at a rate, and whether numbers are dropped where it is shown.
///
/// Unlike a `Timecode` it may be at a rate that no timecode counts at: documents say 12.5 too.
package struct EditTimecode: Sendable, Hashable {
    package var frameNumber: Int64
    package var frameRate: FrameRate
    package var isDropFrame: Bool

    package init(frameNumber: Int64, frameRate: FrameRate, isDropFrame: Bool = false) {
        self.frameNumber = frameNumber
        self.frameRate = frameRate
        self.isDropFrame = isDropFrame
    }

    /// As a display shows it; nil where no timecode counts at the rate.
    package var timecode: Timecode? {
        TimecodeRate(frameRate, isDropFrame: isDropFrame).map { Timecode(frameNumber: frameNumber, rate: $0) }
    }

    /// The real time of the frame; nil where no time holds it.
    package var time: CMTime? { CMTime.time(ofFrame: frameNumber, at: frameRate) }
}
