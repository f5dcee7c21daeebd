public import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
public import Foundation
public import Observation

/// A track of an item, which can be switched off.
open class AVPlayerItemTrack: NSObject, AKKeyValueObserving, Observable, @unchecked Sendable {
    // SAFETY: the track is fixed after init, and what changes is behind the lock of all players.

    /// Who observes the track's properties.
    public let akObservers = AKKeyValueObservers()
    let registrar = ObservationRegistrar()
    private let track: AVAssetTrack
    private weak let item: ItemCore?
    private var isOn: Bool

    init(_ track: AVAssetTrack, _ item: ItemCore, isEnabled: Bool) {
        (self.track, self.item, isOn) = (track, item, isEnabled)
        super.init()
    }

    /// The track of the asset.
    open var assetTrack: AVAssetTrack? { track }

    /// Whether it plays. Another value has an effect within the sound or the pictures that are ready.
    open var isEnabled: Bool {
        get {
            registrar.access(self, keyPath: \.isEnabled)
            return PlaybackLock.withLock { isOn }
        }
        set {
            guard let item, newValue != PlaybackLock.withLock({ isOn }) else { return }
            registrar.withMutation(of: self, keyPath: \.isEnabled) {
                announcing(\.isEnabled) {
                    item.change { item, core in
                        isOn = newValue
                        item.switches[track.trackID] = newValue
                        item.reload(by: core)
                    }
                }
            }
        }
    }

    /// How many pictures it has in a second; 0 where it has none.
    open var currentVideoFrameRate: Float { track.mediaType == .video ? track.nominalFrameRate : 0 }
}

extension AVPlayerItemTrack: ObservedObject {}
