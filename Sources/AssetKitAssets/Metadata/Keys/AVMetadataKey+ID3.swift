// ID3 tags.

extension AVMetadataKey {
    /// The album's name as it is sorted.
    public static let id3MetadataKeyAlbumSortOrder = Self(rawValue: "TSOA")
    /// The album.
    public static let id3MetadataKeyAlbumTitle = Self(rawValue: "TALB")
    /// A picture.
    public static let id3MetadataKeyAttachedPicture = Self(rawValue: "APIC")
    /// How the sound is encrypted.
    public static let id3MetadataKeyAudioEncryption = Self(rawValue: "AENC")
    /// Points in the sound to seek to.
    public static let id3MetadataKeyAudioSeekPointIndex = Self(rawValue: "ASPI")
    /// The band, orchestra or album artist.
    public static let id3MetadataKeyBand = Self(rawValue: "TPE2")
    /// Beats a minute.
    public static let id3MetadataKeyBeatsPerMinute = Self(rawValue: "TBPM")
    /// A remark.
    public static let id3MetadataKeyComments = Self(rawValue: "COMM")
    /// How to buy it.
    public static let id3MetadataKeyCommercial = Self(rawValue: "COMR")
    /// An address with how to buy it.
    public static let id3MetadataKeyCommercialInformation = Self(rawValue: "WCOM")
    /// How to buy it, as an old spelling has it.
    public static let id3MetadataKeyCommerical = Self(rawValue: "COMR")
    /// The composer.
    public static let id3MetadataKeyComposer = Self(rawValue: "TCOM")
    /// The conductor.
    public static let id3MetadataKeyConductor = Self(rawValue: "TPE3")
    /// The larger work that this is part of.
    public static let id3MetadataKeyContentGroupDescription = Self(rawValue: "TIT1")
    /// The genre.
    public static let id3MetadataKeyContentType = Self(rawValue: "TCON")
    /// The copyright notice.
    public static let id3MetadataKeyCopyright = Self(rawValue: "TCOP")
    /// An address with the terms of use.
    public static let id3MetadataKeyCopyrightInformation = Self(rawValue: "WCOP")
    /// Day and month of the recording.
    public static let id3MetadataKeyDate = Self(rawValue: "TDAT")
    /// Who encoded it.
    public static let id3MetadataKeyEncodedBy = Self(rawValue: "TENC")
    /// The encoder and its settings.
    public static let id3MetadataKeyEncodedWith = Self(rawValue: "TSSE")
    /// When it was encoded.
    public static let id3MetadataKeyEncodingTime = Self(rawValue: "TDEN")
    /// A method of encryption that other frames use.
    public static let id3MetadataKeyEncryption = Self(rawValue: "ENCR")
    /// An equalisation curve.
    public static let id3MetadataKeyEqualization = Self(rawValue: "EQUA")
    /// An equalisation curve of version 2.4.
    public static let id3MetadataKeyEqualization2 = Self(rawValue: "EQU2")
    /// Events in the sound and their times.
    public static let id3MetadataKeyEventTimingCodes = Self(rawValue: "ETCO")
    /// Who owns the file.
    public static let id3MetadataKeyFileOwner = Self(rawValue: "TOWN")
    /// The kind of sound.
    public static let id3MetadataKeyFileType = Self(rawValue: "TFLT")
    /// A file inside the tag.
    public static let id3MetadataKeyGeneralEncapsulatedObject = Self(rawValue: "GEOB")
    /// A group that other frames belong to.
    public static let id3MetadataKeyGroupIdentifier = Self(rawValue: "GRID")
    /// The musical key it starts in.
    public static let id3MetadataKeyInitialKey = Self(rawValue: "TKEY")
    /// The international code of the recording.
    public static let id3MetadataKeyInternationalStandardRecordingCode = Self(rawValue: "TSRC")
    /// The radio station.
    public static let id3MetadataKeyInternetRadioStationName = Self(rawValue: "TRSN")
    /// Who owns the radio station.
    public static let id3MetadataKeyInternetRadioStationOwner = Self(rawValue: "TRSO")
    /// People and their parts, in version 2.3.
    public static let id3MetadataKeyInvolvedPeopleList_v23 = Self(rawValue: "IPLS")
    /// People and their parts, in version 2.4.
    public static let id3MetadataKeyInvolvedPeopleList_v24 = Self(rawValue: "TIPL")
    /// The languages of the content.
    public static let id3MetadataKeyLanguage = Self(rawValue: "TLAN")
    /// The lead artist.
    public static let id3MetadataKeyLeadPerformer = Self(rawValue: "TPE1")
    /// The duration in milliseconds.
    public static let id3MetadataKeyLength = Self(rawValue: "TLEN")
    /// A frame that is in another file.
    public static let id3MetadataKeyLink = Self(rawValue: "LINK")
    /// Who wrote the words.
    public static let id3MetadataKeyLyricist = Self(rawValue: "TEXT")
    /// The medium it comes from.
    public static let id3MetadataKeyMediaType = Self(rawValue: "TMED")
    /// Who remixed or changed it.
    public static let id3MetadataKeyModifiedBy = Self(rawValue: "TPE4")
    /// The mood.
    public static let id3MetadataKeyMood = Self(rawValue: "TMOO")
    /// Where in the file which time is.
    public static let id3MetadataKeyMPEGLocationLookupTable = Self(rawValue: "MLLT")
    /// The table of contents of the disc.
    public static let id3MetadataKeyMusicCDIdentifier = Self(rawValue: "MCDI")
    /// Musicians and their instruments.
    public static let id3MetadataKeyMusicianCreditsList = Self(rawValue: "TMCL")
    /// The artist's page.
    public static let id3MetadataKeyOfficialArtistWebpage = Self(rawValue: "WOAR")
    /// The page of the file.
    public static let id3MetadataKeyOfficialAudioFileWebpage = Self(rawValue: "WOAF")
    /// The page of the source.
    public static let id3MetadataKeyOfficialAudioSourceWebpage = Self(rawValue: "WOAS")
    /// The radio station's page.
    public static let id3MetadataKeyOfficialInternetRadioStationHomepage = Self(rawValue: "WORS")
    /// The publisher's page.
    public static let id3MetadataKeyOfficialPublisherWebpage = Self(rawValue: "WPUB")
    /// The album it first came out on.
    public static let id3MetadataKeyOriginalAlbumTitle = Self(rawValue: "TOAL")
    /// Who performed it first.
    public static let id3MetadataKeyOriginalArtist = Self(rawValue: "TOPE")
    /// What the file was called.
    public static let id3MetadataKeyOriginalFilename = Self(rawValue: "TOFN")
    /// Who wrote the words first.
    public static let id3MetadataKeyOriginalLyricist = Self(rawValue: "TOLY")
    /// When it first came out.
    public static let id3MetadataKeyOriginalReleaseTime = Self(rawValue: "TDOR")
    /// The year it first came out.
    public static let id3MetadataKeyOriginalReleaseYear = Self(rawValue: "TORY")
    /// What was paid for it, when and to whom.
    public static let id3MetadataKeyOwnership = Self(rawValue: "OWNE")
    /// The number of the disc in a set.
    public static let id3MetadataKeyPartOfASet = Self(rawValue: "TPOS")
    /// An address where it is paid for.
    public static let id3MetadataKeyPayment = Self(rawValue: "WPAY")
    /// The artist's name as it is sorted.
    public static let id3MetadataKeyPerformerSortOrder = Self(rawValue: "TSOP")
    /// How often it has been played.
    public static let id3MetadataKeyPlayCounter = Self(rawValue: "PCNT")
    /// The silence before the next piece, in milliseconds.
    public static let id3MetadataKeyPlaylistDelay = Self(rawValue: "TDLY")
    /// A rating, and who gave it.
    public static let id3MetadataKeyPopularimeter = Self(rawValue: "POPM")
    /// Where in a stream a listener has joined.
    public static let id3MetadataKeyPositionSynchronization = Self(rawValue: "POSS")
    /// What only its owner can read.
    public static let id3MetadataKeyPrivate = Self(rawValue: "PRIV")
    /// The production notice.
    public static let id3MetadataKeyProducedNotice = Self(rawValue: "TPRO")
    /// The publisher.
    public static let id3MetadataKeyPublisher = Self(rawValue: "TPUB")
    /// How much to buffer.
    public static let id3MetadataKeyRecommendedBufferSize = Self(rawValue: "RBUF")
    /// When it was recorded, in words.
    public static let id3MetadataKeyRecordingDates = Self(rawValue: "TRDA")
    /// When it was recorded.
    public static let id3MetadataKeyRecordingTime = Self(rawValue: "TDRC")
    /// A change of volume.
    public static let id3MetadataKeyRelativeVolumeAdjustment = Self(rawValue: "RVAD")
    /// A change of volume, in version 2.4.
    public static let id3MetadataKeyRelativeVolumeAdjustment2 = Self(rawValue: "RVA2")
    /// When it came out.
    public static let id3MetadataKeyReleaseTime = Self(rawValue: "TDRL")
    /// A reverb.
    public static let id3MetadataKeyReverb = Self(rawValue: "RVRB")
    /// Where the next tag is.
    public static let id3MetadataKeySeek = Self(rawValue: "SEEK")
    /// The title of the disc in a set.
    public static let id3MetadataKeySetSubtitle = Self(rawValue: "TSST")
    /// A signature of a group of frames.
    public static let id3MetadataKeySignature = Self(rawValue: "SIGN")
    /// The size of the sound in bytes.
    public static let id3MetadataKeySize = Self(rawValue: "TSIZ")
    /// The subtitle.
    public static let id3MetadataKeySubTitle = Self(rawValue: "TIT3")
    /// Words and their times.
    public static let id3MetadataKeySynchronizedLyric = Self(rawValue: "SYLT")
    /// Tempo changes and their times.
    public static let id3MetadataKeySynchronizedTempoCodes = Self(rawValue: "SYTC")
    /// When the tag was written.
    public static let id3MetadataKeyTaggingTime = Self(rawValue: "TDTG")
    /// The terms of use.
    public static let id3MetadataKeyTermsOfUse = Self(rawValue: "USER")
    /// Hour and minute of the recording.
    public static let id3MetadataKeyTime = Self(rawValue: "TIME")
    /// The title.
    public static let id3MetadataKeyTitleDescription = Self(rawValue: "TIT2")
    /// The title as it is sorted.
    public static let id3MetadataKeyTitleSortOrder = Self(rawValue: "TSOT")
    /// The number of the piece on its album.
    public static let id3MetadataKeyTrackNumber = Self(rawValue: "TRCK")
    /// What tells the file from all others.
    public static let id3MetadataKeyUniqueFileIdentifier = Self(rawValue: "UFID")
    /// The words.
    public static let id3MetadataKeyUnsynchronizedLyric = Self(rawValue: "USLT")
    /// A text with a name of its own.
    public static let id3MetadataKeyUserText = Self(rawValue: "TXXX")
    /// An address with a name of its own.
    public static let id3MetadataKeyUserURL = Self(rawValue: "WXXX")
    /// The year of the recording.
    public static let id3MetadataKeyYear = Self(rawValue: "TYER")
}
