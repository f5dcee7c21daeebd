import AssetKit

/// All that is wanted of a file, and how near to it is near enough.
struct PictureSlots: Sendable {
    var slots: [PictureSlot]
    /// The smallest distance between two of them; nil where there is no such thing.
    var spacing: CMTime?
    /// No picture may be taken from far away only because that is cheap: people see whether the steps are even.
    var staysNear = false
    /// The pictures were chosen already, so no others near them will do.
    var areChosen: Bool { slots.contains { $0.choice != nil } }

    /// No run needs more pictures of one file.
    static let limit = 100_000
}
