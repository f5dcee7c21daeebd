// Linux has no public Core Foundation. These names let code written for it compile unchanged.

/// A dictionary as callers of Core Foundation pass it.
public typealias CFDictionary = [AnyHashable: Any]
/// A string as callers of Core Foundation pass it.
public typealias CFString = String

/// The type of allocator arguments. Swift manages memory here, so only ``kCFAllocatorDefault`` (nil) has a use.
public final class CFAllocator: Sendable {
    package init() {}
}

/// The allocator to pass where Core Foundation wants one.
public let kCFAllocatorDefault: CFAllocator? = nil
