public import AssetKitBase
internal import AssetKitEdits
public import AssetKitMedia
public import CMTimeLib
internal import Foundation

/// A track of a composition that can be edited by itself: what is changed here leaves other tracks alone.
///
/// ```swift
/// let film = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// guard let source = try await film.loadTracks(withMediaType: .video).first else { throw AVError(.noSourceTrack) }
/// let edit = AVMutableComposition()
/// let track = edit.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
/// let second = CMTime(value: 1, timescale: 1)
/// try track?.insertTimeRange(CMTimeRange(start: second, duration: second), of: source, at: .invalid)
/// track?.preferredTransform = try await source.load(.preferredTransform)
/// ```
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
    // SAFETY: as that of its superclass.
    /// Whether the track is meant to be presented: true until it is set.
    public override var isEnabled: Bool {
        get { state.isEnabled }
        set { storage.update(trackID) { $0.isEnabled = newValue } }
    }

    /// How pictures are to be turned: not at all until it is set. That of a source is not taken over.
    public override var preferredTransform: CGAffineTransform {
        get { state.preferredTransform }
        set { storage.update(trackID) { $0.preferredTransform = newValue } }
    }

    /// The volume that the track asks to be played at: 1 until it is set.
    public override var preferredVolume: Float {
        get { state.preferredVolume }
        set { storage.update(trackID) { $0.preferredVolume = newValue } }
    }

    /// How many units the track counts a second in: as many as the first segment's source until it is set, 600 where there
    /// is none. Zero resets it.
    public override var naturalTimeScale: CMTimeScale {
        get { super.naturalTimeScale }
        set { storage.update(trackID) { $0.naturalTimeScale = newValue > 0 ? newValue : nil } }
    }

    /// The language as ISO 639-2 has it, such as `eng`; nil until it is set.
    public override var languageCode: String? {
        get { state.languageCode }
        set { storage.update(trackID) { $0.languageCode = newValue } }
    }

    /// The language as BCP 47 has it, such as `en-US`; nil until it is set.
    public override var extendedLanguageTag: String? {
        get { state.extendedLanguageTag }
        set { storage.update(trackID) { $0.extendedLanguageTag = newValue } }
    }

    /// Puts a range of nothing into the track: what is behind its start moves back. At the end it does nothing.
    open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
        storage.edit(trackID) { list throws(EditError) in try list.insertEmpty(timeRange) }
    }

    /// Takes a range out of the track: what is behind it moves in.
    open func removeTimeRange(_ timeRange: CMTimeRange) {
        storage.edit(trackID) { list throws(EditError) in try list.remove(timeRange) }
    }

    /// Makes what is in a range play in another time, faster or slower; what is behind it moves. A duration of zero takes the
    /// range out; one below zero, or that is no number, stops the program.
    open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
        let name = "AVMutableCompositionTrack.scaleTimeRange"
        require(duration.isNumeric && duration >= .zero, "\(name): the duration is none")
        storage.edit(trackID) { list throws(EditError) in try list.scale(timeRange, to: duration) }
    }

    /// Throws an ``AVError`` where segments could not be those of a track: they do not follow each other from zero on, or their
    /// times are none.
    open func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
        do {
            try CompositionState.Segments.validate(trackSegments.map(\.value))
        } catch {
            throw AVError(error)
        }
    }

    func setSegments(_ segments: [AVCompositionTrackSegment]?) {
        do {
            try storage.update(trackID) { try $0.segments.replaceAll(with: (segments ?? []).map(\.value)) }
        } catch {
            programmerError("AVMutableCompositionTrack.segments: \(error)")
        }
    }

    /// Makes a format description count in the place of one that the track's media has.
    ///
    /// What another description says of the colours of pictures, of the shape of their pixels and of their clean aperture counts
    /// wherever the composition is read, drawn from, exported or played; samples stay what they are. Such pictures are encoded by
    /// exports; pass-through, which copies samples with their own descriptions, refuses them. Of sound it changes nothing.
    ///
    /// - Parameters:
    ///   - originalFormatDescription: One that the media has. Where it has none like that, nothing changes.
    ///   - replacementFormatDescription: What counts instead, of the same kind of media; nil takes the replacement back.
    open func replaceFormatDescription(
        _ originalFormatDescription: CMFormatDescription,
        with replacementFormatDescription: CMFormatDescription?
    ) {
        storage.update(trackID) { track in
            track.replacements.removeAll { $0.originalFormatDescription == originalFormatDescription }
            guard let replacementFormatDescription else { return }
            let replacement = AVCompositionTrackFormatDescriptionReplacement(
                originalFormatDescription,
                by: replacementFormatDescription
            )
            track.replacements.append(replacement)
        }
    }

    /// Says how another track of the composition belongs to this one.
    open func addTrackAssociation(
        to compositionTrack: AVCompositionTrack,
        type trackAssociationType: AVAssetTrack.AssociationType
    ) {
        let other = compositionTrack.trackID
        storage.update(trackID) { track in
            let known = track.associations[trackAssociationType.rawValue] ?? []
            if !known.contains(other) { track.associations[trackAssociationType.rawValue] = known + [other] }
        }
    }

    /// Takes back how another track belongs to this one.
    open func removeTrackAssociation(
        to compositionTrack: AVCompositionTrack,
        type trackAssociationType: AVAssetTrack.AssociationType
    ) {
        let other = compositionTrack.trackID
        storage.update(trackID) { track in
            let rest = (track.associations[trackAssociationType.rawValue] ?? []).filter { $0 != other }
            track.associations[trackAssociationType.rawValue] = rest.isEmpty ? nil : rest
        }
    }
}

extension AVAsynchronousKeyValueLoading where Self: AVMutableCompositionTrack {
    /// The segments, without gaps between them. Those that are set follow each other from zero on; anything else stops the
    /// program, and ``AVMutableCompositionTrack/validateSegments(_:)`` says so before. nil takes all of them out.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var segments: [AVCompositionTrackSegment]! {
        get { compositionSegments }
        set { setSegments(newValue) }
    }
}
