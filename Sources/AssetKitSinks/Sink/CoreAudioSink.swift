internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Makes Core Audio files (CAF): priming and what is cut off at the end are exact for every codec.
final class CoreAudioSink: MediaSink {
    private let format: SinkFormat
    private let bytes: any ByteSink
    private let track: SinkTrack
    private let tags: SinkTags
    private var untimed: UntimedSound
    private var position: Int64 = 0
    private var dataPlace: Int64 = 0
    private var packetSizes: [UInt8] = []
    private var packetCount: Int64 = 0
    private var frameCount: Int64 = 0
    private var trimmedAtEnd: Int64 = 0
    private var framesPerPacket = 0
    private var growth: SoundGrowth?

    init(_ plan: SinkPlan, into bytes: any ByteSink) throws {
        guard let track = plan.tracks.first, let first = track.formats.first, let format = SinkFormat(first) else {
            throw MediaSinks.refusal("a Core Audio file needs a track of sound")
        }
        self.track = track
        self.format = format
        self.bytes = bytes
        tags = try SinkTags(plan.metadata)
        untimed = UntimedSound(track, format, in: "a Core Audio file", canHidePriming: !format.isLinear)
        framesPerPacket = Int(format.basic?.mFramesPerPacket ?? 0)
        if format.codec == .mp3, framesPerPacket == 0 { framesPerPacket = format.sampleRate >= 32_000 ? 1152 : 576 }
        guard format.isLinear || framesPerPacket > 0 else {
            throw MediaSinks.refusal("a Core Audio file has to know how long packets of \(format.title) last")
        }
        growth = SoundGrowth(plan.layout, sampleRate: format.sampleRate)
        try writeHeader()
    }

    func write(_ sample: SinkSample, to track: Int) throws {
        guard let placement = try untimed.placement(sample, frames: framesPerPacket) else { return }
        if placement.silenceCount > 0 { try writeSilence(placement.silenceCount) }
        try sample.data.withBytes { data in
            let part = UnsafeRawBufferPointer(rebasing: data[placement.range])
            try bytes.write(part, at: position)
            position += Int64(part.count)
            if !format.isLinear { appendSize(part.count) }
        }
        packetCount += 1
        frameCount += Int64(placement.frameCount)
        trimmedAtEnd = format.isLinear ? 0 : Int64(remainder(sample))
        growth?.add(placement.frameCount + placement.silenceCount)
        guard growth?.isDue ?? false else { return }
        // Its size is said to reach up to the end of the file, so that there is nothing to correct.
        growth?.wasMade()
        try bytes.synchronize()
    }

    /// Frames of the last packet that do not count. A packet of Apple Lossless that has fewer counts as a whole one too.
    private func remainder(_ sample: SinkSample) -> Int {
        guard format.codec == .alac, sample.duration.isNumeric else {
            return SinkTimes.trimmedFrames(sample, of: framesPerPacket, format)
        }
        let rate = Int32(clamping: max(1, format.sampleRate))
        return max(0, framesPerPacket - Int(SinkTimes.ticks(sample.duration, rate)))
    }

    func finish(_ ending: SinkEnding) throws {
        try SinkEdits.check(ending.edits, [untimed.ending], in: "a Core Audio file")
        let dataEnd = position
        if !format.isLinear { try writePacketTable() }
        try writeInformation(try ending.metadata.map { try SinkTags($0) } ?? tags)
        var size: [UInt8] = []
        size.appendBig(dataEnd - dataPlace)
        try size.withUnsafeBytes { try bytes.write($0, at: dataPlace - 8) }
    }

    // MARK: Chunks

    private func writeHeader() throws {
        try put(Array("caff".utf8) + [0, 1, 0, 0])
        try put("desc", description)
        if let layout = format.description.audioChannelLayout { try put("chan", layout.storedBytes) }
        if let cookie { try put("kuki", cookie) }
        // Its size is unknown until the end: -1 says so. Four bytes count edits.
        try put(Array("data".utf8) + Array(repeating: 0xFF, count: 8))
        dataPlace = position
        try put([0, 0, 0, 0])
    }

    private var description: [UInt8] {
        let basic = format.basic ?? AudioStreamBasicDescription()
        let isCounted = format.isLinear && ![.muLaw, .aLaw].contains(format.codec)
        var flags: UInt32 = 0
        if isCounted {
            // A float is 1, little-endian is 2: not the flags that Core Audio has in memory.
            if basic.mFormatFlags & kAudioFormatFlagIsFloat != 0 { flags |= 1 }
            if basic.mFormatFlags & kAudioFormatFlagIsBigEndian == 0 { flags |= 2 }
        } else {
            flags = basic.mFormatFlags
        }
        var bytes: [UInt8] = []
        bytes.appendBig(basic.mSampleRate.bitPattern)
        bytes.appendBig(isCounted ? kAudioFormatLinearPCM : basic.mFormatID)
        bytes.appendBig(flags)
        bytes.appendBig(format.isLinear ? basic.mBytesPerFrame : 0)
        bytes.appendBig(UInt32(format.isLinear ? 1 : framesPerPacket))
        bytes.appendBig(basic.mChannelsPerFrame)
        bytes.appendBig(format.isLinear ? basic.mBitsPerChannel : 0)
        return bytes
    }

    private var cookie: [UInt8]? {
        let atoms = format.description.atoms
        switch format.codec {
        // The descriptor, without version and flags of its box.
        case .aac:
            let made = ElementaryStreamDescriptor.record(
                objectType: 0x40,
                isSound: true,
                configuration: format.codecPrivate
            )
            return Array((atoms["esds"] ?? made).dropFirst(4))
        case .alac: return format.codecPrivate.count > 12 ? Array(format.codecPrivate[12...]) : nil
        default: return nil
        }
    }

    /// How many frames count, and the size of each packet in groups of seven bits.
    private func writePacketTable() throws {
        var table: [UInt8] = []
        let priming = Int32(clamping: untimed.priming)
        table.appendBig(packetCount)
        table.appendBig(max(0, frameCount - Int64(priming) - trimmedAtEnd))
        table.appendBig(priming)
        table.appendBig(Int32(clamping: trimmedAtEnd))
        try put("pakt", table + packetSizes)
    }

    private func appendSize(_ count: Int) {
        let groups = max(1, (Int.bitWidth - count.leadingZeroBitCount + 6) / 7)
        for group in (0..<groups).reversed() {
            packetSizes.append(UInt8(count >> (7 * group) & 0x7F) | (group > 0 ? 0x80 : 0))
        }
    }

    /// Texts under the names that Core Audio has for them.
    private func writeInformation(_ tags: SinkTags) throws {
        let texts = tags.texts.filter { !$0.value.contains("\0") && !$0.name.contains("\0") }
        guard !texts.isEmpty else { return }
        var content: [UInt8] = []
        content.appendBig(UInt32(texts.count))
        for text in texts {
            content += Array((text.usual?.key(in: .audioFile) ?? text.name).utf8) + [0] + Array(text.value.utf8) + [0]
        }
        try put("info", content)
    }

    private func writeSilence(_ count: Int) throws {
        let silence: [MediaCodec: UInt8] = [.muLaw: 0xFF, .aLaw: 0xD5]
        let value = silence[format.codec] ?? 0
        var rest = count * Int(format.basic?.mBytesPerFrame ?? 1)
        while rest > 0 {
            let block = min(rest, 1 << 16)
            try put([UInt8](repeating: value, count: block))
            rest -= block
        }
    }

    private func put(_ name: String, _ content: [UInt8]) throws {
        var head = Array(name.utf8)
        head.appendBig(Int64(content.count))
        try put(head + content)
    }

    private func put(_ content: [UInt8]) throws {
        try content.withUnsafeBytes { try bytes.write($0, at: position) }
        position += Int64(content.count)
    }
}
