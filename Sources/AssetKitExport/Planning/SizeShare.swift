internal import AssetKitMedia
internal import AssetKitSinks
internal import Foundation

/// What a limit of bytes leaves of each track: the options that a plan is made with. A plain value.
struct SizeShare: Sendable, Hashable {
    /// Bits a second of the pictures; nil for those of the preset's quality, and where none are encoded.
    var pictureRate: Double?
    /// Each side of the pictures beside that of the preset.
    var scale = 1.0
    /// Bits a second of each track of sound that can have fewer; nil for the preset's.
    var soundRate: Double?
    /// Channels of each track of sound; nil for as many as the preset makes.
    var channelCount: Int?
}

/// What decides how many bytes tracks of an exported file take, at most and at least.
enum SizeRules {
    /// Bits of a pixel that pictures have before they become smaller, and how few they may have when they are as small as
    /// they become.
    static func bitsPerPixel(_ codec: PictureEncoding.Codec) -> (enough: Double, least: Double) {
        switch codec {
        case .hevc, .av1, .vp9: (0.035, 0.01)
        case .h264, .vp8: (0.05, 0.0125)
        case .jpeg: (1, 0.6)
        default: (0.1, 0.05)
        }
    }

    /// The shorter side of the smallest pictures that are planned.
    static let smallestSide = 144.0

    /// The fewest bits a second that sound of a codec is planned with, and how many channels it has then at most; the best
    /// way first.
    static func soundLadder(_ codec: SoundEncoding.Codec, _ channels: Int) -> [(channels: Int, least: Double)] {
        let (mono, stereo): (Double, Double) =
            switch codec {
            case .opus: (24_000, 24_000)
            case .ac3: (64_000, 96_000)
            case .eac3: (32_000, 64_000)
            default: (32_000, 64_000)
            }
        var ladder: [(channels: Int, least: Double)] = []
        if channels > 2 { ladder.append((channels, max(stereo, 32_000) * Double(channels) / 2)) }
        if channels > 1 { ladder.append((2, stereo)) }
        if channels == 1 || mono < stereo { ladder.append((1, mono)) }
        return ladder
    }

    /// Bytes that a container has around so many pictures and packets of sound.
    static func overhead(
        _ type: AVFileType,
        tracks: Int,
        pictures: Double,
        packets: Double,
        seconds: Double,
        payload: Double
    ) -> Double {
        switch type {
        case .akMatroska, .akWebM: 900 + 250 * Double(tracks) + 9 * (pictures + packets) + 20 * seconds
        case .akMPEGTransportStream: 0.03 * payload + 130 * pictures + 110 * packets + 4200 * seconds + 2000
        case .akOgg: 5000 + 0.012 * payload + 2 * packets
        case .mp3: 700
        case .akAAC, .ac3, .eac3: 8 * packets
        default: 900 + 700 * Double(tracks) + 15 * pictures + 6 * packets
        }
    }
}
