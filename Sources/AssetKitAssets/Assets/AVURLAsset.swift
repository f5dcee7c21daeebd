public import AssetKitMedia
internal import AssetKitSources
public import Foundation

/// Ask for an exact duration and sample-accurate access (`NSNumber` of a Boolean, default false): where a container has
/// no index, the whole file is scanned.
public let AVURLAssetPreferPreciseDurationAndTimingKey: String = "AVURLAssetPreferPreciseDurationAndTimingKey"
/// Which references to other files are forbidden: the raw value of ``AVAssetReferenceRestrictions``.
///
/// The default is stricter than Apple's: local to local, local to remote, and remote to local are forbidden.
public let AVURLAssetReferenceRestrictionsKey: String = "AVURLAssetReferenceRestrictionsKey"
/// What kind of media it is, as a type of the web such as `video/mp4`, whatever the file's name says.
public let AVURLAssetOverrideMIMETypeKey: String = "AVURLAssetOverrideMIMETypeKey"
/// What to call the program to a server.
public let AVURLAssetHTTPUserAgentKey: String = "AVURLAssetHTTPUserAgentKey"

/// What the file may cost before it is refused: an ``AKOpeningLimits``. An addition to AVFoundation.
public let AKOpeningLimitsKey: String = "AKOpeningLimitsKey"

/// An asset of a file or an address.
///
/// ```swift
/// let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
/// let song = AVURLAsset(url: URL(filePath: "song.mp3"), options: options)
/// let (duration, isExact) = try await song.load(.duration, .providesPreciseDurationAndTiming)
/// print(duration.seconds, isExact ? "exactly" : "or so")
/// ```
///
/// Files and `http` and `https` addresses can be opened; with any other address loading fails. What kind of media it is
/// follows from the bytes, and from the name only where those say nothing.
///
/// Other than in AVFoundation, a local file may have no other local files opened unless
/// ``AVURLAssetReferenceRestrictionsKey`` allows it, and ``AKOpeningLimitsKey`` bounds what a file may cost.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// Where the media is.
    public let url: URL

    /// Makes an asset. Nothing is read until something is asked for, and nothing can fail before that.
    ///
    /// - Parameters:
    ///   - URL: A file's, or an `http` or `https` address.
    ///   - options: By the keys ``AVURLAssetPreferPreciseDurationAndTimingKey``,
    ///     ``AVURLAssetReferenceRestrictionsKey``, ``AVURLAssetOverrideMIMETypeKey``, ``AVURLAssetHTTPUserAgentKey``
    ///     and ``AKOpeningLimitsKey``. Others are not looked at.
    public init(url URL: URL, options: [String: Any]? = nil) {
        url = URL
        let options = AssetOptions(options)
        super.init(loader: options.loader(of: URL), restrictions: options.restrictions)
    }

    init(_ url: URL, _ options: AssetOptions) {
        self.url = url
        super.init(loader: options.loader(of: url), restrictions: options.restrictions)
    }

    /// Makes an asset without options.
    public convenience init(url: URL) {
        self.init(url: url, options: nil)
    }

    /// The types of files that can be opened.
    open class func audiovisualTypes() -> [AVFileType] { FileTypes.all.map(\.type) }

    /// The types of the web that can be opened.
    open class func audiovisualMIMETypes() -> [String] { FileTypes.all.flatMap(\.mimeTypes) }

    /// Whether media of a type of the web can be opened; `codecs` and other parameters are not looked at.
    open class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
        FileTypes.fileType(ofMIMEType: extendedMIMEType) != nil
    }
}

extension AssetOptions {
    /// What reads a file or an address.
    fileprivate func loader(of url: URL) -> Loader<LoadedAsset> {
        var input = MediaInput(url: url, fileType: fileType, restrictions: restrictions)
        input.network = network
        input.limits = limits
        return LoadedAsset.loader(of: input, self)
    }
}
