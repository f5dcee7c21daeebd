// What all formats share.

extension AVMetadataKey {
    /// What the media shows, for people who cannot see it.
    public static let commonKeyAccessibilityDescription = Self(rawValue: "accessibilityDescription")
    /// The album or collection.
    public static let commonKeyAlbumName = Self(rawValue: "albumName")
    /// Who performs it.
    public static let commonKeyArtist = Self(rawValue: "artist")
    /// A picture that stands for the media.
    public static let commonKeyArtwork = Self(rawValue: "artwork")
    /// What tells the work from all others.
    public static let commonKeyIdentifier = Self(rawValue: "identifier")
    /// Who wrote it.
    public static let commonKeyAuthor = Self(rawValue: "author")
    /// Who else had a part in it.
    public static let commonKeyContributor = Self(rawValue: "contributor")
    /// Who holds the rights.
    public static let commonKeyCopyrights = Self(rawValue: "copyrights")
    /// When it was made.
    public static let commonKeyCreationDate = Self(rawValue: "creationDate")
    /// Who made it.
    public static let commonKeyCreator = Self(rawValue: "creator")
    /// What it is about.
    public static let commonKeyDescription = Self(rawValue: "description")
    /// The kind of medium or file.
    public static let commonKeyFormat = Self(rawValue: "format")
    /// The language of the content.
    public static let commonKeyLanguage = Self(rawValue: "language")
    /// When it was last changed.
    public static let commonKeyLastModifiedDate = Self(rawValue: "lastModifiedDate")
    /// Where it was made.
    public static let commonKeyLocation = Self(rawValue: "location")
    /// Who built the camera or recorder.
    public static let commonKeyMake = Self(rawValue: "make")
    /// Which camera or recorder it was.
    public static let commonKeyModel = Self(rawValue: "model")
    /// Who published it.
    public static let commonKeyPublisher = Self(rawValue: "publisher")
    /// A work that it belongs with.
    public static let commonKeyRelation = Self(rawValue: "relation")
    /// The program that made it.
    public static let commonKeySoftware = Self(rawValue: "software")
    /// What it was derived from.
    public static let commonKeySource = Self(rawValue: "source")
    /// The topic.
    public static let commonKeySubject = Self(rawValue: "subject")
    /// The title.
    public static let commonKeyTitle = Self(rawValue: "title")
    /// The genre.
    public static let commonKeyType = Self(rawValue: "type")
}
