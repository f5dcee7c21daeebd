package import AssetKitFFmpeg

/// Reads the samples of one track in decode order from any place where decoding can start. One stage owns it.
package protocol SampleReading: AnyObject {
    var parameters: CodecParameters { get }
    var tick: TickLength { get }
    /// The same reader, where the container lists its samples; nil where they are found by seeking.
    var listed: (any ListedSampleReading)? { get }
    /// The same reader, where its samples are found by seeking and nobody shares it; nil otherwise.
    var demuxed: DemuxedSampleReader? { get }

    /// Goes to the last sample that decoding can start with and that is shown at `ticks` or before; where there is none
    /// such, to the first sample.
    func seek(to ticks: Int64) throws

    /// Fills the slot with the next sample; false at the end.
    func read(into packet: borrowing Packet) throws -> Bool
}

extension SampleReading {
    package var listed: (any ListedSampleReading)? { nil }
    package var demuxed: DemuxedSampleReader? { nil }
}
