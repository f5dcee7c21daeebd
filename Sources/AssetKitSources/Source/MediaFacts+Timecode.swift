internal import AssetKitCore
package import CMTimeLib

extension MediaFacts {
    /// How long after timecode zero the first picture shows; zero where the pictures have no timecode.
    package var timecodeStart: CMTime {
        for track in tracks {
            // What is no timecode at the rate of the pictures counts none of them.
            guard let text = track.startTimecode, let video = track.video,
                let rate = FrameRate(frameDuration: video.minimumFrameDuration),
                let time = (try? Timecode(text, frameRate: rate))?.time
            else { continue }
            return time
        }
        return .zero
    }
}
