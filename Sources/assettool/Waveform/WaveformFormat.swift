import AssetKit

/// What a waveform is written as.
enum WaveformFormat: String, Sendable, CaseIterable {
    case png, svg, json, dat

    /// What an ending or `--format` names; nil for anything else.
    init?(name: String) { self.init(rawValue: name.lowercased()) }

    /// The format is a picture, not numbers.
    var isPicture: Bool { self == .png || self == .svg }

    static let list = "png, svg, json or dat"
}

extension WaveformOptions {
    /// Hands the output to `write`: what has as many numbers as the sound is long, piece by piece.
    func write(_ waveform: AKWaveform, to write: (Data) throws -> Void) throws {
        switch format {
        case .json: try waveform.writeFile(.json, bitDepth: bitDepth, to: write)
        case .dat: try waveform.writeFile(.binary, bitDepth: bitDepth, to: write)
        case .svg: try write(waveform.svgData(style(for: waveform)))
        case .png:
            guard let data = try waveform.image(style(for: waveform)).akPNGData() else {
                throw WorkError(message: "there is not enough memory for the picture")
            }
            try write(data)
        }
    }

    /// What the picture looks like. Where nobody said how wide it is, a point is a pixel.
    func style(for waveform: AKWaveform) -> AKWaveformStyle {
        var style = style
        style.width = width ?? waveform.pointCount
        return style
    }
}
