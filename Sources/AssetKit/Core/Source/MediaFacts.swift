internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitMedia
internal import Foundation

/// What a file says about itself, gathered once when it is opened. A plain value.
struct MediaFacts: Sendable {
    /// The type by content, where it is one that has a name.
    var fileType: AVFileType?
    /// FFmpeg's short names of the container.
    var container = ""
    var byteCount: Int64?
    /// From zero to the end of the last sample; indefinite when it is not known.
    var duration = CMTime.indefinite
    /// The duration, and the times of samples, are exact.
    var isPrecise = false
    /// The stored time that is zero on the asset's timeline.
    var startTime = CMTime.zero
    var preferredRate: Float = 1
    var preferredVolume: Float = 1
    var preferredTransform = CGAffineTransform.identity
    var creationDate: Date?
    var canContainFragments = false
    var containsFragments = false
    var tracks: [TrackFacts] = []
    /// The samples of tracks, by identifier, where the container has tables of them: they need no reading then.
    var sampleTables: [Int32: any SampleTable] = [:]
    var metadata: [MetadataEntry] = []
    var chapters: [Chapter] = []
    /// What a playlist offers to choose from.
    var variants: [HLSVariant] = []
    /// Oddities that were worked around, each a sentence.
    var warnings: [String] = []

    /// Bits a second over the whole file.
    var bitRate: Double? {
        guard let byteCount, duration.isNumeric, duration.seconds > 0 else { return nil }
        return Double(byteCount) * 8 / duration.seconds
    }

    /// What is known of the container.
    var containerTraits: ContainerTraits { ContainerTraits.named(container) }

    /// The container, where it is one that the table lists.
    var knownContainer: MediaContainer? { containerTraits.container }

    var hasProtectedContent: Bool { tracks.contains { $0.isProtected } }
}
