/// The type of allocator arguments. Swift manages memory here, so only ``kCFAllocatorDefault`` (nil) has a use.
public final class CFAllocator: Sendable {
    package init() {}
}

/// The allocator to pass where Core Foundation wants one.
public let kCFAllocatorDefault: CFAllocator? = nil
