extension ISOMovie {
    /// Tells from the first sample what the headers leave open: some codecs have no header but their samples.
    func completeFormats(of facts: inout MediaFacts, from window: ByteWindow) {
        for (index, track) in tracks.enumerated() where facts.tracks.indices.contains(index) {
            let isOpen =
                facts.tracks[index].video.map { $0.bitDepth == nil || $0.codedWidth == 0 }
                ?? facts.tracks[index].audio.map { $0.sampleRate == 0 || $0.channelCount == 0 } ?? false
            guard isOpen, !facts.tracks[index].isProtected, !track.hasExternalMedia, let sample = track.samples[0]
            else {
                continue
            }
            // Headers stand at the beginning; a picture of a megabyte need not be read for them. A sample that cannot
            // be read leaves open what was open.
            let count = Int(min(sample.size, 65536))
            guard let bytes = try? window.available(count, at: sample.offset) else { continue }
            facts.warnings += CodecHeaders.describe(&facts.tracks[index], record: bytes, form: .sample)
        }
    }
}
