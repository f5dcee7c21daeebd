package import CDevices

/// The system calls that cameras are used through: the kernel's, or a test's.
///
/// SAFETY: nobody changes the table, and whoever made it promises that its functions may be called on any thread as long as
/// `owner` lives.
package struct CameraCalls: @unchecked Sendable {
    package let table: ak_CameraCalls
    private let owner: AnyObject?

    package static let system = CameraCalls(ak_camera_calls())

    package init(_ table: ak_CameraCalls, owner: AnyObject? = nil) {
        (self.table, self.owner) = (table, owner)
    }
}
