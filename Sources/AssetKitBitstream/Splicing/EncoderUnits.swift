/// The NAL units of what an encoder gives: behind lengths, as files have them, or behind start codes.
enum EncoderUnits {
    /// `lengthSize` is the length of lengths, where there are any.
    static func of(_ bytes: [UInt8], lengthSize: Int) throws(BitstreamError) -> [[UInt8]] {
        // A length of 1 would look the same, but no unit of an encoder is that short.
        if bytes.starts(with: [0, 0, 0, 1]) { return AnnexBUnits(bytes[...]).map(Array.init) }
        do throws(BitstreamError) {
            return try behindLengths(bytes, lengthSize: lengthSize)
        } catch {
            // A sample of under 512 bytes may begin as a short start code does: what fits to the end is right.
            guard bytes.starts(with: [0, 0, 1]) else { throw error }
            return AnnexBUnits(bytes[...]).map(Array.init)
        }
    }

    private static func behindLengths(_ bytes: [UInt8], lengthSize: Int) throws(BitstreamError) -> [[UInt8]] {
        var units: [[UInt8]] = []
        var iterator = LengthPrefixedUnits(bytes[...], lengthSize: lengthSize)
        while let unit = try iterator.next() {
            if !unit.isEmpty { units.append(Array(unit)) }
        }
        return units
    }

    /// A unit with the same header and only those of its messages that are user data registered by ITU-T T.35, which is
    /// what captions are; `nil` where none is. The encoder's other messages say how it wrote a stream of its own.
    static func registeredUserData(
        in unit: [UInt8],
        headerSize: Int,
        _ messages: SupplementalMessages
    ) throws(BitstreamError) -> [UInt8]? {
        var iterator = messages
        var payload: [UInt8] = []
        while let message = try iterator.next() {
            guard message.kind == 4 else { continue }
            payload.append(4)
            payload += [UInt8](repeating: 0xFF, count: message.payload.count / 255)
            payload.append(UInt8(message.payload.count % 255))
            payload += message.payload
        }
        guard !payload.isEmpty else { return nil }
        return unit.prefix(headerSize) + EmulationPrevention.inserted(into: payload + [0x80])
    }
}

/// Gives ids that nobody uses to the parameter sets of an encoder.
struct FreeIDs {
    private(set) var taken: Set<Int>
    /// All ids, those first that are taken first.
    let candidates: [Int]
    let name: String

    /// Another id for a set; `isPossible` can refuse some.
    mutating func take(where isPossible: (Int) -> Bool = { _ in true }) throws(SpliceObstacle) -> Int {
        guard let id = candidates.first(where: { !taken.contains($0) && isPossible($0) }) else {
            throw SpliceObstacle(reason: "the stream uses every id of its \(name)")
        }
        taken.insert(id)
        return id
    }
}
