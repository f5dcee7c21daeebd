internal import Glibc
internal import StretchMeter

/// One signal before and after, and what is to be told of it.
struct Measurement {
    let speed: Double
    let rate: Double
    let source: [Float]
    let output: [Float]

    /// Names and figures by turns, which is easy to read for people and for programs.
    func figures(_ kind: String) throws(Complaint) -> [(String, Double)] {
        switch kind {
        case "sine": sine(SineFigures(spectrumOf: output, rate: rate, expected: 440)) + [length()]
        case "varispeed": sine(SineFigures(nearestTo: output, rate: rate, expected: 440 * speed)) + [length()]
        case "tones": [("snr", ToneFigures(of: output, rate: rate).signalToNoise), length()]
        case "hits", "clicks": hits() + [length()]
        case "speech": [("distance", distance(1024)), length()]
        case "drums": [("distance", distance(4096)), length()]
        case "stereo", "noise": comb() + [length(channels: 2)]
        case "level": levels() + [length()]
        case "length": [length()]
        default: throw Complaint("there is no kind '\(kind)'")
        }
    }

    private func sine(_ figures: SineFigures) -> [(String, Double)] {
        [("cents", figures.cents), ("snr", figures.signalToNoise)]
    }

    private func hits() -> [(String, Double)] {
        let train = HitTrain(sampleCount: source.count, rate: rate)
        let figures = HitFigures(of: output, source: source, train: train, speed: speed, rate: rate)
        return [
            ("mean", figures.mean * 1000), ("sd", figures.deviation * 1000), ("doubled", Double(figures.doubled)),
            ("lost", Double(figures.lost)), ("preecho", figures.preEcho),
        ]
    }

    private func distance(_ length: Int) -> Double {
        SpectralDistance(of: output, source: source, speed: speed, rate: rate, length: length).decibels
    }

    private func comb() -> [(String, Double)] {
        let made = SampleFile.planes(output, channels: 2)
        let figures = CombFigures(of: made, source: SampleFile.planes(source, channels: 2), rate: rate)
        return [("worst", figures.worst), ("mean", figures.mean)]
    }

    /// The lowest and the highest sample, and how many are not numbers.
    private func levels() -> [(String, Double)] {
        let (least, most) = (output.min() ?? 0, output.max() ?? 0)
        let broken = output.count { !$0.isFinite }
        return [("lowest", Double(least)), ("highest", Double(most)), ("broken", Double(broken))]
    }

    /// How many frames there are too many.
    private func length(channels: Int = 1) -> (String, Double) {
        ("length", Double(output.count / channels) - (Double(source.count / channels) / speed).rounded())
    }
}
