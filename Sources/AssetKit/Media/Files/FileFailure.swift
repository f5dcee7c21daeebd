internal import Foundation
internal import Glibc

/// Why a file could not be written, in the operating system's words.
struct FileFailure: Error, Hashable, CustomStringConvertible {
    let number: CInt
    /// The folder for temporary files, where that is the place of the failure: nobody has named it.
    var temporaryFolder: String?

    var description: String { String(cString: strerror(number)) }

    /// There is no room for more: on the disk, in the quota, or in a file of this kind.
    var isNoRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }
}
