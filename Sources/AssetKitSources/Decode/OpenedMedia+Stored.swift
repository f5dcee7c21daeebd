internal import AssetKitFFmpeg

extension OpenedMedia {
    /// The reader of a track's samples, also of one that nobody can decode.
    func storedReader(of track: TrackSource) throws -> any SampleReading {
        guard let index = track.index else { return try DemuxedSampleReader(self, track) }
        // FFmpeg does not show every kind of track that tables list.
        let parameters = try (try? stream(of: track)).map { try self.parameters(of: $0, index, decodesAlpha: false) }
        let tick = (index.tick.numerator, index.tick.denominator)
        return IndexedSampleReader(
            track,
            index,
            parameters ?? CodecParameters(onlyCodec: track.facts.traits, timeBase: tick),
            self
        )
    }
}
