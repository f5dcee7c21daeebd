public import AssetKitAssets
internal import AssetKitBase
public import AssetKitClocks
public import AssetKitMedia
internal import AssetKitSources
public import CMTimeLib
public import Foundation
public import Observation

/// An asset as a player plays it: where it is, what of it plays, and how.
///
/// ```swift
/// let item = AVPlayerItem(url: URL(filePath: "film.mp4"))
/// item.audioTimePitchAlgorithm = .spectral
/// let player = AVPlayer(playerItem: item)
/// player.play()
/// for await status in item.values(for: \.status) where status != .unknown { print(item.duration.seconds) }
/// ```
///
/// It is loaded when a player gets it. An item can be in one player at a time.
open class AVPlayerItem: NSObject, NSCopying, AKKeyValueObserving, Observable, @unchecked Sendable {
    // SAFETY: all that changes is behind the lock of all players.

    /// Whether an item can be played.
    public enum Status: Int, Sendable {
        /// It has not been loaded.
        case unknown = 0
        /// It can.
        case readyToPlay = 1
        /// It cannot: ``AVPlayerItem/error`` says why.
        case failed = 2
    }

    /// Who observes the item's properties.
    public let akObservers = AKKeyValueObservers()
    let registrar = ObservationRegistrar()
    let core: ItemCore
    private let keys: [String]
    private let origin: AVPlayerItem?

    /// Makes an item of a file or an address.
    public convenience init(url URL: URL) {
        self.init(asset: AVURLAsset(url: URL), automaticallyLoadedAssetKeys: nil as [String]?)
    }

    /// Makes an item of an asset.
    public convenience init(asset: AVAsset) { self.init(asset: asset, automaticallyLoadedAssetKeys: nil as [String]?) }

    /// Makes an item of an asset. All that is told of the asset is loaded before the item is ready, whatever the keys.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        self.init(asset, keys: automaticallyLoadedAssetKeys ?? [], origin: nil)
    }

    /// Makes an item of an asset. All that is told of the asset is loaded before the item is ready, whatever the keys.
    public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>]) {
        self.init(asset, keys: automaticallyLoadedAssetKeys.map(\.description), origin: nil)
    }

    private init(_ asset: AVAsset, keys: [String], origin: AVPlayerItem?) {
        // What an item plays does not change behind its back.
        let copy = asset.copy() as? AVAsset ?? asset
        core = ItemCore(copy)
        (self.keys, self.origin) = (keys, origin)
        super.init()
        core.item = self
    }

    /// An item of the same asset with the same wishes, at its beginning.
    open func copy(with zone: NSZone? = nil) -> Any { PlaybackLock.withLock { copied(from: nil) } }

    /// The same with the lock held. `template`: what it is a copy of, as far as clients are concerned.
    func copied(from template: AVPlayerItem?) -> AVPlayerItem {
        let other = AVPlayerItem(core.asset, keys: keys, origin: template)
        other.core.takeWishes(of: core)
        return other
    }

    /// What it plays.
    open var asset: AVAsset { core.asset }
    /// The item that this one was copied from by a ``AVPlayerLooper``.
    open var template: AVPlayerItem? { origin }
    /// The keys that it was made with.
    open var automaticallyLoadedAssetKeys: [String] { keys }

    /// Whether it can be played.
    open var status: Status {
        registrar.access(self, keyPath: \.status)
        return PlaybackLock.withLock { core.status }
    }
    /// Why it cannot be played.
    open var error: (any Error)? {
        registrar.access(self, keyPath: \.error)
        return PlaybackLock.withLock { core.error }
    }
    /// From zero to its end; indefinite until it is ready, and where nobody knows.
    open var duration: CMTime {
        registrar.access(self, keyPath: \.duration)
        return PlaybackLock.withLock { core.media?.duration ?? .indefinite }
    }
    /// As its pictures show: upright, with square pixels; zero until it is ready, and without pictures.
    open var presentationSize: CGSize {
        registrar.access(self, keyPath: \.presentationSize)
        return PlaybackLock.withLock { core.media?.size ?? .zero }
    }
    /// Its tracks, once it is ready.
    open var tracks: [AVPlayerItemTrack] {
        registrar.access(self, keyPath: \.tracks)
        return PlaybackLock.withLock { core.tracks }
    }
    /// What its time is told by: it only changes as the player does. nil until it is ready.
    open var timebase: CMTimebase? { PlaybackLock.withLock { core.timebase } }

    /// Its time.
    open func currentTime() -> CMTime {
        core.look { item, player in player?.time(of: item) ?? item.anchor?.itemTime ?? item.asked?.start.time ?? .zero }
    }

    // MARK: Wishes

    /// Where it ends when it plays forwards; invalid for its real end.
    open var forwardPlaybackEndTime: CMTime {
        get { PlaybackLock.withLock { core.forwardEnd } }
        set {
            core.change { item, player in
                item.forwardEnd = newValue
                item.reload(by: player)
            }
        }
    }

    /// Where it ends when it plays backwards; invalid for its beginning.
    open var reversePlaybackEndTime: CMTime {
        get { PlaybackLock.withLock { core.reverseEnd } }
        set { core.change { item, _ in item.reverseEnd = newValue } }
    }

    /// How its sound becomes slower or faster.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { PlaybackLock.withLock { core.algorithm } }
        set {
            core.change { item, player in
                item.algorithm = newValue
                item.reload(by: player)
            }
        }
    }

    /// How loud its tracks are, and when; nil for each at full volume. It is copied.
    open var audioMix: AVAudioMix? {
        get { PlaybackLock.withLock { core.mix } }
        set {
            let copy = newValue?.copy() as? AVAudioMix
            core.change { item, player in
                item.mix = copy
                item.reload(by: player)
            }
        }
    }

    /// How the pictures of its tracks are put together; nil shows the first track. It is copied.
    open var videoComposition: AVVideoComposition? {
        get { PlaybackLock.withLock { core.composition?.composition } }
        set {
            newValue?.requireUsable(by: "AVPlayerItem.videoComposition", allowsScale: true)
            core.change { item, player in
                item.composition = CompositionUse(newValue, after: item.composition, isPlayed: true)
                player?.takeComposition(item)
            }
        }
    }

    /// The compositor of a client's own that ``videoComposition`` names.
    open var customVideoCompositor: (any AVVideoCompositing)? {
        PlaybackLock.withLock { core.composition?.compositor?.compositor }
    }

    /// Whether its time waits for the picture of a video composition before it moves on in a seek. It is kept, and changes nothing:
    /// here the time always waits for the picture, composed or not.
    open var seekingWaitsForVideoCompositionRendering: Bool {
        get { PlaybackLock.withLock { core.waitsForComposition } }
        set { PlaybackLock.withLock { core.waitsForComposition = newValue } }
    }

    /// Which part of its pictures shows: the clean one with square pixels, unless told otherwise. A video composition has a size of
    /// its own.
    open var videoApertureMode: AVVideoApertureMode {
        get {
            switch PlaybackLock.withLock({ core.aperture }) {
            case .clean: .cleanAperture
            case .production: .productionAperture
            case .encoded: .encodedPixels
            }
        }
        set {
            switch newValue {
            case .productionAperture: core.showPart(.production)
            case .encodedPixels: core.showPart(.encoded)
            default: core.showPart(.clean)
            }
        }
    }

    /// How far ahead what comes over a network is to be read, in seconds; 0 leaves it to the player, which takes 30. It is never
    /// more than fits into 24 MiB. Of files no more is read ahead than decoding needs.
    open var preferredForwardBufferDuration: TimeInterval {
        get { PlaybackLock.withLock { core.bufferDuration } }
        set { core.change { item, _ in item.bufferDuration = newValue.isFinite ? max(newValue, 0) : 0 } }
    }
}

extension ItemCore {
    /// Changes it, and lets its player take a step.
    func change(_ body: (ItemCore, PlayerCore?) -> Void) {
        var isDone = false
        while !isDone {
            let engine = PlaybackLock.withLock { self.engine }
            func apply(_ core: PlayerCore?) {
                // Otherwise another player has got it meanwhile, or none has it any more.
                guard self.engine === engine else { return }
                body(self, core)
                isDone = true
            }
            if let engine { engine.perform { apply($0) } } else { PlaybackLock.withLock { apply(nil) } }
        }
    }

    /// Looks at it with its player.
    func look<Result>(_ body: (ItemCore, PlayerCore?) -> Result) -> Result {
        guard let engine = PlaybackLock.withLock({ engine }) else { return PlaybackLock.withLock { body(self, nil) } }
        return engine.look { body(self, self.engine === engine ? $0 : nil) }
    }

    /// Another part of its pictures.
    fileprivate func showPart(_ part: PictureRequest.Aperture) {
        change { item, player in
            guard item.aperture != part else { return }
            let old = item.media?.size ?? .zero
            item.aperture = part
            item.reload(by: player)
            guard let player, let size = item.media?.size, size != old else { return }
            player.announce(item, \.presentationSize, old: old, new: size)
        }
    }

    /// Has been told something else: it is read anew from where it is, by the player that has it or the one that gets it.
    func reload(by player: PlayerCore?) {
        guard let player else { return isOutdated = true }
        player.reload(self)
    }

    /// As another item has been told to play.
    func takeWishes(of other: ItemCore) {
        (mix, composition, algorithm, only) = (other.mix, other.composition, other.algorithm, other.only)
        (forwardEnd, reverseEnd, switches, bufferDuration, aperture) =
            (other.forwardEnd, other.reverseEnd, other.switches, other.bufferDuration, other.aperture)
        waitsForComposition = other.waitsForComposition
    }
}

extension AVPlayerItem: ObservedObject {}
