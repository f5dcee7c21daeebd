/// Reads samples that the container lists, which can be asked for by their places in decode order.
package protocol ListedSampleReading: SampleReading {
    var index: SampleIndex { get }
    /// The place of the next sample.
    var position: Int { get }
    /// How many samples one packet may hold: more than one only where they need no decoding and lie behind each other.
    var samplesAtOnce: Int { get set }
    /// How many samples the last packet holds.
    var packedCount: Int { get }

    func go(to place: Int)

    /// Another reader of the same samples, for another thread.
    func copy() -> any ListedSampleReading
}
