import Foundation

/// Finds the clicks of the sample media's sound: one at every whole second of the source. `SampleMedia/README.md`
/// describes them.
enum SoundClicks {
    private static let toneLevel: Float = 0.125

    /// A click, loudest sample first: 0.8 of full scale, then a cosine of 1500 Hz that fades with 1.5 ms, for 8 ms.
    static func shape(sampleRate: Int) -> [Float] {
        (0..<Int(0.008 * Double(sampleRate))).map { place in
            let time = Double(place) / Double(sampleRate)
            return Float(0.8 * exp(-time / 0.0015) * cos(2 * .pi * 1500 * time))
        }
    }

    /// The places of all clicks of one channel that went through a lossy codec: where the shape fits best.
    static func places(in samples: [Float], sampleRate: Int) -> [Int] {
        let shape = shape(sampleRate: sampleRate)
        var found: [Int] = []
        var place = 0
        while place < samples.count {
            guard abs(samples[place]) > 3 * toneLevel else {
                place += 1
                continue
            }
            found.append(bestFit(of: shape, in: samples, near: loudest(of: samples, near: place, sampleRate)))
            place += sampleRate / 50
        }
        return found
    }

    /// The places of all clicks of one channel whose samples are as they were: the first sample above one half.
    static func exactPlaces(in samples: [Float], sampleRate: Int) -> [Int] {
        var found: [Int] = []
        var place = 0
        while place < samples.count {
            guard samples[place] > 0.5 else {
                place += 1
                continue
            }
            found.append(place)
            place += sampleRate / 50
        }
        return found
    }

    private static func loudest(of samples: [Float], near place: Int, _ sampleRate: Int) -> Int {
        let reach = max(0, place - sampleRate / 25)..<min(samples.count, place + sampleRate / 25)
        return reach.max { abs(samples[$0]) < abs(samples[$1]) } ?? place
    }

    private static func bestFit(of shape: [Float], in samples: [Float], near loudest: Int) -> Int {
        var best = (place: loudest, fit: -Float.infinity)
        shape.withUnsafeBufferPointer { shape in
            samples.withUnsafeBufferPointer { samples in
                // Sequences are slow where nothing is optimised.
                for place in max(0, loudest - 64)...(loudest + 64) {
                    let count = min(shape.count, max(0, samples.count - place))
                    var (fit, index) = (Float(0), 0)
                    while index < count {
                        fit += shape[index] * samples[place + index]
                        index += 1
                    }
                    if fit > best.fit { best = (place, fit) }
                }
            }
        }
        return best.place
    }
}
