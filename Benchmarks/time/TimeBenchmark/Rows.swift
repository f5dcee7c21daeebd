internal import CLibavutil
internal import CMTimeLib

/// Every row of the benchmark, in the order of the table.
enum Rows {
    static func all() -> [Row] {
        [
            make(OperandPool.shortTimes(.equal, seed: 1)),
            add("add equal", OperandPool.shortTimes(.equal, seed: 2)),
            add("add dividing", OperandPool.shortTimes(.dividing, seed: 3)),
            add("add mixed", OperandPool.shortTimes(.mixed, seed: 4)),
            compare("compare equal", OperandPool.neighbours(.equal, bits: 30, seed: 5)),
            compare("compare mixed 30-bit", OperandPool.neighbours(.mixed, bits: 30, seed: 6)),
            compare("compare mixed 43-bit", OperandPool.neighbours(.mixed, bits: 43, seed: 7)),
            compare("compare mixed 62-bit", OperandPool.neighbours(.mixed, bits: 62, seed: 8)),
            convert("convertScale 43-bit", OperandPool.conversions(bits: 43, seed: 9)),
            convert("convertScale 62-bit", OperandPool.conversions(bits: 62, seed: 10)),
            multiplyByRatio(OperandPool.ratios(seed: 11)),
            intersection(OperandPool.ranges(seed: 12)),
        ]
    }

    private static func make(_ operands: [Operands]) -> Row {
        let pool = operands.map { ($0.value, $0.timescale) }
        return Row(
            "make",
            operands: operands.map(\.numbers),
            contenders: [Contender(name: "ours") { total(pool) { CMTimeMake(value: $0.0, timescale: $0.1).digest } }]
        )
    }

    private static func add(_ name: String, _ operands: [Operands]) -> Row {
        let times = operands.map { ($0.time, $0.otherTime) }
        let rationals = operands.map { ($0.rational, $0.otherRational) }
        return Row(
            name,
            operands: operands.map(\.numbers),
            contenders: [
                Contender(name: "ours") { total(times) { CMTimeAdd($0.0, $0.1).digest } },
                Contender(name: "av_add_q") { total(rationals) { av_add_q($0.0, $0.1).digest } },
            ],
            disagreement: {
                operands.firstIndex { pair in
                    let sum = av_add_q(pair.rational, pair.otherRational)
                    return CMTime(value: Int64(sum.num), timescale: sum.den) != pair.time + pair.otherTime
                }
            }
        )
    }

    private static func compare(_ name: String, _ operands: [Operands]) -> Row {
        let times = operands.map { ($0.time, $0.otherTime) }
        let stamps = operands.map { ($0.value, $0.timeBase, $0.otherValue, $0.otherTimeBase) }
        return Row(
            name,
            operands: operands.map(\.numbers),
            contenders: [
                Contender(name: "ours") { total(times) { UInt64(truncatingIfNeeded: CMTimeCompare($0.0, $0.1)) } },
                Contender(name: "av_compare_ts") {
                    total(stamps) { UInt64(truncatingIfNeeded: av_compare_ts($0.0, $0.1, $0.2, $0.3)) }
                },
            ],
            disagreement: {
                operands.firstIndex { pair in
                    CMTimeCompare(pair.time, pair.otherTime)
                        != av_compare_ts(pair.value, pair.timeBase, pair.otherValue, pair.otherTimeBase)
                }
            }
        )
    }

    private static func convert(_ name: String, _ operands: [Operands]) -> Row {
        let times = operands.map { ($0.time, $0.otherTimescale) }
        let factors = operands.map { ($0.value, Int64($0.otherTimescale), Int64($0.timescale)) }
        return Row(
            name,
            operands: operands.map(\.numbers),
            contenders: [
                Contender(name: "ours") {
                    total(times) { CMTimeConvertScale($0.0, timescale: $0.1, method: .default).digest }
                },
                Contender(name: "av_rescale_rnd") {
                    total(factors) { UInt64(truncatingIfNeeded: av_rescale_rnd($0.0, $0.1, $0.2, AV_ROUND_NEAR_INF)) }
                },
            ],
            disagreement: {
                zip(times, factors).enumerated().first { _, pair in
                    CMTimeConvertScale(pair.0.0, timescale: pair.0.1, method: .default).value
                        != av_rescale_rnd(pair.1.0, pair.1.1, pair.1.2, AV_ROUND_NEAR_INF)
                }?.offset
            }
        )
    }

    /// FFmpeg has no exact product: its nearest call rounds the value at the timescale that it had.
    private static func multiplyByRatio(_ operands: [Operands]) -> Row {
        let times = operands.map { ($0.time, Int32(truncatingIfNeeded: $0.otherValue), $0.otherTimescale) }
        let factors = operands.map { ($0.value, $0.otherValue, Int64($0.otherTimescale)) }
        return Row(
            "multiplyByRatio",
            operands: operands.map(\.numbers),
            contenders: [
                Contender(name: "ours") {
                    total(times) { CMTimeMultiplyByRatio($0.0, multiplier: $0.1, divisor: $0.2).digest }
                },
                Contender(name: "av_rescale_rnd") {
                    total(factors) { UInt64(truncatingIfNeeded: av_rescale_rnd($0.0, $0.1, $0.2, AV_ROUND_NEAR_INF)) }
                },
            ]
        )
    }

    private static func intersection(_ operands: [[Operands]]) -> Row {
        let ranges = operands.map { pair in
            (
                CMTimeRange(start: pair[0].time, duration: pair[0].otherTime),
                CMTimeRange(start: pair[1].time, duration: pair[1].otherTime)
            )
        }
        return Row(
            "rangeIntersection",
            operands: operands.map { $0.flatMap(\.numbers) },
            contenders: [
                Contender(name: "ours") {
                    total(ranges) { CMTimeRangeGetIntersection($0.0, otherRange: $0.1).digest }
                }
            ]
        )
    }
}

extension CMTime {
    fileprivate var digest: UInt64 {
        UInt64(truncatingIfNeeded: value) &+ UInt64(truncatingIfNeeded: timescale) &+ UInt64(flags.rawValue)
            &+ UInt64(truncatingIfNeeded: epoch)
    }
}

extension CMTimeRange {
    fileprivate var digest: UInt64 { start.digest &+ duration.digest }
}

extension AVRational {
    fileprivate var digest: UInt64 { UInt64(truncatingIfNeeded: num) &+ UInt64(truncatingIfNeeded: den) }
}

extension Operands {
    fileprivate var rational: AVRational { AVRational(num: Int32(value), den: timescale) }
    fileprivate var otherRational: AVRational { AVRational(num: Int32(otherValue), den: otherTimescale) }
    fileprivate var timeBase: AVRational { AVRational(num: 1, den: timescale) }
    fileprivate var otherTimeBase: AVRational { AVRational(num: 1, den: otherTimescale) }
}
