/// Places to start at in containers that number samples as they are decoded, and list key samples: AVI.
extension DemuxedSampleReader {
    /// So many key samples are looked at for one that will do.
    private static let attempts = 16
    /// No codec stores more pictures in a row that are shown before the one in front of them.
    private static let leadingLimit = 32

    /// The last key sample, as it is numbered, that decoding can start with for the picture shown at `ticks`, and when its
    /// own picture is shown. nil where only the beginning will do. Moves the reader.
    func start(forPictureAt ticks: Int64) throws -> (key: Int64, shown: Int64)? {
        let samples = DisposableSamples(codecName: parameters.codecName, codecPrivate: parameters.codecPrivate)
        var place = ticks
        for _ in 0..<Self.attempts {
            guard let key = listedKey(atOrBefore: place), key > 0 else { return nil }
            try seekByTime(to: key)
            switch try whenShown(samples) {
            case .shown(let shown) where shown <= ticks: return (key, shown)
            case .shown, .notHere: place = key - 1
            case .nowhere: return nil
            }
        }
        return nil
    }

    private enum KeyPlace { case shown(Int64), notHere, nowhere }

    /// When the key sample is shown that comes next: behind those that follow it and are shown before it.
    private func whenShown(_ samples: DisposableSamples) throws -> KeyPlace {
        let packet = Packet()
        guard try read(into: packet), packet.isKey, var shown = packet.decodeTicks else { return .notHere }
        switch samples.beginning(with: packet) {
        case .closed: return .shown(shown)
        case .unknown: return samples.holdsSeveralPlanes(packet) ? .nowhere : .notHere
        case .open: break
        }
        for _ in 0..<Self.leadingLimit {
            guard try read(into: packet) else { break }
            // Who packs pictures does so everywhere.
            if samples.holdsSeveralPlanes(packet) { return .nowhere }
            guard samples.isLeading(packet), let decoded = packet.decodeTicks else { break }
            shown = decoded
        }
        return .shown(shown)
    }
}
