public import AssetKitBase
public import Foundation

extension AKWaveform {
    /// The picture of ``image(_:)`` as an SVG document: the same shapes, which stay sharp at any size.
    public func svgData(_ style: AKWaveformStyle = AKWaveformStyle()) throws(AVError) -> Data {
        try style.check()
        return Data(WaveformVectors(self, style).document.utf8)
    }
}

/// Writes a waveform as the shapes of an SVG document.
private struct WaveformVectors {
    private let layout: WaveformLayout
    private let waveform: AKWaveform
    private let style: AKWaveformStyle

    init(_ waveform: AKWaveform, _ style: AKWaveformStyle) {
        self.waveform = waveform
        self.style = style
        layout = WaveformLayout(waveform, style)
    }

    var document: String {
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(layout.width)" height="\#(layout.height)" "#
                + #"viewBox="0 0 \#(layout.width) \#(layout.height)" shape-rendering="crispEdges">"#
        ]
        if style.background.alpha > 0 {
            lines.append(#"<path fill="\#(paint(style.background))" d="M0 0h\#(layout.width)v\#(layout.height)H0z"/>"#)
        }
        for channel in layout.bands.indices {
            lines += shape(layout.peaks(of: channel), style.foreground)
            if let power = layout.power(of: channel) { lines += shape(power, style.power) }
        }
        lines += axis()
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    /// The columns as one outline: along the upper edge to the right, along the lower one back.
    private func shape(_ columns: [WaveformLayout.Column], _ color: CGColor) -> [String] {
        guard let first = columns.first else { return [] }
        var path = "M0 \(first.bottom)"
        append(columns.map(\.top), step: 1, to: &path)
        append(columns.reversed().map(\.bottom), step: -1, to: &path)
        return [#"<path fill="\#(paint(color))" d="\#(path)z"/>"#]
    }

    private func append(_ rows: [Int], step: Int, to path: inout String) {
        var start = 0
        while start < rows.count {
            var end = start + 1
            while end < rows.count, rows[end] == rows[start] { end += 1 }
            path += "V\(rows[start])h\((end - start) * step)"
            start = end
        }
    }

    private func axis() -> [String] {
        guard !layout.axisRows.isEmpty else { return [] }
        let (unit, top) = (layout.unit, layout.axisRows.lowerBound)
        let color = paint(style.axis)
        var marks = "M0 \(top)h\(layout.width)v\(unit)H0z"
        var words: [String] = []
        // Letters of 9 pixels are about as wide as those of the other pictures.
        for tick in layout.ticks(of: waveform, labelWidth: { BitmapDigits.width($0) * unit }) {
            let length = tick.label == nil ? 4 * unit : layout.axisRows.count
            marks += "M\(tick.position) \(top)h\(unit)v\(length)h-\(unit)z"
            guard let label = tick.label, tick.position + (4 + BitmapDigits.width(label)) * unit <= layout.width else {
                continue
            }
            words.append(#"<text x="\#(tick.position + 4 * unit)" y="\#(top + 12 * unit)">\#(label)</text>"#)
        }
        var lines = [#"<path fill="\#(color)" d="\#(marks)"/>"#]
        if !words.isEmpty {
            lines.append(#"<g fill="\#(color)" font-family="sans-serif" font-size="\#(9 * unit)">"#)
            lines += words + ["</g>"]
        }
        return lines
    }

    /// A colour as SVG writes it, with its opacity as a further attribute's end and beginning.
    private func paint(_ color: CGColor) -> String {
        let parts = color.rgba
        func hex(_ value: Float) -> String {
            let text = String(Int((value * 255).rounded()), radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        let code = "#" + hex(parts.x) + hex(parts.y) + hex(parts.z)
        guard parts.w < 1 else { return code }
        return code + #"" fill-opacity="\#((Double(parts.w) * 1000).rounded() / 1000)"#
    }
}
