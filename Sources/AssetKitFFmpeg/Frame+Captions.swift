internal import CFFmpeg

extension Frame {
    /// Takes over the closed captions that travel with another picture: for one that was made of it.
    package func carryCaptions(of other: borrowing Frame) {
        withRaw { raw in
            other.withRaw { other in
                guard let captions = av_frame_get_side_data(other, AV_FRAME_DATA_A53_CC),
                    let reference = av_buffer_ref(captions.pointee.buf)
                else { return }
                if av_frame_new_side_data_from_buf(raw, AV_FRAME_DATA_A53_CC, reference) == nil {
                    var reference: UnsafeMutablePointer<AVBufferRef>? = reference
                    av_buffer_unref(&reference)
                }
            }
        }
    }

    /// The closed captions that travel with the picture: three bytes for each pair (ATSC A/53 part 4).
    package var captions: [UInt8] {
        withRaw { raw in
            guard let data = av_frame_get_side_data(raw, AV_FRAME_DATA_A53_CC), let bytes = data.pointee.data else {
                return []
            }
            return Array(UnsafeBufferPointer(start: bytes, count: data.pointee.size))
        }
    }
}
