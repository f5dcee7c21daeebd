internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitCore

extension ISOMovie {
    /// Tells from the first sample what the headers leave open: some codecs have no header but their samples, and only
    /// pictures tell whether there are captions in them.
    func completeFormats(of facts: inout MediaFacts, from window: ByteWindow) {
        for (index, track) in tracks.enumerated() where facts.tracks.indices.contains(index) {
            facts.warnings += completeFormat(of: &facts.tracks[index], track, from: window)
            if track.isPremultiplied {
                facts.tracks[index].video?.alpha?.isPremultiplied = true
                facts.tracks[index].video?.alpha?.isOverWhite = track.isOverWhite
            }
            if !track.hasExternalMedia, let table = facts.sampleTables[facts.tracks[index].trackID] {
                facts.tracks[index].beginning = table.beginning(of: facts.tracks[index], from: window)
            }
        }
    }

    private func completeFormat(of facts: inout TrackFacts, _ track: ISOTrack, from window: ByteWindow) -> [String] {
        var warnings: [String] = []
        if CodecHeaders.needsSample(facts), let sample = beginning(of: track, facts, 65536, from: window) {
            var hasShape = false
            if case .visual(let visual)? = track.descriptions.first??.details { hasShape = visual.pixelAspect != nil }
            warnings = CodecHeaders.describe(&facts, record: sample, form: .sample, keepsPixelAspect: hasShape)
        }
        if FirstPicture.isWorthReading(facts),
            let sample = beginning(of: track, facts, FirstPicture.byteCount, from: window)
        {
            let atoms = facts.descriptions.first?.atoms ?? [:]
            let record = atoms["avcC"] ?? atoms["hvcC"] ?? atoms["av1C"] ?? []
            FirstPicture(sample[...], of: facts, record: record[...]).complete(&facts)
        }
        if CodecAtoms.needsSample(facts), let sample = beginning(of: track, facts, 65536, from: window) {
            CodecAtoms.complete(&facts, sample: sample[...])
        }
        // The ticks of sound are its samples, where nothing else tells the rate.
        if facts.audio?.sampleRate == 0 { facts.audio?.sampleRate = Double(track.media.timescale) }
        return warnings
    }

    /// Headers stand at the beginning; a picture of a megabyte need not be read for them. A sample that cannot be read
    /// leaves open what was open.
    private func beginning(of track: ISOTrack, _ facts: TrackFacts, _ limit: Int, from window: ByteWindow) -> [UInt8]? {
        guard !facts.isProtected, !track.hasExternalMedia, let sample = track.samples[0] else { return nil }
        return try? window.available(min(Int(sample.size), limit), at: sample.offset)
    }
}
