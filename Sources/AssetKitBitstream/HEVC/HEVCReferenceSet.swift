/// A short-term reference picture set (7.3.7 and 7.4.8): distances in output order to pictures that are kept.
struct HEVCReferenceSet: Hashable, Sendable {
    /// Pictures before the current one: the distances are negative, the nearest first.
    var before: [Int] = []
    /// Pictures after the current one.
    var after: [Int] = []

    var count: Int { before.count + after.count }

    /// Reads the set number `index`; `earlier` are those before it in the sequence parameter set. In a slice header
    /// `index` is the number of all sets there.
    static func read(
        from reader: inout BitReader,
        index: Int,
        earlier: [HEVCReferenceSet],
        isInSlice: Bool = false
    ) throws(BitstreamError) -> HEVCReferenceSet {
        guard index > 0, try reader.flag() else { return try explicit(from: &reader) }
        let distance = isInSlice ? try reader.golomb("delta_idx_minus1", atMost: index - 1) + 1 : 1
        let isNegative = try reader.flag()
        let magnitude = try reader.golomb("abs_delta_rps_minus1", atMost: 32_767) + 1
        let source = earlier[index - distance]
        return try source.predicted(shift: isNegative ? -magnitude : magnitude, from: &reader)
    }

    private static func explicit(from reader: inout BitReader) throws(BitstreamError) -> HEVCReferenceSet {
        let beforeCount = try reader.golomb("num_negative_pics", atMost: 16)
        let afterCount = try reader.golomb("num_positive_pics", atMost: 16 - beforeCount)
        var set = HEVCReferenceSet()
        set.before = try distances(beforeCount, step: -1, from: &reader)
        set.after = try distances(afterCount, step: 1, from: &reader)
        return set
    }

    private static func distances(
        _ count: Int,
        step: Int,
        from reader: inout BitReader
    ) throws(BitstreamError) -> [Int] {
        var distance = 0
        var distances: [Int] = []
        for _ in 0..<count {
            distance += step * (try reader.golomb("delta_poc_minus1", atMost: 32_767) + 1)
            distances.append(distance)
            _ = try reader.flag()  // used by the current picture
        }
        return distances
    }

    /// The set that is this one seen from another picture, some entries left out: (7-61) and (7-62).
    private func predicted(
        shift: Int,
        from reader: inout BitReader
    ) throws(BitstreamError) -> HEVCReferenceSet {
        var isKept: [Bool] = []
        for _ in 0...count {
            let isUsed = try reader.flag()
            isKept.append(isUsed ? true : try reader.flag())
        }
        // The picture that the other set belongs to is a candidate of its own, at the distance `shift`.
        let candidates = zip(before + after + [0], isKept).filter(\.1).map { $0.0 + shift }
        let result = HEVCReferenceSet(
            before: candidates.filter { $0 < 0 }.sorted(by: >),
            after: candidates.filter { $0 > 0 }.sorted()
        )
        guard result.count <= 16 else { throw .invalid("short_term_ref_pic_set") }
        return result
    }
}
