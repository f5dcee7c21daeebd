internal import Foundation
package import Glibc

extension Tool {
    /// Starts a program without output. Foundation's takes one that closes all descriptors, as PulseAudio does, for one that
    /// has ended, and waits for it then, and so does everybody who waits for another one.
    package static func spawn(_ path: String, _ arguments: [String], _ environment: [String: String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in CInt(0)...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        actions.closeInherited()
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var identifier: pid_t = 0
        let status = posix_spawn(&identifier, path, &actions, nil, words, variables)
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EIO) }
        return identifier
    }
}
