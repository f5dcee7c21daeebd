package import AssetKitContainers

/// How the bytes of samples are found that are spread over the packets of a transport stream. A plain value.
///
/// A unit of the stream begins where the position of a sample is; behind that sample lie those that have no position of their
/// own, up to the next one that has.
package struct TransportStreamStorage: Hashable, Sendable {
    /// How packets lie in the file.
    package let layout: TransportStreamLayout
    /// The number of the stream among the packets.
    package let stream: Int
    /// How samples differ from those of files with headers.
    package let form: StoredForm
    /// A demuxer knows where the last sample of a unit ends when the next unit comes.
    package let endsWithNext: Bool
    /// A zero between two samples may be counted to either.
    package let hasLooseEnds: Bool
}
