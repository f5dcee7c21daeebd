internal import StretchMeter

/// The signals that are stretched, by the names of their files.
enum Signals {
    static let rate = 48000.0
    static let seconds = 10.0

    static func write(to folder: String) throws(Complaint) {
        let train = HitTrain()
        let mono: [(String, [Float])] = [
            ("sine", Tones.sine(rate: rate, seconds: seconds)),
            ("tones", Tones.chord(rate: rate, seconds: seconds)),
            ("hits", train.hits(rate: rate)),
            ("clicks", train.clicks(rate: rate)),
            ("drums", train.hitsWithChord(rate: rate)),
            ("glide", Tones.glide(rate: rate, seconds: seconds)),
            ("square", Tones.square(rate: rate, seconds: seconds)),
            ("constant", Tones.constant(rate: rate, seconds: seconds, level: 0.25)),
            ("silence", Tones.constant(rate: rate, seconds: seconds, level: 0)),
        ]
        for (name, samples) in mono { try SampleFile.write(samples, to: "\(folder)/\(name).f32") }
        let stereo = [("stereo", Stereo.chord(rate: rate)), ("noise", Stereo.noise(rate: rate, seconds: seconds))]
        for (name, channels) in stereo {
            try SampleFile.write(SampleFile.interleaved(channels), to: "\(folder)/\(name).f32")
        }
    }
}
