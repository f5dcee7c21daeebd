public import AssetKitAssets
public import AssetKitBase
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AVAssetWriterInput {
    /// Whether samples come from a live source that cannot wait: then readiness depends on the encoder alone, and not on
    /// other inputs.
    public var expectsMediaDataInRealTime: Bool {
        get { value(\.expectsMediaDataInRealTime) }
        set { set("expectsMediaDataInRealTime", \.expectsMediaDataInRealTime, newValue) }
    }

    /// What is said about the track.
    public var metadata: [AVMetadataItem] {
        get { value(\.metadata) }
        set { set("metadata", \.metadata, newValue) }
    }

    /// How players turn the pictures. The pictures themselves stay as they are. Writing does not start where the file cannot
    /// say it: Matroska and WebM know quarters and mirrors, transport streams nothing.
    public var transform: CGAffineTransform {
        get { value(\.transform) }
        set { set("transform", \.transform, newValue) }
    }

    /// The size on the screen before it is turned; zero for what the samples say.
    public var naturalSize: CGSize {
        get { value(\.naturalSize) }
        set { set("naturalSize", \.naturalSize, newValue) }
    }

    /// The language by three letters of ISO 639-2; nil where nobody knows.
    public var languageCode: String? {
        get { value(\.languageCode) }
        set { set("languageCode", \.languageCode, newValue) }
    }

    /// The language as a BCP 47 tag; nil where nobody knows.
    public var extendedLanguageTag: String? {
        get { value(\.extendedLanguageTag) }
        set { set("extendedLanguageTag", \.extendedLanguageTag, newValue) }
    }

    /// Whether players present the track unless told otherwise.
    public var marksOutputTrackAsEnabled: Bool {
        get { value(\.marksOutputTrackAsEnabled) }
        set { set("marksOutputTrackAsEnabled", \.marksOutputTrackAsEnabled, newValue) }
    }

    /// Ticks of a second that the track's times count; 0 for what makes the first samples' times exact. Sound always counts
    /// its own samples.
    public var mediaTimeScale: CMTimeScale {
        get { value(\.mediaTimeScale) }
        set {
            require(
                mediaType != .audio || newValue == 0,
                "AVAssetWriterInput.mediaTimeScale: sound has none of its own"
            )
            require(newValue >= 0, "AVAssetWriterInput.mediaTimeScale: \(newValue) is no scale")
            set("mediaTimeScale", \.mediaTimeScale, newValue)
        }
    }

    /// How loud the track is, 1 for as it is.
    public var preferredVolume: Float {
        get { value(\.preferredVolume) }
        set { set("preferredVolume", \.preferredVolume, newValue) }
    }

    /// How long pieces of the track are in the file. Kept, and without effect here: it is about half a second.
    public var preferredMediaChunkDuration: CMTime {
        get { value(\.preferredMediaChunkDuration) }
        set { set("preferredMediaChunkDuration", \.preferredMediaChunkDuration, newValue) }
    }

    /// A number of bytes that pieces of the track begin at multiples of. Kept, and without effect here.
    public var preferredMediaChunkAlignment: Int {
        get { value(\.preferredMediaChunkAlignment) }
        set { set("preferredMediaChunkAlignment", \.preferredMediaChunkAlignment, newValue) }
    }

    /// Where the samples lie in the file.
    public var mediaDataLocation: MediaDataLocation {
        get { value(\.mediaDataLocation) }
        set { set("mediaDataLocation", \.mediaDataLocation, newValue) }
    }

    /// What paths of files that hold samples are relative to. References to samples elsewhere are not written here: starting
    /// fails where this is set.
    public var sampleReferenceBaseURL: URL? {
        get { value(\.sampleReferenceBaseURL) }
        set { set("sampleReferenceBaseURL", \.sampleReferenceBaseURL, newValue) }
    }

    /// Whether the encoder may ask for the media again. It never does here.
    public var performsMultiPassEncodingIfSupported: Bool {
        get { value(\.performsMultiPassEncodingIfSupported) }
        set { set("performsMultiPassEncodingIfSupported", \.performsMultiPassEncodingIfSupported, newValue) }
    }

    /// Whether the track may refer to that of another input. The types are those of
    /// ``AVAssetTrack/AssociationType``, which have four characters.
    public func canAddTrackAssociation(
        withTrackOf input: AVAssetWriterInput,
        type trackAssociationType: String
    ) -> Bool {
        associationObstacle(input, trackAssociationType) == nil
    }

    /// Makes the track refer to that of another input.
    public func addTrackAssociation(withTrackOf input: AVAssetWriterInput, type trackAssociationType: String) {
        if let obstacle = associationObstacle(input, trackAssociationType) {
            programmerError("AVAssetWriterInput.addTrackAssociation: \(obstacle)")
        }
        let writer = setup.withLock { $0.writer }
        require(
            writer.map { !$0.hasStarted } ?? true,
            "AVAssetWriterInput.addTrackAssociation: writing has started"
        )
        setup.withLock { $0.associations.append(Association(type: trackAssociationType, input: input)) }
    }

    private func associationObstacle(_ input: AVAssetWriterInput, _ type: String) -> String? {
        guard input !== self else { return "a track cannot refer to itself" }
        guard type.utf8.count == 4, type.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
            return "'\(type)' is no type of association: it needs four characters"
        }
        switch AVAssetTrack.AssociationType(rawValue: type) {
        case .timecode: return input.mediaType == .timecode ? nil : "the other track holds no time codes"
        case .chapterList where input.mediaType == .audio: return "sound cannot name chapters"
        case .audioFallback where mediaType != .audio || input.mediaType != .audio: return "both tracks must hold sound"
        default: return nil
        }
    }
}
