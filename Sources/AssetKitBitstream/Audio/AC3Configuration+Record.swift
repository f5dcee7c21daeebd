// AC-3's boxes, made of what its frames say.

extension AC3Configuration {
    /// What a frame says. The record counts rates before they are halved and quartered.
    package init(frame: AC3FrameHeader) {
        let shift = max(0, frame.bitstreamID - 8)
        self.init(
            sampleRate: frame.sampleRate << shift,
            bitstreamID: frame.bitstreamID,
            bitstreamMode: frame.bitstreamMode,
            channels: frame.channels,
            bitRate: frame.bitRate << shift
        )
    }

    /// The payload of `dac3`.
    package var record: [UInt8] {
        let rate = AC3FrameHeader.kilobitRates.firstIndex(of: bitRate / 1_000) ?? 0
        let service = bitstreamID << 17 | bitstreamMode << 14
        // Five bits of nothing end it.
        let bits = AC3Channels.rateIndex(sampleRate) << 22 | service | channels.bits << 10 | rate << 5
        return bytes(of: bits, count: 3)
    }
}

extension EnhancedAC3Configuration {
    /// What the frames of one moment say: the independent substreams, each with the dependent ones behind it. A sample
    /// may hold several moments; all are like the first.
    package init(sample: ArraySlice<UInt8>) throws(BitstreamError) {
        self.init(bitRate: 0, substreams: [], objectComplexity: nil)
        var rest = sample
        var bits = 0.0
        repeat {
            let frame: DolbyFrame
            do {
                frame = try DolbyFrame(rest)
            } catch {
                // What follows the first frame and is none, or is cut off, does not belong to it.
                guard !substreams.isEmpty else { throw error }
                break
            }
            guard frame.isDependent || frame.substream == substreams.count else { break }
            try add(frame)
            bits += Double(frame.byteCount) * 8 * Double(frame.sampleRate) / Double(frame.sampleCount)
            rest = rest.dropFirst(frame.byteCount)
        } while !rest.isEmpty
        // Where frames take turns in length, one of them is a little off.
        bitRate = Int((bits / 1_000).rounded()) * 1_000
    }

    private mutating func add(_ frame: DolbyFrame) throws(BitstreamError) {
        objectComplexity = objectComplexity ?? frame.objectComplexity
        guard frame.isDependent else {
            substreams.append(
                Substream(
                    sampleRate: frame.sampleRate,
                    bitstreamID: frame.bitstreamID,
                    bitstreamMode: frame.bitstreamMode,
                    channels: frame.channels,
                    dependentSubstreams: 0,
                    addedLocations: 0
                )
            )
            return
        }
        guard let last = substreams.indices.last else { throw .invalid("strmtyp") }
        substreams[last].dependentSubstreams += 1
        substreams[last].addedLocations |= frame.addedLocations
    }

    /// The payload of `dec3`.
    package var record: [UInt8] {
        let head = min(bitRate / 1_000, 0x1FFF) << 3 | max(0, substreams.count - 1) & 7
        let body = substreams.prefix(8).flatMap(\.record)
        guard let objectComplexity else { return bytes(of: head, count: 2) + body }
        return bytes(of: head, count: 2) + body + [1, UInt8(clamping: objectComplexity)]
    }
}

extension EnhancedAC3Configuration.Substream {
    /// Three bytes, and one more of speakers where there are dependent substreams.
    fileprivate var record: [UInt8] {
        let service = AC3Channels.rateIndex(sampleRate) << 22 | bitstreamID << 17 | bitstreamMode << 12
        let bits = service | channels.bits << 8 | min(dependentSubstreams, 15) << 1
        guard dependentSubstreams > 0 else { return bytes(of: bits, count: 3) }
        // The highest of the nine bits of speakers is in the place of the reserved one.
        return bytes(of: bits << 8 | addedLocations & 0x1FF, count: 4)
    }
}

extension AC3Channels {
    /// acmod and lfeon, as records have them behind each other.
    fileprivate var bits: Int { mode << 1 | (hasLowFrequency ? 1 : 0) }
}

/// A frame of either kind.
private struct DolbyFrame {
    var isDependent = false
    var substream = 0
    var byteCount: Int
    var sampleRate: Int
    var sampleCount: Int
    var bitstreamID: Int
    var bitstreamMode: Int
    var channels: AC3Channels
    var addedLocations = 0
    var objectComplexity: Int?

    init(_ bytes: ArraySlice<UInt8>) throws(BitstreamError) {
        // Old AC-3 may stand first where a stream is to play on old receivers.
        if bytes.count > 5, bytes[bytes.startIndex + 5] >> 3 <= 10 {
            let header = try AC3FrameHeader(bytes)
            (byteCount, sampleRate) = (header.frameByteCount, header.sampleRate)
            sampleCount = AC3FrameHeader.samplesPerFrame
            (bitstreamID, bitstreamMode) = (header.bitstreamID, header.bitstreamMode)
            channels = header.channels
            return
        }
        let header = try EnhancedAC3FrameHeader(bytes)
        let services = try EnhancedAC3Services(frame: bytes)
        (isDependent, substream) = (header.kind == .dependent, header.substream)
        (byteCount, sampleRate, sampleCount) = (header.frameByteCount, header.sampleRate, header.sampleCount)
        (bitstreamID, bitstreamMode) = (header.bitstreamID, services.bitstreamMode)
        channels = header.channels
        addedLocations = header.channelMap.map(Self.locations) ?? 0
        objectComplexity = services.objectComplexity
    }

    /// chan_loc for a channel map: the speakers that the modes of AC-3 do not have. The map's highest bit is the left
    /// front, the other's lowest the pair next to the centre.
    private static func locations(_ map: Int) -> Int {
        let places = [5, 6, 7, 8, 9, 10, 11, 12, 14]
        return places.indices.reduce(0) { $0 | (map >> (15 - places[$1]) & 1) << $1 }
    }
}

/// The lowest bytes of a number, the highest first.
private func bytes(of number: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}
