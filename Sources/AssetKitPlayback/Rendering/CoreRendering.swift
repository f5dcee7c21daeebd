internal import AssetKitClocks

/// The renderers that a synchronizer takes: those of ours.
protocol CoreRendering: AVQueuedSampleBufferRendering {
    var rendererCore: RendererCore { get }
}

extension AVQueuedSampleBufferRendering {
    /// What it knows; nil for one of a client's own kind.
    var ownCore: RendererCore? { (self as? any CoreRendering)?.rendererCore }
}

extension CoreRendering {
    /// That of its synchronizer or of its client, or one of its own.
    func currentTimebase(_ own: CMTimebase) -> CMTimebase {
        rendererCore.look { $0.control ?? $0.timebase ?? own } ?? own
    }
}
