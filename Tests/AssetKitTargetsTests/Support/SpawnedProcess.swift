import Glibc
import TestSupport

/// A process without output, which ends with the object.
final class SpawnedProcess: @unchecked Sendable {
    private let identifier: pid_t
    private var isRunning = true

    init(_ path: String, _ arguments: [String], _ environment: [String: String]) throws {
        identifier = try Tool.spawn(path, arguments, environment)
    }

    deinit { kill() }

    func kill() {
        guard isRunning else { return }
        isRunning = false
        Glibc.kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }
}
