internal import AssetKitCore

/// What a client wants where clips of a file meet.
struct JointWishes: Sendable {
    /// Tracks that cannot be copied behind those of the first clip are encoded; otherwise they are an error.
    var encodesWhereNeeded = true
    /// A track of sound is encoded whose packets do not meet, in files that cannot hide parts of packets there.
    var encodesSound = true
    /// The file says about itself what the first clip's does; otherwise it says nothing.
    var carriesMetadata = true
    /// Those of the file; nil for those of the clips, where they are.
    var chapters: [Chapter]?
}
