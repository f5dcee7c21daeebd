import CMTimeLib

/// One time function together with the way to try a single random case of it.
struct Operation: Sendable {
    let name: String
    /// Its share of the cases of a run.
    let weight: Int
    let tryCase: @Sendable (inout CaseGenerator) -> Disagreement?

    init(_ name: String, weight: Int = 2, tryCase: @escaping @Sendable (inout CaseGenerator) -> Disagreement?) {
        self.name = name
        self.weight = weight
        self.tryCase = tryCase
    }

    static let all = making + converting + arithmetic + comparing + rangeBasics + rangeSets + mapping + describing

    /// One operation that takes two related times.
    static func ofTwoTimes<Result: BitComparable>(
        _ name: String,
        weight: Int = 2,
        _ library: @escaping @Sendable (CMTime, CMTime) -> Result,
        _ oracle: @escaping @Sendable (CMTime, CMTime) -> Result
    ) -> Operation {
        Operation(name, weight: weight) { generator in
            let first = generator.time()
            let second = generator.time(near: first)
            return disagreement(library(first, second), oracle(first, second), [first, second])
        }
    }

    /// One operation that takes a time alone.
    static func ofTime<Result: BitComparable>(
        _ name: String,
        weight: Int = 1,
        _ library: @escaping @Sendable (CMTime) -> Result,
        _ oracle: @escaping @Sendable (CMTime) -> Result
    ) -> Operation {
        Operation(name, weight: weight) { generator in
            let time = generator.time()
            return disagreement(library(time), oracle(time), [time])
        }
    }
}

extension Operation {
    static let making = [
        Operation("CMTimeMake", weight: 1) { generator in
            let (value, timescale) = (generator.value(), generator.timescale())
            let library = CMTimeMake(value: value, timescale: timescale)
            return disagreement(library, Oracle.make(value, timescale), [value, timescale])
        },
        Operation("CMTimeMakeWithEpoch", weight: 1) { generator in
            let (value, timescale, epoch) = (generator.value(), generator.timescale(), generator.epoch())
            let library = CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: epoch)
            return disagreement(library, Oracle.make(value, timescale, epoch: epoch), [value, timescale, epoch])
        },
        Operation("CMTimeMakeWithSeconds") { generator in
            let (seconds, timescale) = (generator.double(), generator.timescale())
            let library = CMTimeMakeWithSeconds(seconds, preferredTimescale: timescale)
            return disagreement(library, Oracle.make(seconds: seconds, timescale), [seconds, timescale])
        },
    ]

    static let converting =
        CMTimeRoundingMethod.allCases.map { method in
            Operation("CMTimeConvertScale \(method)", weight: 1) { generator in
                let time = generator.time()
                let timescale = generator.timescale(relatedTo: time.timescale)
                let library = CMTimeConvertScale(time, timescale: timescale, method: method)
                return disagreement(library, Oracle.convertScale(time, timescale, method), [time, timescale])
            }
        } + [
            ofTime("CMTimeGetSeconds", CMTimeGetSeconds, Oracle.seconds)
        ]

    static let arithmetic = [
        ofTwoTimes("CMTimeAdd", weight: 4, CMTimeAdd, Oracle.add),
        ofTwoTimes("CMTimeSubtract", weight: 4, CMTimeSubtract, Oracle.subtract),
        Operation("CMTimeMultiply") { generator in
            let (time, multiplier) = (generator.time(), generator.multiplier())
            let library = CMTimeMultiply(time, multiplier: multiplier)
            return disagreement(library, Oracle.multiply(time, multiplier), [time, multiplier])
        },
        Operation("CMTimeMultiplyByRatio", weight: 4) { generator in
            let (time, multiplier, divisor) = (generator.time(), generator.multiplier(), generator.multiplier())
            let library = CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)
            let oracle = Oracle.multiplyByRatio(time, multiplier, divisor)
            return disagreement(library, oracle, [time, multiplier, divisor])
        },
        Operation("CMTimeMultiplyByFloat64", weight: 4) { generator in
            let (time, multiplier) = (generator.time(), generator.double())
            let library = CMTimeMultiplyByFloat64(time, multiplier: multiplier)
            return disagreement(library, Oracle.multiplyByFloat64(time, multiplier), [time, multiplier])
        },
        ofTime("CMTimeAbsoluteValue", CMTimeAbsoluteValue, Oracle.absoluteValue),
    ]

    static let comparing = [
        ofTwoTimes("CMTimeCompare", weight: 4, CMTimeCompare, Oracle.compare),
        ofTwoTimes("CMTimeMinimum", CMTimeMinimum, Oracle.minimum),
        ofTwoTimes("CMTimeMaximum", CMTimeMaximum, Oracle.maximum),
        ofTime("isValid", { $0.isValid }, Oracle.isValid),
        ofTime("isNumeric", { $0.isNumeric }, Oracle.isNumeric),
        ofTime("isIndefinite", { $0.isIndefinite }, Oracle.isIndefinite),
        ofTime("isPositiveInfinity", { $0.isPositiveInfinity }, Oracle.isPositiveInfinity),
        ofTime("isNegativeInfinity", { $0.isNegativeInfinity }, Oracle.isNegativeInfinity),
        ofTime("hasBeenRounded", { $0.hasBeenRounded }, Oracle.hasBeenRounded),
    ]
}
