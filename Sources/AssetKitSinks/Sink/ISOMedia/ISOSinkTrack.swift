internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// A track of an ISO media file that is being written: how the file describes it, and its samples so far.
struct ISOSinkTrack {
    let plan: SinkTrack
    let id: UInt32
    let handler: ISOCode
    let entries: [[UInt8]]
    let roll: Int16?
    var table = ISOWrittenTable()
    /// What is trimmed off the last sample, in ticks.
    var trimmedTicks: Int64 = 0
    /// The duration of the last sample that told one, for those that do not.
    private var lastDuration: UInt32 = 0

    var timescale: CMTimeScale { plan.timescale }

    init(_ plan: SinkTrack, number: Int, isQuickTime: Bool) throws(ISOWritingError) {
        self.plan = plan
        id = UInt32(number + 1)
        guard plan.timescale > 0 else { throw .time("track \(number + 1) has no timescale") }
        guard !plan.formats.isEmpty else { throw .format("track \(number + 1) has no format") }
        var entries: [[UInt8]] = []
        for format in plan.formats {
            entries.append(try ISOSampleEntry(format: format, isQuickTime: isQuickTime).bytes())
        }
        self.entries = entries
        handler = Self.handler(plan)
        roll = Self.roll(plan)
    }

    private static func handler(_ plan: SinkTrack) -> ISOCode {
        switch plan.mediaType {
        case .video: return "vide"
        case .audio: return "soun"
        case .text: return "text"
        case .closedCaption: return "clcp"
        case .subtitle:
            let isMarkup = ["stpp", "wvtt"].contains(ISOCode(rawValue: plan.formats[0].subtype))
            return isMarkup ? "subt" : ISOCode(rawValue: plan.formats[0].subtype) == "mp4s" ? "subp" : "sbtl"
        case .timecode: return "tmcd"
        case .auxiliaryPicture: return "auxv"
        default: return "meta"
        }
    }

    /// AAC's windows reach over the packet before; Opus wants to be heard for 80 ms (RFC 7845, section 4.6).
    private static func roll(_ plan: SinkTrack) -> Int16? {
        guard let basic = plan.formats[0].audio?.basic else { return nil }
        switch basic.mFormatID {
        case kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_LD,
            kAudioFormatMPEG4AAC_ELD:
            return -1
        case kAudioFormatOpus, ISOCode("Opus").rawValue:
            let frames = max(120, Int(basic.mFramesPerPacket == 0 ? 960 : basic.mFramesPerPacket))
            return -Int16((3840 + frames - 1) / frames)
        default: return nil
        }
    }

    // MARK: Samples

    /// Adds a sample. Answers when it is decoded, and when the next one is if it does not say otherwise.
    mutating func append(_ sample: SinkSample) throws(ISOWritingError) -> (start: Int64, end: Int64) {
        let first: ISOWrittenTable.Sample
        if sample.count == 1 {
            first = try row(of: sample)
            try table.append(first)
            try note(sample, first)
        } else {
            let rows = try rows(of: sample)
            first = rows[0]
            for row in rows { try table.append(row) }
            try note(sample, rows[rows.count - 1])
        }
        return (first.decodeTicks, table.decodeEnd)
    }

    /// A sample as rows of the table: one, but for several frames of sound whose lengths in ticks differ.
    func rows(of sample: SinkSample) throws(ISOWritingError) -> [ISOWrittenTable.Sample] {
        guard sample.count != 1 else { return [try row(of: sample)] }
        let first = try beginning(of: sample)
        guard sample.duration.isNumeric else { return [first] }
        return try rows(first, sample.count, from: Self.decodeTime(sample), each: sample.duration)
    }

    /// A sample that is one row.
    private func row(of sample: SinkSample) throws(ISOWritingError) -> ISOWrittenTable.Sample {
        var row = try beginning(of: sample)
        guard sample.duration.isNumeric else { return row }
        row.duration = try length(sample.duration, from: Self.decodeTime(sample), row.decodeTicks)
        return row
    }

    /// The first row of a sample, as long as the one before.
    private func beginning(of sample: SinkSample) throws(ISOWritingError) -> ISOWrittenTable.Sample {
        let bytes = sample.data.dataLength
        guard sample.count > 0, bytes.isMultiple(of: sample.count), let size = UInt32(exactly: bytes / sample.count)
        else { throw .tooMuch("a sample of \(bytes) bytes is larger than the file can have") }
        guard plan.formats.indices.contains(sample.format) else {
            throw .format("the track has no format \(sample.format + 1)")
        }
        let start = try SinkTicks.ticks(Self.decodeTime(sample), timescale)
        let shown =
            sample.presentationTime.isNumeric ? try SinkTicks.ticks(sample.presentationTime, timescale) : start
        guard let offset = Int32(exactly: shown - start) else {
            throw .time("a sample is shown \(shown - start) ticks after it is decoded, more than the file can say")
        }
        var row = ISOWrittenTable.Sample(size: size, decodeTicks: start, duration: lastDuration)
        row.compositionOffset = offset
        (row.isSync, row.isPartialSync) = (sample.isSync, sample.isPartialSync)
        row.dependency = Self.bits(sample.dependsOnOthers) << 4 | Self.bits(sample.othersDependOnIt) << 2
        return row
    }

    private static func decodeTime(_ sample: SinkSample) -> CMTime {
        sample.decodeTime.isNumeric ? sample.decodeTime : sample.presentationTime
    }

    private static func bits(_ answer: Bool?) -> UInt8 { answer.map { $0 ? 1 : 2 } ?? 0 }

    private func rows(
        _ first: ISOWrittenTable.Sample,
        _ count: Int,
        from start: CMTime,
        each duration: CMTime
    ) throws(ISOWritingError) -> [ISOWrittenTable.Sample] {
        var row = first
        if timescale.isMultiple(of: SinkTicks.neededTimescale(duration)) {
            row.duration = try length(duration, from: start, first.decodeTicks)
            row.count = count
            return [row]
        }
        // Every frame goes to its nearest tick, so that roundings do not add up.
        var rows: [ISOWrittenTable.Sample] = []
        for index in 0..<count {
            let end = try SinkTicks.ticks(start + CMTimeMultiply(duration, multiplier: Int32(index + 1)), timescale)
            row.duration = try Self.duration(end - row.decodeTicks)
            rows.append(row)
            row.decodeTicks = end
        }
        return rows
    }

    /// How many ticks a duration takes that begins at a time, which is at so many.
    private func length(_ duration: CMTime, from start: CMTime, _ startTicks: Int64) throws(ISOWritingError) -> UInt32 {
        let isWhole = timescale.isMultiple(of: SinkTicks.neededTimescale(duration))
        let ticks =
            isWhole
            ? try SinkTicks.ticks(duration, timescale)
            : try SinkTicks.ticks(start + duration, timescale) - startTicks
        return try Self.duration(ticks)
    }

    private static func duration(_ ticks: Int64) throws(ISOWritingError) -> UInt32 {
        guard let duration = UInt32(exactly: max(0, ticks)) else {
            throw .time("a sample would last \(ticks) ticks, and 4294967295 is the most")
        }
        return duration
    }

    /// Notes how long a sample is, and what is cut off its end.
    mutating func note(_ sample: SinkSample, _ last: ISOWrittenTable.Sample) throws(ISOWritingError) {
        lastDuration = last.duration
        trimmedTicks = 0
        guard sample.trimmedFramesAtEnd > 0, let rate = plan.formats[sample.format].audio?.basic.wholeSampleRate,
            rate >= 1
        else { return }
        trimmedTicks = try SinkTicks.ticks(Int64(sample.trimmedFramesAtEnd), from: Int64(rate), to: Int64(timescale))
    }

    // MARK: Geometry

    /// The size on the screen before it is turned, as 16.16 fixed point.
    var size: (width: UInt32, height: UInt32) {
        func fixed(_ value: CGFloat) -> UInt32 { UInt32(min(max((value * 65536).rounded(), 0), CGFloat(UInt32.max))) }
        if let size = plan.naturalSize { return (fixed(size.width), fixed(size.height)) }
        let dimensions = plan.formats[0].videoDimensions
        let aspect = PropertyList.dictionary(
            plan.formats[0].extensionValues[kCMFormatDescriptionExtension_PixelAspectRatio]
        )
        let across = Number(aspect?[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing])?.double ?? 1
        let down = Number(aspect?[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing])?.double ?? 1
        let shape = across > 0 && down > 0 ? across / down : 1
        return (fixed(CGFloat(dimensions.width) * shape), fixed(CGFloat(dimensions.height)))
    }

    var matrix: [Int32] {
        func fixed(_ value: CGFloat, _ one: CGFloat = 65536) -> Int32 {
            Int32(min(max((value * one).rounded(), CGFloat(Int32.min)), CGFloat(Int32.max)))
        }
        let turn = plan.transform
        return [
            fixed(turn.a), fixed(turn.b), 0, fixed(turn.c), fixed(turn.d), 0, fixed(turn.tx), fixed(turn.ty), 1 << 30,
        ]
    }
}
