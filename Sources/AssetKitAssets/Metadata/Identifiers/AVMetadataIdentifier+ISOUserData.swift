// User data of MPEG-4 files, as 3GPP defines it.

extension AVMetadataIdentifier {
    /// The album, and the number of the piece on it.
    public static let identifier3GPUserDataAlbumAndTrack = Self(rawValue: "uiso/albm")
    /// Who wrote it.
    public static let identifier3GPUserDataAuthor = Self(rawValue: "uiso/auth")
    /// The collection.
    public static let identifier3GPUserDataCollection = Self(rawValue: "uiso/coll")
    /// The copyright notice.
    public static let identifier3GPUserDataCopyright = Self(rawValue: "uiso/cprt")
    /// What it is about.
    public static let identifier3GPUserDataDescription = Self(rawValue: "uiso/dscp")
    /// The genre.
    public static let identifier3GPUserDataGenre = Self(rawValue: "uiso/gnre")
    /// Words to find it by.
    public static let identifier3GPUserDataKeywordList = Self(rawValue: "uiso/kywd")
    /// Where it was made.
    public static let identifier3GPUserDataLocation = Self(rawValue: "uiso/loci")
    /// Its class in a scheme of classes.
    public static let identifier3GPUserDataMediaClassification = Self(rawValue: "uiso/clsf")
    /// Whom it is suitable for.
    public static let identifier3GPUserDataMediaRating = Self(rawValue: "uiso/rtng")
    /// Who performs it.
    public static let identifier3GPUserDataPerformer = Self(rawValue: "uiso/perf")
    /// The year of the recording.
    public static let identifier3GPUserDataRecordingYear = Self(rawValue: "uiso/yrrc")
    /// A small picture.
    public static let identifier3GPUserDataThumbnail = Self(rawValue: "uiso/thmb")
    /// The title.
    public static let identifier3GPUserDataTitle = Self(rawValue: "uiso/titl")
    /// What users think of it.
    public static let identifier3GPUserDataUserRating = Self(rawValue: "uiso/urat")
}

// User data of MPEG-4 files.

extension AVMetadataIdentifier {
    /// What the media shows, for people who cannot see it.
    public static let isoUserDataAccessibilityDescription = Self(rawValue: "uiso/ades")
    /// The copyright notice.
    public static let isoUserDataCopyright = Self(rawValue: "uiso/cprt")
    /// When it was made.
    public static let isoUserDataDate = Self(rawValue: "uiso/date")
    /// A characteristic of the media.
    public static let isoUserDataTaggedCharacteristic = Self(rawValue: "uiso/tagc")
}
