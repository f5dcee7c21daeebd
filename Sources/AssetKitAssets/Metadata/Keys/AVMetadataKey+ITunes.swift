// iTunes tags.

extension AVMetadataKey {
    /// The kind of account that bought it.
    public static let iTunesMetadataKeyAccountKind = Self(rawValue: "akID")
    /// An acknowledgement.
    public static let iTunesMetadataKeyAcknowledgement = Self(rawValue: "@cak")
    /// The album.
    public static let iTunesMetadataKeyAlbum = Self(rawValue: "@alb")
    /// The artist of the whole album.
    public static let iTunesMetadataKeyAlbumArtist = Self(rawValue: "aART")
    /// The account that bought it.
    public static let iTunesMetadataKeyAppleID = Self(rawValue: "apID")
    /// The arranger.
    public static let iTunesMetadataKeyArranger = Self(rawValue: "@arg")
    /// The art director.
    public static let iTunesMetadataKeyArtDirector = Self(rawValue: "@ard")
    /// The artist.
    public static let iTunesMetadataKeyArtist = Self(rawValue: "@ART")
    /// The artist's number in the store.
    public static let iTunesMetadataKeyArtistID = Self(rawValue: "atID")
    /// The author.
    public static let iTunesMetadataKeyAuthor = Self(rawValue: "@aut")
    /// Beats a minute.
    public static let iTunesMetadataKeyBeatsPerMin = Self(rawValue: "tmpo")
    /// The composer.
    public static let iTunesMetadataKeyComposer = Self(rawValue: "@wrt")
    /// The conductor.
    public static let iTunesMetadataKeyConductor = Self(rawValue: "@con")
    /// Whether it is explicit, clean or neither.
    public static let iTunesMetadataKeyContentRating = Self(rawValue: "rtng")
    /// The copyright notice.
    public static let iTunesMetadataKeyCopyright = Self(rawValue: "cprt")
    /// A picture that stands for it.
    public static let iTunesMetadataKeyCoverArt = Self(rawValue: "covr")
    /// Credits to those who provided the content.
    public static let iTunesMetadataKeyCredits = Self(rawValue: "@src")
    /// What it is about.
    public static let iTunesMetadataKeyDescription = Self(rawValue: "@des")
    /// The director.
    public static let iTunesMetadataKeyDirector = Self(rawValue: "@dir")
    /// Whether it belongs to a compilation.
    public static let iTunesMetadataKeyDiscCompilation = Self(rawValue: "cpil")
    /// The number of the disc, and how many there are, in eight bytes.
    public static let iTunesMetadataKeyDiscNumber = Self(rawValue: "disk")
    /// Who encoded it.
    public static let iTunesMetadataKeyEncodedBy = Self(rawValue: "@enc")
    /// The program that encoded it.
    public static let iTunesMetadataKeyEncodingTool = Self(rawValue: "@too")
    /// An equaliser setting.
    public static let iTunesMetadataKeyEQ = Self(rawValue: "@equ")
    /// The executive producer.
    public static let iTunesMetadataKeyExecProducer = Self(rawValue: "@xpd")
    /// The genre's number in the store.
    public static let iTunesMetadataKeyGenreID = Self(rawValue: "geID")
    /// The larger work that this is part of.
    public static let iTunesMetadataKeyGrouping = Self(rawValue: "grup")
    /// The notes that come with the album.
    public static let iTunesMetadataKeyLinerNotes = Self(rawValue: "@lnt")
    /// The words.
    public static let iTunesMetadataKeyLyrics = Self(rawValue: "@lyr")
    /// An address with more.
    public static let iTunesMetadataKeyOnlineExtras = Self(rawValue: "@url")
    /// Who performed it first.
    public static let iTunesMetadataKeyOriginalArtist = Self(rawValue: "@ope")
    /// The performer.
    public static let iTunesMetadataKeyPerformer = Self(rawValue: "@prf")
    /// Who holds the rights in the recording.
    public static let iTunesMetadataKeyPhonogramRights = Self(rawValue: "@phg")
    /// The album's number in the store.
    public static let iTunesMetadataKeyPlaylistID = Self(rawValue: "plID")
    /// The genre as a number of the ID3 list, plus one.
    public static let iTunesMetadataKeyPredefinedGenre = Self(rawValue: "gnre")
    /// The producer.
    public static let iTunesMetadataKeyProducer = Self(rawValue: "@prd")
    /// The publisher.
    public static let iTunesMetadataKeyPublisher = Self(rawValue: "@pub")
    /// The record company.
    public static let iTunesMetadataKeyRecordCompany = Self(rawValue: "@mak")
    /// When it came out.
    public static let iTunesMetadataKeyReleaseDate = Self(rawValue: "@day")
    /// The soloist.
    public static let iTunesMetadataKeySoloist = Self(rawValue: "@sol")
    /// The piece's number in the store.
    public static let iTunesMetadataKeySongID = Self(rawValue: "cnID")
    /// The title.
    public static let iTunesMetadataKeySongName = Self(rawValue: "@nam")
    /// The sound engineer.
    public static let iTunesMetadataKeySoundEngineer = Self(rawValue: "@sne")
    /// Whom the artist thanks.
    public static let iTunesMetadataKeyThanks = Self(rawValue: "@thx")
    /// The number of the piece, and how many there are, in eight bytes.
    public static let iTunesMetadataKeyTrackNumber = Self(rawValue: "trkn")
    /// The subtitle.
    public static let iTunesMetadataKeyTrackSubTitle = Self(rawValue: "@st3")
    /// A remark.
    public static let iTunesMetadataKeyUserComment = Self(rawValue: "@cmt")
    /// The genre in words.
    public static let iTunesMetadataKeyUserGenre = Self(rawValue: "@gen")
}
