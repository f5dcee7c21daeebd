public import AssetKitBase
internal import CMTimeLib
internal import Foundation

extension AKWaveform {
    /// A picture of the waveform, in sRGB.
    public func image(_ style: AKWaveformStyle = AKWaveformStyle()) throws(AVError) -> CGImage {
        try style.check()
        guard let painter = WaveformPainter(self, style), let image = painter.image() else {
            throw AVError(
                .outOfMemory,
                "there is not enough memory for a picture of \(style.width)x\(style.height) pixels"
            )
        }
        return image
    }
}

/// Draws a waveform in pixels: no edge is blurred, whatever the size.
private struct WaveformPainter {
    private let layout: WaveformLayout
    private let waveform: AKWaveform
    private let style: AKWaveformStyle
    private let context: CGContext

    init?(_ waveform: AKWaveform, _ style: AKWaveformStyle) {
        let context = CGContext(
            data: nil,
            width: style.width,
            height: style.height,
            bitsPerComponent: 8,
            bytesPerRow: 0,
            space: CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
        guard let context else { return nil }
        // Rows count from the top here.
        context.translateBy(x: 0, y: CGFloat(style.height))
        context.scaleBy(x: 1, y: -1)
        self.context = context
        self.waveform = waveform
        self.style = style
        layout = WaveformLayout(waveform, style)
    }

    func image() -> CGImage? {
        fill(0, 0, layout.width, layout.height, style.background)
        for channel in layout.bands.indices {
            fill(layout.peaks(of: channel), style.foreground)
            if let power = layout.power(of: channel) { fill(power, style.power) }
        }
        drawAxis()
        return context.makeImage()
    }

    private func drawAxis() {
        guard !layout.axisRows.isEmpty else { return }
        let (unit, top) = (layout.unit, layout.axisRows.lowerBound)
        fill(0, top, layout.width, unit, style.axis)
        for tick in layout.ticks(of: waveform, labelWidth: { BitmapDigits.width($0) * unit }) {
            fill(tick.position, top, unit, tick.label == nil ? 4 * unit : layout.axisRows.count, style.axis)
            guard let label = tick.label else { continue }
            let left = tick.position + 4 * unit
            guard left + BitmapDigits.width(label) * unit <= layout.width else { continue }
            for dot in BitmapDigits.dots(label) {
                fill(left + dot.column * unit, top + (5 + dot.row) * unit, unit, unit, style.axis)
            }
        }
    }

    private func fill(_ columns: [WaveformLayout.Column], _ color: CGColor) {
        for (index, column) in columns.enumerated() {
            fill(index, column.top, 1, column.bottom - column.top, color)
        }
    }

    private func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ color: CGColor) {
        context.setFillColor(color)
        context.fill(CGRect(x: x, y: y, width: width, height: height))
    }
}

extension WaveformLayout {
    /// The marks of the time axis, in times of the asset.
    func ticks(of waveform: AKWaveform, labelWidth: (String) -> Int) -> [WaveformTicks.Tick] {
        let start = waveform.startTime.convertScale(
            Int32(clamping: waveform.sampleRate),
            method: .roundHalfAwayFromZero
        )
        return WaveformTicks(
            start: Int(start.value),
            sampleCount: waveform.sampleCount,
            sampleRate: waveform.sampleRate,
            width: width,
            labelWidth: labelWidth
        ).ticks
    }
}
