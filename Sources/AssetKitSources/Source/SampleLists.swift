/// The samples of the tracks of a file, all of them, by the identifier of the track.
struct SampleLists {
    var tables: [Int32: PacketTable] = [:]
    /// What the packets of each stream come to that has any.
    let counts: [Int: PacketCount]

    init(counts: [Int: PacketCount]) { self.counts = counts }
}
