import AssetKit

/// Files that appear together when all of them are complete, or not at all.
///
/// Each is written beside its target under a temporary name. Who lets go of a set that is not committed leaves nothing.
final class StagedOutput {
    private struct File {
        let target: OutputTarget
        let temporary: String
        /// Holds on to the file, which is closed when it is full.
        let hold: CInt
    }

    private var files: [File] = []

    deinit { discard() }

    /// Writes one file of the set. A device or a pipe gets its bytes at once.
    func write(_ data: Data, to target: OutputTarget) throws(WorkError) {
        guard target.kind != .stream else {
            let descriptor = open(target.path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw OutputTarget.failure(target.name, errno) }
            return try Self.fill(descriptor, with: data, target)
        }
        let temporary: (path: String, descriptor: CInt)
        do {
            temporary = try TemporaryFiles.create(beside: target.path)
        } catch {
            let message = "cannot write \(quoted(target.name)): \(error.reason)"
            throw WorkError(message: message, systemNumber: error.number)
        }
        files.append(File(target: target, temporary: temporary.path, hold: dup(temporary.descriptor)))
        if case .replaced(let mode) = target.kind { fchmod(temporary.descriptor, mode) }
        try Self.fill(temporary.descriptor, with: data, target)
    }

    /// Gives all files their names.
    func commit() throws(WorkError) {
        let files = files
        try TemporaryFiles.handOver(files.map(\.temporary)) { () throws(WorkError) in
            var appeared: [String] = []
            do throws(WorkError) {
                for file in files {
                    try Self.publish(file)
                    if file.target.kind == .new { appeared.append(file.target.path) }
                }
            } catch {
                for path in appeared { unlink(path) }
                throw error
            }
        }
        for file in files { close(file.hold) }
        self.files = []
    }

    /// Removes what is not committed.
    func discard() {
        for file in files {
            TemporaryFiles.remove(file.temporary)
            close(file.hold)
        }
        files = []
    }

    private static func fill(_ descriptor: CInt, with data: Data, _ target: OutputTarget) throws(WorkError) {
        let failure = data.withUnsafeBytes { writeAll($0, to: descriptor) }
        // Some file systems say only when a file is closed that it did not fit.
        let closed = close(descriptor)
        if let failure { throw OutputTarget.failure(target.name, failure) }
        guard closed == 0 else { throw OutputTarget.failure(target.name, errno) }
    }

    private static func publish(_ file: File) throws(WorkError) {
        let (target, isNew) = (file.target, file.target.kind == .new)
        guard let number = HiddenFile.publish(file.temporary, as: target.path, replaces: !isNew) else { return }
        guard isNew, number == EEXIST else { throw OutputTarget.failure(target.name, number) }
        throw OutputTarget.refusal(target.name)
    }
}

/// Writes every byte, in as many calls as it takes, and answers the number of the error that stopped it.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt? {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno != EINTR {
            return errno
        }
    }
    return nil
}
