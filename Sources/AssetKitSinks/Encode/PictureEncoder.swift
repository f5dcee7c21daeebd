internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
package import AssetKitFFmpeg
package import AssetKitMedia
package import CMTimeLib
internal import Foundation

/// Encodes pictures to samples as files hold them. Not Sendable: one stage owns it.
///
/// Pictures come in the order in which they are shown, at any times that ascend; samples come out in the order in which
/// they are decoded, each with the time and duration of its picture. One that is let go before its end closes the
/// encoder on another thread.
package final class PictureEncoder {
    package let encoding: PictureEncoding
    private var encoder: SampleEncoder
    private let pictures: EncoderPictures
    private let form: EncodedPictureForm
    private var times: PictureTimes
    /// Closed captions that the encoder does not write itself, by their pictures' ticks.
    private var captions: [Int64: [UInt8]] = [:]
    /// Where the last key frame was asked for.
    private var lastKey: Int64?
    /// The segment of the last picture.
    private var lastSegment: Int64?
    private var hasEnded = false
    /// Whether the open encoder has been given no picture yet.
    private var isFresh = true
    private let packet = Packet()

    /// Throws a ``MediaProblem`` where the encoder cannot do what is asked for.
    package init(_ encoding: PictureEncoding, _ pass: EncoderPass? = nil) throws {
        try encoding.validate()
        self.encoding = encoding
        let traits = encoding.codec.traits
        let settings = encoding.encoderSettings
        form = EncodedPictureForm(codec: encoding.codec)
        pictures = EncoderPictures(settings, width: encoding.width, height: encoding.height)
        let reorders = traits.reorders && encoding.allowsReordering && encoding.longestGroup != 1
        times = PictureTimes(traits.timing, delay: reorders ? 1 : 0)
        encoder = try Self.open(encoding, pass)
    }

    deinit {
        // SVT-AV1 does not close before it has been given a picture.
        if encoding.encoder == .svtAV1, isFresh, let blank = try? Frame(blank: encoding.encoderSettings) {
            _ = try? encoder.send(blank)
        }
    }

    private static func open(_ encoding: PictureEncoding, _ pass: EncoderPass?) throws -> SampleEncoder {
        let traits = encoding.codec.traits
        do {
            let settings = encoding.encoderSettings
            let options = encoding.encoderOptions(pass)
            let encoder = try SampleEncoder(encoding.encoder, pictures: settings, options: options)
            encoder.closesApart = true
            return encoder
        } catch let error as FFmpegError {
            throw MediaProblem(
                code: error.cause == .noMemory ? .outOfMemory : .unsupportedOutputSettings,
                reason: "\(traits.name) cannot be encoded like this: \(error)"
            )
        }
    }

    /// What samples hold. Known from the start.
    package var format: CMFormatDescription {
        get throws { try EncodedPictureFormat(encoding: encoding, header: header()).description() }
    }

    /// The codec's header. libaom has it nowhere but in front of key frames, and it does not depend on what they show.
    private func header() throws -> [UInt8] {
        let own = encoder.header
        guard own.isEmpty, encoding.encoder == .aomAV1 else { return own }
        let trial = try Self.open(encoding, nil)
        let slot = Packet()
        _ = try trial.send(try Frame(blank: encoding.encoderSettings))
        try trial.sendEnd()
        guard try trial.receive(into: slot) == .done else { return own }
        return try slot.withBytes { Array(try AV1Units.sequenceHeader(in: Array($0)[...]) ?? []) }
    }

    /// Encodes a picture of the encoding's size. Hands on what is finished: samples of earlier pictures, or none.
    ///
    /// A picture in another layout than the encoder's is converted; a duration that says nothing is that of the picture
    /// before.
    package func encode(
        _ frame: borrowing Frame,
        at time: CMTime,
        duration: CMTime,
        isKey: Bool = false,
        _ body: (SinkSample) throws -> Void
    ) throws {
        try checkSize(width: frame.width, height: frame.height)
        let label = try label(time, duration, isKey: isKey)
        if encoding.codec == .hevc {
            let bytes = frame.captionBytes
            if !bytes.isEmpty { captions[label.ticks] = bytes }
        }
        try pictures.with(frame, label) { try send($0, isKey: label.isKey, body) }
    }

    /// Encodes a picture of the encoding's size.
    package func encode(
        _ buffer: CVPixelBuffer,
        at time: CMTime,
        duration: CMTime,
        isKey: Bool = false,
        _ body: (SinkSample) throws -> Void
    ) throws {
        try checkSize(width: buffer.width, height: buffer.height)
        let label = try label(time, duration, isKey: isKey)
        try pictures.with(buffer, label) { try send($0, isKey: label.isKey, body) }
    }

    /// Hands on everything that the encoder still holds. No picture may follow.
    package func finish(_ body: (SinkSample) throws -> Void) throws {
        guard !hasEnded else { return }
        hasEnded = true
        // Some encoders never answer when they are drained without having been given a picture.
        guard times.count > 0 else { return }
        try encoder.sendEnd()
        try receive(body)
        encoder.closesApart = false
    }

    private func send(_ frame: borrowing Frame, isKey: Bool, _ body: (SinkSample) throws -> Void) throws {
        if isKey, encoding.codec == .av1, !isFresh { try startAgain(body) }
        isFresh = false
        while try encoder.send(frame) == .again { try receive(body) }
        try receive(body)
    }

    /// FFmpeg 5.1 has no way to ask SVT-AV1 for a key frame, but a new encoder begins with one.
    private func startAgain(_ body: (SinkSample) throws -> Void) throws {
        try encoder.sendEnd()
        try receive(body)
        encoder = try Self.open(encoding, nil)
    }

    private func receive(_ body: (SinkSample) throws -> Void) throws {
        while try encoder.receive(into: packet) == .done { try handOn(body) }
    }

    private func checkSize(width: Int, height: Int) throws {
        guard width == encoding.width, height == encoding.height else {
            throw MediaProblem(
                code: .encodeFailed,
                reason: "a picture of \(width) x \(height) came among those of \(encoding.width) x \(encoding.height)"
            )
        }
    }

    // MARK: Times

    private func label(_ time: CMTime, _ duration: CMTime, isKey: Bool) throws -> EncoderPictures.Label {
        precondition(!hasEnded, "a picture came after the end")
        guard let ticks = ticks(time) else {
            throw MediaProblem(code: .encodeFailed, reason: "a picture has no time that can be counted")
        }
        let last = times.last
        guard last.map({ $0.start < ticks }) ?? true else {
            throw MediaProblem(code: .encodeFailed, reason: "a picture does not come after the one before it")
        }
        // What says nothing lasts as long as the one before, or as the rate says.
        let own = self.ticks(duration).flatMap { $0 > 0 ? $0 : nil } ?? last.map { ticks - $0.start } ?? usualDuration
        let ticksShown = times.add(PictureTimes.Place(start: ticks, duration: own))
        let beginsSegment = beginsSegment(at: ticks)
        let isForced = isKey || beginsSegment || isKeyDue(at: ticks)
        if isForced { lastKey = ticks }
        let isTopFirst: Bool? = encoding.fields == .progressive ? nil : encoding.fields == .topFirst
        return EncoderPictures.Label(
            ticks: ticksShown,
            durationTicks: encoding.codec.traits.timing == .counted ? 1 : own,
            isKey: isForced,
            isTopFieldFirst: isTopFirst
        )
    }

    private var usualDuration: Int64 {
        let rate = encoding.frameRate
        return max(Int64(encoding.timescale) * Int64(rate.seconds) / Int64(max(rate.frames, 1)), 1)
    }

    private func ticks(_ time: CMTime) -> Int64? {
        guard time.isNumeric else { return nil }
        let scaled = time.convertScale(encoding.timescale, method: .roundHalfAwayFromZero)
        return scaled.isNumeric ? scaled.value : nil
    }

    /// Whether the picture before belongs to another segment.
    private func beginsSegment(at ticks: Int64) -> Bool {
        guard let grid = encoding.segments else { return false }
        let number = grid.number(at: CMTime(value: ticks, timescale: encoding.timescale))
        defer { lastSegment = number }
        return lastSegment.map { $0 < number } ?? false
    }

    /// Whether the time that key frames may be apart has passed.
    private func isKeyDue(at ticks: Int64) -> Bool {
        let interval = encoding.keyFrameInterval.duration
        guard interval.isNumeric, interval.value > 0, encoding.allowsTemporalCompression else { return false }
        guard let lastKey else {
            self.lastKey = ticks
            return false
        }
        let passed = CMTime(value: ticks.subtractingClamped(lastKey), timescale: encoding.timescale)
        return passed >= interval
    }

    // MARK: Samples

    private func handOn(_ body: (SinkSample) throws -> Void) throws {
        let found = times.take(presentation: packet.presentationTicks ?? 0, decode: packet.decodeTicks ?? 0)
        guard let found else {
            throw MediaProblem(code: .encodeFailed, reason: "the encoder gave a picture that it was not given")
        }
        let captions = self.captions.removeValue(forKey: found.presentation) ?? []
        let isKey = packet.isKey || encoding.codec.traits.isIntra
        let (data, facts) = try packet.withBytes { bytes in
            if let changed = form.sample(bytes, isKey: isKey, captions: captions) {
                return (try changed.bytes.withUnsafeBytes { try CMBlockBuffer(copying: $0) }, changed.facts)
            }
            let facts = EncodedPictureForm.Facts(isSync: isKey, isReferred: !packet.isDisposable)
            return (try CMBlockBuffer(copying: bytes), facts)
        }
        func time(_ ticks: Int64) -> CMTime { CMTime(value: ticks, timescale: encoding.timescale) }
        var sample = SinkSample(
            data: data,
            presentationTime: time(found.presentation),
            decodeTime: time(found.decode),
            duration: time(found.duration)
        )
        sample.additions = packet.additions
        sample.isSync = facts.isSync
        sample.isPartialSync = facts.isPartialSync
        sample.dependsOnOthers = !facts.isSync && !facts.isPartialSync
        sample.othersDependOnIt = facts.isReferred && !encoding.codec.traits.isIntra
        try body(sample)
    }
}

extension PictureEncoding {
    /// What the encoder is told of the pictures.
    fileprivate var encoderSettings: SampleEncoder.PictureSettings {
        let size = codedSize
        var settings = SampleEncoder.PictureSettings(width: size.width, height: size.height, formatNamed: encoderFormat)
        settings.color = codedColor
        settings.pixelAspect = (pixelAspect.horizontal, pixelAspect.vertical)
        let traits = codec.traits
        // Containers that count milliseconds know rates nearly, and MPEG-2 has but a few.
        let nearest = FrameRate(nearest: Double(frameRate.frames) / Double(max(frameRate.seconds, 1)))
        let rate = codec == .mpeg2 ? nearest : frameRate
        settings.frameRate = (rate.frames, rate.seconds)
        settings.tick = traits.timing == .counted ? (rate.seconds, rate.frames) : (1, timescale)
        settings.keyFrameInterval = traits.isIntra ? nil : longestGroup ?? usualGroup
        if codec == .ffv1 { settings.keyFrameInterval = 1 }
        settings.reorderedPictures = reorderedPictures
        settings.fixesKeyFrames = alpha != nil
        settings.closesGroups = !opensGroups && !traits.isIntra
        settings.isInterlaced = fields != .progressive
        return settings
    }

    private var usualGroup: Int { codec == .mpeg2 || codec == .mpeg4 ? 12 : 250 }

    /// nil leaves it to the encoder's preset.
    private var reorderedPictures: Int? {
        switch codec {
        case .h264, .hevc: allowsReordering && longestGroup != 1 ? nil : 0
        case .mpeg2, .mpeg4: allowsReordering && longestGroup != 1 ? 2 : 0
        default: nil
        }
    }
}
