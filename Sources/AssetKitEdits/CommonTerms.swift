func greatestCommonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var (first, second) = (first, second)
    while second != 0 { (first, second) = (second, first % second) }
    return first
}

/// The smallest number that all of some positive ones divide; nil where it is above a limit.
func leastCommonMultiple(_ numbers: [Int128], atMost limit: Int128) -> Int128? {
    var multiple: Int128 = 1
    for number in numbers where multiple % number != 0 {
        let factor = number / greatestCommonDivisor(multiple, number)
        guard factor <= limit / multiple else { return nil }
        multiple *= factor
    }
    return multiple
}
