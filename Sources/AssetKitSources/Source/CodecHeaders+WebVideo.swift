internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia

// AV1, VP8 and VP9.
extension CodecHeaders.Draft {
    mutating func readAV1(record: ArraySlice<UInt8>) throws(BitstreamError) {
        let configuration = try AV1Configuration(record: record)
        if let header = try configuration.sequenceHeader() {
            describe(header)
        } else {
            track.profile = ["Main", "High", "Professional"].dropFirst(configuration.profile).first
            track.level = Self.av1Level(configuration.level)
            setSamples(bitDepth: configuration.bitDepth, chroma: configuration.chromaFormat)
        }
        do {
            for metadata in try configuration.metadata() { apply(metadata) }
        } catch {
            warnings.append("its metadata is damaged: \(error)")
        }
        setFields(count: 1)
    }

    /// Units as a sample has them.
    mutating func readAV1(units bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        var units = AV1Units(bytes)
        var header: AV1SequenceHeader?
        while let unit = try units.next() {
            switch unit.kind {
            case AV1Units.Kind.sequenceHeader where header == nil:
                header = try AV1SequenceHeader(payload: unit.payload)
            case AV1Units.Kind.metadata:
                do {
                    apply(try AV1Metadata(payload: unit.payload))
                } catch {
                    warnings.append("its metadata is damaged: \(error)")
                }
            default: break
            }
        }
        guard let header else { throw .endOfData }
        describe(header)
        setFields(count: 1)
    }

    private mutating func apply(_ metadata: AV1Metadata) {
        switch metadata {
        case .contentLight(let light): setContentLight(light)
        case .masteringDisplay(let display): setMastering(display)
        case .registeredUserData, .other: break
        }
    }

    private mutating func describe(_ header: AV1SequenceHeader) {
        track.profile = header.profileName
        track.level = header.operatingPoints.first.flatMap { Self.av1Level($0.level) }
        setGeometry(header.maximumSize, pixelAspect: nil)
        setSamples(bitDepth: header.color.bitDepth, chroma: header.color.chromaFormat)
        setColor(header.color.color)
        setFrameRate(header.frameRate)
    }

    /// Quarters of major levels from 2.0 on; nil for the number that sets no limits.
    private static func av1Level(_ index: Int) -> Double? {
        index < 24 ? Double((2 + index / 4) * 10 + index % 4) / 10 : nil
    }

    /// `vpcC`, which VP8 shares with VP9.
    mutating func readVP(record: ArraySlice<UInt8>) throws(BitstreamError) {
        let configuration = try VPConfiguration(record: record)
        if hasNoCodec { identify(as: .vp9) }
        track.profile = "Profile \(configuration.profile)"
        track.level = configuration.level > 0 ? Double(configuration.level) / 10 : nil
        setSamples(bitDepth: configuration.bitDepth, chroma: configuration.chromaFormat)
        setColor(configuration.color)
        setFields(count: 1)
    }

    /// What WebM keeps for VP9: a list of features, each a number, a length and a value.
    mutating func readVP(codecPrivate bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        // `vpcC` begins with a version and flags, which a feature cannot: its length is 1.
        if bytes.starts(with: [1, 0, 0, 0]) { return try readVP(record: bytes) }
        var reader = BitReader(bytes)
        while reader.remaining > 0 {
            let feature = try reader.unsigned(8)
            let value = try reader.bytes(try reader.unsigned(8))
            guard value.count == 1, let number = value.first.map(Int.init) else { continue }
            switch feature {
            case 1: track.profile = "Profile \(number)"
            case 2: track.level = number > 0 ? Double(number) / 10 : nil
            case 3: track.video?.bitDepth = number
            case 4: track.video?.chroma = ["4:2:0", "4:2:0", "4:2:2", "4:4:4"].dropFirst(number).first
            default: break
            }
        }
        setFields(count: 1)
    }

    mutating func readVP8(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        let header = try VP8FrameHeader(frame: frame)
        track.profile = "Profile \(header.version)"
        if let size = header.size?.coded, track.video?.codedWidth ?? 0 == 0 { setGeometry(size, pixelAspect: nil) }
        setSamples(bitDepth: 8, chroma: .yuv420)
        setFields(count: 1)
    }

    mutating func readVP9(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        guard let first = try VP9Superframe.frames(of: frame).first else { throw .endOfData }
        let header = try VP9FrameHeader(frame: first)
        track.profile = "Profile \(header.profile)"
        setFields(count: 1)
        guard let format = header.format else { return }
        // The size of a WebM file is the size to show; pictures may come smaller.
        if track.video?.codedWidth ?? 0 == 0 { setGeometry(format.codedSize, pixelAspect: nil) }
        setSamples(bitDepth: format.bitDepth, chroma: format.chromaFormat)
        setColor(format.color)
    }
}
