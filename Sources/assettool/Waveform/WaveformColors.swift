import AssetKit

/// The colours of a picture as `--colors` gives them: the waveform, what is behind it, the time axis, and the power.
struct WaveformColors: Sendable, Equatable {
    let foreground: CGColor
    let background: CGColor
    let axis: CGColor
    let power: CGColor

    /// Reads a list such as `#2a70d1,white,gray,#12408a`. What is left out follows from what is given. Nil for anything
    /// that is no list of up to four colours.
    init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (1...4).contains(parts.count) else { return nil }
        var colors: [RGBA] = []
        for part in parts {
            guard let color = RGBA(part) else { return nil }
            colors.append(color)
        }
        let background = colors.count > 1 ? colors[1] : RGBA.white
        foreground = colors[0].color
        self.background = background.color
        axis = (colors.count > 2 ? colors[2] : background.isDark ? .paleGray : .darkGray).color
        power = (colors.count > 3 ? colors[3] : colors[0].mixed(with: background.isDark ? .white : .black)).color
    }
}
