internal import CSystem

/// Calls of Linux about files that Swift does not have by itself.
package enum FileCalls {
    /// Copies bytes from one file to another without their passing through memory and moves both offsets on. Answers how
    /// many it were, or -1 with the reason in `errno`.
    package static func copyRange(
        of source: CInt,
        _ from: inout Int64,
        to target: CInt,
        _ to: inout Int64,
        count: Int64
    ) -> Int {
        Int(ak_copy_range(source, &from, target, &to, UInt64(max(0, count))))
    }

    /// Reserves room behind `offset` without changing the file's length. False with the reason in `errno`.
    package static func reserve(_ descriptor: CInt, at offset: Int64, count: Int64) -> Bool {
        ak_reserve(descriptor, offset, count) == 0
    }

    /// Locks a file that is open for writing, as long as it is open. False with the reason in `errno`: `EAGAIN` where somebody else
    /// has locked it.
    package static func lock(_ descriptor: CInt) -> Bool { ak_lock_file(descriptor) == 0 }

    /// Whether somebody else has locked a file that is open. Who asks keeps nobody from locking it.
    package static func isLocked(_ descriptor: CInt) -> Bool { ak_is_file_locked(descriptor) != 0 }
}
