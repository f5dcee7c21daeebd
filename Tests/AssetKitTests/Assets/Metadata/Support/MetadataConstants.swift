import AssetKit

@testable import AssetKitMedia

/// Every constant there is, with the key space that it belongs to.
enum MetadataConstants {
    static let identifiers: [AVMetadataIdentifier] =
        common + streams + id3 + userData + iTunes + quickTimeMetadata + quickTimeUserData

    private static let common: [AVMetadataIdentifier] = [
        .commonIdentifierAccessibilityDescription, .commonIdentifierAlbumName, .commonIdentifierArtist,
        .commonIdentifierArtwork, .commonIdentifierAssetIdentifier, .commonIdentifierAuthor,
        .commonIdentifierContributor, .commonIdentifierCopyrights, .commonIdentifierCreationDate,
        .commonIdentifierCreator, .commonIdentifierDescription, .commonIdentifierFormat, .commonIdentifierLanguage,
        .commonIdentifierLastModifiedDate, .commonIdentifierLocation, .commonIdentifierMake, .commonIdentifierModel,
        .commonIdentifierPublisher, .commonIdentifierRelation, .commonIdentifierSoftware, .commonIdentifierSource,
        .commonIdentifierSubject, .commonIdentifierTitle, .commonIdentifierType,
    ]

    private static let streams: [AVMetadataIdentifier] = [
        .icyMetadataStreamTitle, .icyMetadataStreamURL,
    ]

    private static let id3: [AVMetadataIdentifier] = [
        .id3MetadataAlbumSortOrder, .id3MetadataAlbumTitle, .id3MetadataAttachedPicture, .id3MetadataAudioEncryption,
        .id3MetadataAudioSeekPointIndex, .id3MetadataBand, .id3MetadataBeatsPerMinute, .id3MetadataComments,
        .id3MetadataCommercial, .id3MetadataCommercialInformation, .id3MetadataCommerical, .id3MetadataComposer,
        .id3MetadataConductor, .id3MetadataContentGroupDescription, .id3MetadataContentType, .id3MetadataCopyright,
        .id3MetadataCopyrightInformation, .id3MetadataDate, .id3MetadataEncodedBy, .id3MetadataEncodedWith,
        .id3MetadataEncodingTime, .id3MetadataEncryption, .id3MetadataEqualization, .id3MetadataEqualization2,
        .id3MetadataEventTimingCodes, .id3MetadataFileOwner, .id3MetadataFileType,
        .id3MetadataGeneralEncapsulatedObject, .id3MetadataGroupIdentifier, .id3MetadataInitialKey,
        .id3MetadataInternationalStandardRecordingCode, .id3MetadataInternetRadioStationName,
        .id3MetadataInternetRadioStationOwner, .id3MetadataInvolvedPeopleList_v23, .id3MetadataInvolvedPeopleList_v24,
        .id3MetadataLanguage, .id3MetadataLeadPerformer, .id3MetadataLength, .id3MetadataLink, .id3MetadataLyricist,
        .id3MetadataMediaType, .id3MetadataModifiedBy, .id3MetadataMood, .id3MetadataMPEGLocationLookupTable,
        .id3MetadataMusicCDIdentifier, .id3MetadataMusicianCreditsList, .id3MetadataOfficialArtistWebpage,
        .id3MetadataOfficialAudioFileWebpage, .id3MetadataOfficialAudioSourceWebpage,
        .id3MetadataOfficialInternetRadioStationHomepage, .id3MetadataOfficialPublisherWebpage,
        .id3MetadataOriginalAlbumTitle, .id3MetadataOriginalArtist, .id3MetadataOriginalFilename,
        .id3MetadataOriginalLyricist, .id3MetadataOriginalReleaseTime, .id3MetadataOriginalReleaseYear,
        .id3MetadataOwnership, .id3MetadataPartOfASet, .id3MetadataPayment, .id3MetadataPerformerSortOrder,
        .id3MetadataPlayCounter, .id3MetadataPlaylistDelay, .id3MetadataPopularimeter,
        .id3MetadataPositionSynchronization, .id3MetadataPrivate, .id3MetadataProducedNotice, .id3MetadataPublisher,
        .id3MetadataRecommendedBufferSize, .id3MetadataRecordingDates, .id3MetadataRecordingTime,
        .id3MetadataRelativeVolumeAdjustment, .id3MetadataRelativeVolumeAdjustment2, .id3MetadataReleaseTime,
        .id3MetadataReverb, .id3MetadataSeek, .id3MetadataSetSubtitle, .id3MetadataSignature, .id3MetadataSize,
        .id3MetadataSubTitle, .id3MetadataSynchronizedLyric, .id3MetadataSynchronizedTempoCodes,
        .id3MetadataTaggingTime, .id3MetadataTermsOfUse, .id3MetadataTime, .id3MetadataTitleDescription,
        .id3MetadataTitleSortOrder, .id3MetadataTrackNumber, .id3MetadataUniqueFileIdentifier,
        .id3MetadataUnsynchronizedLyric, .id3MetadataUserText, .id3MetadataUserURL, .id3MetadataYear,
    ]

    private static let userData: [AVMetadataIdentifier] = [
        .identifier3GPUserDataAlbumAndTrack, .identifier3GPUserDataAuthor, .identifier3GPUserDataCollection,
        .identifier3GPUserDataCopyright, .identifier3GPUserDataDescription, .identifier3GPUserDataGenre,
        .identifier3GPUserDataKeywordList, .identifier3GPUserDataLocation, .identifier3GPUserDataMediaClassification,
        .identifier3GPUserDataMediaRating, .identifier3GPUserDataPerformer, .identifier3GPUserDataRecordingYear,
        .identifier3GPUserDataThumbnail, .identifier3GPUserDataTitle, .identifier3GPUserDataUserRating,
        .isoUserDataAccessibilityDescription, .isoUserDataCopyright, .isoUserDataDate,
        .isoUserDataTaggedCharacteristic,
    ]

    private static let iTunes: [AVMetadataIdentifier] = [
        .iTunesMetadataAccountKind, .iTunesMetadataAcknowledgement, .iTunesMetadataAlbum, .iTunesMetadataAlbumArtist,
        .iTunesMetadataAppleID, .iTunesMetadataArranger, .iTunesMetadataArtDirector, .iTunesMetadataArtist,
        .iTunesMetadataArtistID, .iTunesMetadataAuthor, .iTunesMetadataBeatsPerMin, .iTunesMetadataComposer,
        .iTunesMetadataConductor, .iTunesMetadataContentRating, .iTunesMetadataCopyright, .iTunesMetadataCoverArt,
        .iTunesMetadataCredits, .iTunesMetadataDescription, .iTunesMetadataDirector, .iTunesMetadataDiscCompilation,
        .iTunesMetadataDiscNumber, .iTunesMetadataEncodedBy, .iTunesMetadataEncodingTool, .iTunesMetadataEQ,
        .iTunesMetadataExecProducer, .iTunesMetadataGenreID, .iTunesMetadataGrouping, .iTunesMetadataLinerNotes,
        .iTunesMetadataLyrics, .iTunesMetadataOnlineExtras, .iTunesMetadataOriginalArtist, .iTunesMetadataPerformer,
        .iTunesMetadataPhonogramRights, .iTunesMetadataPlaylistID, .iTunesMetadataPredefinedGenre,
        .iTunesMetadataProducer, .iTunesMetadataPublisher, .iTunesMetadataRecordCompany, .iTunesMetadataReleaseDate,
        .iTunesMetadataSoloist, .iTunesMetadataSongID, .iTunesMetadataSongName, .iTunesMetadataSoundEngineer,
        .iTunesMetadataThanks, .iTunesMetadataTrackNumber, .iTunesMetadataTrackSubTitle, .iTunesMetadataUserComment,
        .iTunesMetadataUserGenre,
    ]

    private static let quickTimeMetadata: [AVMetadataIdentifier] = [
        .quickTimeMetadataAccessibilityDescription, .quickTimeMetadataAlbum, .quickTimeMetadataArranger,
        .quickTimeMetadataArtist, .quickTimeMetadataArtwork, .quickTimeMetadataAuthor,
        .quickTimeMetadataAutoLivePhoto, .quickTimeMetadataCameraFrameReadoutTime, .quickTimeMetadataCameraIdentifier,
        .quickTimeMetadataCollectionUser, .quickTimeMetadataComment, .quickTimeMetadataComposer,
        .quickTimeMetadataContentIdentifier, .quickTimeMetadataCopyright, .quickTimeMetadataCreationDate,
        .quickTimeMetadataCredits, .quickTimeMetadataDescription, .quickTimeMetadataDetectedCatBody,
        .quickTimeMetadataDetectedDogBody, .quickTimeMetadataDetectedFace, .quickTimeMetadataDetectedHumanBody,
        .quickTimeMetadataDetectedSalientObject, .quickTimeMetadataDirectionFacing, .quickTimeMetadataDirectionMotion,
        .quickTimeMetadataDirector, .quickTimeMetadataDisplayName, .quickTimeMetadataEncodedBy,
        .quickTimeMetadataFullFrameRatePlaybackIntent, .quickTimeMetadataGenre, .quickTimeMetadataInformation,
        .quickTimeMetadataIsMontage, .quickTimeMetadataiXML, .quickTimeMetadataKeywords,
        .quickTimeMetadataLivePhotoVitalityScore, .quickTimeMetadataLivePhotoVitalityScoringVersion,
        .quickTimeMetadataLocationBody, .quickTimeMetadataLocationDate,
        .quickTimeMetadataLocationHorizontalAccuracyInMeters, .quickTimeMetadataLocationISO6709,
        .quickTimeMetadataLocationName, .quickTimeMetadataLocationNote, .quickTimeMetadataLocationRole,
        .quickTimeMetadataMake, .quickTimeMetadataModel, .quickTimeMetadataOriginalArtist,
        .quickTimeMetadataPerformer, .quickTimeMetadataPhonogramRights, .quickTimeMetadataPreferredAffineTransform,
        .quickTimeMetadataProducer, .quickTimeMetadataPublisher, .quickTimeMetadataRatingUser,
        .quickTimeMetadataSoftware, .quickTimeMetadataSpatialOverCaptureQualityScore,
        .quickTimeMetadataSpatialOverCaptureQualityScoringVersion, .quickTimeMetadataTitle,
        .quickTimeMetadataVideoOrientation, .quickTimeMetadataYear,
    ]

    private static let quickTimeUserData: [AVMetadataIdentifier] = [
        .quickTimeUserDataAccessibilityDescription, .quickTimeUserDataAlbum, .quickTimeUserDataArranger,
        .quickTimeUserDataArtist, .quickTimeUserDataAuthor, .quickTimeUserDataChapter, .quickTimeUserDataComment,
        .quickTimeUserDataComposer, .quickTimeUserDataCopyright, .quickTimeUserDataCreationDate,
        .quickTimeUserDataCredits, .quickTimeUserDataDescription, .quickTimeUserDataDirector,
        .quickTimeUserDataDisclaimer, .quickTimeUserDataEncodedBy, .quickTimeUserDataFullName,
        .quickTimeUserDataGenre, .quickTimeUserDataHostComputer, .quickTimeUserDataInformation,
        .quickTimeUserDataKeywords, .quickTimeUserDataLocationISO6709, .quickTimeUserDataMake,
        .quickTimeUserDataModel, .quickTimeUserDataOriginalArtist, .quickTimeUserDataOriginalFormat,
        .quickTimeUserDataOriginalSource, .quickTimeUserDataPerformers, .quickTimeUserDataPhonogramRights,
        .quickTimeUserDataProducer, .quickTimeUserDataProduct, .quickTimeUserDataPublisher,
        .quickTimeUserDataSoftware, .quickTimeUserDataSpecialPlaybackRequirements,
        .quickTimeUserDataTaggedCharacteristic, .quickTimeUserDataTrack, .quickTimeUserDataTrackName,
        .quickTimeUserDataURLLink, .quickTimeUserDataWarning, .quickTimeUserDataWriter,
    ]

    static let keys: [(AVMetadataKeySpace, [AVMetadataKey])] = [
        (
            .common,
            [
                .commonKeyAccessibilityDescription, .commonKeyAlbumName, .commonKeyArtist, .commonKeyArtwork,
                .commonKeyIdentifier, .commonKeyAuthor, .commonKeyContributor, .commonKeyCopyrights,
                .commonKeyCreationDate, .commonKeyCreator, .commonKeyDescription, .commonKeyFormat,
                .commonKeyLanguage, .commonKeyLastModifiedDate, .commonKeyLocation, .commonKeyMake, .commonKeyModel,
                .commonKeyPublisher, .commonKeyRelation, .commonKeySoftware, .commonKeySource, .commonKeySubject,
                .commonKeyTitle, .commonKeyType,
            ]
        ),
        (
            .icy,
            [
                .icyMetadataKeyStreamTitle, .icyMetadataKeyStreamURL,
            ]
        ),
        (
            .id3,
            [
                .id3MetadataKeyAlbumSortOrder, .id3MetadataKeyAlbumTitle, .id3MetadataKeyAttachedPicture,
                .id3MetadataKeyAudioEncryption, .id3MetadataKeyAudioSeekPointIndex, .id3MetadataKeyBand,
                .id3MetadataKeyBeatsPerMinute, .id3MetadataKeyComments, .id3MetadataKeyCommercial,
                .id3MetadataKeyCommercialInformation, .id3MetadataKeyCommerical, .id3MetadataKeyComposer,
                .id3MetadataKeyConductor, .id3MetadataKeyContentGroupDescription, .id3MetadataKeyContentType,
                .id3MetadataKeyCopyright, .id3MetadataKeyCopyrightInformation, .id3MetadataKeyDate,
                .id3MetadataKeyEncodedBy, .id3MetadataKeyEncodedWith, .id3MetadataKeyEncodingTime,
                .id3MetadataKeyEncryption, .id3MetadataKeyEqualization, .id3MetadataKeyEqualization2,
                .id3MetadataKeyEventTimingCodes, .id3MetadataKeyFileOwner, .id3MetadataKeyFileType,
                .id3MetadataKeyGeneralEncapsulatedObject, .id3MetadataKeyGroupIdentifier, .id3MetadataKeyInitialKey,
                .id3MetadataKeyInternationalStandardRecordingCode, .id3MetadataKeyInternetRadioStationName,
                .id3MetadataKeyInternetRadioStationOwner, .id3MetadataKeyInvolvedPeopleList_v23,
                .id3MetadataKeyInvolvedPeopleList_v24, .id3MetadataKeyLanguage, .id3MetadataKeyLeadPerformer,
                .id3MetadataKeyLength, .id3MetadataKeyLink, .id3MetadataKeyLyricist, .id3MetadataKeyMediaType,
                .id3MetadataKeyModifiedBy, .id3MetadataKeyMood, .id3MetadataKeyMPEGLocationLookupTable,
                .id3MetadataKeyMusicCDIdentifier, .id3MetadataKeyMusicianCreditsList,
                .id3MetadataKeyOfficialArtistWebpage, .id3MetadataKeyOfficialAudioFileWebpage,
                .id3MetadataKeyOfficialAudioSourceWebpage, .id3MetadataKeyOfficialInternetRadioStationHomepage,
                .id3MetadataKeyOfficialPublisherWebpage, .id3MetadataKeyOriginalAlbumTitle,
                .id3MetadataKeyOriginalArtist, .id3MetadataKeyOriginalFilename, .id3MetadataKeyOriginalLyricist,
                .id3MetadataKeyOriginalReleaseTime, .id3MetadataKeyOriginalReleaseYear, .id3MetadataKeyOwnership,
                .id3MetadataKeyPartOfASet, .id3MetadataKeyPayment, .id3MetadataKeyPerformerSortOrder,
                .id3MetadataKeyPlayCounter, .id3MetadataKeyPlaylistDelay, .id3MetadataKeyPopularimeter,
                .id3MetadataKeyPositionSynchronization, .id3MetadataKeyPrivate, .id3MetadataKeyProducedNotice,
                .id3MetadataKeyPublisher, .id3MetadataKeyRecommendedBufferSize, .id3MetadataKeyRecordingDates,
                .id3MetadataKeyRecordingTime, .id3MetadataKeyRelativeVolumeAdjustment,
                .id3MetadataKeyRelativeVolumeAdjustment2, .id3MetadataKeyReleaseTime, .id3MetadataKeyReverb,
                .id3MetadataKeySeek, .id3MetadataKeySetSubtitle, .id3MetadataKeySignature, .id3MetadataKeySize,
                .id3MetadataKeySubTitle, .id3MetadataKeySynchronizedLyric, .id3MetadataKeySynchronizedTempoCodes,
                .id3MetadataKeyTaggingTime, .id3MetadataKeyTermsOfUse, .id3MetadataKeyTime,
                .id3MetadataKeyTitleDescription, .id3MetadataKeyTitleSortOrder, .id3MetadataKeyTrackNumber,
                .id3MetadataKeyUniqueFileIdentifier, .id3MetadataKeyUnsynchronizedLyric, .id3MetadataKeyUserText,
                .id3MetadataKeyUserURL, .id3MetadataKeyYear,
            ]
        ),
        (
            .isoUserData,
            [
                .metadata3GPUserDataKeyAlbumAndTrack, .metadata3GPUserDataKeyAuthor,
                .metadata3GPUserDataKeyCollection, .metadata3GPUserDataKeyCopyright,
                .metadata3GPUserDataKeyDescription, .metadata3GPUserDataKeyGenre, .metadata3GPUserDataKeyKeywordList,
                .metadata3GPUserDataKeyLocation, .metadata3GPUserDataKeyMediaClassification,
                .metadata3GPUserDataKeyMediaRating, .metadata3GPUserDataKeyPerformer,
                .metadata3GPUserDataKeyRecordingYear, .metadata3GPUserDataKeyThumbnail, .metadata3GPUserDataKeyTitle,
                .metadata3GPUserDataKeyUserRating,
            ]
        ),
        (
            .isoUserData,
            [
                .isoUserDataKeyAccessibilityDescription, .isoUserDataKeyCopyright, .isoUserDataKeyDate,
                .isoUserDataKeyTaggedCharacteristic,
            ]
        ),
        (
            .iTunes,
            [
                .iTunesMetadataKeyAccountKind, .iTunesMetadataKeyAcknowledgement, .iTunesMetadataKeyAlbum,
                .iTunesMetadataKeyAlbumArtist, .iTunesMetadataKeyAppleID, .iTunesMetadataKeyArranger,
                .iTunesMetadataKeyArtDirector, .iTunesMetadataKeyArtist, .iTunesMetadataKeyArtistID,
                .iTunesMetadataKeyAuthor, .iTunesMetadataKeyBeatsPerMin, .iTunesMetadataKeyComposer,
                .iTunesMetadataKeyConductor, .iTunesMetadataKeyContentRating, .iTunesMetadataKeyCopyright,
                .iTunesMetadataKeyCoverArt, .iTunesMetadataKeyCredits, .iTunesMetadataKeyDescription,
                .iTunesMetadataKeyDirector, .iTunesMetadataKeyDiscCompilation, .iTunesMetadataKeyDiscNumber,
                .iTunesMetadataKeyEncodedBy, .iTunesMetadataKeyEncodingTool, .iTunesMetadataKeyEQ,
                .iTunesMetadataKeyExecProducer, .iTunesMetadataKeyGenreID, .iTunesMetadataKeyGrouping,
                .iTunesMetadataKeyLinerNotes, .iTunesMetadataKeyLyrics, .iTunesMetadataKeyOnlineExtras,
                .iTunesMetadataKeyOriginalArtist, .iTunesMetadataKeyPerformer, .iTunesMetadataKeyPhonogramRights,
                .iTunesMetadataKeyPlaylistID, .iTunesMetadataKeyPredefinedGenre, .iTunesMetadataKeyProducer,
                .iTunesMetadataKeyPublisher, .iTunesMetadataKeyRecordCompany, .iTunesMetadataKeyReleaseDate,
                .iTunesMetadataKeySoloist, .iTunesMetadataKeySongID, .iTunesMetadataKeySongName,
                .iTunesMetadataKeySoundEngineer, .iTunesMetadataKeyThanks, .iTunesMetadataKeyTrackNumber,
                .iTunesMetadataKeyTrackSubTitle, .iTunesMetadataKeyUserComment, .iTunesMetadataKeyUserGenre,
            ]
        ),
        (
            .quickTimeMetadata,
            [
                .quickTimeMetadataKeyAccessibilityDescription, .quickTimeMetadataKeyAlbum,
                .quickTimeMetadataKeyArranger, .quickTimeMetadataKeyArtist, .quickTimeMetadataKeyArtwork,
                .quickTimeMetadataKeyAuthor, .quickTimeMetadataKeyCameraFrameReadoutTime,
                .quickTimeMetadataKeyCameraIdentifier, .quickTimeMetadataKeyCollectionUser,
                .quickTimeMetadataKeyComment, .quickTimeMetadataKeyComposer, .quickTimeMetadataKeyContentIdentifier,
                .quickTimeMetadataKeyCopyright, .quickTimeMetadataKeyCreationDate, .quickTimeMetadataKeyCredits,
                .quickTimeMetadataKeyDescription, .quickTimeMetadataKeyDirectionFacing,
                .quickTimeMetadataKeyDirectionMotion, .quickTimeMetadataKeyDirector, .quickTimeMetadataKeyDisplayName,
                .quickTimeMetadataKeyEncodedBy, .quickTimeMetadataKeyFullFrameRatePlaybackIntent,
                .quickTimeMetadataKeyGenre, .quickTimeMetadataKeyInformation, .quickTimeMetadataKeyIsMontage,
                .quickTimeMetadataKeyiXML, .quickTimeMetadataKeyKeywords, .quickTimeMetadataKeyLocationBody,
                .quickTimeMetadataKeyLocationDate, .quickTimeMetadataKeyLocationISO6709,
                .quickTimeMetadataKeyLocationName, .quickTimeMetadataKeyLocationNote,
                .quickTimeMetadataKeyLocationRole, .quickTimeMetadataKeyMake, .quickTimeMetadataKeyModel,
                .quickTimeMetadataKeyOriginalArtist, .quickTimeMetadataKeyPerformer,
                .quickTimeMetadataKeyPhonogramRights, .quickTimeMetadataKeyProducer, .quickTimeMetadataKeyPublisher,
                .quickTimeMetadataKeyRatingUser, .quickTimeMetadataKeySoftware, .quickTimeMetadataKeyTitle,
                .quickTimeMetadataKeyYear,
            ]
        ),
        (
            .quickTimeUserData,
            [
                .quickTimeUserDataKeyAccessibilityDescription, .quickTimeUserDataKeyAlbum,
                .quickTimeUserDataKeyArranger, .quickTimeUserDataKeyArtist, .quickTimeUserDataKeyAuthor,
                .quickTimeUserDataKeyChapter, .quickTimeUserDataKeyComment, .quickTimeUserDataKeyComposer,
                .quickTimeUserDataKeyCopyright, .quickTimeUserDataKeyCreationDate, .quickTimeUserDataKeyCredits,
                .quickTimeUserDataKeyDescription, .quickTimeUserDataKeyDirector, .quickTimeUserDataKeyDisclaimer,
                .quickTimeUserDataKeyEncodedBy, .quickTimeUserDataKeyFullName, .quickTimeUserDataKeyGenre,
                .quickTimeUserDataKeyHostComputer, .quickTimeUserDataKeyInformation, .quickTimeUserDataKeyKeywords,
                .quickTimeUserDataKeyLocationISO6709, .quickTimeUserDataKeyMake, .quickTimeUserDataKeyModel,
                .quickTimeUserDataKeyOriginalArtist, .quickTimeUserDataKeyOriginalFormat,
                .quickTimeUserDataKeyOriginalSource, .quickTimeUserDataKeyPerformers,
                .quickTimeUserDataKeyPhonogramRights, .quickTimeUserDataKeyProducer, .quickTimeUserDataKeyProduct,
                .quickTimeUserDataKeyPublisher, .quickTimeUserDataKeySoftware,
                .quickTimeUserDataKeySpecialPlaybackRequirements, .quickTimeUserDataKeyTaggedCharacteristic,
                .quickTimeUserDataKeyTrack, .quickTimeUserDataKeyTrackName, .quickTimeUserDataKeyURLLink,
                .quickTimeUserDataKeyWarning, .quickTimeUserDataKeyWriter,
            ]
        ),
    ]
}
