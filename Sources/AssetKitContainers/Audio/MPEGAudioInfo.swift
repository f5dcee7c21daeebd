/// What an encoder wrote about the whole stream into the first frame of an MP3 file.
package struct MPEGAudioInfo: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case xing, info, vbri }

    package var kind: Kind
    /// Frames of audio, without the one that holds this.
    package var frameCount: Int64?
    package var byteCount: Int64?
    var hasSeekTable = false
    /// How the encoder calls itself.
    package var encoder: String?
    /// Samples that the encoder put in front, and behind.
    package var delay: Int?
    package var padding: Int?
    /// The number of LAME's method, of which 1 and 8 are constant, 2 and 9 are average.
    package var method: Int?

    package var bitRateMode: RawAudioFile.BitRateMode {
        switch method {
        case 1, 8: .constant
        case 2, 9: .average
        default: kind == .info ? .constant : .variable
        }
    }

    /// Reads the block in a frame; nil when there is none.
    package init?(frame: [UInt8], head: MPEGAudioHead) {
        guard head.layer == 3 else { return nil }
        // Fraunhofer's block stands at one place whatever the mode.
        var vbri = FieldReader(frame, range: 36..<frame.count.clampedTo(36))
        if vbri.code() == "VBRI", vbri.skip(6), let bytes = vbri.big(4), let frames = vbri.big(4) {
            kind = .vbri
            byteCount = Int64(bytes)
            frameCount = Int64(frames)
            hasSeekTable = (vbri.big(2) ?? 0) > 0
            return
        }
        // A checksum moves the block for some encoders and not for others.
        let places = Set([head.sideEnd, head.sideEnd - (head.hasChecksum ? 2 : 0)]).sorted()
        for place in places {
            var reader = FieldReader(frame, range: place..<frame.count.clampedTo(place))
            guard let code = reader.code(), code == "Xing" || code == "Info", let flags = reader.big(4) else {
                continue
            }
            kind = code == "Xing" ? .xing : .info
            readXing(&reader, flags: flags)
            return
        }
        return nil
    }

    private mutating func readXing(_ reader: inout FieldReader, flags: UInt64) {
        if flags & 1 != 0 { frameCount = reader.big(4).map { Int64($0) } }
        if flags & 2 != 0 { byteCount = reader.big(4).map { Int64($0) } }
        if flags & 4 != 0 { hasSeekTable = reader.skip(100) }
        if flags & 8 != 0 { reader.skip(4) }
        guard let name = reader.take(9), name.first.map({ (0x20...0x7e).contains($0) }) ?? false else { return }
        encoder = TagText.unpadded(TagText.latin1(TagText.terminated(name)))
        guard let method = reader.byte(), reader.skip(11), let packed = reader.big(3) else { return }
        self.method = Int(method & 15)
        // Programs that only carry their name here leave the rest zero.
        guard packed != 0 else { return }
        delay = Int(packed >> 12)
        padding = Int(packed & 0xfff)
    }
}

extension Int {
    /// The number, or `lowest` where that is more: an end for a range that must not turn round.
    fileprivate func clampedTo(_ lowest: Int) -> Int { self < lowest ? lowest : self }
}
