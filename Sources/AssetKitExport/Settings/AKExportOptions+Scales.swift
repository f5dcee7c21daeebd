public import AssetKitMedia
internal import AssetKitSinks

extension AKExportOptions {
    /// What ``constantRateFactor`` may be for a codec: its encoder's own scale, on which small is good. nil for codecs that
    /// have none.
    public static func constantRateFactors(of codec: AVVideoCodecType) -> ClosedRange<Double>? {
        PictureEncoding.codec(named: codec.rawValue)?.traits.scale?.range
    }
}
