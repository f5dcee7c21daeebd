internal import AssetKitContainers
public import AssetKitMedia
internal import AssetKitSources
public import Foundation

/// One of the streams that an HLS asset offers: the same media at another rate or size, or in other codecs.
///
/// It says what the playlist says; the stream itself is not opened for it.
open class AVAssetVariant: NSObject, @unchecked Sendable {
    // SAFETY: fixed after init.
    private let facts: HLSVariant
    private let base: URL?

    init(_ facts: HLSVariant, relativeTo base: URL?) {
        self.facts = facts
        self.base = base
        super.init()
    }

    /// How many bits a second the stream has at most; nil when the playlist does not say.
    open var peakBitRate: Double? { facts.peakBitRate }

    /// How many bits a second the stream has on average; nil when the playlist does not say.
    open var averageBitRate: Double? { facts.averageBitRate }

    /// Where the playlist of the stream is; nil for an address that makes no sense.
    open var url: URL? { URL(string: facts.address, relativeTo: base)?.absoluteURL }

    /// What its pictures are like; nil where it has none as far as the playlist says.
    open var videoAttributes: VideoAttributes? {
        let codecs = facts.codecs.compactMap(VariantCodec.init).compactMap(\.videoType)
        guard !codecs.isEmpty || facts.width != nil || facts.frameRate != nil else { return nil }
        return VideoAttributes(facts, codecs: codecs)
    }

    /// What its sound is like; nil where it has none as far as the playlist says.
    open var audioAttributes: AudioAttributes? {
        let formats = facts.codecs.compactMap(VariantCodec.init).compactMap(\.audioFormat)
        return formats.isEmpty ? nil : AudioAttributes(formats)
    }

    /// What the pictures of a variant are like.
    open class VideoAttributes: NSObject, @unchecked Sendable {
        // SAFETY: fixed after init.
        private let facts: HLSVariant
        private let codecs: [CMVideoCodecType]

        init(_ facts: HLSVariant, codecs: [CMVideoCodecType]) {
            self.facts = facts
            self.codecs = codecs
            super.init()
        }

        /// The dynamic range; standard where the playlist does not say.
        open var videoRange: AVVideoRange { facts.videoRange.map(AVVideoRange.init(rawValue:)) ?? .sdr }

        /// The codecs; empty when the playlist does not say.
        open var codecTypes: [CMVideoCodecType] { codecs }

        /// The size at which pictures are meant to be shown; zero when the playlist does not say.
        open var presentationSize: CGSize {
            guard let width = facts.width, let height = facts.height else { return .zero }
            return CGSize(width: width, height: height)
        }

        /// Pictures a second at most; nil when the playlist does not say.
        open var nominalFrameRate: Double? { facts.frameRate }
    }

    /// What the sound of a variant is like.
    open class AudioAttributes: NSObject, @unchecked Sendable {
        // SAFETY: fixed after init.
        private let formats: [AudioFormatID]

        init(_ formats: [AudioFormatID]) {
            self.formats = formats
            super.init()
        }

        /// The formats.
        open var formatIDs: [AudioFormatID] { formats }
    }
}

extension AVURLAsset {
    /// The streams that an HLS asset offers, in the order of the playlist; empty for everything else.
    public var variants: [AVAssetVariant] {
        (facts?.variants ?? []).map { AVAssetVariant($0, relativeTo: url) }
    }
}

extension AVPartialAsyncProperty where Root: AVURLAsset {
    /// Loads ``AVURLAsset/variants``.
    public static var variants: AVAsyncProperty<Root, [AVAssetVariant]> { AVAsyncProperty("variants") { $0.variants } }
}
