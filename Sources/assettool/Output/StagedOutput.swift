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
        let descriptor = try open(target)
        let failure = data.withUnsafeBytes { writeAll($0, to: descriptor) }
        try Self.close(descriptor, target, after: failure)
    }

    /// Writes one file of the set by pieces, which `body` hands to what it is given.
    func write(to target: OutputTarget, by body: (_ write: (Data) throws -> Void) throws -> Void) throws {
        let descriptor = try open(target)
        do {
            try body { data in
                let failure = data.withUnsafeBytes { writeAll($0, to: descriptor) }
                if let failure { throw OutputTarget.failure(target.name, failure) }
            }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        try Self.close(descriptor, target)
    }

    /// Where the bytes of a file go: to a temporary one, but for a device or a pipe.
    private func open(_ target: OutputTarget) throws(WorkError) -> CInt {
        guard target.kind != .stream else {
            let descriptor = Glibc.open(target.path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw OutputTarget.failure(target.name, errno) }
            return descriptor
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
        return temporary.descriptor
    }

    /// Closes a file, which ends with the error of writing to it, where there was one.
    private static func close(_ descriptor: CInt, _ target: OutputTarget, after failure: CInt? = nil) throws(WorkError)
    {
        // Some file systems say only when a file is closed that it did not fit.
        let closed = Glibc.close(descriptor)
        if let failure { throw OutputTarget.failure(target.name, failure) }
        guard closed == 0 else { throw OutputTarget.failure(target.name, errno) }
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
        for file in files { Glibc.close(file.hold) }
        self.files = []
    }

    /// Removes what is not committed.
    func discard() {
        for file in files {
            TemporaryFiles.remove(file.temporary)
            Glibc.close(file.hold)
        }
        files = []
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
