/// Pairs of bytes of captions, in the form that pictures carry them: a byte that says of which field, and the pair.
package enum CaptionPairs {
    /// Those of a sample of a QuickTime track: atoms with the pairs of one field each.
    package static func triplets(sample bytes: [UInt8]) -> [UInt8] {
        var (rest, result): (ArraySlice<UInt8>, [UInt8]) = (bytes[...], [])
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            guard (8...rest.count).contains(size) else { return result }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            let pairs = Array(rest.prefix(size).dropFirst(8))
            let marker: UInt8? = ["cdat": 0xFC, "cdt2": 0xFD][name]
            if let marker {
                for place in stride(from: 0, to: pairs.count - 1, by: 2) {
                    result += [marker, pairs[place], pairs[place + 1]]
                }
            }
            rest = rest.dropFirst(size)
        }
        return result
    }
}
