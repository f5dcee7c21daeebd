/// One logical stream of an Ogg file, as its first packets describe it.
struct OggStream: Sendable {
    enum Codec: String, Hashable, Sendable { case vorbis, opus, flac, speex, theora, skeleton, unknown }

    var serial: UInt32
    var codec = Codec.unknown
    var sampleRate = 0
    var channelCount = 0
    var bitsPerSample: Int?
    /// Samples in front that do not count.
    var preSkip: Int64 = 0
    /// The rate before encoding, where that is another.
    var inputSampleRate: Int?
    /// The longest a packet can be, in samples; nil when the format sets no bound.
    var longestPacket: Int64?
    /// Which link of a chain the stream belongs to.
    var link = 0
    var setup: [UInt8] = []
    var comment: VorbisComment?
    /// The first and the last place that pages tell, and what the packets of the first such page last.
    var firstGranule: Int64?
    var firstPageDuration: Int64?
    var firstPagePacketCount = 0
    var lastGranule: Int64?
    var packetCount: Int64 = 0
    var byteCount: Int64 = 0
    var hasEnd = false
    /// The first page with media is the last one as well.
    var isOnePage = false
    /// How many packets at the start describe the stream.
    var headerPacketCount = 1
    fileprivate(set) var headersRead = 0

    init(serial: UInt32, link: Int) {
        self.serial = serial
        self.link = link
    }

    var isAudio: Bool { [.vorbis, .opus, .flac, .speex].contains(codec) }
    var needsHeaders: Bool { headersRead < headerPacketCount }

    /// Takes a packet from the start of the stream.
    mutating func takeHeader(_ packet: [UInt8], at offset: Int64, limits: TagLimits) {
        headersRead += 1
        if headersRead == 1 { return describe(packet) }
        guard comment == nil, let body = commentBody(packet) else { return }
        comment = VorbisComment(body, at: offset, limits: limits)
    }

    private mutating func describe(_ packet: [UInt8]) {
        setup = Array(packet.prefix(1 << 16))
        var reader = FieldReader(packet)
        if packet.starts(with: [1] + Array("vorbis".utf8)) {
            codec = .vorbis
            headerPacketCount = 3
            guard reader.skip(11), let channels = reader.byte(), let rate = reader.little(4) else { return }
            channelCount = Int(channels)
            sampleRate = Int(rate)
            if reader.skip(12), let sizes = reader.byte() { longestPacket = 1 << Int64(sizes >> 4) }
        } else if packet.starts(with: "OpusHead".utf8) {
            codec = .opus
            headerPacketCount = 2
            guard reader.skip(9), let channels = reader.byte(), let skipped = reader.little(2),
                let rate = reader.little(4)
            else { return }
            channelCount = Int(channels)
            preSkip = Int64(skipped)
            inputSampleRate = Int(rate)
            // Whatever went in, time is counted at this rate.
            sampleRate = 48_000
        } else if packet.starts(with: [0x7f] + Array("FLAC".utf8)) {
            describeFLAC(packet)
        } else if packet.starts(with: "Speex   ".utf8) {
            describeSpeex(&reader)
        } else if packet.starts(with: [0x80] + Array("theora".utf8)) {
            codec = .theora
            headerPacketCount = 3
        } else if packet.starts(with: "fishead".utf8) {
            codec = .skeleton
        }
    }

    private mutating func describeFLAC(_ packet: [UInt8]) {
        codec = .flac
        guard packet.count >= 17 + FLACMetadata.StreamInfo.byteCount,
            let stream = FLACMetadata.StreamInfo(packet[17..<17 + FLACMetadata.StreamInfo.byteCount])
        else { return }
        // The count of further header packets; 0 says that it is not known, and then there is at least the comment.
        headerPacketCount = 1 + max(1, Int(packet[7]) << 8 | Int(packet[8]))
        setup = Array(packet[17..<17 + FLACMetadata.StreamInfo.byteCount])
        sampleRate = stream.sampleRate
        channelCount = stream.channelCount
        bitsPerSample = stream.bitsPerSample
        longestPacket = Int64(stream.maximumBlockSize)
    }

    private mutating func describeSpeex(_ reader: inout FieldReader) {
        codec = .speex
        headerPacketCount = 2
        guard reader.skip(36), let rate = reader.little(4), reader.skip(8), let channels = reader.little(4),
            reader.skip(4), let frameSize = reader.little(4), reader.skip(4), let frames = reader.little(4),
            let extra = reader.little(4)
        else { return }
        sampleRate = Int(rate)
        channelCount = Int(channels)
        let longest = frameSize.multipliedReportingOverflow(by: max(1, frames))
        longestPacket = longest.overflow ? nil : Int64(exactly: longest.partialValue)
        headerPacketCount = 2 + Int(min(extra, 16))
    }

    private func commentBody(_ packet: [UInt8]) -> [UInt8]? {
        switch codec {
        case .vorbis: packet.first == 3 ? Array(packet.dropFirst(7)) : nil
        case .theora: packet.first == 0x81 ? Array(packet.dropFirst(7)) : nil
        case .opus: packet.starts(with: "OpusTags".utf8) ? Array(packet.dropFirst(8)) : nil
        case .flac: packet.first.map { $0 & 0x7f == 4 } ?? false ? Array(packet.dropFirst(4)) : nil
        case .speex: packet
        case .skeleton, .unknown: nil
        }
    }

    /// How long an Opus packet lasts at 48 kHz; nil when it is none.
    static func opusDuration(_ packet: ArraySlice<UInt8>) -> Int64? {
        guard let first = packet.first else { return nil }
        let kind = Int(first >> 3)
        let frame: Int64 =
            switch kind {
            case 0..<12: [480, 960, 1_920, 2_880][kind % 4]
            case 12..<16: [480, 960][kind % 2]
            default: [120, 240, 480, 960][kind % 4]
            }
        switch first & 3 {
        case 0: return frame
        case 1, 2: return frame * 2
        default: return packet.dropFirst().first.map { frame * Int64($0 & 0x3f) }
        }
    }

    /// How many samples there are to hear, and whether that is certain.
    var sampleCount: (count: Int64, isCertain: Bool)? {
        guard isAudio, let lastGranule else { return nil }
        let (start, isCertain) = startGranule
        let count = lastGranule.subtractingReportingOverflow(start).partialValue
        guard count >= 0 else { return nil }
        return (max(0, count - preSkip), isCertain)
    }

    /// Where the stream starts: not at 0 when it was cut out of a longer one.
    private var startGranule: (granule: Int64, isCertain: Bool) {
        guard let firstGranule else { return (0, false) }
        if let firstPageDuration {
            // A last page that tells less than its packets hold cuts the end, not the start.
            return (max(0, firstGranule - firstPageDuration), true)
        }
        guard let longestPacket, longestPacket > 0 else { return (0, true) }
        let longest = longestPacket.multipliedReportingOverflow(by: Int64(max(1, firstPagePacketCount))).partialValue
        return longest < 0 || firstGranule <= longest ? (0, true) : (firstGranule - longest, false)
    }
}
