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

    /// A filter for files that go to strangers: it lets the work pass, and nothing about the people around the file.
    ///
    /// What stays is what an audience is meant to see (title, credits, artwork, rights, place in a series) and what
    /// playing needs. Who recorded it, where, when and with what, who bought it, free remarks and identifiers go, and so
    /// does everything that nothing is known of.
    open class func forSharing() -> AVMetadataItemFilter { sharing }

    // Each name was asked: can its value tell a stranger something about a person that the work itself does not tell?
    // - Places, dates of recording, cameras and programs tell where somebody was, and whose device it is: out.
    // - Authors and creators of a recording, encoders' and owners' names, accounts, purchases, e-mail addresses (ID3
    //   ratings have one) and play counts tell of the owner: out. Performers, composers and publishers are credits.
    // - Identifiers of whatever kind make files of one owner or device comparable: out.
    // - Comments, descriptions, keywords and private data can hold anything: out. A title or lyrics are shown anyway.
    // Names of people in pictures, and whatever is new, are out by not being here.
    private static let sharing = AVMetadataItemFilter(
        commonKeys: [
            .commonKeyTitle, .commonKeyAlbumName, .commonKeyArtist, .commonKeyPublisher, .commonKeyCopyrights,
            .commonKeyArtwork, .commonKeyType, .commonKeyLanguage, .commonKeyFormat,
        ],
        identifiers: credits.union(placesInSeries).union(ratings).union(playing)
    )

    /// Who made a published work, and the rights in it, beyond the common keys.
    private static let credits: Set<AVMetadataIdentifier> = [
        .iTunesMetadataAlbumArtist, .iTunesMetadataComposer, .iTunesMetadataConductor, .iTunesMetadataPhonogramRights,
        .iTunesMetadataLyrics, .id3MetadataBand, .id3MetadataComposer, .id3MetadataConductor, .id3MetadataLyricist,
        .id3MetadataCopyrightInformation, .id3MetadataTermsOfUse, .id3MetadataUnsynchronizedLyric,
        .id3MetadataSynchronizedLyric, .quickTimeUserDataPhonogramRights, .quickTimeMetadataPhonogramRights,
    ]

    /// Which part of an album or a set it is.
    private static let placesInSeries: Set<AVMetadataIdentifier> = [
        .iTunesMetadataTrackNumber, .iTunesMetadataDiscNumber, .iTunesMetadataDiscCompilation, .iTunesMetadataGenreID,
        .id3MetadataTrackNumber, .id3MetadataPartOfASet,
    ]

    /// For whom the content is suited.
    private static let ratings: Set<AVMetadataIdentifier> = [
        .iTunesMetadataContentRating, .identifier3GPUserDataMediaClassification, .identifier3GPUserDataMediaRating,
    ]

    /// How it is to be shown and heard: loudness, tempo, direction, and what tracks are for.
    private static let playing: Set<AVMetadataIdentifier> = [
        .iTunesMetadataBeatsPerMin, .id3MetadataBeatsPerMinute, .id3MetadataRelativeVolumeAdjustment,
        .id3MetadataRelativeVolumeAdjustment2, .quickTimeMetadataVideoOrientation,
        .isoUserDataTaggedCharacteristic, .quickTimeUserDataTaggedCharacteristic,
    ]

    package func lets(_ item: AVMetadataItem) -> Bool {
        if let commonKey = item.commonKey, allowedCommonKeys.contains(commonKey) { return true }
        return item.identifier.map(allowedIdentifiers.contains) ?? false
    }
}
