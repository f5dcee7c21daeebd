internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Lists the samples of a long file by a reader of our own, as FFmpeg's demuxer would, in less time than that takes to hand
/// them out.
///
/// FFmpeg tells the first packets, and has to agree with what the reader says about them: what it finds out by probing is known
/// by then. Whatever could make a difference behind them, such as damage, makes the reader count for nothing.
protocol SampleLister {
    /// Takes the next packet that FFmpeg tells; true where these are enough.
    mutating func take(_ packet: ListedPacket) -> Bool

    /// The listing with what is behind the first packets; nil where FFmpeg has to tell that.
    func list(behind listing: SampleListing, limits: AKOpeningLimits, _ flag: CancellationFlag) throws -> SampleListing?
}
