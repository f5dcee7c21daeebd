package import AssetKitBase
package import AssetKitContainers
package import AssetKitCore
package import AssetKitMedia
package import CMTimeLib
package import Foundation

/// What a file says about itself, gathered once when it is opened. A plain value.
package struct MediaFacts: Sendable {
    /// The type by content, where it is one that has a name.
    package var fileType: AVFileType?
    /// FFmpeg's short names of the container.
    package var container = ""
    package var byteCount: Int64?
    /// What its file was when it was opened; nil for what is none, and for pipes.
    package var fileState: FileState?
    /// From zero to the end of the last sample; indefinite when it is not known.
    package var duration = CMTime.indefinite
    /// The duration, and the times of samples, are exact.
    package var isPrecise = false
    /// The stored time that is zero on the asset's timeline.
    package var startTime = CMTime.zero
    package var preferredRate: Float = 1
    package var preferredVolume: Float = 1
    package var preferredTransform = CGAffineTransform.identity
    /// The size of all of it, where it is not that of the largest pictures.
    package var naturalSize: CGSize?
    package var creationDate: Date?
    package var canContainFragments = false
    package var containsFragments = false
    package var tracks: [TrackFacts] = []
    /// The samples of tracks, by identifier, where the container has tables of them: they need no reading then.
    package var sampleTables: [Int32: any SampleTable] = [:]
    /// The samples of tracks, by identifier, that were listed because counting them took as long; their container has no
    /// tables of them.
    package var listedTables: [Int32: PacketTable] = [:]
    package var metadata: [MetadataEntry] = []
    package var chapters: [Chapter] = []
    /// What a playlist offers to choose from.
    package var variants: [HLSVariant] = []
    /// Oddities that were worked around, each a sentence.
    package var warnings: [String] = []

    /// Bits a second over the whole file.
    var bitRate: Double? {
        guard let byteCount, duration.isNumeric, duration.seconds > 0 else { return nil }
        return Double(byteCount) * 8 / duration.seconds
    }

    /// What is known of the container.
    package var containerTraits: ContainerTraits { ContainerTraits.named(container) }

    /// The container, where it is one that the table lists.
    package var knownContainer: MediaContainer? { containerTraits.container }

    package var hasProtectedContent: Bool { tracks.contains { $0.isProtected } }
}

extension MediaFacts {
    /// Those of something of which nothing is known yet.
    package static var unknown: MediaFacts { MediaFacts() }
}
