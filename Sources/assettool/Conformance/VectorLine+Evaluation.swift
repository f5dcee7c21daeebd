import AssetKit

extension VectorLine {
    /// Runs the operation on the line's inputs.
    func evaluate() throws -> VectorValue {
        if let time = try evaluateTime() { return .time(time) }
        if let range = try evaluateRange() { return .range(range) }
        if let other = try evaluateOther() { return other }
        throw Malformed(description: "no operation is called '\(operation)'")
    }

    private func evaluateTime() throws -> CMTime? {
        switch operation {
        case "make": CMTimeMake(value: try integer("value"), timescale: try integer("timescale"))
        case "makeWithEpoch":
            CMTimeMakeWithEpoch(
                value: try integer("value"),
                timescale: try integer("timescale"),
                epoch: try integer("epoch")
            )
        case "makeWithSeconds":
            CMTimeMakeWithSeconds(try floatingPoint("seconds"), preferredTimescale: try integer("timescale"))
        case "convertScale":
            CMTimeConvertScale(try time("a"), timescale: try integer("timescale"), method: try method())
        case "add": CMTimeAdd(try time("a"), try time("b"))
        case "subtract": CMTimeSubtract(try time("a"), try time("b"))
        case "multiply": CMTimeMultiply(try time("a"), multiplier: try integer("multiplier"))
        case "multiplyByFloat64":
            CMTimeMultiplyByFloat64(try time("a"), multiplier: try floatingPoint("multiplier"))
        case "multiplyByRatio":
            CMTimeMultiplyByRatio(
                try time("a"),
                multiplier: try integer("multiplier"),
                divisor: try integer("divisor")
            )
        case "min": CMTimeMinimum(try time("a"), try time("b"))
        case "max": CMTimeMaximum(try time("a"), try time("b"))
        case "abs": CMTimeAbsoluteValue(try time("a"))
        case "fromDictionary": CMTimeMakeFromDictionary(try dictionary("dictionary"))
        case "rangeEnd": CMTimeRangeGetEnd(try range("range"))
        case "mapTime":
            CMTimeMapTimeFromRangeToRange(try time("time"), fromRange: try range("from"), toRange: try range("to"))
        case "mapDuration":
            CMTimeMapDurationFromRangeToRange(
                try time("duration"),
                fromRange: try range("from"),
                toRange: try range("to")
            )
        case "clampToRange": CMTimeClampToRange(try time("time"), range: try range("range"))
        case "foldIntoRange": CMTimeFoldIntoRange(try time("time"), foldRange: try range("range"))
        default: nil
        }
    }

    private func evaluateRange() throws -> CMTimeRange? {
        switch operation {
        case "rangeMake": CMTimeRangeMake(start: try time("start"), duration: try time("duration"))
        case "rangeFromTimes": CMTimeRangeFromTimeToTime(start: try time("start"), end: try time("end"))
        case "rangeUnion": CMTimeRangeGetUnion(try range("range"), otherRange: try range("other"))
        case "rangeIntersection": CMTimeRangeGetIntersection(try range("range"), otherRange: try range("other"))
        default: nil
        }
    }

    private func evaluateOther() throws -> VectorValue? {
        switch operation {
        case "constant": try constant()
        case "getSeconds": .floatingPoint(CMTimeGetSeconds(try time("a")))
        case "compare": .integer(Int64(CMTimeCompare(try time("a"), try time("b"))))
        case "equal": .boolean(try areEqual(time("a"), time("b")))
        case "predicates": .booleans(Self.predicates(of: try time("a")))
        case "description": .text(CMTimeCopyDescription(allocator: nil, time: try time("a")) ?? "")
        case "rangeDescription": .text(CMTimeRangeCopyDescription(allocator: nil, range: try range("range")) ?? "")
        case "toDictionary": .dictionary(CMTimeCopyAsDictionary(try time("a"), allocator: nil) ?? [:])
        case "rangePredicates": .booleans(Self.predicates(of: try range("range")))
        case "rangeContainsTime": .boolean(CMTimeRangeContainsTime(try range("range"), time: try time("time")))
        case "rangeContainsRange":
            .boolean(CMTimeRangeContainsTimeRange(try range("range"), otherRange: try range("other")))
        case "rangeEqual": .boolean(CMTimeRangeEqual(try range("range"), try range("other")))
        case "mappingMake":
            .mapping(CMTimeMappingMake(source: try range("mappingSource"), target: try range("mappingTarget")))
        case "mappingMakeEmpty": .mapping(CMTimeMappingMakeEmpty(target: try range("mappingTarget")))
        case "mappingPredicates":
            .booleans(
                Self.predicates(
                    of: CMTimeMapping(source: try range("mappingSource"), target: try range("mappingTarget"))
                )
            )
        default: nil
        }
    }

    /// The dictionary as it stands, values of any type included: what to make of them is for the function to say.
    private func dictionary(_ key: String) throws -> CFDictionary? {
        let value = try field(key)
        return value == .null ? nil : try Self.object(value, key).mapValues(\.foreignValue) as CFDictionary
    }

    /// Swift's equality; equal times with different hash values count as a failure.
    private func areEqual(_ first: CMTime, _ second: CMTime) throws -> Bool {
        if first == second && first.hashValue != second.hashValue {
            throw Malformed(description: "the times are equal and their hash values differ")
        }
        return first == second
    }

    private static func predicates(of time: CMTime) -> [String: Bool] {
        [
            "isValid": time.isValid, "isNumeric": time.isNumeric, "isIndefinite": time.isIndefinite,
            "isPositiveInfinity": time.isPositiveInfinity, "isNegativeInfinity": time.isNegativeInfinity,
            "hasBeenRounded": time.hasBeenRounded,
        ]
    }

    private static func predicates(of range: CMTimeRange) -> [String: Bool] {
        ["isValid": range.isValid, "isIndefinite": range.isIndefinite, "isEmpty": range.isEmpty]
    }

    private static func predicates(of mapping: CMTimeMapping) -> [String: Bool] {
        ["isValid": mapping.isValid, "isEmpty": mapping.isEmpty]
    }

    private func constant() throws -> VectorValue {
        let name = try string("name")
        if let flags = Self.flags[name] { return .integer(Int64(flags.rawValue)) }
        if name.hasPrefix("CMTimeRoundingMethod."),
            let method = CMTimeRoundingMethod(vectorName: String(name.dropFirst("CMTimeRoundingMethod.".count)))
        {
            return .integer(Int64(method.rawValue))
        }
        switch name {
        case "zero": return .time(.zero)
        case "invalid": return .time(.invalid)
        case "indefinite": return .time(.indefinite)
        case "positiveInfinity": return .time(.positiveInfinity)
        case "negativeInfinity": return .time(.negativeInfinity)
        case "rangeZero": return .range(.zero)
        case "rangeInvalid": return .range(.invalid)
        case "mappingInvalid": return .mapping(.invalid)
        case "kCMTimeMaxTimescale": return .integer(Int64(kCMTimeMaxTimescale))
        default: throw Malformed(description: "no constant is called '\(name)'")
        }
    }

    private static let flags: [String: CMTimeFlags] = [
        "CMTimeFlags.valid": .valid, "CMTimeFlags.hasBeenRounded": .hasBeenRounded,
        "CMTimeFlags.positiveInfinity": .positiveInfinity, "CMTimeFlags.negativeInfinity": .negativeInfinity,
        "CMTimeFlags.indefinite": .indefinite, "CMTimeFlags.impliedValueFlagsMask": .impliedValueFlagsMask,
    ]
}
