import AssetKit

/// What a file says about its times: what percentages, frames and the end are worth in it.
struct FileTimes: Sendable {
    /// From zero to the end of the last sample.
    let duration: CMTime
    /// It has no length: an image.
    var isMoment: Bool { duration == .zero }
    /// When each picture of the video appears, in order; nil where nobody asked or there is no video.
    var frames: FrameTimes?
    /// What the timecode track shows at zero, in SMPTE's notation, where times are to be read that way.
    var startTimecode: String?
    /// Pictures in a second of that timecode.
    var timecodeRate: FrameRate?
}

extension FileTimes {
    /// Has timecodes counted as the file's own does.
    mutating func countTimecode(of video: AVAssetTrack?) async throws {
        guard let video, let start = video.akDetails.startTimecode else {
            throw WorkError(message: "--file-timecode needs a timecode in the file, and it has none")
        }
        startTimecode = start
        timecodeRate = FrameRate(frameDuration: try await video.load(.minFrameDuration))
    }
}
