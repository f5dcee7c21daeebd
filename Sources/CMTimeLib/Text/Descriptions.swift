// The texts that Core Media prints for times, ranges and mappings.

/// The text of a time: `{3000/600 = 5.000}`, with `, rounded` and `, epoch N` where they apply.
public func CMTimeCopyDescription(allocator: CFAllocator?, time: CMTime) -> CFString? {
    describe(time)
}

/// The text of a range: its start and its duration in braces.
public func CMTimeRangeCopyDescription(allocator: CFAllocator?, range: CMTimeRange) -> CFString? {
    describe(range)
}

/// The text of a mapping: its source and its target in braces.
public func CMTimeMappingCopyDescription(allocator: CFAllocator?, mapping: CMTimeMapping) -> CFString? {
    "{\(describe(mapping.source)), \(describe(mapping.target))}"
}

func describe(_ time: CMTime) -> String {
    guard time.isValid else { return "{INVALID}" }
    let special = time.isPositiveInfinity ? "+INFINITY" : time.isNegativeInfinity ? "-INFINITY" : "INDEFINITE"
    let number = "\(time.value)/\(time.timescale) = \(millisecondText(CMTimeGetSeconds(time)))"
    let rounded = time.hasBeenRounded ? ", rounded" : ""
    let epoch = time.isNumeric && time.epoch != 0 ? ", epoch \(time.epoch)" : ""
    return "{\(time.isNumeric ? number : special)\(rounded)\(epoch)}"
}

func describe(_ range: CMTimeRange) -> String {
    "{\(describe(range.start)), \(describe(range.duration))}"
}
