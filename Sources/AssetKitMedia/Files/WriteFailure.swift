internal import Foundation
internal import Glibc

/// Why a file could not be written, in the operating system's words.
package struct WriteFailure: Error, Hashable, CustomStringConvertible {
    package let number: CInt
    /// The folder for temporary files, where that is the place of the failure: nobody has named it.
    package var temporaryFolder: String?

    package init(number: CInt, temporaryFolder: String? = nil) {
        self.number = number
        self.temporaryFolder = temporaryFolder
    }

    package var description: String { String(cString: strerror(number)) }

    /// There is no room for more: on the disk, in the quota, or in a file of this kind.
    package var isNoRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }
}
