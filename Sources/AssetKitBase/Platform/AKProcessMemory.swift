internal import CSystem

/// How memory of the process is managed.
///
/// ```swift
/// AKProcessMemory.returnLargeBlocks()
/// ```
public enum AKProcessMemory {
    /// Gives pictures and other blocks of a mebibyte and more memory of their own, which the system has back as soon as nobody
    /// needs them.
    ///
    /// By itself the C library soon takes the memory of such blocks from what small things lie in as well, where much of it stays
    /// with the process. It concerns the whole process, so the library leaves it to the program: call it once, before anything
    /// else. `assettool` does.
    ///
    /// - Returns: Whether the C library can do that.
    @discardableResult
    public static func returnLargeBlocks() -> Bool { ak_map_blocks_from(1 << 20) != 0 }
}
