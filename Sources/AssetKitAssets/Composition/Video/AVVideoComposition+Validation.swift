internal import AssetKitBase
internal import AssetKitMedia
public import CMTimeLib
internal import Foundation

extension AVVideoComposition {
    /// Whether a composition can be rendered for tracks.
    ///
    /// - Parameters:
    ///   - tracks: All tracks of the asset.
    ///   - duration: The asset's length, up to which something has to show.
    ///   - timeRange: Instructions outside are not looked at; from zero to infinity for all.
    ///   - validationDelegate: Hears what is wrong, and may end the search. Without one the first fault ends it.
    /// - Returns: False where something is wrong.
    public func isValid(
        for tracks: [AVAssetTrack],
        assetDuration duration: CMTime,
        timeRange: CMTimeRange,
        validationDelegate: (any AVVideoCompositionValidationHandling)?
    ) -> Bool {
        var validation = VideoCompositionValidation(
            self,
            timeRange,
            duration: duration,
            tracks: tracks,
            asset: nil,
            validationDelegate
        )
        return validation.run()
    }

    /// Whether a composition can be rendered for an asset, which is waited for on the calling thread. Without one, lengths and
    /// tracks are not looked at.
    public func isValid(
        for asset: AVAsset?,
        timeRange: CMTimeRange,
        validationDelegate: (any AVVideoCompositionValidationHandling)?
    ) -> Bool {
        var validation = VideoCompositionValidation(
            self,
            timeRange,
            duration: asset?.duration,
            tracks: asset?.tracks,
            asset: asset,
            validationDelegate
        )
        return validation.run()
    }

    /// Whether a composition can be rendered for an asset, when that has loaded.
    ///
    /// Throws why the asset could not be loaded.
    public func isValid(
        for asset: AVAsset?,
        timeRange: CMTimeRange,
        validationDelegate: (any AVVideoCompositionValidationHandling)?
    ) async throws -> Bool {
        _ = try await asset?.load(.tracks, .duration)
        var validation = VideoCompositionValidation(
            self,
            timeRange,
            duration: asset?.duration,
            tracks: asset?.tracks,
            asset: asset,
            validationDelegate
        )
        return validation.run()
    }

    /// Calls back with whether a composition can be rendered for an asset, or with why the asset could not be loaded.
    ///
    /// The delegate is asked on a thread of AssetKit's.
    @preconcurrency
    public func determineValidity(
        for asset: AVAsset?,
        timeRange: CMTimeRange,
        validationDelegate: (any AVVideoCompositionValidationHandling)?,
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        guard let asset else {
            return completionHandler(
                isValid(for: nil, timeRange: timeRange, validationDelegate: validationDelegate),
                nil
            )
        }
        let delegate = Protected(validationDelegate)
        asset.requestKeys(["tracks", "duration"]) { [self] in
            if let error = asset.loadingError { return completionHandler(false, error) }
            let delegate = delegate.withLock { $0 }
            completionHandler(isValid(for: asset, timeRange: timeRange, validationDelegate: delegate), nil)
        }
    }

    /// Stops the program where nothing could be made by this: what Apple's systems do when a composition is handed to whoever
    /// renders it.
    ///
    /// `consumer`: the property that it was set on, for the message. `allowsScale`: players may show it larger or smaller.
    package func requireUsable(by consumer: String, allowsScale: Bool = false) {
        let state = state.withLock { $0 }
        let wrong = state.invalidKeys
        require(!wrong.contains("renderSize"), "\(consumer): the video composition must have a positive renderSize")
        require(
            !wrong.contains("frameDuration"),
            "\(consumer): the video composition must have a positive frameDuration"
        )
        require(!wrong.contains("renderScale"), "\(consumer): the video composition must have a positive renderScale")
        require(
            allowsScale || state.renderScale == 1,
            "\(consumer): the video composition must have a renderScale of 1"
        )
        require(!wrong.contains("colorPrimaries"), "\(consumer): set all properties of colour, or none")
        require(!state.instructions.isEmpty, "\(consumer): the video composition must have an instruction")
    }
}
