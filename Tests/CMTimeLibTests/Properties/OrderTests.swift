import CMTimeLib
import Testing

/// The order of times, over every bit pattern.
@Suite("Order of times")
struct OrderTests {
    @Test("the order is antisymmetric, and every time equals itself")
    func antisymmetry() throws {
        try checkProperty(cases: 50_000) { generator in
            let (first, second) = generator.timePair()
            let order = CMTimeCompare(first, second)
            let isAntisymmetric = [-1, 0, 1].contains(order) && CMTimeCompare(second, first) == -order
            return isAntisymmetric && CMTimeCompare(first, first) == 0 ? nil : bits(first, second)
        }
    }

    @Test("the order is transitive")
    func transitivity() throws {
        try checkProperty(cases: 50_000) { generator in
            let (first, second) = generator.timePair()
            let third = generator.time(near: second)
            let orders = (CMTimeCompare(first, second), CMTimeCompare(second, third), CMTimeCompare(first, third))
            let holds =
                switch (orders.0, orders.1) {
                case (0, let order), (let order, 0): orders.2 == order
                case (-1, -1): orders.2 == -1
                case (1, 1): orders.2 == 1
                default: true
                }
            return holds ? nil : bits(first, second, third)
        }
    }

    @Test("the operators say what CMTimeCompare says")
    func operators() throws {
        try checkProperty { generator in
            let (first, second) = generator.timePair()
            let order = CMTimeCompare(first, second)
            let isSame =
                (first < second) == (order < 0) && (first <= second) == (order <= 0)
                && (first > second) == (order > 0) && (first >= second) == (order >= 0)
                && (first == second) == (order == 0) && (first != second) == (order != 0)
            return isSame ? nil : bits(first, second)
        }
    }

    @Test("times that are equal have equal hashes, whatever their bits")
    func hashing() throws {
        var equalCount = 0
        try checkProperty(cases: 50_000) { generator in
            let first = generator.time()
            let second = generator.bits.chance(30) ? generator.time(near: first) : generator.anotherForm(of: first)
            guard first == second else { return nil }
            equalCount += 1
            return first.hashValue == second.hashValue ? nil : bits(first, second)
        }
        #expect(equalCount > 10_000)
    }

    @Test("ranges and mappings that are equal have equal hashes")
    func hashingOfPairs() throws {
        try checkProperty { generator in
            let range = CMTimeRange(start: generator.time(), duration: generator.time())
            let other = CMTimeRange(
                start: generator.anotherForm(of: range.start),
                duration: generator.anotherForm(of: range.duration)
            )
            let mapping = CMTimeMapping(source: range, target: other)
            let mirrored = CMTimeMapping(source: other, target: range)
            let isSame = range == other && range.hashValue == other.hashValue
            return isSame && mapping == mirrored && mapping.hashValue == mirrored.hashValue ? nil : bits(range, other)
        }
    }

    @Test("minimum and maximum return an operand untouched, and the first one on a tie")
    func selection() throws {
        try checkProperty(cases: 50_000) { generator in
            let (first, second) = generator.timePair()
            let smaller = CMTimeMinimum(first, second)
            let larger = CMTimeMaximum(first, second)
            let order = CMTimeCompare(first, second)
            let holds =
                smaller.hasSameBits(as: order <= 0 ? first : second)
                && larger.hasSameBits(as: order >= 0 ? first : second) && smaller <= larger
            return holds ? nil : bits(first, second)
        }
    }

    @Test("sorting random bit patterns gives the same order from every starting order")
    func sorting() throws {
        try checkProperty(cases: 300) { generator in
            var times: [CMTime] = []
            for _ in 0..<20 { times.append(generator.bits.chance(50) ? generator.time() : generator.rawTime()) }
            let forwards = times.sorted()
            let backwards = Array(times.reversed()).sorted()
            return zip(forwards, backwards).allSatisfy(==) ? nil : times.map { bits($0) }.joined(separator: ", ")
        }
    }
}

extension CaseGenerator {
    /// Two times: related ones, or random bits.
    fileprivate mutating func timePair() -> (CMTime, CMTime) {
        if bits.chance(20) { return (rawTime(), rawTime()) }
        let first = time()
        return (first, time(near: first))
    }

    /// A time that means the same as `time` but has other bits where there is another way to write it.
    fileprivate mutating func anotherForm(of time: CMTime) -> CMTime {
        var result = rawTime()
        switch Oracle.effectiveClass(of: time) {
        case .invalid: result.flags = CMTimeFlags(rawValue: 2)
        case .positiveInfinity: result.flags = CMTimeFlags(rawValue: 29)
        case .negativeInfinity: result.flags = CMTimeFlags(rawValue: 27)
        case .indefinite: result.flags = CMTimeFlags(rawValue: 19)
        case .numeric:
            result = time
            result.flags = CMTimeFlags(rawValue: time.flags.rawValue ^ 2)
            let factor = Int64(bits.below(1000) + 1)
            let wide = (
                value: ReferenceInteger(time.value), scale: ReferenceInteger(time.timescale),
                by: ReferenceInteger(factor)
            )
            guard let value = (wide.value * wide.by).int64, let scale = (wide.scale * wide.by).int32 else { break }
            result.value = value
            result.timescale = scale
        }
        return result
    }
}
