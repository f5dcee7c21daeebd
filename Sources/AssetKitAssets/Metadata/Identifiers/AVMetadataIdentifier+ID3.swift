// ID3 tags.

extension AVMetadataIdentifier {
    /// The album's name as it is sorted.
    public static let id3MetadataAlbumSortOrder = Self(rawValue: "id3/TSOA")
    /// The album.
    public static let id3MetadataAlbumTitle = Self(rawValue: "id3/TALB")
    /// A picture.
    public static let id3MetadataAttachedPicture = Self(rawValue: "id3/APIC")
    /// How the sound is encrypted.
    public static let id3MetadataAudioEncryption = Self(rawValue: "id3/AENC")
    /// Points in the sound to seek to.
    public static let id3MetadataAudioSeekPointIndex = Self(rawValue: "id3/ASPI")
    /// The band, orchestra or album artist.
    public static let id3MetadataBand = Self(rawValue: "id3/TPE2")
    /// Beats a minute.
    public static let id3MetadataBeatsPerMinute = Self(rawValue: "id3/TBPM")
    /// A remark.
    public static let id3MetadataComments = Self(rawValue: "id3/COMM")
    /// How to buy it.
    public static let id3MetadataCommercial = Self(rawValue: "id3/COMR")
    /// An address with how to buy it.
    public static let id3MetadataCommercialInformation = Self(rawValue: "id3/WCOM")
    /// How to buy it, as an old spelling has it.
    public static let id3MetadataCommerical = Self(rawValue: "id3/COMR")
    /// The composer.
    public static let id3MetadataComposer = Self(rawValue: "id3/TCOM")
    /// The conductor.
    public static let id3MetadataConductor = Self(rawValue: "id3/TPE3")
    /// The larger work that this is part of.
    public static let id3MetadataContentGroupDescription = Self(rawValue: "id3/TIT1")
    /// The genre.
    public static let id3MetadataContentType = Self(rawValue: "id3/TCON")
    /// The copyright notice.
    public static let id3MetadataCopyright = Self(rawValue: "id3/TCOP")
    /// An address with the terms of use.
    public static let id3MetadataCopyrightInformation = Self(rawValue: "id3/WCOP")
    /// Day and month of the recording.
    public static let id3MetadataDate = Self(rawValue: "id3/TDAT")
    /// Who encoded it.
    public static let id3MetadataEncodedBy = Self(rawValue: "id3/TENC")
    /// The encoder and its settings.
    public static let id3MetadataEncodedWith = Self(rawValue: "id3/TSSE")
    /// When it was encoded.
    public static let id3MetadataEncodingTime = Self(rawValue: "id3/TDEN")
    /// A method of encryption that other frames use.
    public static let id3MetadataEncryption = Self(rawValue: "id3/ENCR")
    /// An equalisation curve.
    public static let id3MetadataEqualization = Self(rawValue: "id3/EQUA")
    /// An equalisation curve of version 2.4.
    public static let id3MetadataEqualization2 = Self(rawValue: "id3/EQU2")
    /// Events in the sound and their times.
    public static let id3MetadataEventTimingCodes = Self(rawValue: "id3/ETCO")
    /// Who owns the file.
    public static let id3MetadataFileOwner = Self(rawValue: "id3/TOWN")
    /// The kind of sound.
    public static let id3MetadataFileType = Self(rawValue: "id3/TFLT")
    /// A file inside the tag.
    public static let id3MetadataGeneralEncapsulatedObject = Self(rawValue: "id3/GEOB")
    /// A group that other frames belong to.
    public static let id3MetadataGroupIdentifier = Self(rawValue: "id3/GRID")
    /// The musical key it starts in.
    public static let id3MetadataInitialKey = Self(rawValue: "id3/TKEY")
    /// The international code of the recording.
    public static let id3MetadataInternationalStandardRecordingCode = Self(rawValue: "id3/TSRC")
    /// The radio station.
    public static let id3MetadataInternetRadioStationName = Self(rawValue: "id3/TRSN")
    /// Who owns the radio station.
    public static let id3MetadataInternetRadioStationOwner = Self(rawValue: "id3/TRSO")
    /// People and their parts, in version 2.3.
    public static let id3MetadataInvolvedPeopleList_v23 = Self(rawValue: "id3/IPLS")
    /// People and their parts, in version 2.4.
    public static let id3MetadataInvolvedPeopleList_v24 = Self(rawValue: "id3/TIPL")
    /// The languages of the content.
    public static let id3MetadataLanguage = Self(rawValue: "id3/TLAN")
    /// The lead artist.
    public static let id3MetadataLeadPerformer = Self(rawValue: "id3/TPE1")
    /// The duration in milliseconds.
    public static let id3MetadataLength = Self(rawValue: "id3/TLEN")
    /// A frame that is in another file.
    public static let id3MetadataLink = Self(rawValue: "id3/LINK")
    /// Who wrote the words.
    public static let id3MetadataLyricist = Self(rawValue: "id3/TEXT")
    /// The medium it comes from.
    public static let id3MetadataMediaType = Self(rawValue: "id3/TMED")
    /// Who remixed or changed it.
    public static let id3MetadataModifiedBy = Self(rawValue: "id3/TPE4")
    /// The mood.
    public static let id3MetadataMood = Self(rawValue: "id3/TMOO")
    /// Where in the file which time is.
    public static let id3MetadataMPEGLocationLookupTable = Self(rawValue: "id3/MLLT")
    /// The table of contents of the disc.
    public static let id3MetadataMusicCDIdentifier = Self(rawValue: "id3/MCDI")
    /// Musicians and their instruments.
    public static let id3MetadataMusicianCreditsList = Self(rawValue: "id3/TMCL")
    /// The artist's page.
    public static let id3MetadataOfficialArtistWebpage = Self(rawValue: "id3/WOAR")
    /// The page of the file.
    public static let id3MetadataOfficialAudioFileWebpage = Self(rawValue: "id3/WOAF")
    /// The page of the source.
    public static let id3MetadataOfficialAudioSourceWebpage = Self(rawValue: "id3/WOAS")
    /// The radio station's page.
    public static let id3MetadataOfficialInternetRadioStationHomepage = Self(rawValue: "id3/WORS")
    /// The publisher's page.
    public static let id3MetadataOfficialPublisherWebpage = Self(rawValue: "id3/WPUB")
    /// The album it first came out on.
    public static let id3MetadataOriginalAlbumTitle = Self(rawValue: "id3/TOAL")
    /// Who performed it first.
    public static let id3MetadataOriginalArtist = Self(rawValue: "id3/TOPE")
    /// What the file was called.
    public static let id3MetadataOriginalFilename = Self(rawValue: "id3/TOFN")
    /// Who wrote the words first.
    public static let id3MetadataOriginalLyricist = Self(rawValue: "id3/TOLY")
    /// When it first came out.
    public static let id3MetadataOriginalReleaseTime = Self(rawValue: "id3/TDOR")
    /// The year it first came out.
    public static let id3MetadataOriginalReleaseYear = Self(rawValue: "id3/TORY")
    /// What was paid for it, when and to whom.
    public static let id3MetadataOwnership = Self(rawValue: "id3/OWNE")
    /// The number of the disc in a set.
    public static let id3MetadataPartOfASet = Self(rawValue: "id3/TPOS")
    /// An address where it is paid for.
    public static let id3MetadataPayment = Self(rawValue: "id3/WPAY")
    /// The artist's name as it is sorted.
    public static let id3MetadataPerformerSortOrder = Self(rawValue: "id3/TSOP")
    /// How often it has been played.
    public static let id3MetadataPlayCounter = Self(rawValue: "id3/PCNT")
    /// The silence before the next piece, in milliseconds.
    public static let id3MetadataPlaylistDelay = Self(rawValue: "id3/TDLY")
    /// A rating, and who gave it.
    public static let id3MetadataPopularimeter = Self(rawValue: "id3/POPM")
    /// Where in a stream a listener has joined.
    public static let id3MetadataPositionSynchronization = Self(rawValue: "id3/POSS")
    /// What only its owner can read.
    public static let id3MetadataPrivate = Self(rawValue: "id3/PRIV")
    /// The production notice.
    public static let id3MetadataProducedNotice = Self(rawValue: "id3/TPRO")
    /// The publisher.
    public static let id3MetadataPublisher = Self(rawValue: "id3/TPUB")
    /// How much to buffer.
    public static let id3MetadataRecommendedBufferSize = Self(rawValue: "id3/RBUF")
    /// When it was recorded, in words.
    public static let id3MetadataRecordingDates = Self(rawValue: "id3/TRDA")
    /// When it was recorded.
    public static let id3MetadataRecordingTime = Self(rawValue: "id3/TDRC")
    /// A change of volume.
    public static let id3MetadataRelativeVolumeAdjustment = Self(rawValue: "id3/RVAD")
    /// A change of volume, in version 2.4.
    public static let id3MetadataRelativeVolumeAdjustment2 = Self(rawValue: "id3/RVA2")
    /// When it came out.
    public static let id3MetadataReleaseTime = Self(rawValue: "id3/TDRL")
    /// A reverb.
    public static let id3MetadataReverb = Self(rawValue: "id3/RVRB")
    /// Where the next tag is.
    public static let id3MetadataSeek = Self(rawValue: "id3/SEEK")
    /// The title of the disc in a set.
    public static let id3MetadataSetSubtitle = Self(rawValue: "id3/TSST")
    /// A signature of a group of frames.
    public static let id3MetadataSignature = Self(rawValue: "id3/SIGN")
    /// The size of the sound in bytes.
    public static let id3MetadataSize = Self(rawValue: "id3/TSIZ")
    /// The subtitle.
    public static let id3MetadataSubTitle = Self(rawValue: "id3/TIT3")
    /// Words and their times.
    public static let id3MetadataSynchronizedLyric = Self(rawValue: "id3/SYLT")
    /// Tempo changes and their times.
    public static let id3MetadataSynchronizedTempoCodes = Self(rawValue: "id3/SYTC")
    /// When the tag was written.
    public static let id3MetadataTaggingTime = Self(rawValue: "id3/TDTG")
    /// The terms of use.
    public static let id3MetadataTermsOfUse = Self(rawValue: "id3/USER")
    /// Hour and minute of the recording.
    public static let id3MetadataTime = Self(rawValue: "id3/TIME")
    /// The title.
    public static let id3MetadataTitleDescription = Self(rawValue: "id3/TIT2")
    /// The title as it is sorted.
    public static let id3MetadataTitleSortOrder = Self(rawValue: "id3/TSOT")
    /// The number of the piece on its album.
    public static let id3MetadataTrackNumber = Self(rawValue: "id3/TRCK")
    /// What tells the file from all others.
    public static let id3MetadataUniqueFileIdentifier = Self(rawValue: "id3/UFID")
    /// The words.
    public static let id3MetadataUnsynchronizedLyric = Self(rawValue: "id3/USLT")
    /// A text with a name of its own.
    public static let id3MetadataUserText = Self(rawValue: "id3/TXXX")
    /// An address with a name of its own.
    public static let id3MetadataUserURL = Self(rawValue: "id3/WXXX")
    /// The year of the recording.
    public static let id3MetadataYear = Self(rawValue: "id3/TYER")
}
