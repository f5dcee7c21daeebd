package import AssetKitMedia
package import CFFmpeg

/// Makes an encoder's frames of pictures that come in other layouts. Not Sendable: one stage owns it.
///
/// The same numbers in another order, such as interleaved colours or values at the top of their bytes, are moved
/// without loss; only another kind of picture is converted. Where the encoder's size is larger, the last column and row
/// are repeated.
package final class EncoderPictures {
    /// What the encoder is told of a picture besides its pixels.
    package struct Label {
        package var ticks: Int64
        package var durationTicks: Int64
        package var isKey = false
        /// nil for progressive pictures.
        package var isTopFieldFirst: Bool?

        package init(ticks: Int64, durationTicks: Int64, isKey: Bool = false, isTopFieldFirst: Bool? = nil) {
            self.ticks = ticks
            self.durationTicks = durationTicks
            self.isKey = isKey
            self.isTopFieldFirst = isTopFieldFirst
        }
    }

    package let format: AVPixelFormat
    private let width: Int
    private let height: Int
    private let codedWidth: Int
    private let codedHeight: Int
    private let color: PictureColor
    private let pixelAspect: (horizontal: Int, vertical: Int)
    private let scaler = Scaler(.fast)
    private var mover: (source: AVPixelFormat, mover: ComponentMover?)?
    private let work = Frame()
    private let converted = Frame()
    private let slot = Frame()

    /// `settings` has the coded size; pictures have the other one.
    package init(_ settings: SampleEncoder.PictureSettings, width: Int, height: Int) {
        format = settings.format
        (self.width, self.height, codedWidth, codedHeight) = (width, height, settings.width, settings.height)
        color = settings.color
        pixelAspect = settings.pixelAspect
    }

    /// Lends the encoder's frame of a picture, which has to have the right size.
    package func with<R>(_ picture: borrowing Frame, _ label: Label, _ body: (borrowing Frame) throws -> R) throws -> R
    {
        try prepare(picture)
        describe(label)
        defer { slot.clear() }
        return try body(slot)
    }

    /// Lends the encoder's frame of a picture, which has to have the right size.
    package func with<R>(_ picture: CVPixelBuffer, _ label: Label, _ body: (borrowing Frame) throws -> R) throws -> R {
        try with(try Frame(reading: picture), label, body)
    }

    private func prepare(_ picture: borrowing Frame) throws {
        let isWhole = codedWidth == width && codedHeight == height
        let plain = PixelFormatMap.plainFormat(picture.pixelFormat)
        let ownRange =
            PixelFormatMap.isRGB(plain) || (picture.color.isFullRange ?? false) == (color.isFullRange ?? false)
        if ownRange, plain == PixelFormatMap.plainFormat(format), isWhole {
            try slot.share(picture)
        } else if ownRange, let mover = mover(from: plain) {
            try makeWork()
            try mover.move(picture, into: work)
            try slot.share(work)
            slot.takeCaptions(of: picture)
        } else {
            try convert(picture, isWhole: isWhole)
            slot.takeCaptions(of: picture)
        }
    }

    private func convert(_ picture: borrowing Frame, isWhole: Bool) throws {
        converted.take(from: try Frame(width: width, height: height, format: format))
        converted.setColor(color)
        try scale(picture)
        guard !isWhole else { return slot.take(from: converted) }
        guard let mover = ComponentMover(from: PixelFormatMap.plainFormat(format), to: format) else {
            throw FFmpegError(code: ak_ERROR_UNSUPPORTED, function: "sws_init_context", detail: "an odd size")
        }
        try makeWork()
        try mover.move(converted, into: work)
        try slot.share(work)
    }

    /// libswscale reads 4:2:2 of eight bits with a plane for each component, but not with interleaved colours.
    private func scale(_ picture: borrowing Frame) throws {
        guard PixelFormatMap.plainFormat(picture.pixelFormat) == AV_PIX_FMT_NV16,
            let mover = ComponentMover(from: AV_PIX_FMT_NV16, to: AV_PIX_FMT_YUV422P)
        else { return try scaler.scale(picture, into: converted) }
        let planar = try Frame(width: width, height: height, format: AV_PIX_FMT_YUV422P)
        planar.setColor(picture.color)
        try mover.move(picture, into: planar)
        try scaler.scale(planar, into: converted)
    }

    private func mover(from source: AVPixelFormat) -> ComponentMover? {
        if let mover, mover.source == source { return mover.mover }
        let fresh = ComponentMover(from: source, to: format)
        mover = (source, fresh)
        return fresh
    }

    /// Makes a frame in new memory unless the last one is free: an encoder may still refer to the pictures it was
    /// given.
    private func makeWork() throws {
        if !work.isEmpty, work.withRaw({ av_frame_is_writable($0) }) == 1 { return }
        work.take(from: try Frame(width: codedWidth, height: codedHeight, format: format))
    }

    private func describe(_ label: Label) {
        slot.setColor(color)
        slot.withRaw { raw in
            raw.pointee.pts = label.ticks
            raw.pointee.pkt_duration = label.durationTicks
            // What a decoder found is no order to the encoder.
            raw.pointee.pict_type = label.isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
            raw.pointee.key_frame = 0
            raw.pointee.quality = 0
            raw.pointee.repeat_pict = 0
            raw.pointee.format = format.rawValue
            raw.pointee.interlaced_frame = label.isTopFieldFirst == nil ? 0 : 1
            raw.pointee.top_field_first = label.isTopFieldFirst == true ? 1 : 0
            raw.pointee.sample_aspect_ratio = AVRational(
                num: CInt(clamping: pixelAspect.horizontal),
                den: CInt(clamping: pixelAspect.vertical)
            )
        }
    }
}

extension Frame {
    /// Takes over the closed captions that travel with a picture.
    fileprivate func takeCaptions(of other: borrowing Frame) {
        withRaw { raw in
            other.withRaw { other in
                guard let captions = av_frame_get_side_data(other, AV_FRAME_DATA_A53_CC),
                    let reference = av_buffer_ref(captions.pointee.buf)
                else { return }
                av_frame_new_side_data_from_buf(raw, AV_FRAME_DATA_A53_CC, reference)
            }
        }
    }

    /// The closed captions of the picture: triples of CEA-708's `cc_data`.
    package var captionBytes: [UInt8] {
        withRaw { raw in
            guard let captions = av_frame_get_side_data(raw, AV_FRAME_DATA_A53_CC) else { return [] }
            return Array(UnsafeBufferPointer(start: captions.pointee.data, count: Int(captions.pointee.size)))
        }
    }
}
