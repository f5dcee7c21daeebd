/// The times and flags of a sample that no demuxer read.
package struct PacketLabel {
    package var presentationTicks: Int64
    package var decodeTicks: Int64
    package var durationTicks: Int64 = 0
    package var isKey = false
    package var position: Int64?

    package init(
        presentationTicks: Int64,
        decodeTicks: Int64,
        durationTicks: Int64 = 0,
        isKey: Bool = false,
        position: Int64? = nil
    ) {
        self.presentationTicks = presentationTicks
        self.decodeTicks = decodeTicks
        self.durationTicks = durationTicks
        self.isKey = isKey
        self.position = position
    }
}
