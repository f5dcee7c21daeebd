// Metadata of QuickTime files.

extension AVMetadataIdentifier {
    /// What the movie shows, for people who cannot see it.
    public static let quickTimeMetadataAccessibilityDescription = Self(
        rawValue: "mdta/com.apple.quicktime.accessibility.description"
    )
    /// The album or collection.
    public static let quickTimeMetadataAlbum = Self(rawValue: "mdta/com.apple.quicktime.album")
    /// The arranger.
    public static let quickTimeMetadataArranger = Self(rawValue: "mdta/com.apple.quicktime.arranger")
    /// The artist.
    public static let quickTimeMetadataArtist = Self(rawValue: "mdta/com.apple.quicktime.artist")
    /// A picture that stands for the movie.
    public static let quickTimeMetadataArtwork = Self(rawValue: "mdta/com.apple.quicktime.artwork")
    /// The author.
    public static let quickTimeMetadataAuthor = Self(rawValue: "mdta/com.apple.quicktime.author")
    /// Whether the live photo was taken by itself.
    public static let quickTimeMetadataAutoLivePhoto = Self(rawValue: "mdta/com.apple.quicktime.live-photo.auto")
    /// How long the sensor takes to read a frame.
    public static let quickTimeMetadataCameraFrameReadoutTime = Self(
        rawValue: "mdta/com.apple.quicktime.camera.framereadouttimeinmicroseconds"
    )
    /// Which camera of several it was.
    public static let quickTimeMetadataCameraIdentifier = Self(rawValue: "mdta/com.apple.quicktime.camera.identifier")
    /// A collection that the user put it in.
    public static let quickTimeMetadataCollectionUser = Self(rawValue: "mdta/com.apple.quicktime.collection.user")
    /// A remark.
    public static let quickTimeMetadataComment = Self(rawValue: "mdta/com.apple.quicktime.comment")
    /// The composer.
    public static let quickTimeMetadataComposer = Self(rawValue: "mdta/com.apple.quicktime.composer")
    /// What ties the movie to others of the same moment.
    public static let quickTimeMetadataContentIdentifier = Self(rawValue: "mdta/com.apple.quicktime.content.identifier")
    /// The copyright notice.
    public static let quickTimeMetadataCopyright = Self(rawValue: "mdta/com.apple.quicktime.copyright")
    /// When it was made.
    public static let quickTimeMetadataCreationDate = Self(rawValue: "mdta/com.apple.quicktime.creationdate")
    /// Credits to those who provided the content.
    public static let quickTimeMetadataCredits = Self(rawValue: "mdta/com.apple.quicktime.credits")
    /// What it is about.
    public static let quickTimeMetadataDescription = Self(rawValue: "mdta/com.apple.quicktime.description")
    /// A cat in the picture.
    public static let quickTimeMetadataDetectedCatBody = Self(rawValue: "mdta/com.apple.quicktime.detected-cat-body")
    /// A dog in the picture.
    public static let quickTimeMetadataDetectedDogBody = Self(rawValue: "mdta/com.apple.quicktime.detected-dog-body")
    /// A face in the picture.
    public static let quickTimeMetadataDetectedFace = Self(rawValue: "mdta/com.apple.quicktime.detected-face")
    /// A person in the picture.
    public static let quickTimeMetadataDetectedHumanBody = Self(
        rawValue: "mdta/com.apple.quicktime.detected-human-body"
    )
    /// A thing in the picture that draws the eye.
    public static let quickTimeMetadataDetectedSalientObject = Self(
        rawValue: "mdta/com.apple.quicktime.detected-salient-object"
    )
    /// Where the camera points.
    public static let quickTimeMetadataDirectionFacing = Self(rawValue: "mdta/com.apple.quicktime.direction.facing")
    /// Where the camera moves.
    public static let quickTimeMetadataDirectionMotion = Self(rawValue: "mdta/com.apple.quicktime.direction.motion")
    /// The director.
    public static let quickTimeMetadataDirector = Self(rawValue: "mdta/com.apple.quicktime.director")
    /// The name to show.
    public static let quickTimeMetadataDisplayName = Self(rawValue: "mdta/com.apple.quicktime.displayname")
    /// Who encoded it.
    public static let quickTimeMetadataEncodedBy = Self(rawValue: "mdta/com.apple.quicktime.encodedby")
    /// Whether it is meant to play at its full frame rate.
    public static let quickTimeMetadataFullFrameRatePlaybackIntent = Self(
        rawValue: "mdta/com.apple.quicktime.full-frame-rate-playback-intent"
    )
    /// The genre.
    public static let quickTimeMetadataGenre = Self(rawValue: "mdta/com.apple.quicktime.genre")
    /// More about it.
    public static let quickTimeMetadataInformation = Self(rawValue: "mdta/com.apple.quicktime.information")
    /// Whether it was put together of others.
    public static let quickTimeMetadataIsMontage = Self(rawValue: "mdta/com.apple.quicktime.is-montage")
    /// A sound recordist's notes, as an iXML document.
    public static let quickTimeMetadataiXML = Self(rawValue: "mdta/info.ixml.xml")
    /// Words to find it by.
    public static let quickTimeMetadataKeywords = Self(rawValue: "mdta/com.apple.quicktime.keywords")
    /// How lively a live photo is.
    public static let quickTimeMetadataLivePhotoVitalityScore = Self(
        rawValue: "mdta/com.apple.quicktime.live-photo.vitality-score"
    )
    /// The version of the scoring of live photos.
    public static let quickTimeMetadataLivePhotoVitalityScoringVersion = Self(
        rawValue: "mdta/com.apple.quicktime.live-photo.vitality-scoring-version"
    )
    /// The heavenly body of the location.
    public static let quickTimeMetadataLocationBody = Self(rawValue: "mdta/com.apple.quicktime.location.body")
    /// When it was there.
    public static let quickTimeMetadataLocationDate = Self(rawValue: "mdta/com.apple.quicktime.location.date")
    /// How exact the location is, in metres.
    public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = Self(
        rawValue: "mdta/com.apple.quicktime.location.accuracy.horizontal"
    )
    /// Where it was made, as ISO 6709 writes it.
    public static let quickTimeMetadataLocationISO6709 = Self(rawValue: "mdta/com.apple.quicktime.location.ISO6709")
    /// The name of the location.
    public static let quickTimeMetadataLocationName = Self(rawValue: "mdta/com.apple.quicktime.location.name")
    /// A remark about the location.
    public static let quickTimeMetadataLocationNote = Self(rawValue: "mdta/com.apple.quicktime.location.note")
    /// What the location is: of the filming, real, or in the story.
    public static let quickTimeMetadataLocationRole = Self(rawValue: "mdta/com.apple.quicktime.location.role")
    /// Who built the camera.
    public static let quickTimeMetadataMake = Self(rawValue: "mdta/com.apple.quicktime.make")
    /// Which camera it was.
    public static let quickTimeMetadataModel = Self(rawValue: "mdta/com.apple.quicktime.model")
    /// Who performed it first.
    public static let quickTimeMetadataOriginalArtist = Self(rawValue: "mdta/com.apple.quicktime.originalartist")
    /// The performer.
    public static let quickTimeMetadataPerformer = Self(rawValue: "mdta/com.apple.quicktime.performer")
    /// Who holds the rights in the recording.
    public static let quickTimeMetadataPhonogramRights = Self(rawValue: "mdta/com.apple.quicktime.phonogramrights")
    /// How to turn the picture from here on.
    public static let quickTimeMetadataPreferredAffineTransform = Self(
        rawValue: "mdta/com.apple.quicktime.preferred-affine-transform"
    )
    /// The producer.
    public static let quickTimeMetadataProducer = Self(rawValue: "mdta/com.apple.quicktime.producer")
    /// The publisher.
    public static let quickTimeMetadataPublisher = Self(rawValue: "mdta/com.apple.quicktime.publisher")
    /// What the user thinks of it.
    public static let quickTimeMetadataRatingUser = Self(rawValue: "mdta/com.apple.quicktime.rating.user")
    /// The program that made it.
    public static let quickTimeMetadataSoftware = Self(rawValue: "mdta/com.apple.quicktime.software")
    /// How good a capture beyond the frame is.
    public static let quickTimeMetadataSpatialOverCaptureQualityScore = Self(
        rawValue: "mdta/com.apple.quicktime.spatial-overcapture.quality-score"
    )
    /// The version of the scoring of captures beyond the frame.
    public static let quickTimeMetadataSpatialOverCaptureQualityScoringVersion = Self(
        rawValue: "mdta/com.apple.quicktime.spatial-overcapture.quality-scoring-version"
    )
    /// The title.
    public static let quickTimeMetadataTitle = Self(rawValue: "mdta/com.apple.quicktime.title")
    /// How the picture is turned, as TIFF and EXIF number it.
    public static let quickTimeMetadataVideoOrientation = Self(rawValue: "mdta/com.apple.quicktime.video-orientation")
    /// The year it was made.
    public static let quickTimeMetadataYear = Self(rawValue: "mdta/com.apple.quicktime.year")
}
