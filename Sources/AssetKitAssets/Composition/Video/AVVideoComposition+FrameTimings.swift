internal import AssetKitBase
package import AssetKitCore
internal import AssetKitMedia

extension AVVideoComposition {
    /// The tracks whose pictures say when frames begin, in the order of time; elsewhere they begin at the multiples of the
    /// frame duration.
    var frameTimings: [FrameTiming] { state.withLock { $0.timings } }
}

extension AVMutableVideoComposition {
    /// Has tracks say when frames begin as a `sourceTrackIDForFrameTiming` does, each in a time of its own, in the order of time.
    /// Another frame duration and another such track, set later, put an end to that.
    package func setFrameTimings(_ timings: [FrameTiming]) {
        state.withLock { state in
            state.frameTimings = timings
            state.changeCount += 1
        }
    }
}

extension AVVideoComposition.State {
    /// One track throughout, or several in turn.
    var timings: [FrameTiming] {
        let trackID = sourceTrackIDForFrameTiming
        return trackID == kCMPersistentTrackID_Invalid ? frameTimings : [FrameTiming(trackID)]
    }
}
