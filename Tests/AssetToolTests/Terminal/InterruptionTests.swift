import Foundation
import Testing

@testable import assettool

@Suite("Interruption", .waitsForPrograms)
struct InterruptionTests {
    @Test("the first signal cancels, and each one after it ends the program")
    func decisions() {
        var state = InterruptionState()
        #expect(state.code == nil)
        #expect(state.signal(SIGTERM) == .cancel)
        #expect(state.code == .terminated)
        #expect(state.signal(SIGINT) == .end)
        #expect(state.signal(SIGTERM) == .end)
        #expect(state.code == .terminated)
    }

    @Test("work that goes on until somebody ends it is finished by the first signal, and ended by the second")
    func finishing() {
        var state = InterruptionState()
        #expect(state.signal(SIGINT, canFinish: true) == .finish)
        #expect(state.code == nil)
        #expect(state.signal(SIGINT, canFinish: true) == .end)
        #expect(state.code == .interrupted)
        #expect(state.signal(SIGTERM) == .end)
        var other = InterruptionState()
        #expect(other.signal(SIGINT) == .cancel)
        #expect(other.signal(SIGINT, canFinish: true) == .end)
    }

    @Test("only Ctrl-C is the regular end of work that goes on: SIGTERM finishes it and keeps its exit code")
    func terminating() {
        var state = InterruptionState()
        #expect(state.signal(SIGTERM, canFinish: true) == .finish)
        #expect(state.code == .terminated)
        #expect(state.signal(SIGINT, canFinish: true) == .end)
        #expect(state.code == .terminated)
        var other = InterruptionState()
        #expect(other.signal(SIGINT, canFinish: true) == .finish)
        #expect(other.signal(SIGTERM, canFinish: true) == .end)
        #expect(other.code == .terminated)
    }

    @Test("a terminal that goes away finishes work or cancels it, however often it says so")
    func hangup() {
        var state = InterruptionState()
        #expect(state.signal(SIGHUP, canFinish: true) == .finish)
        #expect(state.signal(SIGHUP, canFinish: true) == .goOn)
        #expect(state.code == .hungUp)
        #expect(state.signal(SIGTERM, canFinish: true) == .end)
        #expect(state.code == .hungUp)
        var other = InterruptionState()
        #expect(other.signal(SIGHUP) == .cancel)
        #expect(other.signal(SIGHUP) == .goOn)
        #expect(other.code == .hungUp)
        #expect(other.signal(SIGINT) == .end)
    }

    @Test(
        "a read that blocks ends with exit code 130, or 143 after SIGTERM, or 129 after SIGHUP, without a word",
        arguments: [
            ("kill -HUP $pid", 129), ("kill -HUP $pid; kill -HUP $pid", 129),
            ("kill -INT $pid", 130), ("kill -TERM $pid", 143), ("kill -INT $pid; kill -INT $pid", 130),
            ("kill -TERM $pid; kill -TERM $pid", 143),
        ] as [(String, Int32)]
    )
    func blockedRead(signals: String, code: Int32) throws {
        // More than a pipe holds has gone into it, so the tool is up and reading; its input never ends.
        let outcome = try ToolProcess(
            shell: """
                folder=$(mktemp -d); trap 'rm -r "$folder"' EXIT; mkfifo "$folder/input"
                "$tool" time - < "$folder/input" & pid=$!
                exec 3> "$folder/input"
                head -c 300000 /dev/zero >&3
                \(signals)
                wait $pid
                """
        )
        #expect(outcome.code == code)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.isEmpty)
    }

    @Test("cancelled work ends with exit code 130, without a message")
    func cancelledWork() async {
        let recorder = ConsoleRecorder(input: "1+1\n2+2\n")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Assettool.run(["time", "-"], recorder.console)
        }
        #expect(await task.value == .interrupted)
        #expect(recorder.results.isEmpty)
        #expect(recorder.messages.isEmpty)
    }
}
