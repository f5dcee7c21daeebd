/// Whether a program may use devices.
package enum DeviceAccess: Hashable, Sendable {
    case authorized
    /// Half a sentence that says who could change that.
    case denied(String)
    /// Nobody who uses the program can change that.
    case restricted(String)
}
