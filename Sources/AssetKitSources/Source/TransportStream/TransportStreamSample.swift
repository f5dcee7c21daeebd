/// A sample that lies in a unit of a transport stream, and what FFmpeg makes of it.
struct TransportStreamSample {
    /// Of a picture the duration is left open.
    var packet: ListedPacket
    /// From this FFmpeg makes durations of pictures.
    var repeatCount = 0
}
