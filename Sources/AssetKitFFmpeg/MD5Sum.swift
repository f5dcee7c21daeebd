internal import CFFmpeg

/// The MD5 sum of bytes that come piece by piece. Not Sendable: one stage owns it.
package final class MD5Sum {
    private let state: OpaquePointer

    package init() {
        state = av_md5_alloc()!  // fails only when there is no memory left
        av_md5_init(state)
    }

    deinit { av_free(UnsafeMutableRawPointer(state)) }

    package func add(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        av_md5_update(state, base.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// The sum of all that came. Nothing may be added after it.
    package func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16) { bytes, count in
            av_md5_final(state, bytes.baseAddress)
            count = 16
        }
    }
}
