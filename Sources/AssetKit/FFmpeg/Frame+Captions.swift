internal import CFFmpeg

extension Frame {
    /// Takes over the closed captions that travel with another picture: for one that was made of it.
    func carryCaptions(of other: borrowing Frame) {
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
}
