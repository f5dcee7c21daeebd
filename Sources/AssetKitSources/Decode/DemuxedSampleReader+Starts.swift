internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Where decoding can start in containers that number samples as they are decoded, and list sync samples: AVI.
extension DemuxedSampleReader {
    /// So many sync samples are tried for one that will do.
    private static let attempts = 16
    /// No codec stores more leading pictures behind a key frame.
    private static let leadingLimit = 32

    func start(forPictureAt ticks: Int64) throws -> (key: Int64, shown: Int64)? {
        let samples = DisposableSamples(codec: parameters.traits.codec, codecPrivate: parameters.codecPrivate)
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

    /// When the next sync sample is shown: behind its leading pictures.
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
            // Encoders that pack B-frames pack all of them.
            if samples.holdsSeveralPlanes(packet) { return .nowhere }
            guard samples.isLeading(packet), let decoded = packet.decodeTicks else { break }
            shown = decoded
        }
        return .shown(shown)
    }
}
