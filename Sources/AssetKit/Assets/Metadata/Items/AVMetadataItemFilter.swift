public import Foundation

/// Chooses among metadata items.
///
/// SAFETY: a filter does not change after it was made.
open class AVMetadataItemFilter: NSObject, @unchecked Sendable {
    private let allowedCommonKeys: Set<AVMetadataKey>
    private let allowedIdentifiers: Set<AVMetadataIdentifier>

    private init(commonKeys: Set<AVMetadataKey>, identifiers: Set<AVMetadataIdentifier>) {
        allowedCommonKeys = commonKeys
        allowedIdentifiers = identifiers
        super.init()
    }

    /// A filter for files that go to strangers: what says who made something, with what, where and when, does not pass,
    /// and neither does anything that is not known to be harmless.
    ///
    /// What stays names the published work: title, album, artist, publisher, copyright, genre, language, artwork, track
    /// and disc numbers, lyrics, ratings of the content, and what playing needs.
    open class func forSharing() -> AVMetadataItemFilter { sharing }

    private static let sharing = AVMetadataItemFilter(
        commonKeys: [
            .commonKeyTitle, .commonKeyAlbumName, .commonKeyArtist, .commonKeyArtwork, .commonKeyCopyrights,
            .commonKeyPublisher, .commonKeyType, .commonKeyLanguage, .commonKeyFormat,
            .commonKeyAccessibilityDescription,
        ],
        identifiers: [
            .iTunesMetadataTrackNumber, .iTunesMetadataDiscNumber, .iTunesMetadataDiscCompilation,
            .iTunesMetadataAlbumArtist, .iTunesMetadataBeatsPerMin, .iTunesMetadataContentRating,
            .iTunesMetadataGenreID, .iTunesMetadataLyrics, .iTunesMetadataPhonogramRights,
            .id3MetadataTrackNumber, .id3MetadataPartOfASet, .id3MetadataBand, .id3MetadataBeatsPerMinute,
            .id3MetadataCopyrightInformation, .id3MetadataUnsynchronizedLyric, .id3MetadataSynchronizedLyric,
            .id3MetadataInternationalStandardRecordingCode, .id3MetadataTermsOfUse,
            .id3MetadataRelativeVolumeAdjustment, .id3MetadataRelativeVolumeAdjustment2,
            .isoUserDataTaggedCharacteristic, .identifier3GPUserDataMediaClassification,
            .identifier3GPUserDataMediaRating, .quickTimeUserDataTaggedCharacteristic,
            .quickTimeUserDataPhonogramRights, .quickTimeMetadataPhonogramRights,
            .quickTimeMetadataPreferredAffineTransform, .quickTimeMetadataVideoOrientation,
            .quickTimeMetadataFullFrameRatePlaybackIntent,
        ]
    )

    func lets(_ item: AVMetadataItem) -> Bool {
        if let commonKey = item.commonKey, allowedCommonKeys.contains(commonKey) { return true }
        return item.identifier.map(allowedIdentifiers.contains) ?? false
    }
}
