internal import Glibc

/// An open file that is closed when nobody needs it any more.
package final class OpenDescriptor: Sendable {
    package let number: CInt

    package init(owning number: CInt) { self.number = number }

    deinit { close(number) }
}
