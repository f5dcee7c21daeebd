internal import Glibc

/// An open file that is closed when nobody needs it any more.
final class OpenDescriptor: Sendable {
    let number: CInt

    init(owning number: CInt) { self.number = number }

    deinit { close(number) }
}
