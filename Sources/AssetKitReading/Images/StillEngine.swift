internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Dispatch
internal import Foundation

/// Works off the calls of one generator, one after the other, on a thread of its own, and keeps the file open between
/// them.
///
/// SAFETY: `session` is touched only on `queue`.
final class StillEngine: @unchecked Sendable {
    private struct State {
        var operations: [ObjectIdentifier: StillOperation] = [:]
        /// Interrupts reads that the open session blocks in; a new flag for each session.
        var flag = CancellationFlag()
    }

    let counters = RenderCounters()
    private let queue = DispatchQueue(label: "assetkit.images")
    private let state = Lock(State())
    private var session: Opened?

    private struct Opened {
        let value: any StillTaking
        let loaded: LoadedAsset
        let composition: CompositionUse?
        let flag: CancellationFlag

        func shows(_ other: CompositionUse?) -> Bool {
            guard let composition, let other else { return composition == nil && other == nil }
            return composition.isSame(as: other)
        }
    }

    /// Starts a call. The asset is loaded first, if that has not been done.
    func start(_ operation: StillOperation, of asset: AVAsset) {
        state.withLock { $0.operations[ObjectIdentifier(operation)] = operation }
        queue.async { [weak self] in
            guard let self else { return operation.cancel() }
            self.run(operation, of: asset)
            operation.end()
            _ = self.state.withLock { $0.operations.removeValue(forKey: ObjectIdentifier(operation)) }
        }
    }

    /// Gives all calls up.
    func cancelAll() {
        let (flag, operations) = state.withLock { state in
            defer { state.flag = CancellationFlag() }
            return (state.flag, Array(state.operations.values))
        }
        flag.cancel()
        operations.forEach { $0.cancel() }
    }

    private func run(_ operation: StillOperation, of asset: AVAsset) {
        do {
            try operation.flag.check()
            let session = try openedSession(of: asset, operation.settings.videoComposition)
            try session.render(operation.requests, operation.settings.request, flag: operation.flag) {
                operation.deliver($0, $1)
            }
        } catch {
            operation.fail(error)
        }
    }

    private func openedSession(of asset: AVAsset, _ composition: CompositionUse?) throws -> any StillTaking {
        let flag = state.withLock { $0.flag }
        let loaded = try asset.requireLoaded()
        // A composition may have been edited since.
        if let session, session.flag === flag, session.loaded === loaded, session.shows(composition) {
            return session.value
        }
        session = nil
        let shown = try composition.map { try loaded.showing($0, timedUntil: flag) } ?? loaded
        let pictures = shown.tracks.filter { $0.mediaType == .video }
        guard let track = pictures.first(where: \.isEnabled) ?? pictures.first else { throw MediaProblem.noPictures }
        let opened = try take(shown.source(of: track), shown.facts.duration, flag)
        session = Opened(value: opened, loaded: loaded, composition: composition, flag: flag)
        return opened
    }

    private func take(_ source: TrackSource, _ duration: CMTime, _ flag: CancellationFlag) throws -> any StillTaking {
        if let layered = source.layered {
            return LayeredStills(source, layered, duration: duration, flag: flag)
        }
        guard source.composed == nil else {
            return try ComposedStills(source, duration: duration, counters: counters, flag: flag)
        }
        return try StillSession(source, duration: duration, counters: counters, flag: flag)
    }
}

extension MediaProblem {
    fileprivate static let noPictures = MediaProblem(
        code: .operationNotSupportedForAsset,
        reason: "it has no pictures"
    )
}
