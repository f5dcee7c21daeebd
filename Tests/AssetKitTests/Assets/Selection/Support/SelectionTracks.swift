@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia
import Foundation

/// Makes tracks and assets for tests as if a file had told of them.
enum SelectionTracks {
    static func facts(
        _ mediaType: AVMediaType,
        _ trackID: Int32 = 1,
        language: String? = nil,
        group: Int = 0,
        isDefault: Bool? = nil,
        isEnabled: Bool = true,
        title: String? = nil,
        characteristics: Set<AVMediaCharacteristic> = []
    ) -> TrackFacts {
        var facts = TrackFacts(trackID: trackID, mediaType: mediaType)
        facts.languageCode = language
        facts.alternateGroup = group
        facts.isDefault = isDefault
        facts.isEnabled = isEnabled
        facts.title = title
        facts.characteristics = characteristics
        facts.isDecodable = true
        return facts
    }

    static func track(_ facts: TrackFacts) -> AVAssetTrack { AVAssetTrack(facts: facts, metadata: []) }

    /// The only group that these tracks make, or the first one.
    static func group(_ tracks: [TrackFacts]) -> AVMediaSelectionGroup? {
        AVMediaSelectionGroup.groups(of: tracks.map(track)).first
    }

    /// An asset of these tracks.
    static func asset(_ tracks: [TrackFacts], chapters: [Chapter] = []) -> AVAsset {
        let input = MediaInput(url: URL(filePath: "/nowhere.mkv"), fileType: nil, restrictions: [])
        var facts = MediaFacts()
        facts.tracks = tracks
        facts.chapters = chapters
        let loader = Loader(
            work: { [facts] _ in LoadedAsset(facts: facts, input: input) },
            describe: { AVError.opening("nowhere.mkv", because: $0) }
        )
        return AVAsset(loader: loader, restrictions: [])
    }

    /// Sound in English and French, subtitles in English, and forced ones in French.
    static let film = [
        facts(.video, 1),
        facts(.audio, 2, language: "eng", isDefault: true),
        facts(.audio, 3, language: "fra", isDefault: false),
        facts(.subtitle, 4, language: "eng", isDefault: false),
        forced(facts(.subtitle, 5, language: "fra", isDefault: false)),
    ]

    static func forced(_ facts: TrackFacts) -> TrackFacts {
        var facts = facts
        facts.isForced = true
        return facts
    }
}
