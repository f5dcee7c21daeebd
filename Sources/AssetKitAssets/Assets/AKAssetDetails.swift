internal import AssetKitCore
public import AssetKitMedia
internal import AssetKitSources
public import CMTimeLib
public import Foundation

/// What a file says beyond AVFoundation's vocabulary. An addition to AVFoundation.
public struct AKAssetDetails: Sendable, Hashable {
    /// The type of the file by its content, where it has a name.
    public var fileType: AVFileType?
    /// What people call the container, also where ``fileType`` has no name for it: `GIF`.
    public var containerName: String?
    /// How many bytes the file has, where that is known.
    public var byteCount: Int64?
    /// The stored time that is zero on the asset's timeline; invalid where the asset could not be loaded.
    public var startTime: CMTime
    /// When the media were made: what the file's header says, else its metadata where they tell the moment.
    /// ``AVAsset/creationDate`` prefers the metadata, and takes a year too.
    public var creationMoment: Date?
    /// The file is a still picture: what a demuxer says of its rate means nothing.
    public var isStillPicture: Bool
    /// The file's oddities that were worked around, each a sentence.
    public var loadingWarnings: [String]
}

extension AVAsset {
    /// What the file says beyond AVFoundation's vocabulary. Loads the asset where that has not happened; of one that cannot
    /// be opened there is nothing to tell.
    public var akDetails: AKAssetDetails {
        let facts = self.facts
        return AKAssetDetails(
            fileType: facts?.fileType,
            containerName: facts?.containerName,
            byteCount: facts?.byteCount,
            startTime: facts?.startTime ?? .invalid,
            creationMoment: facts.flatMap { $0.creationDate ?? MetadataCreation.date(in: $0.metadata) },
            isStillPicture: facts?.isStillPicture ?? false,
            loadingWarnings: facts?.warnings ?? []
        )
    }
}
