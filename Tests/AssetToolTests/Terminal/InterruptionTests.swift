import Foundation
import Testing

@testable import assettool

@Suite("Interruption")
struct InterruptionTests {
    @Test("the first signal cancels, and each one after it ends the program")
    func decisions() {
        var state = InterruptionState()
        #expect(!state.isInterrupted)
        #expect(state.signal() == .cancel)
        #expect(state.isInterrupted)
        #expect(state.signal() == .end)
        #expect(state.signal() == .end)
    }

    @Test(
        "a read that blocks ends with exit code 130, without a word",
        arguments: ["kill -INT $pid", "kill -TERM $pid", "kill -INT $pid; kill -INT $pid"]
    )
    func blockedRead(signals: String) throws {
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
        #expect(outcome.code == 130)
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
