public import CMTimeLib

/// What a file may cost before it is refused: how much is read to recognise it, and how much memory what it says takes.
/// An addition to AVFoundation.
///
/// A file that was made to do harm, or that is merely broken, can claim anything. The defaults lie far above honest
/// files; a service that opens uploads may want to lower them:
///
/// ```swift
/// var limits = AKOpeningLimits()
/// limits.trackCount = 16
/// limits.indexMemory = 64 << 20
/// let upload = URL(filePath: "upload.mp4")
/// let asset = AVURLAsset(url: upload, options: [AKOpeningLimitsKey: limits])
/// print(try await asset.load(.isReadable))
/// ```
///
/// Where a limit is exceeded, loading fails with an error whose sentence names it; where the rest of the file can do
/// without, the asset's `akDetails.loadingWarnings` say what was left out. How deep parts of a file may lie in
/// each other, and how many of them are looked at, has limits too; those are fixed.
public struct AKOpeningLimits: Hashable, Sendable {
    /// How many bytes are read to find out what the tracks are where no header says it: 5 MiB.
    public var probeByteCount = 5 << 20

    /// How much of the media is looked at for that: 5 seconds.
    public var probeDuration = CMTime(value: 5, timescale: 1)

    /// How many tracks there may be: 1024. A file with more is refused, or shown without the later ones where its
    /// container is read piece by piece.
    public var trackCount = 1024

    /// How many bytes one sample may have that is read while the asset is opened or its samples are listed: 256 MiB.
    public var packetByteCount = 256 << 20

    /// How many bytes the header of a track's codec (parameter sets, configuration records) may have: 16 MiB.
    public var codecHeaderByteCount = 16 << 20

    /// How wide and how high pictures may be: 32768. Tracks with larger ones are listed, and are not decodable.
    public var pictureDimension = 32_768

    /// How many samples may be listed by reading them one by one, of all tracks together: 8 million, which is a week of
    /// television. Listing more fails; opening does not.
    public var listedSampleCount = 8_000_000

    /// How many samples a track may have by the tables of its container, where equal ones take no memory: 2³² - 1.
    public var tableSampleCount = (1 << 32) - 1

    /// How many bytes of memory all tables, lists of samples and descriptions of one asset may take: 512 MiB.
    public var indexMemory = 512 << 20

    /// Makes the default limits.
    public init() {}
}
