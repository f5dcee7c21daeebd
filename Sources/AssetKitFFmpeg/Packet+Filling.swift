internal import AssetKitBase
internal import CFFmpeg

extension Packet {
    /// Makes room for a sample, lets `body` write its bytes, and labels it. The memory is FFmpeg's, with its padding: that
    /// of the sample before, where nobody needs it any more and the new one fits.
    package func fill(byteCount: Int, _ label: PacketLabel, _ body: (UnsafeMutableRawBufferPointer) throws -> Void)
        throws
    {
        try withRaw { raw in
            if !reuseMemory(of: raw, byteCount: byteCount) {
                av_packet_unref(raw)
                try check(av_new_packet(raw, CInt(clamping: byteCount)), "av_new_packet")
            }
            try body(UnsafeMutableRawBufferPointer(start: raw.pointee.data, count: byteCount))
            raw.pointee.pts = label.presentationTicks
            raw.pointee.dts = label.decodeTicks
            raw.pointee.duration = label.durationTicks
            raw.pointee.pos = label.position ?? -1
            if label.isKey { raw.pointee.flags |= AV_PKT_FLAG_KEY }
        }
    }

    /// Empties the slot but for its memory, if a sample of this size fits in it. To allocate and free takes longer than
    /// to read a packet of sound.
    private func reuseMemory(of raw: UnsafeMutablePointer<AVPacket>, byteCount: Int) -> Bool {
        let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
        guard let buffer = raw.pointee.buf, byteCount < Int(CInt.max) - padding,
            buffer.pointee.size >= byteCount + padding, av_buffer_is_writable(buffer) == 1,
            let memory = buffer.pointee.data
        else { return false }
        raw.pointee.buf = nil
        av_packet_unref(raw)
        raw.pointee.buf = buffer
        raw.pointee.data = memory
        raw.pointee.size = CInt(byteCount)
        (memory + byteCount).update(repeating: 0, count: padding)
        return true
    }

    /// Puts other bytes in the place of the sample's. Times and marks stay.
    package func replaceBytes(_ bytes: [UInt8]) throws {
        try withRaw { raw in
            var reference: UnsafeMutablePointer<AVBufferRef>? = av_buffer_allocz(
                bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)
            )
            guard let memory = reference?.pointee.data else { throw FFmpegError.noMemory("av_buffer_allocz") }
            memory.update(from: bytes, count: bytes.count)
            swap(&raw.pointee.buf, &reference)
            av_buffer_unref(&reference)
            raw.pointee.data = memory
            raw.pointee.size = CInt(clamping: bytes.count)
        }
    }

    /// Gives the decoder another header from this sample on.
    package func attach(codecPrivate bytes: [UInt8]) throws {
        try withRaw { raw in
            let memory = av_packet_new_side_data(raw, AV_PKT_DATA_NEW_EXTRADATA, bytes.count)
            guard let memory else { throw FFmpegError(code: ak_ERROR_NO_MEMORY, function: "av_packet_new_side_data") }
            memory.update(from: bytes, count: bytes.count)
        }
    }

    /// Forgets when the sample is shown, where what is stored does not say it and FFmpeg only guesses.
    package func forgetPresentationTime() { withRaw { $0.pointee.pts = ak_NOPTS_VALUE } }

    /// Gives a sample the times that it has not got.
    func completeTimes(_ ticks: Int64) {
        withRaw { raw in
            if raw.pointee.pts == ak_NOPTS_VALUE { raw.pointee.pts = ticks }
            if raw.pointee.dts == ak_NOPTS_VALUE { raw.pointee.dts = ticks }
        }
    }

    /// Moves the times of the sample.
    package func moveTimes(by ticks: Int64) {
        guard ticks != 0 else { return }
        withRaw { raw in
            if raw.pointee.pts != ak_NOPTS_VALUE { raw.pointee.pts = raw.pointee.pts.addingClamped(ticks) }
            if raw.pointee.dts != ak_NOPTS_VALUE { raw.pointee.dts = raw.pointee.dts.addingClamped(ticks) }
        }
    }

    /// Takes over what another slot holds, which is empty then.
    package func take(from other: borrowing Packet) {
        withRaw { raw in
            av_packet_unref(raw)
            other.withRaw { av_packet_move_ref(raw, $0) }
        }
    }

    /// Shares what another slot holds.
    package func share(_ other: borrowing Packet) throws {
        try withRaw { raw in
            av_packet_unref(raw)
            _ = try other.withRaw { try check(av_packet_ref(raw, $0), "av_packet_ref") }
        }
    }

    /// Drops the content, so that the slot can be filled again.
    package func clear() { withRaw { av_packet_unref($0) } }
}
