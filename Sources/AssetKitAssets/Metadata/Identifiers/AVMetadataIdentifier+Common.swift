// What all formats share.

extension AVMetadataIdentifier {
    /// What the media shows, for people who cannot see it.
    public static let commonIdentifierAccessibilityDescription = Self(rawValue: "common/accessibilityDescription")
    /// The album or collection.
    public static let commonIdentifierAlbumName = Self(rawValue: "common/albumName")
    /// Who performs it.
    public static let commonIdentifierArtist = Self(rawValue: "common/artist")
    /// A picture that stands for the media.
    public static let commonIdentifierArtwork = Self(rawValue: "common/artwork")
    /// What tells the work from all others.
    public static let commonIdentifierAssetIdentifier = Self(rawValue: "common/identifier")
    /// Who wrote it.
    public static let commonIdentifierAuthor = Self(rawValue: "common/author")
    /// Who else had a part in it.
    public static let commonIdentifierContributor = Self(rawValue: "common/contributor")
    /// Who holds the rights.
    public static let commonIdentifierCopyrights = Self(rawValue: "common/copyrights")
    /// When it was made.
    public static let commonIdentifierCreationDate = Self(rawValue: "common/creationDate")
    /// Who made it.
    public static let commonIdentifierCreator = Self(rawValue: "common/creator")
    /// What it is about.
    public static let commonIdentifierDescription = Self(rawValue: "common/description")
    /// The kind of medium or file.
    public static let commonIdentifierFormat = Self(rawValue: "common/format")
    /// The language of the content.
    public static let commonIdentifierLanguage = Self(rawValue: "common/language")
    /// When it was last changed.
    public static let commonIdentifierLastModifiedDate = Self(rawValue: "common/lastModifiedDate")
    /// Where it was made.
    public static let commonIdentifierLocation = Self(rawValue: "common/location")
    /// Who built the camera or recorder.
    public static let commonIdentifierMake = Self(rawValue: "common/make")
    /// Which camera or recorder it was.
    public static let commonIdentifierModel = Self(rawValue: "common/model")
    /// Who published it.
    public static let commonIdentifierPublisher = Self(rawValue: "common/publisher")
    /// A work that it belongs with.
    public static let commonIdentifierRelation = Self(rawValue: "common/relation")
    /// The program that made it.
    public static let commonIdentifierSoftware = Self(rawValue: "common/software")
    /// What it was derived from.
    public static let commonIdentifierSource = Self(rawValue: "common/source")
    /// The topic.
    public static let commonIdentifierSubject = Self(rawValue: "common/subject")
    /// The title.
    public static let commonIdentifierTitle = Self(rawValue: "common/title")
    /// The genre.
    public static let commonIdentifierType = Self(rawValue: "common/type")
}
