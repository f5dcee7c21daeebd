internal import AssetKitBase
package import AssetKitCore
package import AssetKitFFmpeg
package import CMTimeLib

/// Pictures of several tracks in layers, as a video composition puts them together. A plain value.
package struct LayeredTrack: Sendable {
    /// By the identifiers that programs call them by.
    package let tracks: [Int32: TrackSource]
    /// What shows besides, by identifiers that no track has.
    package let overlays: [Int32: LayerOverlay]
    /// What shows when, in the order of time. The library's own compositor goes by it.
    package let programs: [LayerProgram]
    /// What makes the pictures instead; nil for the library's own compositor.
    package let compositor: (any PictureComposing)?
    package let width: Int
    package let height: Int
    /// How long a picture shows, and in which steps of time pictures begin.
    package let frameDuration: CMTime
    /// The tracks that say when pictures begin, but for their gaps, in the order of time; elsewhere the steps do.
    package let timings: [FrameTiming]
    package let format: PlaneFormat
    /// Every field of it is set.
    package let color: PictureColor
    package let end: CMTime

    package init(
        tracks: [Int32: TrackSource],
        overlays: [Int32: LayerOverlay] = [:],
        programs: [LayerProgram],
        compositor: (any PictureComposing)? = nil,
        width: Int,
        height: Int,
        frameDuration: CMTime,
        timings: [FrameTiming],
        format: PlaneFormat,
        color: PictureColor,
        end: CMTime
    ) {
        (self.tracks, self.overlays, self.programs, self.compositor) = (tracks, overlays, programs, compositor)
        (self.width, self.height) = (width, height)
        (self.frameDuration, self.timings) = (frameDuration, timings)
        (self.format, self.color, self.end) = (format, color, end)
    }

    /// All tracks and overlays that may show, in a fixed order.
    var trackIDs: [Int32] { (Array(tracks.keys) + Array(overlays.keys)).sorted() }

    /// What lies below all layers lets something show through, at some time.
    package var hasAlpha: Bool { compositor == nil && programs.contains { $0.background.alpha < 1 } }

    /// What the pictures that come out are like. `keepsAlpha`: who takes them has a use for alpha.
    func output(keepsAlpha: Bool) -> PictureCompositor.Output {
        let format = keepsAlpha && hasAlpha ? format.withAlpha ?? format : format
        return PictureCompositor.Output(width: width, height: height, format: format, color: color)
    }

    /// The program that a time lies in.
    func program(at time: CMTime) -> LayerProgram? {
        let last = BinarySearch.last(in: programs.indices) { programs[$0].range.start <= time }
        return last.map { programs[$0] }.flatMap { $0.range.containsTime(time) ? $0 : nil }
    }
}

extension MediaProblem {
    /// No instruction says what to show.
    static func withoutInstruction(at time: CMTime) -> MediaProblem {
        let reason =
            "the video composition has no instruction for \(time.seconds) s; its instructions must follow each other "
            + "without gaps from the first time to the last"
        return MediaProblem(code: .invalidVideoComposition, reason: reason)
    }
}
