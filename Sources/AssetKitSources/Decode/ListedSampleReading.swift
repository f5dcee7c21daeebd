/// Reads samples that the container lists, which can be asked for by their places in decode order.
package protocol ListedSampleReading: SampleReading {
    var index: SampleIndex { get }
    /// The place of the next sample.
    var position: Int { get }
    /// How many samples the last packet holds: more than one only where large packets are allowed and they lie behind
    /// each other.
    var packedCount: Int { get }

    func go(to place: Int)

    /// Another reader of the same samples, for another thread.
    func copy() -> any ListedSampleReading
}
