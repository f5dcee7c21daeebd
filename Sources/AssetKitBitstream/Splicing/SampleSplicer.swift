/// Makes an encoder's pictures and stored ones fit into one track: their parameter sets, headers and numbers.
///
/// A plain value that looks only at bytes. It throws ``BitstreamError`` where they cannot be understood and
/// ``SpliceObstacle`` where they can, and cannot be joined.
package struct SampleSplicer: Sendable {
    /// The codecs whose pictures can be joined.
    package enum Codec: Sendable, CaseIterable { case h264, hevc, av1, vp8, vp9, mpeg4, mpeg2 }

    private var scheme: any SplicingScheme

    /// Reads the source's header: the payload of `avcC`, `hvcC` or `av1C`, for MPEG-4 the configuration of its decoder,
    /// for MPEG-2 the sequence header or nothing.
    package init(codec: Codec, header: [UInt8]) throws {
        scheme =
            switch codec {
            case .h264: try H264Splicing(header: header)
            case .hevc: try HEVCSplicing(header: header)
            case .av1: AV1Splicing(header: header)
            case .vp8: VPSplicing(format: .vp8, header: header)
            case .vp9: VPSplicing(format: .vp9, header: header)
            case .mpeg4: MPEG4Splicing(header: header)
            case .mpeg2: MPEG2Splicing(header: header)
            }
    }

    /// What a stored sample is. Looks no further into it than it has to.
    package func entry(_ sample: UnsafeRawBufferPointer) throws -> SpliceEntry {
        try scheme.entry(sample)
    }

    /// Whether a decoder forgets all pictures before a stored sample by itself, be it also one whose likes an encoder does not
    /// make.
    package func refreshes(_ sample: UnsafeRawBufferPointer) throws -> Bool {
        try scheme.refreshes(sample)
    }

    /// The quantizers of the slices that are not bidirectional, added up; nothing where the codec does not tell them.
    package func quantizers(_ sample: UnsafeRawBufferPointer) throws -> (sum: Int, count: Int) {
        try scheme.quantizers(sample)
    }

    /// Takes the encoder's header, a record or parameter sets behind start codes, and returns the header for the track.
    ///
    /// `joinsOpenGroups` says that a run will begin with an entry that is rewritten. Once for each track, before the rest.
    package mutating func adopt(encoderHeader: [UInt8], joinsOpenGroups: Bool) throws -> [UInt8] {
        try scheme.adopt(encoderHeader: encoderHeader, joinsOpenGroups: joinsOpenGroups)
    }

    /// The header for a track without an encoder's pictures; ``adopt(encoderHeader:joinsOpenGroups:)`` is for others.
    package func header(joinsOpenGroups: Bool) throws -> [UInt8] {
        try scheme.header(joinsOpenGroups: joinsOpenGroups)
    }

    /// An encoder's sample, behind lengths or start codes, as it goes into the track.
    ///
    /// Neighbouring IDR pictures of H.264 need different numbers, and those of a run are taken care of. `refreshID`
    /// replaces the number that is made up otherwise.
    package func encoded(_ sample: [UInt8], refreshID: Int? = nil) throws -> [UInt8] {
        try scheme.encoded(sample, refreshID: refreshID)
    }

    /// Begins a copied run: forgets the one before.
    package mutating func beginRun() {
        scheme.beginRun()
    }

    /// A stored sample of the run, in decoding order, as it goes into the track; `nil` where it goes as it is.
    ///
    /// `isFirst` is the picture that the run begins with, which must be ``SpliceEntry/clean`` or
    /// ``SpliceEntry/rewritten``. The pictures that follow it and are shown before it are not part of the run. An
    /// error, which may come with a later sample of an open GOP too, ends the run: then another entry has to be found.
    package mutating func copied(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8]? {
        if !isFirst, restIsUntouched { return nil }
        return try scheme.copied(sample, isFirst: isFirst)
    }

    /// From here to the end of the run nothing needs to be rewritten.
    package var restIsUntouched: Bool { scheme.restIsUntouched }
}
