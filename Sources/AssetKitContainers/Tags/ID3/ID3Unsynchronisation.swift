/// ID3's way to keep players from seeing audio frames in a tag: a zero is put behind every 255.
enum ID3Unsynchronisation {
    /// The bytes without the zeros, and where in the result a zero was taken out in front of.
    static func undone(_ bytes: [UInt8]) -> (bytes: [UInt8], removals: [Int]) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var removals: [Int] = []
        var isAfterMark = false
        for byte in bytes {
            if isAfterMark, byte == 0 {
                removals.append(result.count)
            } else {
                result.append(byte)
            }
            isAfterMark = byte == 0xff
        }
        return (result, removals)
    }
}
