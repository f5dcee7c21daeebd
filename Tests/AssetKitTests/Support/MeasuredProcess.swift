import Foundation
import Glibc
import TestSupport

/// The run of another program, with the time and the memory it needed. Both are its own, whatever other tests do.
struct MeasuredProcess: Sendable {
    /// The exit code; a process that a signal ended has 128 and the signal, as in a shell.
    let code: Int32
    let duration: Duration
    let peakByteCount: Int
    let output: Data
    let messages: String

    /// The program could not be started.
    struct Failure: Error {
        let number: Int32
    }

    /// Runs a program to its end, or for so many seconds, after which it is killed and its code is 137. Where nobody asks
    /// for its memory, that is 0, and one process less is started.
    static func run(
        _ program: String,
        _ arguments: [String],
        seconds: Int,
        in folder: ScratchFolder,
        measuresMemory: Bool = true
    ) async throws -> Self {
        let (output, messages, memory) = (folder.url("output"), folder.url("messages"), folder.url("memory"))
        // Without its site packages the launcher starts in half the time.
        let before = measuresMemory ? ["/usr/bin/python3", "-IS", "-c", launcher, memory.path] : []
        let words = before + ["/usr/bin/timeout", "--signal=KILL", String(seconds), program] + arguments
        // Waiting for a process holds a thread, so it is none of Swift's.
        return try await withCheckedThrowingContinuation { done in
            DispatchQueue.global().async {
                done.resume(
                    with: Result { try start(words, output: output, messages: messages, memory: memory) }
                )
            }
        }
    }

    /// Runs a command and writes down how much memory it needed. Asked directly, the kernel would count the memory of the
    /// tests, which a new process shares until it becomes another program.
    private static let launcher = """
        import os, resource, sys
        child = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        open(sys.argv[1], "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
        sys.exit(code if code >= 0 else 128 - code)
        """

    /// Starts a program and waits for it. Foundation's `Process` says nothing of the memory it needed.
    private static func start(_ words: [String], output: URL, messages: URL, memory: URL) throws -> Self {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (descriptor, url) in [(STDOUT_FILENO, output), (STDERR_FILENO, messages)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, url.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        actions.closeInherited()
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let begin = ContinuousClock.now
        var child: pid_t = 0
        let failure = posix_spawn(&child, words[0], &actions, nil, &arguments, environ)
        guard failure == 0 else { throw Failure(number: failure) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { throw Failure(number: errno) } }
        return Self(
            code: status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f,
            duration: ContinuousClock.now - begin,
            // Of `timeout` and of what it waited for, whichever was larger.
            peakByteCount: try measuredMemory(memory),
            output: try contents(of: output),
            messages: String(decoding: try contents(of: messages), as: UTF8.self)
        )
    }

    /// What the launcher wrote down, in bytes; 0 without a launcher.
    private static func measuredMemory(_ url: URL) throws -> Int {
        guard FileManager.default.fileExists(atPath: url.path) else { return 0 }
        return (Int(String(decoding: try contents(of: url), as: UTF8.self)) ?? 0) * 1024
    }

    /// Foundation leaks a page for every empty file it reads.
    private static func contents(of url: URL) throws -> Data {
        let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        return size > 0 ? try Data(contentsOf: url) : Data()
    }
}
