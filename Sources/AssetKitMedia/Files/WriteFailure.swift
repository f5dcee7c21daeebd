internal import Foundation
internal import Glibc

/// Why a file could not be written, in the operating system's words where those are true.
package struct WriteFailure: Error, Hashable, CustomStringConvertible {
    package let number: CInt
    /// The folder for temporary files, where that is the place of the failure: nobody has named it.
    package var temporaryFolder: String?
    /// The folder is there, though the number says that it is not: it takes no new files, as those of /proc.
    package var isFolderClosed: Bool

    package init(number: CInt, temporaryFolder: String? = nil, isFolderClosed: Bool = false) {
        self.number = number
        self.temporaryFolder = temporaryFolder
        self.isFolderClosed = isFolderClosed
    }

    package var description: String {
        isFolderClosed ? "no file can be made in that folder" : String(cString: strerror(number))
    }

    /// There is no room for more: on the disk, in the quota, or in a file of this kind.
    package var isNoRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }
}
