import AssetKit
import Synchronization

/// The unfinished files of this process. However it ends, short of being killed, none of them stays.
enum TemporaryFiles {
    private static let paths = Mutex<Set<String>>([])
    /// Folders in which no process had left anything when they were looked into.
    private static let tidy = Mutex<Set<String>>([])
    /// Files that others write, and what had their names before.
    private static let claimed = Mutex<[String: FileIdentity?]>([:])

    /// Creates an empty file beside `target` and opens it for writing. As long as it is open, no other process takes it for
    /// one that was left behind; those are removed.
    static func create(beside target: String) throws(OpenFailure) -> (path: String, descriptor: CInt) {
        let place = HiddenFile(of: target)
        // Very many files may be made in a folder, and each look at it takes its time.
        let folder = PathText.folder(of: target)
        if !tidy.withLock({ $0.contains(folder) }), !place.removeAbandoned() {
            tidy.withLock { _ = $0.insert(folder) }
        }
        while true {
            let path = place.freshName()
            let (descriptor, number) = paths.withLock { paths in
                let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
                let number = errno
                if descriptor >= 0 { paths.insert(path) }
                return (descriptor, number)
            }
            if descriptor >= 0 {
                flock(descriptor, LOCK_EX | LOCK_NB)
                return (path, descriptor)
            }
            guard number == EEXIST || number == EINTR else {
                throw OpenFailure(number: number, reason: place.failure(number).description)
            }
        }
    }

    /// Names a file that others are about to write, under the name it keeps, to be removed with the rest. The one that it
    /// takes the place of, if there is one, stays as long as it is there.
    static func claim(_ path: String) {
        let before = FileIdentity(path: path)
        claimed.withLock { _ = $0.updateValue(before, forKey: path) }
    }

    /// Leaves a file alone that was claimed.
    static func release(_ path: String) { claimed.withLock { _ = $0.removeValue(forKey: path) } }

    /// Why a file could not be created.
    struct OpenFailure: Error {
        let number: CInt
        let reason: String
    }

    /// Removes a file that nobody wants any more.
    static func remove(_ path: String) {
        paths.withLock { paths in
            if paths.remove(path) != nil { unlink(path) }
        }
    }

    /// Hands finished files over. Nothing ends the process in the middle of it but a kill.
    static func handOver<Failure: Error>(_ finished: [String], _ body: () throws(Failure) -> Void) throws(Failure) {
        let result: Result<Void, Failure> = paths.withLock { paths in
            do throws(Failure) {
                try body()
            } catch {
                return .failure(error)
            }
            paths.subtract(finished)
            return .success(())
        }
        try result.get()
    }

    /// Removes all of them and ends the process. Who wants to make one more waits for ever.
    static func removeAll(andEndWith end: () -> Never) -> Never {
        paths.withLock { paths in
            for path in paths { unlink(path) }
            for (path, before) in claimed.withLock({ $0 }) where FileIdentity(path: path) != before { unlink(path) }
            end()
        }
    }
}
