// iTunes tags.

extension AVMetadataIdentifier {
    /// The kind of account that bought it.
    public static let iTunesMetadataAccountKind = Self(rawValue: "itsk/akID")
    /// An acknowledgement.
    public static let iTunesMetadataAcknowledgement = Self(rawValue: "itsk/%A9cak")
    /// The album.
    public static let iTunesMetadataAlbum = Self(rawValue: "itsk/%A9alb")
    /// The artist of the whole album.
    public static let iTunesMetadataAlbumArtist = Self(rawValue: "itsk/aART")
    /// The account that bought it.
    public static let iTunesMetadataAppleID = Self(rawValue: "itsk/apID")
    /// The arranger.
    public static let iTunesMetadataArranger = Self(rawValue: "itsk/%A9arg")
    /// The art director.
    public static let iTunesMetadataArtDirector = Self(rawValue: "itsk/%A9ard")
    /// The artist.
    public static let iTunesMetadataArtist = Self(rawValue: "itsk/%A9ART")
    /// The artist's number in the store.
    public static let iTunesMetadataArtistID = Self(rawValue: "itsk/atID")
    /// The author.
    public static let iTunesMetadataAuthor = Self(rawValue: "itsk/%A9aut")
    /// Beats a minute.
    public static let iTunesMetadataBeatsPerMin = Self(rawValue: "itsk/tmpo")
    /// The composer.
    public static let iTunesMetadataComposer = Self(rawValue: "itsk/%A9wrt")
    /// The conductor.
    public static let iTunesMetadataConductor = Self(rawValue: "itsk/%A9con")
    /// Whether it is explicit, clean or neither.
    public static let iTunesMetadataContentRating = Self(rawValue: "itsk/rtng")
    /// The copyright notice.
    public static let iTunesMetadataCopyright = Self(rawValue: "itsk/cprt")
    /// A picture that stands for it.
    public static let iTunesMetadataCoverArt = Self(rawValue: "itsk/covr")
    /// Credits to those who provided the content.
    public static let iTunesMetadataCredits = Self(rawValue: "itsk/%A9src")
    /// What it is about.
    public static let iTunesMetadataDescription = Self(rawValue: "itsk/%A9des")
    /// The director.
    public static let iTunesMetadataDirector = Self(rawValue: "itsk/%A9dir")
    /// Whether it belongs to a compilation.
    public static let iTunesMetadataDiscCompilation = Self(rawValue: "itsk/cpil")
    /// The number of the disc, and how many there are, in eight bytes.
    public static let iTunesMetadataDiscNumber = Self(rawValue: "itsk/disk")
    /// Who encoded it.
    public static let iTunesMetadataEncodedBy = Self(rawValue: "itsk/%A9enc")
    /// The program that encoded it.
    public static let iTunesMetadataEncodingTool = Self(rawValue: "itsk/%A9too")
    /// An equaliser setting.
    public static let iTunesMetadataEQ = Self(rawValue: "itsk/%A9equ")
    /// The executive producer.
    public static let iTunesMetadataExecProducer = Self(rawValue: "itsk/%A9xpd")
    /// The genre's number in the store.
    public static let iTunesMetadataGenreID = Self(rawValue: "itsk/geID")
    /// The larger work that this is part of.
    public static let iTunesMetadataGrouping = Self(rawValue: "itsk/grup")
    /// The notes that come with the album.
    public static let iTunesMetadataLinerNotes = Self(rawValue: "itsk/%A9lnt")
    /// The words.
    public static let iTunesMetadataLyrics = Self(rawValue: "itsk/%A9lyr")
    /// An address with more.
    public static let iTunesMetadataOnlineExtras = Self(rawValue: "itsk/%A9url")
    /// Who performed it first.
    public static let iTunesMetadataOriginalArtist = Self(rawValue: "itsk/%A9ope")
    /// The performer.
    public static let iTunesMetadataPerformer = Self(rawValue: "itsk/%A9prf")
    /// Who holds the rights in the recording.
    public static let iTunesMetadataPhonogramRights = Self(rawValue: "itsk/%A9phg")
    /// The album's number in the store.
    public static let iTunesMetadataPlaylistID = Self(rawValue: "itsk/plID")
    /// The genre as a number of the ID3 list, plus one.
    public static let iTunesMetadataPredefinedGenre = Self(rawValue: "itsk/gnre")
    /// The producer.
    public static let iTunesMetadataProducer = Self(rawValue: "itsk/%A9prd")
    /// The publisher.
    public static let iTunesMetadataPublisher = Self(rawValue: "itsk/%A9pub")
    /// The record company.
    public static let iTunesMetadataRecordCompany = Self(rawValue: "itsk/%A9mak")
    /// When it came out.
    public static let iTunesMetadataReleaseDate = Self(rawValue: "itsk/%A9day")
    /// The soloist.
    public static let iTunesMetadataSoloist = Self(rawValue: "itsk/%A9sol")
    /// The piece's number in the store.
    public static let iTunesMetadataSongID = Self(rawValue: "itsk/cnID")
    /// The title.
    public static let iTunesMetadataSongName = Self(rawValue: "itsk/%A9nam")
    /// The sound engineer.
    public static let iTunesMetadataSoundEngineer = Self(rawValue: "itsk/%A9sne")
    /// Whom the artist thanks.
    public static let iTunesMetadataThanks = Self(rawValue: "itsk/%A9thx")
    /// The number of the piece, and how many there are, in eight bytes.
    public static let iTunesMetadataTrackNumber = Self(rawValue: "itsk/trkn")
    /// The subtitle.
    public static let iTunesMetadataTrackSubTitle = Self(rawValue: "itsk/%A9st3")
    /// A remark.
    public static let iTunesMetadataUserComment = Self(rawValue: "itsk/%A9cmt")
    /// The genre in words.
    public static let iTunesMetadataUserGenre = Self(rawValue: "itsk/%A9gen")
}
