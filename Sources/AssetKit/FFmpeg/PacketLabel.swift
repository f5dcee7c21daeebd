/// The times and flags of a sample that no demuxer read.
struct PacketLabel {
    var presentationTicks: Int64
    var decodeTicks: Int64
    var durationTicks: Int64 = 0
    var isKey = false
    var position: Int64?
}
