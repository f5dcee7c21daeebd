/// A sample that lies in a unit of a transport stream, and what FFmpeg makes of it.
struct TransportStreamSample {
    /// A picture's duration is 0 as long as FFmpeg's is not known.
    var packet: ListedPacket
    /// For how many fields more than usual a picture shows: FFmpeg's `repeat_pict`, from which it makes durations.
    var repeatCount = 0
}
