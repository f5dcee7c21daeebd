internal import AssetKitBase
internal import AssetKitEdits
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// A composition that can be edited.
///
/// ```swift
/// let edit = AVMutableComposition()
/// let film = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// let (second, ten) = (CMTime(value: 1, timescale: 1), CMTime(value: 10, timescale: 1))
/// try await edit.insertTimeRange(CMTimeRange(start: .zero, duration: ten), of: film, at: .zero)
/// // Three seconds out, and one at half the speed.
/// edit.removeTimeRange(CMTimeRange(start: second, duration: CMTime(value: 3, timescale: 1)))
/// edit.scaleTimeRange(CMTimeRange(start: second, duration: second), toDuration: CMTime(value: 2, timescale: 1))
/// let session = AVAssetExportSession(asset: edit, presetName: AVAssetExportPreset1280x720)
/// try await session?.export(to: URL(filePath: "edit.mp4"), as: .mp4)
/// ```
///
/// Edits are exact: times stay the fractions that they are, and where one cannot be said it is rounded once to a billionth
/// of a second. Sources are kept as long as something of them is in the composition.
///
/// Other than in AVFoundation, it may be edited while it is read, drawn from or exported: who does that works on what it was
/// when that began. Bytes in memory may be sources too.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
    // SAFETY: as that of its superclass.
    /// Makes an empty composition. `URLAssetInitializationOptions`: what files are opened with that segments only name, by the
    /// keys that ``AVURLAsset`` takes.
    public convenience init(urlAssetInitializationOptions URLAssetInitializationOptions: [String: Any]? = nil) {
        let options = URLAssetInitializationOptions ?? [:]
        self.init(CompositionState(), CompositionFiles(AssetOptions(options)), options)
    }

    override func makeTrack(_ trackID: CMPersistentTrackID, _ mediaType: AVMediaType) -> AVCompositionTrack {
        AVMutableCompositionTrack(storage, trackID, mediaType)
    }

    var mutableTracks: [AVMutableCompositionTrack] {
        compositionTracks.compactMap { $0 as? AVMutableCompositionTrack }
    }

    /// The size of the pictures: that of the first track of pictures unless it is set. Zero resets it.
    public override var naturalSize: CGSize {
        get { storage.state.naturalSize ?? super.naturalSize }
        set { storage.update { $0.naturalSize = newValue == .zero ? nil : newValue } }
    }

    /// How long the composition lasts at least: zero until it is set. Where its tracks end before, their pictures are black and
    /// their sound is silent for the rest, as in gaps. An addition to AVFoundation, in which nothing can stand behind the last
    /// thing that shows. Pass-through, which copies what there is, leaves that rest out and warns of it. A time that is no number,
    /// or below zero, stops the program.
    open var akMinimumDuration: CMTime {
        get { storage.state.minimumDuration }
        set {
            let isDuration = newValue.isNumeric && newValue >= .zero
            require(isDuration, "AVMutableComposition.akMinimumDuration: the duration is none")
            storage.update { $0.minimumDuration = newValue }
        }
    }

    /// Adds an empty track, behind those that are there.
    ///
    /// - Parameters:
    ///   - mediaType: What the track is to hold.
    ///   - preferredTrackID: The identifier that it gets, where no track has or has had it; otherwise, and for
    ///     `kCMPersistentTrackID_Invalid`, it gets another one.
    /// - Returns: The track.
    @discardableResult
    open func addMutableTrack(
        withMediaType mediaType: AVMediaType,
        preferredTrackID: CMPersistentTrackID
    ) -> AVMutableCompositionTrack? {
        let trackID = storage.update { $0.addTrack(mediaType, preferring: preferredTrackID) }
        return mutableTracks.first { $0.trackID == trackID }
    }

    /// Removes a track, which is empty from then on and cannot be inserted into. One of another composition is not touched.
    open func removeTrack(_ track: AVCompositionTrack) {
        guard track.storage === storage else { return }
        storage.update { state in state.tracks.removeAll { $0.trackID == track.trackID } }
    }

    /// The first track into which any range of a track of another asset can go; nil where there is none.
    open func mutableTrack(compatibleWith track: AVAssetTrack) -> AVMutableCompositionTrack? {
        mutableTracks.first { $0.canTake(track) }
    }

    /// Puts a range of nothing into all tracks: what is behind its start moves back. At the end of a track that does nothing,
    /// and neither does a range that is none.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        storage.update { $0.edit { list throws(EditError) in try list.insertEmpty(timeRange) } }
    }

    /// Takes a range out of all tracks: what is behind it moves in. A track of which nothing is left stays.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        storage.update { $0.edit { list throws(EditError) in try list.remove(timeRange) } }
    }

    /// Makes what all tracks have in a range play in another time, faster or slower; what is behind it moves. A duration of
    /// zero takes the range out; one below zero, or that is no number, stops the program.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        require(duration.isNumeric && duration >= .zero, "AVMutableComposition.scaleTimeRange: the duration is none")
        storage.update { $0.edit { list throws(EditError) in try list.scale(timeRange, to: duration) } }
    }
}

extension AVAsynchronousKeyValueLoading where Self: AVMutableComposition {
    /// All tracks, in the order in which they were added.
    public var tracks: [AVMutableCompositionTrack] { mutableTracks }

    /// The track with this identifier.
    public func track(withTrackID trackID: CMPersistentTrackID) -> AVMutableCompositionTrack? {
        tracks.first { $0.trackID == trackID }
    }

    /// The tracks of one type of media.
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVMutableCompositionTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks that have a characteristic.
    public func tracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) -> [AVMutableCompositionTrack] {
        tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }

    /// The tracks of one type of media.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVMutableCompositionTrack] {
        tracks(withMediaType: mediaType)
    }

    /// The tracks that have a characteristic.
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) async throws -> [AVMutableCompositionTrack] {
        tracks(withMediaCharacteristic: mediaCharacteristic)
    }

    /// The track with an identifier; nil when there is none.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVMutableCompositionTrack? {
        track(withTrackID: trackID)
    }

    /// Calls back with the tracks of one type of media.
    @preconcurrency
    public func loadTracks(
        withMediaType mediaType: AVMediaType,
        completionHandler: @escaping @Sendable ([AVMutableCompositionTrack]?, (any Error)?) -> Void
    ) {
        completionHandler(tracks(withMediaType: mediaType), nil)
    }

    /// Calls back with the tracks that have a characteristic.
    @preconcurrency
    public func loadTracks(
        withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
        completionHandler: @escaping @Sendable ([AVMutableCompositionTrack]?, (any Error)?) -> Void
    ) {
        completionHandler(tracks(withMediaCharacteristic: mediaCharacteristic), nil)
    }

    /// Calls back with the track that has an identifier, and with nil when there is none.
    @preconcurrency
    public func loadTrack(
        withTrackID trackID: CMPersistentTrackID,
        completionHandler: @escaping @Sendable (AVMutableCompositionTrack?, (any Error)?) -> Void
    ) {
        completionHandler(track(withTrackID: trackID), nil)
    }
}
