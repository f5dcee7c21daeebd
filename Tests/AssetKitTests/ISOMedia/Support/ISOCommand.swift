import Foundation
import Glibc
import TestSupport

/// Runs a program and waits for it. `Process` leaks with each run, which the address sanitizer counts as a failure.
enum ISOCommand {
    /// The exit status; nil when the program could not be started or was killed.
    static func run(_ program: String, _ arguments: [String]) -> Int32? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        actions.closeInherited()
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        return withCStrings([program] + arguments) { arguments in
            withCStrings(environment) { environment in
                var process: pid_t = 0
                guard posix_spawnp(&process, program, &actions, nil, arguments, environment) == 0 else { return nil }
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0 {
                    guard errno == EINTR else { return nil }
                }
                return status & 0x7f == 0 ? status >> 8 & 0xff : nil
            }
        }
    }

    /// Lends texts as C wants them: a list of pointers that ends with nil.
    private static func withCStrings<Result>(
        _ texts: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
