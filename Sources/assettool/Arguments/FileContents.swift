import AssetKit

/// What a file holds that an option names, such as a cover.
enum FileContents {
    /// Reads all of it. The reason of a failure is in the system's words, as with the files that are media. More bytes than
    /// `limit` are too many for the purpose: a device may have no end.
    static func read(_ name: String, limit: Int = .max, for purpose: String = "file") throws(WorkError) -> Data {
        let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(name, systemError(errno)) }
        defer { close(descriptor) }
        var data = Data()
        while let bytes = try nextBytes(of: descriptor, name) {
            data.append(contentsOf: bytes)
            guard data.count <= limit else { throw failure(name, "it is too large for a \(purpose)") }
        }
        return data
    }

    /// What comes next; nil at the end.
    private static func nextBytes(of descriptor: CInt, _ name: String) throws(WorkError) -> [UInt8]? {
        while true {
            var count = 0
            var number: CInt = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, filled in
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                number = count < 0 ? errno : 0
                filled = max(0, count)
            }
            if count >= 0 { return count > 0 ? bytes : nil }
            guard number == EINTR else { throw failure(name, systemError(number)) }
        }
    }

    private static func failure(_ name: String, _ reason: String) -> WorkError {
        WorkError(message: "cannot read \(quoted(name)): \(reason)")
    }
}
