internal import AssetKitBase
public import AssetKitMedia
internal import AssetKitSources
public import Foundation

/// One of several tracks to choose from, such as the sound in one language.
///
/// Options are equal when they stand for the same track of the same asset.
///
/// There is no media player framework on this system, so the members that make options for its list of what is playing
/// (`makeNowPlayingInfoLanguageOption()`) are left out.
open class AVMediaSelectionOption: NSObject, NSCopying, @unchecked Sendable {
    // SAFETY: fixed after init; tracks and names synchronise themselves.
    let track: AVAssetTrack
    private let names: MediaOptionNames
    private let place: Int

    /// Makes the option that stands in a place of its group; `names` are those of the whole group.
    init(track: AVAssetTrack, place: Int, names: MediaOptionNames) {
        self.track = track
        self.place = place
        self.names = names
        super.init()
    }

    /// The same option: options do not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? AVMediaSelectionOption)?.track === track }

    open override var hash: Int { ObjectIdentifier(track).hashValue }

    /// What kind of media the option holds.
    open var mediaType: AVMediaType { track.mediaType }

    /// The codecs of the option's samples: four-character codes as numbers.
    open var mediaSubTypes: [NSNumber] {
        let described = track.facts.descriptions.map(\.codec)
        let codecs = (described.isEmpty ? [track.facts.codec] : described).filter { $0 != 0 }
        return codecs.reduce(into: [FourCharCode]()) { if !$0.contains($1) { $0.append($1) } }.map(NSNumber.init)
    }

    /// Whether something is true of the option.
    open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        track.hasMediaCharacteristic(mediaCharacteristic)
    }

    /// The option can be played.
    open var isPlayable: Bool { track.isPlayable }

    /// The language as BCP 47 has it, such as `en-US`; nil where the file names none.
    open var extendedLanguageTag: String? { track.facts.language?.tag }

    /// The language as Foundation has it; nil where the file names none.
    open var locale: Locale? { track.facts.language?.locale }

    /// A name for a menu, for the user of this process.
    open var displayName: String { displayName(with: .current) }

    /// A name for a menu: the title that the file gives the track, else the language in words of `locale`.
    ///
    /// Names that would be alike in one group are told apart by what the options are for, as in `English SDH` and
    /// `English (forced)`, and where that is alike too, by a number.
    open func displayName(with locale: Locale) -> String { names.name(at: place, in: locale) }

    /// The items that have a key that all formats share, under that key.
    open var commonMetadata: [AVMetadataItem] { track.commonMetadata }

    /// The formats in which the option has metadata: raw values of ``AVMetadataFormat``.
    open var availableMetadataFormats: [String] { track.availableMetadataFormats.map(\.rawValue) }

    /// The items of one format, named by the raw value of an ``AVMetadataFormat``.
    open func metadata(forFormat format: String) -> [AVMetadataItem] {
        track.metadata(forFormat: AVMetadataFormat(rawValue: format))
    }

    /// The option of another group that goes with this one, such as the forced subtitles that belong to a language's
    /// sound; nil where there is none.
    ///
    /// What the file links comes first. Sound also has the forced subtitles in its own language.
    open func associatedMediaSelectionOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        let others = mediaSelectionGroup.options.filter { $0 != self }
        let types: [AVAssetTrack.AssociationType] = [.selectionFollower, .forcedSubtitlesOnly]
        for identifier in types.flatMap({ track.facts.references[$0.rawValue] ?? [] }) {
            if let linked = others.first(where: { $0.track.trackID == identifier }) { return linked }
        }
        guard hasMediaCharacteristic(.audible), let language = track.facts.language else { return nil }
        let forced = others.filter { $0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) }
        return forced.first { $0.track.facts.language?.distance(to: language) == 0 }
    }
}
