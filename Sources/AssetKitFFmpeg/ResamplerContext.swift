internal import CFFmpeg

/// A context of libswresample.
typealias ResamplerContext = OpaquePointer

extension ResamplerContext {
    /// Readies the context for sound of two shapes, which are sensible ones. `options` may say more of how it is to be done.
    func setUp(
        from source: SoundShape,
        to target: SoundShape,
        _ options: (UnsafeMutableRawPointer) throws -> Void
    ) throws {
        try explaining {
            var (pointer, from, to): (OpaquePointer?, _, _) = (self, source.channels.layout, target.channels.layout)
            try check(
                swr_alloc_set_opts2(
                    &pointer,
                    &to,
                    target.format,
                    CInt(clamping: target.sampleRate),
                    &from,
                    source.format,
                    CInt(clamping: source.sampleRate),
                    0,
                    nil
                ),
                "swr_alloc_set_opts2"
            )
            try options(UnsafeMutableRawPointer(self))
            try check(swr_init(self), "swr_init")
        }
    }
}
