// Metadata of QuickTime files.

extension AVMetadataKey {
    /// What the movie shows, for people who cannot see it.
    public static let quickTimeMetadataKeyAccessibilityDescription = Self(
        rawValue: "com.apple.quicktime.accessibility.description"
    )
    /// The album or collection.
    public static let quickTimeMetadataKeyAlbum = Self(rawValue: "com.apple.quicktime.album")
    /// The arranger.
    public static let quickTimeMetadataKeyArranger = Self(rawValue: "com.apple.quicktime.arranger")
    /// The artist.
    public static let quickTimeMetadataKeyArtist = Self(rawValue: "com.apple.quicktime.artist")
    /// A picture that stands for the movie.
    public static let quickTimeMetadataKeyArtwork = Self(rawValue: "com.apple.quicktime.artwork")
    /// The author.
    public static let quickTimeMetadataKeyAuthor = Self(rawValue: "com.apple.quicktime.author")
    /// How long the sensor takes to read a frame.
    public static let quickTimeMetadataKeyCameraFrameReadoutTime = Self(
        rawValue: "com.apple.quicktime.camera.framereadouttimeinmicroseconds"
    )
    /// Which camera of several it was.
    public static let quickTimeMetadataKeyCameraIdentifier = Self(rawValue: "com.apple.quicktime.camera.identifier")
    /// A collection that the user put it in.
    public static let quickTimeMetadataKeyCollectionUser = Self(rawValue: "com.apple.quicktime.collection.user")
    /// A remark.
    public static let quickTimeMetadataKeyComment = Self(rawValue: "com.apple.quicktime.comment")
    /// The composer.
    public static let quickTimeMetadataKeyComposer = Self(rawValue: "com.apple.quicktime.composer")
    /// What ties the movie to others of the same moment.
    public static let quickTimeMetadataKeyContentIdentifier = Self(rawValue: "com.apple.quicktime.content.identifier")
    /// The copyright notice.
    public static let quickTimeMetadataKeyCopyright = Self(rawValue: "com.apple.quicktime.copyright")
    /// When it was made.
    public static let quickTimeMetadataKeyCreationDate = Self(rawValue: "com.apple.quicktime.creationdate")
    /// Credits to those who provided the content.
    public static let quickTimeMetadataKeyCredits = Self(rawValue: "com.apple.quicktime.credits")
    /// What it is about.
    public static let quickTimeMetadataKeyDescription = Self(rawValue: "com.apple.quicktime.description")
    /// Where the camera points.
    public static let quickTimeMetadataKeyDirectionFacing = Self(rawValue: "com.apple.quicktime.direction.facing")
    /// Where the camera moves.
    public static let quickTimeMetadataKeyDirectionMotion = Self(rawValue: "com.apple.quicktime.direction.motion")
    /// The director.
    public static let quickTimeMetadataKeyDirector = Self(rawValue: "com.apple.quicktime.director")
    /// The name to show.
    public static let quickTimeMetadataKeyDisplayName = Self(rawValue: "com.apple.quicktime.displayname")
    /// Who encoded it.
    public static let quickTimeMetadataKeyEncodedBy = Self(rawValue: "com.apple.quicktime.encodedby")
    /// Whether it is meant to play at its full frame rate.
    public static let quickTimeMetadataKeyFullFrameRatePlaybackIntent = Self(
        rawValue: "com.apple.quicktime.full-frame-rate-playback-intent"
    )
    /// The genre.
    public static let quickTimeMetadataKeyGenre = Self(rawValue: "com.apple.quicktime.genre")
    /// More about it.
    public static let quickTimeMetadataKeyInformation = Self(rawValue: "com.apple.quicktime.information")
    /// Whether it was put together of others.
    public static let quickTimeMetadataKeyIsMontage = Self(rawValue: "com.apple.quicktime.is-montage")
    /// A sound recordist's notes, as an iXML document.
    public static let quickTimeMetadataKeyiXML = Self(rawValue: "info.ixml.xml")
    /// Words to find it by.
    public static let quickTimeMetadataKeyKeywords = Self(rawValue: "com.apple.quicktime.keywords")
    /// The heavenly body of the location.
    public static let quickTimeMetadataKeyLocationBody = Self(rawValue: "com.apple.quicktime.location.body")
    /// When it was there.
    public static let quickTimeMetadataKeyLocationDate = Self(rawValue: "com.apple.quicktime.location.date")
    /// Where it was made, as ISO 6709 writes it.
    public static let quickTimeMetadataKeyLocationISO6709 = Self(rawValue: "com.apple.quicktime.location.ISO6709")
    /// The name of the location.
    public static let quickTimeMetadataKeyLocationName = Self(rawValue: "com.apple.quicktime.location.name")
    /// A remark about the location.
    public static let quickTimeMetadataKeyLocationNote = Self(rawValue: "com.apple.quicktime.location.note")
    /// What the location is: of the filming, real, or in the story.
    public static let quickTimeMetadataKeyLocationRole = Self(rawValue: "com.apple.quicktime.location.role")
    /// Who built the camera.
    public static let quickTimeMetadataKeyMake = Self(rawValue: "com.apple.quicktime.make")
    /// Which camera it was.
    public static let quickTimeMetadataKeyModel = Self(rawValue: "com.apple.quicktime.model")
    /// Who performed it first.
    public static let quickTimeMetadataKeyOriginalArtist = Self(rawValue: "com.apple.quicktime.originalartist")
    /// The performer.
    public static let quickTimeMetadataKeyPerformer = Self(rawValue: "com.apple.quicktime.performer")
    /// Who holds the rights in the recording.
    public static let quickTimeMetadataKeyPhonogramRights = Self(rawValue: "com.apple.quicktime.phonogramrights")
    /// The producer.
    public static let quickTimeMetadataKeyProducer = Self(rawValue: "com.apple.quicktime.producer")
    /// The publisher.
    public static let quickTimeMetadataKeyPublisher = Self(rawValue: "com.apple.quicktime.publisher")
    /// What the user thinks of it.
    public static let quickTimeMetadataKeyRatingUser = Self(rawValue: "com.apple.quicktime.rating.user")
    /// The program that made it.
    public static let quickTimeMetadataKeySoftware = Self(rawValue: "com.apple.quicktime.software")
    /// The title.
    public static let quickTimeMetadataKeyTitle = Self(rawValue: "com.apple.quicktime.title")
    /// The year it was made.
    public static let quickTimeMetadataKeyYear = Self(rawValue: "com.apple.quicktime.year")
}
