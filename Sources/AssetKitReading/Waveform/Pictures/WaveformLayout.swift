internal import Foundation

/// Where everything in a picture of a waveform is, in pixels from the top left corner.
struct WaveformLayout {
    /// What one column of pixels shows of one channel: rows from `top` up to `bottom`, at least one.
    struct Column: Equatable {
        var top: Int
        var bottom: Int
    }

    let width: Int
    let height: Int
    /// How thick lines are, and how large letters.
    let unit: Int
    /// The rows of the time axis; empty where there is none.
    let axisRows: Range<Int>
    /// The rows of each channel, from top to bottom.
    let bands: [Range<Int>]
    private let waveform: AKWaveform
    private let scale: AKWaveformStyle.Scale

    init(_ waveform: AKWaveform, _ style: AKWaveformStyle) {
        self.waveform = waveform
        scale = style.scale
        width = style.width
        height = style.height
        unit = style.height >= 480 && style.width >= 960 ? 2 : 1
        let hasAxis = style.showsTimeAxis && style.height >= 48 && waveform.sampleCount > 0
        let bottom = hasAxis ? style.height - 14 * unit : style.height
        axisRows = bottom..<style.height
        let channels = waveform.channelCount
        // Loud channels would run into each other without a gap, and small pictures have no room for one.
        let gap = bottom / channels > 16 ? 2 * unit : 0
        bands = (0..<channels).map { channel in
            let (top, end) = (bottom * channel / channels, bottom * (channel + 1) / channels)
            return channel + 1 < channels ? top..<max(top, end - gap) : top..<end
        }
    }

    /// The peaks of a channel. Neighbours touch, so that the line never breaks.
    func peaks(of channel: Int) -> [Column] {
        var columns: [Column] = []
        for points in pointRanges {
            var (low, high) = (Int16.max, Int16.min)
            for point in points {
                low = min(low, waveform.minimum(at: point, channel: channel))
                high = max(high, waveform.maximum(at: point, channel: channel))
            }
            var column = column(from: Double(low), to: Double(high), in: bands[channel])
            if let last = columns.last {
                column.top = min(column.top, last.bottom)
                column.bottom = max(column.bottom, last.top)
            }
            columns.append(column)
        }
        return columns
    }

    /// The mean power of a channel, as far above the middle as below; nil where it was not measured.
    func power(of channel: Int) -> [Column]? {
        guard waveform.hasPower else { return nil }
        return pointRanges.map { points in
            var sum = 0.0
            for point in points {
                let power = Double(waveform.power(at: point, channel: channel) ?? 0)
                sum += power * power
            }
            let mean = (sum / Double(points.count)).squareRoot()
            return column(from: -mean, to: mean, in: bands[channel])
        }
    }

    /// The points that each column of pixels shows, at least one.
    private var pointRanges: [Range<Int>] {
        let (points, samples) = (waveform.pointCount, Double(waveform.sampleCount))
        guard points > 0 else { return [] }
        let pointsPerColumn = samples / Double(waveform.samplesPerPoint) / Double(width)
        return (0..<width).map { column in
            let start = min(points - 1, Int(Double(column) * pointsPerColumn))
            let end = column == width - 1 ? points : min(points, Int(Double(column + 1) * pointsPerColumn))
            return start..<max(start + 1, end)
        }
    }

    private func column(from low: Double, to high: Double, in band: Range<Int>) -> Column {
        let half = Double(band.count) / 2
        let middle = Double(band.lowerBound) + half
        let top = Int((middle - scale.height(of: high) * half).rounded())
        let bottom = Int((middle - scale.height(of: low) * half).rounded())
        let first = min(max(top, band.lowerBound), max(band.upperBound - 1, band.lowerBound))
        return Column(top: first, bottom: max(min(bottom, band.upperBound), first + 1))
    }
}
