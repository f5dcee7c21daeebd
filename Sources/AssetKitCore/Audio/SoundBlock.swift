package import AssetKitMedia

/// Uncompressed sound in the wanted format, at a place of the asset's timeline.
package struct SoundBlock: Sendable {
    package let data: CMBlockBuffer
    /// The first frame, counted from the asset's zero at the rate of the format.
    package let start: Int64
    package let count: Int
    package let format: LinearPCM.Resolved

    package init(data: CMBlockBuffer, start: Int64, count: Int, format: LinearPCM.Resolved) {
        self.data = data
        self.start = start
        self.count = count
        self.format = format
    }

    package var end: Int64 { start + Int64(count) }
}
