internal import AssetKitBase

extension AKWaveform {
    /// How fine a waveform is.
    public enum Resolution: Sendable, Hashable {
        /// So many samples of each channel make one point.
        case samplesPerPoint(Int)
        /// So many points a second; where that does not divide the sample rate, a few more.
        case pointsPerSecond(Int)
        /// At most so many points, all of one size.
        case pointCount(Int)

        /// How many samples make one point of so much sound. Throws where that makes no sense.
        func samplesPerPoint(sampleCount: Int, sampleRate: Int) throws(AVError) -> Int {
            switch self {
            case .samplesPerPoint(let count):
                guard count > 0 else { throw Self.refusal("a point of a waveform is made of at least one sample") }
                return count
            case .pointsPerSecond(let count):
                guard count > 0, count <= sampleRate else {
                    throw Self.refusal("sound at \(sampleRate) Hz has from 1 to \(sampleRate) points a second")
                }
                return sampleRate / count
            case .pointCount(let count):
                guard count > 0 else { throw Self.refusal("a waveform has at least one point") }
                return (sampleCount - 1) / count + 1
            }
        }

        private static func refusal(_ sentence: String) -> AVError {
            AVError(.operationNotSupportedForAsset, sentence)
        }
    }
}
