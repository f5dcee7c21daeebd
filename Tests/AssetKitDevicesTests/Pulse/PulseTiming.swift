import AssetKitDevices
import CDevices

/// What is made in C of what a sound server says of the times of a stream.
enum PulseTiming {
    /// How many frames were heard when a server said so and have not come yet; nil where what it says makes no sense. Bytes written
    /// and read, and microseconds that sound takes to and from devices.
    static func framesAhead(
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

    /// When a record was made on which the wall clock's time is written, on the host clock; nil where the wall clock was set, or the
    /// machine has slept, since `offset`, and for a time of which there are no records. `offset` is what the wall clock was ahead of
    /// the host's when it was looked at last, and becomes that of now. All in nanoseconds.
    static func moment(stamp: Int64, wall: Int64, host: Int64, offset: inout Int64) -> Int64? {
        var moment: Int64 = 0
        return ak_pulse_moment(stamp, wall, host, &offset, &moment) == 1 ? moment : nil
    }
}
