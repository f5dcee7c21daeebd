internal import AssetKitBase
internal import AssetKitMedia

extension SampleTable {
    /// The first picture that can be decoded; nil where that is the first one. Reads samples only where the table
    /// leaves that open.
    func beginning(of track: TrackFacts, from window: ByteWindow) -> PictureBeginning? {
        guard BeginningScan.canTell(track), leavesBeginningOpen else { return nil }
        let atoms = track.descriptions.first?.atoms ?? [:]
        var scan = BeginningScan(
            codec: track.knownCodec,
            codecPrivate: atoms["avcC"] ?? atoms["hvcC"] ?? [],
            tick: tick
        )
        for place in 0..<count where !scan.isSettled {
            let sample = self[place]
            // A sample that cannot be read leaves open what was open.
            guard let offset = sample.position, sample.byteCount <= Int64(BeginningScan.byteLimit),
                let bytes = try? window.available(Int(sample.byteCount), at: offset), bytes.count == sample.byteCount
            else { return nil }
            bytes.withUnsafeBytes {
                let isKey = sample.isSync || sample.isPartialSync
                scan.add($0, isKey: isKey, presentationTicks: sample.presentationTicks)
            }
        }
        return scan.beginning
    }

    /// Decoding cannot start with the first sample, or leading pictures follow it.
    private var leavesBeginningOpen: Bool {
        guard count > 0 else { return false }
        let first = self[0]
        return !first.isSync
            || (1..<min(count, 32)).contains { presentationTicks(of: $0) < first.presentationTicks }
    }
}
