internal import AssetKitMedia
internal import CFFmpeg

/// The pixels of one decoded picture, shared by reference count.
///
/// SAFETY: `raw` is written before `init` returns and only read after it, and FFmpeg counts buffer references
/// atomically. So any thread may read, and the last one, whichever it is, may free. Who writes into the memory asks
/// `isWritable` first.
final class FramePixelStorage: PixelStorage, @unchecked Sendable {
    private let raw: UnsafeMutablePointer<AVFrame>
    private let rowCounts: [Int]

    /// Takes the buffers out of `frame`, which is then empty and ready for the decoder again. A picture that stands on
    /// its head in memory is turned into new memory.
    init(takingFrom frame: borrowing Frame) throws {
        let planes = frame.planeShapes
        rowCounts = planes.map(\.rowCount)
        raw = av_frame_alloc()!  // fails only when there is no memory left
        if !frame.standsOnItsHead {
            frame.withRaw { av_frame_move_ref(raw, $0) }
        } else {
            let upright = try Frame(width: frame.width, height: frame.height, format: frame.pixelFormat)
            try frame.withRaw { from throws(FFmpegError) in
                try upright.withRaw { to throws(FFmpegError) in
                    try check(av_frame_copy(to, from), "av_frame_copy")
                    try check(av_frame_copy_props(to, from), "av_frame_copy_props")
                }
            }
            upright.withRaw { av_frame_move_ref(raw, $0) }
            frame.clear()
        }
    }

    deinit {
        var pointer: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&pointer)
    }

    var planeCount: Int { rowCounts.count }

    /// False while the decoder, or anybody else, holds the same memory.
    var isWritable: Bool { av_frame_is_writable(raw) == 1 }

    func bytesPerRow(ofPlane plane: Int) -> Int {
        withUnsafeBytes(of: raw.pointee.linesize) { Int($0.load(fromByteOffset: plane * 4, as: CInt.self)) }
    }

    func rowCount(ofPlane plane: Int) -> Int { rowCounts[plane] }

    func memory(ofPlane plane: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            start: raw.pointee.extended_data[plane],
            count: bytesPerRow(ofPlane: plane) * rowCounts[plane] - offsetInRow(ofPlane: plane)
        )
    }

    /// How far the first visible sample is from the start of its row, where the decoder cut the left side away: the
    /// last row ends so much earlier.
    private func offsetInRow(ofPlane plane: Int) -> Int {
        guard let buffer = av_frame_get_plane_buffer(raw, CInt(plane)), let base = raw.pointee.extended_data[plane]
        else {
            return 0
        }
        let used = bytesPerRow(ofPlane: plane) * rowCounts[plane]
        let end = buffer.pointee.data + Int(buffer.pointee.size)
        return max(0, used - (end - base))
    }
}

extension Frame {
    /// The planes of a picture: the bytes that the samples of a row take, and how many rows there are.
    var planeShapes: [(byteCount: Int, rowCount: Int)] {
        guard let description = av_pix_fmt_desc_get(pixelFormat) else { return [] }
        let format = pixelFormat
        return (0..<max(0, Int(av_pix_fmt_count_planes(format)))).map { plane in
            let bytes = Int(max(0, av_image_get_linesize(format, CInt(clamping: width), CInt(plane))))
            // Planes 1 and 2 hold colour; 0 and 3 brightness and alpha.
            let shift = plane == 1 || plane == 2 ? Int(description.pointee.log2_chroma_h) : 0
            return (bytes, (height + (1 << shift) - 1) >> shift)
        }
    }
}
