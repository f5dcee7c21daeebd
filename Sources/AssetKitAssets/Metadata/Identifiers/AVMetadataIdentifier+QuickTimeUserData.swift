// User data of QuickTime files.

extension AVMetadataIdentifier {
    /// What the movie shows, for people who cannot see it.
    public static let quickTimeUserDataAccessibilityDescription = Self(rawValue: "udta/%A9ade")
    /// The album.
    public static let quickTimeUserDataAlbum = Self(rawValue: "udta/%A9alb")
    /// The arranger.
    public static let quickTimeUserDataArranger = Self(rawValue: "udta/%A9arg")
    /// The artist.
    public static let quickTimeUserDataArtist = Self(rawValue: "udta/%A9ART")
    /// The author.
    public static let quickTimeUserDataAuthor = Self(rawValue: "udta/%A9aut")
    /// A chapter.
    public static let quickTimeUserDataChapter = Self(rawValue: "udta/%A9chp")
    /// A remark.
    public static let quickTimeUserDataComment = Self(rawValue: "udta/%A9cmt")
    /// The composer.
    public static let quickTimeUserDataComposer = Self(rawValue: "udta/%A9com")
    /// The copyright notice.
    public static let quickTimeUserDataCopyright = Self(rawValue: "udta/%A9cpy")
    /// When it was made.
    public static let quickTimeUserDataCreationDate = Self(rawValue: "udta/%A9day")
    /// Credits to those who provided the content.
    public static let quickTimeUserDataCredits = Self(rawValue: "udta/%A9src")
    /// What it is about.
    public static let quickTimeUserDataDescription = Self(rawValue: "udta/%A9des")
    /// The director.
    public static let quickTimeUserDataDirector = Self(rawValue: "udta/%A9dir")
    /// A disclaimer.
    public static let quickTimeUserDataDisclaimer = Self(rawValue: "udta/%A9dis")
    /// Who encoded it.
    public static let quickTimeUserDataEncodedBy = Self(rawValue: "udta/%A9enc")
    /// The title.
    public static let quickTimeUserDataFullName = Self(rawValue: "udta/%A9nam")
    /// The genre.
    public static let quickTimeUserDataGenre = Self(rawValue: "udta/%A9gen")
    /// The computer it was made on.
    public static let quickTimeUserDataHostComputer = Self(rawValue: "udta/%A9hst")
    /// More about it.
    public static let quickTimeUserDataInformation = Self(rawValue: "udta/%A9inf")
    /// Words to find it by.
    public static let quickTimeUserDataKeywords = Self(rawValue: "udta/%A9key")
    /// Where it was made, as ISO 6709 writes it.
    public static let quickTimeUserDataLocationISO6709 = Self(rawValue: "udta/%A9xyz")
    /// Who built the camera.
    public static let quickTimeUserDataMake = Self(rawValue: "udta/%A9mak")
    /// Which camera it was.
    public static let quickTimeUserDataModel = Self(rawValue: "udta/%A9mod")
    /// Who performed it first.
    public static let quickTimeUserDataOriginalArtist = Self(rawValue: "udta/%A9ope")
    /// The format it was made in.
    public static let quickTimeUserDataOriginalFormat = Self(rawValue: "udta/%A9fmt")
    /// What it was derived from.
    public static let quickTimeUserDataOriginalSource = Self(rawValue: "udta/%A9src")
    /// The performers.
    public static let quickTimeUserDataPerformers = Self(rawValue: "udta/%A9prf")
    /// Who holds the rights in the recording.
    public static let quickTimeUserDataPhonogramRights = Self(rawValue: "udta/%A9phg")
    /// The producer.
    public static let quickTimeUserDataProducer = Self(rawValue: "udta/%A9prd")
    /// The product.
    public static let quickTimeUserDataProduct = Self(rawValue: "udta/%A9PRD")
    /// The publisher.
    public static let quickTimeUserDataPublisher = Self(rawValue: "udta/%A9pub")
    /// The program that made it.
    public static let quickTimeUserDataSoftware = Self(rawValue: "udta/%A9swr")
    /// What is needed to play it.
    public static let quickTimeUserDataSpecialPlaybackRequirements = Self(rawValue: "udta/%A9req")
    /// A characteristic of the media.
    public static let quickTimeUserDataTaggedCharacteristic = Self(rawValue: "udta/tagc")
    /// The number of the piece.
    public static let quickTimeUserDataTrack = Self(rawValue: "udta/%A9trk")
    /// The name of the track.
    public static let quickTimeUserDataTrackName = Self(rawValue: "udta/tnam")
    /// An address.
    public static let quickTimeUserDataURLLink = Self(rawValue: "udta/%A9url")
    /// A warning.
    public static let quickTimeUserDataWarning = Self(rawValue: "udta/%A9wrn")
    /// The writer.
    public static let quickTimeUserDataWriter = Self(rawValue: "udta/%A9wrt")
}
