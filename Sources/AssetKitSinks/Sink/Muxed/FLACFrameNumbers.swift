internal import AssetKitBitstream

/// Numbers the frames of a FLAC file anew, where they come from several streams or from the middle of one (RFC 9639, 9.1).
///
/// Frames of a stream with one size of blocks count themselves, and all others count samples. What was cut or joined has
/// blocks of several sizes, so its frames count samples. The sound in them stays as it is. A plain value.
struct FLACFrameNumbers {
    private(set) var sampleCount = 0
    /// The sizes of the blocks, the last one left out.
    private(set) var smallest = Int.max
    private(set) var largest = 0
    private var last = 0

    /// The frame with the number that it has here; nil for what is no frame.
    mutating func numbered(_ frame: UnsafeRawBufferPointer, count: Int) -> [UInt8]? {
        let result = FLACFrame.renumbered(frame, to: sampleCount, countsSamples: true)
        guard let result else { return nil }
        if last > 0 { (smallest, largest) = (min(smallest, last), max(largest, last)) }
        last = count
        sampleCount += count
        return result
    }

    /// The smallest and the largest block.
    var blockSizes: (smallest: Int, largest: Int) {
        smallest == .max ? (last, last) : (smallest, max(largest, last))
    }
}
