internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// A picture of a sample buffer, and when it is to show. A plain value.
struct RenderedPicture: @unchecked Sendable {
    // SAFETY: pixel buffers of clients are only looked at.
    let picture: DecodedPicture
    let time: CMTime
    /// It shows as soon as it is there.
    var isImmediate = false
    /// The client's, where it came decoded.
    var pixels: CVPixelBuffer?
}

/// Decodes sample buffers of pictures. One worker owns it.
///
/// Decoders hold pictures back until they have seen more than one sample of those around them. Where no more come and one of them
/// is due, ``drain()`` takes them out; and since a decoder that has been emptied has forgotten what the next sample refers to, the
/// samples since the last one that decoding can start with are kept, and decoded again then.
final class SamplePictures: @unchecked Sendable {
    // SAFETY: the jobs of one worker alone touch it, one after the other.
    private struct Sent {
        var time: CMTime
        var duration: CMTime
        var isImmediate = false
        var isHidden = false
        /// It was given before the decoder was emptied.
        var isRepeated = false
    }

    private var decoder: (format: CMFormatDescription, value: SampleDecoder)?
    private var number: Int64 = 0
    private var sent: [Int64: Sent] = [:]
    private var group: [CMSampleBuffer] = []
    private var isDrained = false
    /// Up to which time pictures have been given, since the times went back last.
    private var given: CMTime?
    /// The description that stands for the last format, and its pictures' size.
    private var look: (format: CMFormatDescription, description: PictureDescription, size: CGSize)?
    private let packet = Packet()
    private let frame = Frame()

    /// The earliest time of a picture that is held back; nil where none is.
    var held: CMTime? {
        let missing = sent.values.filter { sent in
            !sent.isHidden && !sent.isRepeated && (sent.isImmediate || given.map { sent.time > $0 } ?? true)
        }
        return missing.map { $0.isImmediate ? .negativeInfinity : $0.time }.min()
    }

    /// The pictures that come out for a buffer.
    func decode(_ buffer: CMSampleBuffer) throws -> [RenderedPicture] {
        guard buffer.numSamples > 0 else { return [] }
        if let pixels = buffer.imageBuffer {
            return buffer.says(.doNotDisplay) ? [] : [try picture(of: pixels, buffer)]
        }
        let samples = try BufferSamples(buffer)
        var pictures: [RenderedPicture] = []
        if samples.isSync(0) {
            if try goesBack(to: samples.timing(0).presentationTimeStamp) {
                // What the decoder holds back belongs to what came before.
                pictures += try drain()
                given = nil
            }
            group = []
        }
        let decoder = try decoder(for: samples, &pictures)
        if isDrained { try repeatGroup(decoder) }
        group.append(buffer)
        try send(samples, decoder, &pictures)
        return pictures
    }

    /// A sample that decoding can start with is shown no earlier than those before it, unless the times go back.
    private func goesBack(to time: CMTime) -> Bool {
        guard time.isNumeric, decoder != nil else { return false }
        return given.map { time <= $0 } ?? false || sent.values.contains { $0.time.isNumeric && time <= $0.time }
    }

    /// The pictures that are held back.
    func drain() throws -> [RenderedPicture] {
        guard let decoder, !isDrained else { return [] }
        var pictures: [RenderedPicture] = []
        try decoder.value.sendEnd()
        try receive(decoder.value, &pictures)
        isDrained = true
        sent = [:]
        return pictures
    }

    private func decoder(for samples: BufferSamples, _ pictures: inout [RenderedPicture]) throws -> SampleDecoder {
        if let decoder, decoder.format === samples.format || decoder.format == samples.format {
            if samples.buffer.resetsDecoder, !isDrained {
                pictures += try drain()
                group = []
            }
            return decoder.value
        }
        // Those of another format come first.
        pictures += try drain()
        var options = SampleDecoder.Options()
        options.givesDamagedPictures = true
        let fresh = try SampleDecoder(CodecParameters(decoding: samples.format), options: options)
        decoder = (samples.format, fresh)
        (isDrained, sent, group) = (false, [:], [])
        return fresh
    }

    /// Brings an emptied decoder to where it was.
    private func repeatGroup(_ decoder: SampleDecoder) throws {
        decoder.flush()
        isDrained = false
        var repeated: [RenderedPicture] = []
        for buffer in group { try send(BufferSamples(buffer), decoder, &repeated, isRepeated: true) }
    }

    private func send(
        _ samples: BufferSamples,
        _ decoder: SampleDecoder,
        _ pictures: inout [RenderedPicture],
        isRepeated: Bool = false
    ) throws {
        let isHidden = samples.buffer.says(.doNotDisplay)
        let isImmediate = samples.buffer.says(.displayImmediately)
        var offset = 0
        for index in 0..<samples.count {
            let timing = try samples.timing(index)
            number += 1
            try samples.fill(packet, index, offset: &offset, number: number)
            sent[number] = Sent(
                time: timing.presentationTimeStamp,
                duration: timing.duration,
                isImmediate: isImmediate,
                isHidden: isHidden,
                isRepeated: isRepeated
            )
            while try decoder.send(packet) == .again { try receive(decoder, &pictures) }
            try receive(decoder, &pictures)
        }
    }

    private func receive(_ decoder: SampleDecoder, _ pictures: inout [RenderedPicture]) throws {
        while try decoder.receive(into: frame) == .done {
            guard let number = frame.packetPresentationTicks, let origin = sent.removeValue(forKey: number) else {
                continue
            }
            guard !origin.isRepeated, !origin.isHidden else { continue }
            // A broken stream may give one twice.
            guard origin.isImmediate || given.map({ origin.time > $0 }) ?? true else { continue }
            given = origin.time
            guard let format = self.decoder?.format else { continue }
            let picture = try decoded(frame, origin.time, origin.duration, format)
            pictures.append(
                RenderedPicture(picture: picture, time: origin.time, isImmediate: origin.isImmediate)
            )
        }
    }

    /// Pixels of a client's own.
    private func picture(of pixels: CVPixelBuffer, _ buffer: CMSampleBuffer) throws -> RenderedPicture {
        let format = try buffer.formatDescription ?? CMFormatDescription(imageBuffer: pixels)
        let (time, isImmediate) = (buffer.presentationTimeStamp, buffer.says(.displayImmediately))
        guard time.isNumeric || isImmediate else {
            throw MediaProblem(code: .invalidSourceMedia, reason: "a sample has no time")
        }
        let lent = try Frame(reading: pixels)
        return RenderedPicture(
            picture: try decoded(lent, time, buffer.duration, format),
            time: time,
            isImmediate: isImmediate,
            pixels: pixels
        )
    }

    private func decoded(
        _ frame: borrowing Frame,
        _ time: CMTime,
        _ duration: CMTime,
        _ format: CMFormatDescription
    ) throws -> DecodedPicture {
        let look = look.flatMap { $0.format === format ? $0 : nil } ?? Self.look(of: format)
        self.look = look
        let range = CMTimeRange(start: time, duration: duration.isNumeric ? duration : .zero)
        return try DecodedPicture(frame, range, look.description, size: look.size)
    }

    private static func look(of format: CMFormatDescription) -> (
        format: CMFormatDescription, description: PictureDescription, size: CGSize
    ) {
        var facts = VideoFacts()
        (facts.codedWidth, facts.codedHeight) = (Int(format.dimensions.width), Int(format.dimensions.height))
        let stored = CGRect(x: 0, y: 0, width: facts.codedWidth, height: facts.codedHeight)
        let clean = format.cleanAperture(originIsAtTopLeft: true)
        if clean != stored, clean.size.width > 0 { facts.cleanAperture = clean }
        let values = PropertyList.dictionary(format.extensionValues[kCMFormatDescriptionExtension_PixelAspectRatio])
        let horizontal = Number(values?[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing])?.whole(Int.self)
        let vertical = Number(values?[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing])?.whole(Int.self)
        if let horizontal, let vertical, horizontal > 0, vertical > 0 {
            facts.pixelAspect = VideoFacts.PixelAspect(horizontal: horizontal, vertical: vertical)
        }
        return (format, PictureDescription(facts), format.presentationDimensions())
    }
}
