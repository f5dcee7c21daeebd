internal import AssetKitMedia

/// Uncompressed sound in the wanted format, at a place of the asset's timeline.
struct SoundBlock: Sendable {
    let data: CMBlockBuffer
    /// The first frame, counted from the asset's zero at the rate of the format.
    let start: Int64
    let count: Int
    let format: LinearPCM.Resolved

    var end: Int64 { start + Int64(count) }
}
