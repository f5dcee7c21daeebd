internal import AssetKitBase
public import CMTimeLib
public import Foundation

// An initialiser that answers an object of a subclass can only stand in an extension of a protocol.
extension NSCopying where Self: NSValue {
    /// Makes an object that holds a time.
    public init(time: CMTime) {
        // A box is an NSValue, and Self is NSValue: its only other subclass, NSNumber, has no reason to come here.
        guard let box = TimeValue(.time(time)) as? Self else { programmerError("\(Self.self) cannot hold a CMTime") }
        self = box
    }

    /// Makes an object that holds a time range.
    public init(timeRange: CMTimeRange) {
        guard let box = TimeValue(.range(timeRange)) as? Self else {
            programmerError("\(Self.self) cannot hold a CMTimeRange")
        }
        self = box
    }

    /// Makes an object that holds a time mapping.
    public init(timeMapping: CMTimeMapping) {
        guard let box = TimeValue(.mapping(timeMapping)) as? Self else {
            programmerError("\(Self.self) cannot hold a CMTimeMapping")
        }
        self = box
    }
}

extension NSValue {
    /// The time in this object; invalid where it holds something else.
    public var timeValue: CMTime {
        guard case .time(let time)? = (self as? TimeValue)?.content else { return .invalid }
        return time
    }

    /// The time range in this object; invalid where it holds something else.
    public var timeRangeValue: CMTimeRange {
        guard case .range(let range)? = (self as? TimeValue)?.content else { return .invalid }
        return range
    }

    /// The time mapping in this object; invalid where it holds something else.
    public var timeMappingValue: CMTimeMapping {
        guard case .mapping(let mapping)? = (self as? TimeValue)?.content else { return .invalid }
        return mapping
    }
}

/// An object around a time, a range or a mapping.
///
/// SAFETY: the only stored property is a `let` of a plain value.
package final class TimeValue: NSValue, @unchecked Sendable {
    package enum Content: Hashable {
        case time(CMTime)
        case range(CMTimeRange)
        case mapping(CMTimeMapping)
    }

    package let content: Content

    package init(_ content: Content) {
        self.content = content
        super.init()
    }

    /// Reads what `encode(with:)` wrote.
    package required convenience init?(coder: NSCoder) {
        switch TimeArchive.read(coder, forKey: Self.archiveKey) {
        case let dictionary where dictionary[kCMTimeMappingSourceKey] != nil:
            self.init(.mapping(CMTimeMappingMakeFromDictionary(dictionary)))
        case let dictionary where dictionary[kCMTimeRangeStartKey] != nil:
            self.init(.range(CMTimeRangeMakeFromDictionary(dictionary)))
        case let dictionary where dictionary[kCMTimeValueKey] != nil:
            self.init(.time(CMTimeMakeFromDictionary(dictionary)))
        default: return nil
        }
    }

    /// Not a way to make a time: the bytes could be anything.
    package required convenience init(bytes value: UnsafeRawPointer, objCType type: UnsafePointer<Int8>) {
        programmerError("TimeValue is made of a time, a range or a mapping")
    }

    private static let archiveKey = "assetkit.time"

    package override func encode(with coder: NSCoder) {
        TimeArchive.write(dictionary, to: coder, forKey: Self.archiveKey)
    }

    private var dictionary: CFDictionary? {
        switch content {
        case .time(let time): CMTimeCopyAsDictionary(time, allocator: nil)
        case .range(let range): CMTimeRangeCopyAsDictionary(range, allocator: nil)
        case .mapping(let mapping): CMTimeMappingCopyAsDictionary(mapping, allocator: nil)
        }
    }

    package override class var supportsSecureCoding: Bool { true }
    package override var classForCoder: AnyClass { Self.self }
    package override func copy(with zone: NSZone? = nil) -> Any { self }

    package override func isEqual(_ value: Any?) -> Bool {
        (value as? TimeValue)?.content == content
    }

    package override var hash: Int { content.hashValue }

    package override var description: String {
        let text =
            switch content {
            case .time(let time): CMTimeCopyDescription(allocator: nil, time: time)
            case .range(let range): CMTimeRangeCopyDescription(allocator: nil, range: range)
            case .mapping(let mapping): CMTimeMappingCopyDescription(allocator: nil, mapping: mapping)
            }
        return text ?? ""
    }

    package override var objCType: UnsafePointer<Int8> {
        let text: StaticString =
            switch content {
            case .time: "{?=qiIq}"
            case .range: "{?={?=qiIq}{?=qiIq}}"
            case .mapping: "{?={?={?=qiIq}{?=qiIq}}{?={?=qiIq}{?=qiIq}}}"
            }
        return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: Int8.self)
    }

    package override func getValue(_ value: UnsafeMutableRawPointer) {
        switch content {
        case .time(let time): value.storeBytes(of: time, as: CMTime.self)
        case .range(let range): value.storeBytes(of: range, as: CMTimeRange.self)
        case .mapping(let mapping): value.storeBytes(of: mapping, as: CMTimeMapping.self)
        }
    }
}
