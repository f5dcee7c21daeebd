// User data of QuickTime files.

extension AVMetadataKey {
    /// What the movie shows, for people who cannot see it.
    public static let quickTimeUserDataKeyAccessibilityDescription = Self(rawValue: "@ade")
    /// The album.
    public static let quickTimeUserDataKeyAlbum = Self(rawValue: "@alb")
    /// The arranger.
    public static let quickTimeUserDataKeyArranger = Self(rawValue: "@arg")
    /// The artist.
    public static let quickTimeUserDataKeyArtist = Self(rawValue: "@ART")
    /// The author.
    public static let quickTimeUserDataKeyAuthor = Self(rawValue: "@aut")
    /// A chapter.
    public static let quickTimeUserDataKeyChapter = Self(rawValue: "@chp")
    /// A remark.
    public static let quickTimeUserDataKeyComment = Self(rawValue: "@cmt")
    /// The composer.
    public static let quickTimeUserDataKeyComposer = Self(rawValue: "@com")
    /// The copyright notice.
    public static let quickTimeUserDataKeyCopyright = Self(rawValue: "@cpy")
    /// When it was made.
    public static let quickTimeUserDataKeyCreationDate = Self(rawValue: "@day")
    /// Credits to those who provided the content.
    public static let quickTimeUserDataKeyCredits = Self(rawValue: "@src")
    /// What it is about.
    public static let quickTimeUserDataKeyDescription = Self(rawValue: "@des")
    /// The director.
    public static let quickTimeUserDataKeyDirector = Self(rawValue: "@dir")
    /// A disclaimer.
    public static let quickTimeUserDataKeyDisclaimer = Self(rawValue: "@dis")
    /// Who encoded it.
    public static let quickTimeUserDataKeyEncodedBy = Self(rawValue: "@enc")
    /// The title.
    public static let quickTimeUserDataKeyFullName = Self(rawValue: "@nam")
    /// The genre.
    public static let quickTimeUserDataKeyGenre = Self(rawValue: "@gen")
    /// The computer it was made on.
    public static let quickTimeUserDataKeyHostComputer = Self(rawValue: "@hst")
    /// More about it.
    public static let quickTimeUserDataKeyInformation = Self(rawValue: "@inf")
    /// Words to find it by.
    public static let quickTimeUserDataKeyKeywords = Self(rawValue: "@key")
    /// Where it was made, as ISO 6709 writes it.
    public static let quickTimeUserDataKeyLocationISO6709 = Self(rawValue: "@xyz")
    /// Who built the camera.
    public static let quickTimeUserDataKeyMake = Self(rawValue: "@mak")
    /// Which camera it was.
    public static let quickTimeUserDataKeyModel = Self(rawValue: "@mod")
    /// Who performed it first.
    public static let quickTimeUserDataKeyOriginalArtist = Self(rawValue: "@ope")
    /// The format it was made in.
    public static let quickTimeUserDataKeyOriginalFormat = Self(rawValue: "@fmt")
    /// What it was derived from.
    public static let quickTimeUserDataKeyOriginalSource = Self(rawValue: "@src")
    /// The performers.
    public static let quickTimeUserDataKeyPerformers = Self(rawValue: "@prf")
    /// Who holds the rights in the recording.
    public static let quickTimeUserDataKeyPhonogramRights = Self(rawValue: "@phg")
    /// The producer.
    public static let quickTimeUserDataKeyProducer = Self(rawValue: "@prd")
    /// The product.
    public static let quickTimeUserDataKeyProduct = Self(rawValue: "@PRD")
    /// The publisher.
    public static let quickTimeUserDataKeyPublisher = Self(rawValue: "@pub")
    /// The program that made it.
    public static let quickTimeUserDataKeySoftware = Self(rawValue: "@swr")
    /// What is needed to play it.
    public static let quickTimeUserDataKeySpecialPlaybackRequirements = Self(rawValue: "@req")
    /// A characteristic of the media.
    public static let quickTimeUserDataKeyTaggedCharacteristic = Self(rawValue: "tagc")
    /// The number of the piece.
    public static let quickTimeUserDataKeyTrack = Self(rawValue: "@trk")
    /// The name of the track.
    public static let quickTimeUserDataKeyTrackName = Self(rawValue: "tnam")
    /// An address.
    public static let quickTimeUserDataKeyURLLink = Self(rawValue: "@url")
    /// A warning.
    public static let quickTimeUserDataKeyWarning = Self(rawValue: "@wrn")
    /// The writer.
    public static let quickTimeUserDataKeyWriter = Self(rawValue: "@wrt")
}
