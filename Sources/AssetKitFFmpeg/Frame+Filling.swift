internal import CFFmpeg

extension Frame {
    /// Writes samples of a plane, from the sample `first` on.
    package func fill(_ bytes: UnsafeRawBufferPointer, ofPlane plane: Int, from first: Int) {
        withRaw { raw in
            let size = SoundShape(raw).bytesPerFrame
            precondition(first * size + bytes.count <= Int(raw.pointee.nb_samples) * size, "no room for the samples")
            guard let base = raw.pointee.extended_data[plane], let source = bytes.baseAddress else { return }
            UnsafeMutableRawPointer(base + first * size).copyMemory(from: source, byteCount: bytes.count)
        }
    }

    /// Writes silence from the sample `first` to the end.
    package func fillWithSilence(from first: Int) {
        withRaw { raw in
            let count = raw.pointee.nb_samples - CInt(clamping: first)
            guard count > 0 else { return }
            av_samples_set_silence(
                raw.pointee.extended_data,
                CInt(clamping: first),
                count,
                raw.pointee.ch_layout.nb_channels,
                AVSampleFormat(raw.pointee.format)
            )
        }
    }

    /// Lets go of all but the first samples.
    package func shorten(to count: Int) {
        withRaw { $0.pointee.nb_samples = min($0.pointee.nb_samples, CInt(clamping: count)) }
    }
}
