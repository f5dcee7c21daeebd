package import AssetKitFFmpeg

/// Reads the samples of one track in decode order from any place where decoding can start. One stage owns it.
package protocol SampleReading: AnyObject {
    var parameters: CodecParameters { get }
    var tick: TickLength { get }
    var storedTimes: StoredTimes { get }
    /// Reading has failed in a way that leaves nobody knowing which sample comes next.
    var hasFailed: Bool { get }
    /// The same reader, where the container lists its samples; nil where they are found by seeking.
    var listed: (any ListedSampleReading)? { get }
    /// The same reader, where the container numbers samples instead of saying when they are shown, and lists sync samples
    /// by their numbers; nil otherwise.
    var numbered: (any NumberedSampleReading)? { get }

    /// Goes to the last sample that decoding can start with and that is shown at `ticks` or before; where there is none
    /// such, to the first sample.
    func seek(to ticks: Int64) throws

    func goToStart() throws

    /// Lets many samples of plain sound come in one packet, where that can be had: they need no decoding, and one by one
    /// they would take longer to hand on than to read. Asked for before anything is read.
    func allowLargePackets() throws

    /// Fills the slot with the next sample; false at the end.
    func read(into packet: borrowing Packet) throws -> Bool
}

extension SampleReading {
    package var listed: (any ListedSampleReading)? { nil }
    package var numbered: (any NumberedSampleReading)? { nil }
}
