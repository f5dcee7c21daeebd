internal import AssetKitBitstream
internal import AssetKitMedia

// MPEG-1, MPEG-2 and MPEG-4 part 2.
extension CodecHeaders.Draft {
    /// The header, and the first picture where the bytes go that far.
    mutating func readMPEG2(stream: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try MPEG2SequenceHeader(stream: stream)
        identify(as: header.mpeg2 == nil ? .mpeg1 : .mpeg2)
        // Levels of MPEG-2 have names and no numbers.
        track.profile = header.profileName
        setGeometry(header.codedSize, pixelAspect: header.pixelAspectRatio)
        setSamples(bitDepth: 8, chroma: header.chromaFormat)
        setColor(header.color)
        // Limited range is not said: MPEG-2 has no other.
        setColor(ColorDescription(isFullRange: false))
        setFrameRate(header.frameRate)
        guard let mpeg2 = header.mpeg2 else { return setFields(count: 1) }
        setReordering(!mpeg2.isLowDelay)
        guard !mpeg2.isProgressive else { return setFields(count: 1) }
        if let fields = (try? MPEG2PictureHeader(stream: stream))?.fields { describe(fields) }
    }

    private mutating func describe(_ fields: MPEG2PictureHeader.Fields) {
        switch fields.structure {
        case .topField: setFields(count: 2, isTopFirst: true)
        case .bottomField: setFields(count: 2, isTopFirst: false)
        // Film whose frames repeat a field now and then is progressive, whatever the sequence says.
        case .frame where fields.isProgressiveFrame: setFields(count: 1)
        case .frame: setFields(count: 2, isTopFirst: fields.isTopFieldFirst)
        }
    }

    mutating func readMPEG4(stream: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try MPEG4VideoHeader(stream: stream)
        track.profile = header.profileName.map { $0 + " Profile" } ?? track.profile
        track.level = Self.mpeg4Level(header.profileAndLevel) ?? track.level
        setGeometry(header.layer.size, pixelAspect: header.layer.pixelAspectRatio)
        setSamples(bitDepth: header.layer.bitDepth, chroma: .yuv420)
        setColor(header.color)
        setFrameRate(header.layer.frameRate)
        setFields(count: header.layer.isInterlaced ? 2 : 1)
        setReordering(header.layer.isLowDelay.map { !$0 })
    }

    /// Table G.1. Levels 0b and 3b are those above by number, as level 1b of H.264 is.
    private static func mpeg4Level(_ profileAndLevel: Int?) -> Double? {
        guard let profileAndLevel, profileAndLevel > 0 else { return nil }
        switch profileAndLevel {
        case 0x08: return 0
        case 0x09: return 1
        case 0xF7: return 4
        default:
            let level = profileAndLevel & 15
            return level <= 6 ? Double(level) : nil
        }
    }
}
