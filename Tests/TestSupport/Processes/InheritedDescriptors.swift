package import Glibc

extension posix_spawn_file_actions_t {
    /// Lets a program that is about to be started have the first three descriptors alone. Another one may be the end of a pipe of some
    /// other test, which waits until everybody has closed it.
    package mutating func closeInherited() {
        typealias Function = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt) -> CInt
        // The C library's header hides it without _GNU_SOURCE.
        guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
        _ = unsafeBitCast(symbol, to: Function.self)(&self, 3)
    }
}
