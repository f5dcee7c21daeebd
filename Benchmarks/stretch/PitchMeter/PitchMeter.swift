internal import Glibc
internal import StretchMeter

@main
struct PitchMeter {
    static let usage = """
        usage: pitch-meter signals FOLDER
               pitch-meter speech FILE.wav FILE.f32
               pitch-meter measure KIND SPEED SOURCE.f32 OUTPUT.f32 [RATE]

        `signals` writes what is to be stretched, raw floats of 32 bits at 48 kHz; stereo and noise have two channels.
        `speech` writes speech that scripts/make-speech.sh made in the same way.
        `measure` tells on one line what a stretcher made of a signal. KIND is one of
          sine       cents and signal to noise of 440 Hz    varispeed  the same, exactly, of 440 Hz times SPEED
          tones      signal to noise of six tones           length     frames too many, which all others tell too
          hits       milliseconds that hits are late: mean and deviation; how many are doubled and lost; pre-echo in dB
          clicks     as hits
          speech     log-spectral distance in dB            drums      the same with longer spectra
          stereo     what the sum of two channels lost, in dB: worst band, mean of bands; also for noise
          level      lowest and highest sample, and how many are not numbers

        """

    static func main() {
        do {
            print(try run(Array(CommandLine.arguments.dropFirst())), terminator: "")
        } catch {
            let text = Array("pitch-meter: \(error)\n".utf8)
            _ = write(STDERR_FILENO, text, text.count)
            exit(1)
        }
    }

    static func run(_ arguments: [String]) throws(Complaint) -> String {
        switch arguments.first {
        case "--help", "-h": return usage
        case "signals" where arguments.count == 2:
            try Signals.write(to: arguments[1])
            return ""
        case "speech" where arguments.count == 3:
            guard let samples = Speech.samples(path: arguments[1], rate: Signals.rate) else {
                throw Complaint("cannot read '\(arguments[1])' as 16-bit WAV of one channel")
            }
            try SampleFile.write(samples, to: arguments[2])
            return ""
        case "measure" where (5...6).contains(arguments.count):
            guard let speed = Double(arguments[2]), speed > 0 else { throw Complaint("no speed: '\(arguments[2])'") }
            let rate = arguments.count == 6 ? Double(arguments[5]) : Signals.rate
            guard let rate, rate > 0 else { throw Complaint("no rate: '\(arguments[5])'") }
            let (source, output) = (try SampleFile.read(arguments[3]), try SampleFile.read(arguments[4]))
            let measurement = Measurement(speed: speed, rate: rate, source: source, output: output)
            return try measurement.figures(arguments[1]).map { "\($0) \(text($1))" }.joined(separator: " ") + "\n"
        default: throw Complaint("not understood\n\n\(usage)")
        }
    }

    /// Three digits behind the point, and none of an integer's.
    private static func text(_ figure: Double) -> String {
        guard figure.isFinite, abs(figure) < 1e12 else { return "\(figure)" }
        let rounded = (figure * 1000).rounded() / 1000
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
