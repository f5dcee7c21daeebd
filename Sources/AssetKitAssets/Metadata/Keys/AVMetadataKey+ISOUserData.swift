// User data of MPEG-4 files, as 3GPP defines it.

extension AVMetadataKey {
    /// The album, and the number of the piece on it.
    public static let metadata3GPUserDataKeyAlbumAndTrack = Self(rawValue: "albm")
    /// Who wrote it.
    public static let metadata3GPUserDataKeyAuthor = Self(rawValue: "auth")
    /// The collection.
    public static let metadata3GPUserDataKeyCollection = Self(rawValue: "coll")
    /// The copyright notice.
    public static let metadata3GPUserDataKeyCopyright = Self(rawValue: "cprt")
    /// What it is about.
    public static let metadata3GPUserDataKeyDescription = Self(rawValue: "dscp")
    /// The genre.
    public static let metadata3GPUserDataKeyGenre = Self(rawValue: "gnre")
    /// Words to find it by.
    public static let metadata3GPUserDataKeyKeywordList = Self(rawValue: "kywd")
    /// Where it was made.
    public static let metadata3GPUserDataKeyLocation = Self(rawValue: "loci")
    /// Its class in a scheme of classes.
    public static let metadata3GPUserDataKeyMediaClassification = Self(rawValue: "clsf")
    /// Whom it is suitable for.
    public static let metadata3GPUserDataKeyMediaRating = Self(rawValue: "rtng")
    /// Who performs it.
    public static let metadata3GPUserDataKeyPerformer = Self(rawValue: "perf")
    /// The year of the recording.
    public static let metadata3GPUserDataKeyRecordingYear = Self(rawValue: "yrrc")
    /// A small picture.
    public static let metadata3GPUserDataKeyThumbnail = Self(rawValue: "thmb")
    /// The title.
    public static let metadata3GPUserDataKeyTitle = Self(rawValue: "titl")
    /// What users think of it.
    public static let metadata3GPUserDataKeyUserRating = Self(rawValue: "urat")
}

// User data of MPEG-4 files.

extension AVMetadataKey {
    /// What the media shows, for people who cannot see it.
    public static let isoUserDataKeyAccessibilityDescription = Self(rawValue: "ades")
    /// The copyright notice.
    public static let isoUserDataKeyCopyright = Self(rawValue: "cprt")
    /// When it was made.
    public static let isoUserDataKeyDate = Self(rawValue: "date")
    /// A characteristic of the media.
    public static let isoUserDataKeyTaggedCharacteristic = Self(rawValue: "tagc")
}
