internal import AssetKitAssets
internal import AssetKitCore

/// What a client wants where clips of a file meet.
struct JointWishes: Sendable {
    /// Tracks that cannot be copied behind those of the first clip are encoded; otherwise they are an error.
    var encodesWhereNeeded = true
    /// A track of sound is encoded whose packets do not meet, in files that cannot hide parts of packets there.
    var encodesSound = true
    /// What the file says about itself.
    var metadata = Metadata.ofFirstClip
    /// Those of the file; nil for those of the clips, where they are.
    var chapters: [Chapter]?

    /// Where what a file says about itself comes from.
    enum Metadata: Sendable {
        /// It is what the first clip's file says.
        case ofFirstClip
        /// It is what this file says, whatever the clips are of.
        case of(LoadedAsset)
        /// It is nothing.
        case nothing
    }
}
