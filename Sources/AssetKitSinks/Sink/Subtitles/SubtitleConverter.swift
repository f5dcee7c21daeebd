internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Turns samples of subtitles into those of another kind, which another container needs. A plain value.
///
/// In ISO movies one sample follows the other without gaps; what shows at one time is one sample. Other containers have a
/// sample for each cue, and nothing where nothing shows.
struct SubtitleConverter {
    private struct Cue {
        var end: CMTime
        var text: StyledText
    }

    let target: SubtitleTarget
    private let timescale: CMTimeScale
    private var showing: [Cue] = []
    /// The end of the last sample that was made.
    private var position = CMTime.zero

    init(to target: SubtitleTarget, timescale: CMTimeScale) {
        (self.target, self.timescale) = (target, timescale)
    }

    /// What comes out for a sample. In ISO movies that is what shows up to it.
    mutating func convert(_ sample: SinkSample, from source: SubtitleForm) throws -> [SinkSample] {
        let texts = source.texts(try sample.data.withBytes { Array($0) })
        return try convert(texts, from: sample.presentationTime, to: sample.presentationTime + sample.duration)
    }

    /// What comes out for texts that show at one time.
    mutating func convert(_ texts: [StyledText], from begin: CMTime, to finish: CMTime) throws -> [SinkSample] {
        let (start, end) = (rounded(begin), rounded(finish))
        guard target.isContinuous else {
            return try texts.map { try self.sample($0, from: start, length: end - start) }
        }
        var result: [SinkSample] = []
        // What comes before the beginning is cut there.
        let shown = CMTimeMaximum(start, position)
        guard end > shown, !texts.isEmpty else { return result }
        try advance(to: shown, &result)
        showing += texts.map { Cue(end: end, text: $0) }
        return result
    }

    /// What is left at the end of the track.
    mutating func finish() throws -> [SinkSample] {
        var result: [SinkSample] = []
        if let end = showing.map(\.end).max() { try advance(to: end, &result) }
        return result
    }

    private func rounded(_ time: CMTime) -> CMTime { time.convertScale(timescale, method: .roundHalfAwayFromZero) }

    private mutating func advance(to time: CMTime, _ result: inout [SinkSample]) throws {
        while position < time {
            showing.removeAll { $0.end <= position }
            let next = showing.map(\.end).min().map { CMTimeMinimum($0, time) } ?? time
            var text = StyledText()
            for (index, cue) in showing.enumerated() {
                if index > 0 { text.append("\n", []) }
                text.append(cue.text)
            }
            result.append(try sample(text, from: position, length: next - position))
            position = next
        }
        showing.removeAll { $0.end <= position }
    }

    private func sample(_ text: StyledText, from start: CMTime, length: CMTime) throws -> SinkSample {
        let data = try CMBlockBuffer(copying: Data(target.form.bytes(text)))
        return SinkSample(data: data, presentationTime: start, decodeTime: start, duration: length)
    }
}
