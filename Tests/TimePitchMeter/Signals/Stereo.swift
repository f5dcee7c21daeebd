/// Sound whose channels are alike but not in step: a stretcher that treats them on their own moves them apart.
package enum Stereo {
    /// A chord whose right channel is ahead by a part of a turn, under drums that both share.
    package static func chord(rate: Double, count: Int = 20) -> [[Float]] {
        let train = HitTrain(count: count)
        let hits = train.hits(rate: rate, level: 0.5)
        return [0.0, 1.0].map { phase in
            let chord = Tones.chord(rate: rate, seconds: train.seconds, level: 0.08, phase: phase)
            return zip(chord, hits).map { $0 + $1 }
        }
    }

    /// Noise that fills all frequencies, a little in both channels alike and a little in one only.
    package static func noise(rate: Double, seconds: Double) -> [[Float]] {
        let common = Noise.signal(rate: rate, seconds: seconds, level: 0.3, seed: 1)
        return [UInt64(2), 3].map { seed in
            let own = Noise.signal(rate: rate, seconds: seconds, level: 0.1, seed: seed)
            return zip(common, own).map { $0 + $1 }
        }
    }
}
