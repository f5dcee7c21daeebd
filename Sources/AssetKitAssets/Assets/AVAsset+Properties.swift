public import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
internal import AssetKitSources
public import CMTimeLib
public import Foundation

// The synchronous properties. They wait until the asset is loaded, from any thread.

extension AVAsset {
    /// The rate that the media asks to be played at, normally 1.
    public var preferredRate: Float { facts?.preferredRate ?? 0 }

    /// The volume that the media asks to be played at, normally 1.
    public var preferredVolume: Float { facts?.preferredVolume ?? 0 }

    /// How the whole presentation is to be turned; pictures have a transform of their own.
    public var preferredTransform: CGAffineTransform { facts?.preferredTransform ?? .identity }

    /// The duration and the times of samples are exact.
    public var providesPreciseDurationAndTiming: Bool { facts?.isPrecise ?? false }

    /// The media can be read: at least one track of sound or pictures can be decoded.
    public var isReadable: Bool { hasDecodableTrack }
    /// The media can be played.
    public var isPlayable: Bool { hasDecodableTrack }
    /// The media can be exported.
    public var isExportable: Bool { hasDecodableTrack }
    /// The media can be part of a composition.
    public var isComposable: Bool { hasDecodableTrack }
    /// There is no photos album on this system.
    public var isCompatibleWithSavedPhotosAlbum: Bool { false }
    /// There is no AirPlay on this system.
    public var isCompatibleWithAirPlayVideo: Bool { false }

    /// Some track is encrypted.
    public var hasProtectedContent: Bool { facts?.hasProtectedContent ?? false }
    /// The container may be extended by fragments.
    public var canContainFragments: Bool { facts?.canContainFragments ?? false }
    /// The container has fragments.
    public var containsFragments: Bool { facts?.containsFragments ?? false }
    /// The duration that a fragmented container announces; the duration otherwise.
    public var overallDurationHint: CMTime { facts?.duration ?? .invalid }
    /// How close to now a live stream may be played; invalid for others.
    public var minimumTimeOffsetFromLive: CMTime { .invalid }

    private var hasDecodableTrack: Bool {
        (facts?.tracks ?? []).contains {
            ($0.mediaType == .video || $0.mediaType == .audio) && $0.isDecodable && !$0.isProtected
        }
    }

    /// An identifier that no track has.
    public func unusedTrackID() -> CMPersistentTrackID {
        let used = Set((facts?.tracks ?? []).map(\.trackID))
        return (1...CMPersistentTrackID.max).first { !used.contains($0) } ?? kCMPersistentTrackID_Invalid
    }

    /// The tracks of which one at a time is meant to be played.
    public var trackGroups: [AVAssetTrackGroup] {
        let groups = Dictionary(grouping: facts?.tracks.filter { $0.alternateGroup != 0 } ?? [], by: \.alternateGroup)
        return groups.sorted { $0.key < $1.key }.map { AVAssetTrackGroup($0.value.map(\.trackID)) }
    }
}

extension AVAsynchronousKeyValueLoading where Self: AVAsset {
    /// All tracks, in the container's order.
    public var tracks: [AVAssetTrack] { presentedTracks }

    /// The track with this identifier.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// The tracks of one type of media.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks that have a characteristic.
    public func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }
}

/// Tracks of which one at a time is meant to be played.
open class AVAssetTrackGroup: NSObject, NSCopying, @unchecked Sendable {
    // SAFETY: fixed after init.
    private let identifiers: [CMPersistentTrackID]

    init(_ identifiers: [CMPersistentTrackID]) {
        self.identifiers = identifiers
        super.init()
    }

    /// The identifiers of the tracks.
    open var trackIDs: [NSNumber] { identifiers.map { NSNumber(value: $0) } }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}
