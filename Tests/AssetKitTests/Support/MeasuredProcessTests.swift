import Foundation
import Glibc
import Testing

@Suite("Programs that tests start")
struct MeasuredProcessTests {
    @Test("they have no descriptor of the tests but the first three")
    func descriptors() async throws {
        // Without O_CLOEXEC.
        let descriptor = open("/dev/null", O_RDONLY)
        try #require(descriptor > 2)
        defer { close(descriptor) }
        let run = try await MeasuredProcess.run(
            "/bin/ls",
            ["/proc/self/fd"],
            seconds: 120,
            in: ScratchFolder(),
            measuresMemory: false
        )
        // The fourth one is the folder that is listed.
        #expect(String(decoding: run.output, as: UTF8.self) == "0\n1\n2\n3\n", "\(run.messages)")
    }
}
