import AssetKit

/// One of the pictures that are wanted of a file.
struct PictureSlot: Sendable, Equatable {
    /// What was asked for.
    let time: CMTime
    /// The part of the file that the picture stands for.
    let part: CMTimeRange
    /// Where a better picture was found; nil where the one asked for will do.
    var choice: CMTime?
}
