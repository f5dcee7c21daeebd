public import Dispatch
public import CMTimeLib
public import Foundation

// Linux has no public Core Foundation, Darwin or Objective-C runtime. These names let code written for them compile
// unchanged. CFString, CFDictionary and CFAllocator live in CMTimeLib, which needs them too.

/// Any object, as callers of Core Foundation pass it.
public typealias CFTypeRef = AnyObject
/// An array as callers of Core Foundation pass it.
public typealias CFArray = [Any]
/// A number object.
public typealias CFNumber = NSNumber
/// A truth value as an object.
public typealias CFBoolean = NSNumber
/// Bytes.
public typealias CFData = Data
/// A resource locator.
public typealias CFURL = URL
/// A value a property list can hold.
public typealias CFPropertyList = Any
/// The number of a type.
public typealias CFTypeID = UInt
/// A position or a count.
public typealias CFIndex = Int
/// A duration in seconds.
public typealias CFTimeInterval = Double
/// Seconds since the first moment of 2001 in Greenwich.
public typealias CFAbsoluteTime = Double

// Implicitly unwrapped as on Apple's systems, where clients write both `kCFBooleanTrue` and `kCFBooleanTrue!`.

/// Truth as an object.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)
/// Untruth as an object.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)

/// The allocator that neither allocates nor frees: whoever made the memory keeps it.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFAllocatorNull: CFAllocator! = CFAllocator()
/// The system's allocator: memory given with it is freed with `free`.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFAllocatorSystemDefault: CFAllocator! = CFAllocator()
/// The allocator of `malloc`: memory given with it is freed with `free`.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let kCFAllocatorMalloc: CFAllocator! = CFAllocator()

/// A run of positions.
@frozen
public struct CFRange: Hashable, Sendable {
    /// The first position.
    public var location: CFIndex
    /// How many positions there are.
    public var length: CFIndex

    /// Makes the empty run at 0.
    public init() {
        self.init(location: 0, length: 0)
    }

    /// Makes a run of `length` positions from `location` on.
    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }
}

/// Makes a run of `len` positions from `loc` on.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange {
    CFRange(location: loc, length: len)
}

/// Seconds since the first moment of 2001 in Greenwich.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
    Date.timeIntervalSinceReferenceDate
}

/// A truth value of one byte.
public typealias DarwinBoolean = Bool
/// Four characters in 32 bits, the first in the highest byte.
public typealias FourCharCode = UInt32
/// Four characters that name a type.
public typealias OSType = UInt32
/// The result of a C function: 0, or the number of an error.
public typealias OSStatus = Int32
/// The result that says nothing went wrong.
public let noErr: OSStatus = 0

/// Where a function leaves its error.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
/// A queue, by its C name.
public typealias dispatch_queue_t = DispatchQueue

/// Nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// Nanoseconds in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
/// Microseconds in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000

/// Runs its body. There is no pool to drain: Swift frees objects as soon as nobody holds them.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
    try body()
}

/// Seconds on the clock that only runs forward, since the machine started.
public func CACurrentMediaTime() -> CFTimeInterval {
    Double(DispatchTime.now().uptimeNanoseconds) / 1e9
}
