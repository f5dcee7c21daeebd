internal import CDevices

/// What sources of a sound server can be had as.
package enum PulseFormats {
    /// All, that of the source first, which costs nothing; none for numbers that no source can have.
    package static func all(sampleRate: Int, channelCount: Int) -> [DeviceSoundFormat] {
        let own = DeviceSoundFormat(sampleRate: sampleRate, channelCount: channelCount)
        guard nearest(own) == own else { return [] }
        // The server converts to whatever is asked for.
        let others = [48_000, 44_100].map { DeviceSoundFormat(sampleRate: $0, channelCount: channelCount) }
        return [own] + others.filter { $0 != own }
    }

    /// What a server can convert to, as near to a wish as that is.
    package static func nearest(_ wish: DeviceSoundFormat) -> DeviceSoundFormat {
        DeviceSoundFormat(
            sampleRate: min(max(wish.sampleRate, 1), Int(AK_PULSE_MOST_FRAMES)),
            channelCount: min(max(wish.channelCount, 1), Int(AK_PULSE_MOST_CHANNELS))
        )
    }

    /// How many frames were heard when a server said so and have not come yet; nil where what it says makes no sense. Bytes written
    /// and read, and microseconds that sound takes to and from devices.
    package static func framesAhead(
        written: Int64,
        read: Int64,
        source: UInt64,
        sink: UInt64,
        _ format: DeviceSoundFormat
    ) -> Int64? {
        var record = ak_PulseRecord()
        (record.write_index, record.read_index) = (written, read)
        (record.source_time, record.sink_time) = (source, sink)
        record.frame_size = CInt(clamping: 4 * format.channelCount)
        record.rate = CInt(clamping: format.sampleRate)
        var frames: Int64 = 0
        return ak_pulse_frames_ahead(&record, &frames) == 1 ? frames : nil
    }
}
