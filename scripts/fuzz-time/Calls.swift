/// One round of the functions of times. Returns how many calls it made.
func callTimes(_ bits: inout RandomBits, _ sum: inout Checksum) -> UInt64 {
    let (first, second) = (bits.time(), bits.time())
    sum.add(CMTimeMake(value: bits.int64(), timescale: bits.int32()))
    sum.add(CMTimeMakeWithEpoch(value: bits.int64(), timescale: bits.int32(), epoch: bits.int64()))
    sum.add(CMTimeMakeWithSeconds(bits.double(), preferredTimescale: bits.int32()))
    sum.add(CMTimeGetSeconds(first).bitPattern)
    sum.add(CMTimeConvertScale(first, timescale: bits.int32(), method: bits.method()))
    sum.add(CMTimeAdd(first, second))
    sum.add(CMTimeSubtract(first, second))
    sum.add(CMTimeMultiply(first, multiplier: bits.int32()))
    sum.add(CMTimeMultiplyByFloat64(first, multiplier: bits.double()))
    sum.add(CMTimeMultiplyByRatio(first, multiplier: bits.int32(), divisor: bits.int32()))
    sum.add(Int(CMTimeCompare(first, second)))
    sum.add(CMTimeMinimum(first, second))
    sum.add(CMTimeMaximum(first, second))
    sum.add(CMTimeAbsoluteValue(first))
    sum.add(first.hashValue)
    callPredicates(first, &sum)
    callMembers(first, second, &bits, &sum)
    return 15 + 7 + 13
}

private func callPredicates(_ time: CMTime, _ sum: inout Checksum) {
    sum.add(CMTIME_IS_VALID(time))
    sum.add(CMTIME_IS_INVALID(time))
    sum.add(CMTIME_IS_NUMERIC(time))
    sum.add(CMTIME_IS_INDEFINITE(time))
    sum.add(CMTIME_IS_POSITIVEINFINITY(time))
    sum.add(CMTIME_IS_NEGATIVEINFINITY(time))
    sum.add(CMTIME_HAS_BEEN_ROUNDED(time))
}

private func callMembers(_ first: CMTime, _ second: CMTime, _ bits: inout RandomBits, _ sum: inout Checksum) {
    sum.add(CMTime(value: bits.int64(), timescale: bits.int32()))
    sum.add(CMTime(seconds: bits.double(), preferredTimescale: bits.int32()))
    sum.add(first.seconds.bitPattern)
    sum.add(first.convertScale(bits.int32(), method: bits.method()))
    sum.add(first + second)
    sum.add(first - second)
    sum.add(first < second)
    sum.add(first <= second)
    sum.add(first > second)
    sum.add(first >= second)
    sum.add(first == second)
    sum.add(first != second)
    sum.add(first.isValid)
}

/// One round of the functions of ranges and mappings. Returns how many calls it made.
func callRanges(_ bits: inout RandomBits, _ sum: inout Checksum) -> UInt64 {
    let range = bits.range()
    var other = bits.range()
    var time = bits.time()
    if bits.next() & 1 == 0 {  // in one epoch, or nearly every pair would be refused
        other.start.epoch = range.start.epoch
        time.epoch = range.start.epoch
    }
    sum.add(CMTimeRangeMake(start: time, duration: other.duration))
    sum.add(CMTimeRangeFromTimeToTime(start: range.start, end: time))
    sum.add(CMTimeRangeGetEnd(range))
    sum.add(CMTimeRangeEqual(range, other))
    sum.add(CMTimeRangeContainsTime(range, time: time))
    sum.add(CMTimeRangeContainsTimeRange(range, otherRange: other))
    sum.add(CMTimeRangeGetUnion(range, otherRange: other))
    sum.add(CMTimeRangeGetIntersection(range, otherRange: other))
    sum.add(CMTimeClampToRange(time, range: range))
    sum.add(CMTimeFoldIntoRange(time, foldRange: range))
    sum.add(CMTimeMapTimeFromRangeToRange(time, fromRange: range, toRange: other))
    sum.add(CMTimeMapDurationFromRangeToRange(time, fromRange: range, toRange: other))
    sum.add(CMTIMERANGE_IS_VALID(range))
    sum.add(CMTIMERANGE_IS_INVALID(range))
    sum.add(CMTIMERANGE_IS_INDEFINITE(range))
    sum.add(CMTIMERANGE_IS_EMPTY(range))
    sum.add(range.hashValue)
    callMembers(range, other, time, &sum)
    callMappings(range, other, &sum)
    return 17 + 8 + 6
}

private func callMembers(_ range: CMTimeRange, _ other: CMTimeRange, _ time: CMTime, _ sum: inout Checksum) {
    sum.add(CMTimeRange(start: time, end: other.start))
    sum.add(range.union(other))
    sum.add(range.intersection(other))
    sum.add(range.containsTime(time))
    sum.add(range.containsTimeRange(other))
    sum.add(range.end)
    sum.add(range == other)
    sum.add(range != other)
}

private func callMappings(_ source: CMTimeRange, _ target: CMTimeRange, _ sum: inout Checksum) {
    let mapping = CMTimeMappingMake(source: source, target: target)
    let empty = CMTimeMappingMakeEmpty(target: target)
    sum.add(mapping)
    sum.add(empty)
    sum.add(mapping.isValid)
    sum.add(empty.isEmpty)
    sum.add(mapping == empty)
    sum.add(CMTimeMapping(source: source, target: target).hashValue)
}
