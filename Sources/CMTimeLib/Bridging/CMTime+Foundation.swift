// The one file of CMTimeLib that needs Foundation: numbers in dictionaries, and the standard error stream.
internal import Foundation

/// The key of a time's value in its dictionary.
public let kCMTimeValueKey: CFString = "value"
/// The key of a time's timescale in its dictionary.
public let kCMTimeScaleKey: CFString = "timescale"
/// The key of a time's epoch in its dictionary.
public let kCMTimeEpochKey: CFString = "epoch"
/// The key of a time's flags in its dictionary.
public let kCMTimeFlagsKey: CFString = "flags"
/// The key of a range's start in its dictionary.
public let kCMTimeRangeStartKey: CFString = "start"
/// The key of a range's duration in its dictionary.
public let kCMTimeRangeDurationKey: CFString = "duration"
/// The key of a mapping's source in its dictionary.
public let kCMTimeMappingSourceKey: CFString = "source"
/// The key of a mapping's target in its dictionary.
public let kCMTimeMappingTargetKey: CFString = "target"

/// The four fields of a time as numbers, whatever the time is.
public func CMTimeCopyAsDictionary(_ time: CMTime, allocator: CFAllocator?) -> CFDictionary? {
    [
        kCMTimeValueKey: NSNumber(value: time.value),
        kCMTimeScaleKey: NSNumber(value: time.timescale),
        kCMTimeEpochKey: NSNumber(value: time.epoch),
        kCMTimeFlagsKey: NSNumber(value: time.flags.rawValue),
    ]
}

/// The time that ``CMTimeCopyAsDictionary(_:allocator:)`` wrote. The four numbers are taken as they are; a missing one,
/// or anything but an integer of its field's size, a Boolean included, gives ``CMTime/invalid``.
public func CMTimeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary?) -> CMTime {
    guard let dictionary = dictionaryRepresentation,
        let value: Int64 = integer(dictionary[kCMTimeValueKey]),
        let timescale: Int32 = integer(dictionary[kCMTimeScaleKey]),
        let epoch: Int64 = integer(dictionary[kCMTimeEpochKey]),
        let flags: UInt32 = integer(dictionary[kCMTimeFlagsKey])
    else { return .invalid }
    return CMTime(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
}

/// The dictionaries of a range's start and duration.
public func CMTimeRangeCopyAsDictionary(_ range: CMTimeRange, allocator: CFAllocator?) -> CFDictionary? {
    [
        kCMTimeRangeStartKey: CMTimeCopyAsDictionary(range.start, allocator: allocator) as Any,
        kCMTimeRangeDurationKey: CMTimeCopyAsDictionary(range.duration, allocator: allocator) as Any,
    ]
}

/// The range that ``CMTimeRangeCopyAsDictionary(_:allocator:)`` wrote; a missing member gives ``CMTimeRange/invalid``.
public func CMTimeRangeMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeRange {
    guard let start = dictionaryRepresentation[kCMTimeRangeStartKey] as? CFDictionary,
        let duration = dictionaryRepresentation[kCMTimeRangeDurationKey] as? CFDictionary
    else { return .invalid }
    return CMTimeRange(start: CMTimeMakeFromDictionary(start), duration: CMTimeMakeFromDictionary(duration))
}

/// The dictionaries of a mapping's two ranges.
public func CMTimeMappingCopyAsDictionary(_ mapping: CMTimeMapping, allocator: CFAllocator?) -> CFDictionary? {
    [
        kCMTimeMappingSourceKey: CMTimeRangeCopyAsDictionary(mapping.source, allocator: allocator) as Any,
        kCMTimeMappingTargetKey: CMTimeRangeCopyAsDictionary(mapping.target, allocator: allocator) as Any,
    ]
}

/// The mapping that ``CMTimeMappingCopyAsDictionary(_:allocator:)`` wrote; a missing range gives
/// ``CMTimeMapping/invalid``.
public func CMTimeMappingMakeFromDictionary(_ dictionaryRepresentation: CFDictionary) -> CMTimeMapping {
    guard let source = dictionaryRepresentation[kCMTimeMappingSourceKey] as? CFDictionary,
        let target = dictionaryRepresentation[kCMTimeMappingTargetKey] as? CFDictionary
    else { return .invalid }
    return CMTimeMapping(source: CMTimeRangeMakeFromDictionary(source), target: CMTimeRangeMakeFromDictionary(target))
}

/// Prints the description of a time and a newline to standard error.
public func CMTimeShow(_ time: CMTime) {
    show(describe(time))
}

/// Prints the description of a range and a newline to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) {
    show(describe(range))
}

/// Prints the description of a mapping and a newline to standard error.
public func CMTimeMappingShow(_ mapping: CMTimeMapping) {
    show(CMTimeMappingCopyDescription(allocator: nil, mapping: mapping) ?? "")
}

private func show(_ text: String) {
    // A closed standard error leaves nobody to tell.
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}

/// An integer out of a dictionary that anybody may have made: any integer type, a whole floating-point number, or an
/// NSNumber; nil where that does not fit the field.
private func integer<Field: FixedWidthInteger>(_ entry: Any?) -> Field? {
    switch entry {
    case let number as any BinaryInteger: Field(exactly: number)
    case let number as any BinaryFloatingPoint: Field(exactly: Double(number))
    case let number as NSNumber: wholeNumber(number).flatMap { Field(exactly: $0) }
    default: nil
    }
}

/// The exact integer in a number object; nil where it has a fraction, and for a Boolean, which is no number.
private func wholeNumber(_ number: NSNumber) -> Int128? {
    switch number.objCType.pointee {
    case Int8(UInt8(ascii: "f")), Int8(UInt8(ascii: "d")): Int128(exactly: number.doubleValue)
    case Int8(UInt8(ascii: "Q")): Int128(number.uint64Value)
    // Only Booleans: Foundation stores small integers as larger ones.
    case Int8(UInt8(ascii: "c")): nil
    default: Int128(number.int64Value)
    }
}
