public import AssetKitBase
internal import Foundation

/// What a picture of a waveform looks like.
///
/// ```swift
/// var style = AKWaveformStyle()
/// (style.width, style.height) = (1800, 140)
/// style.scale = .decibels(floor: -60)
/// style.background = .clear
/// let talk = AKWaveformGenerator(asset: AVURLAsset(url: URL(filePath: "talk.m4a")))
/// try await talk.waveform().svgData(style).write(to: URL(filePath: "talk.svg"))
/// ```
public struct AKWaveformStyle: Sendable, Hashable {
    /// How samples become heights.
    public enum Scale: Sendable, Hashable {
        /// Half of full scale reaches half of the way.
        case linear
        /// Each decibel takes the same room, as the ear has it. What is quieter than the floor, a negative number of
        /// decibels below full scale, is a flat line.
        case decibels(floor: Double)
    }

    /// The picture's width in pixels.
    public var width = 1200
    /// The picture's height in pixels, the time axis included. Channels with points of their own share it.
    public var height = 240
    /// How samples become heights.
    public var scale = Scale.linear
    /// The colour of the waveform.
    public var foreground = CGColor(srgbRed: 0.16, green: 0.44, blue: 0.82, alpha: 1)
    /// The colour of the root of the mean square, drawn over the waveform where it was measured.
    public var power = CGColor(srgbRed: 0.07, green: 0.25, blue: 0.53, alpha: 1)
    /// The colour behind everything; ``CGColor/clear`` leaves the picture transparent.
    public var background = CGColor.white
    /// The colour of the time axis and its words.
    public var axis = CGColor(srgbRed: 0.35, green: 0.39, blue: 0.44, alpha: 1)
    /// Times are shown below the waveform. Pictures less than 48 pixels high have no room for them.
    public var showsTimeAxis = true

    /// Makes the style that everything starts from: blue on white.
    public init() {}

    /// How large pictures may be.
    static let largestSide = 32767
    static let largestArea = 1 << 26

    func check() throws(AVError) {
        guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height),
            width * height <= Self.largestArea
        else {
            throw AVError(
                .operationNotSupportedForAsset,
                "a picture of \(width)x\(height) pixels cannot be drawn: sides are 1 to \(Self.largestSide), "
                    + "and the whole has at most \(Self.largestArea) pixels"
            )
        }
    }
}

extension AKWaveformStyle.Scale {
    /// How far from the middle line a sample lies, -1…1.
    func height(of sample: Double) -> Double {
        let amplitude = min(abs(sample) / 32768, 1)
        switch self {
        case .linear: return sample < 0 ? -amplitude : amplitude
        case .decibels(let floor):
            guard amplitude > 0, floor < 0 else { return 0 }
            let height = max(0, 1 - 20 * log10(amplitude) / floor)
            return sample < 0 ? -height : height
        }
    }
}
