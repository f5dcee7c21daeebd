import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import Foundation
import Glibc
import Testing

@Suite("Portal: what lies", .serialized, .onOwnThread)
struct HostilePortalTests {
    private static let lies = """
        honest version-text version-zero no-sources no-pointers no-screens reply-text reply-error reply-never reply-number \
        response-never response-text response-code response-elsewhere response-first response-other-path response-twice \
        session-number session-nonsense session-long session-missing session-object streams-missing streams-text streams-none \
        node-any sizes token-long token-number notes closed-at-start dies-at-start dies-at-session flood forged remote-error \
        remote-number remote-file remote-none remote-many remote-closed remote-garbage \
        response-mixed remote-pings remote-unknown
        """

    @Test("a portal that lies is told in one sentence, and is in nobody's way", arguments: lies.split(separator: " "))
    func portal(lie: Substring) throws {
        // Who seems honest has nobody behind it who sends pictures.
        guard let desktop = try PrivateDesktop(options: ["--liar", String(lie)]) else { return }
        let provider = desktop.provider(milliseconds: 250)
        let handle: any DeviceHandle
        do {
            handle = try provider.open("portal:screen")
        } catch {
            #expect(error.code == .deviceNotConnected && error.description.hasPrefix("cannot open the screen "))
            return
        }
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        switch sink.failure() {
        case .broken(let reason), .refused(let reason), .ended(let reason), .interrupted(let reason):
            #expect(!reason.isEmpty && reason.count < 600)
            #expect(!reason.unicodeScalars.contains { $0.properties.generalCategory == .control })
        case let other: Issue.record("\(String(describing: other))")
        }
        handle.close()
        #expect(sink.samples.isEmpty && sink.failures.count == 1)
    }

    @Test(
        "a bus that does not do what buses do is told of, and not waited for",
        arguments: [
            "full", "mute", "rejects", "drips", "hello-never", "hello-text", "hello-error", "hello-garbage",
            "hello-huge",
            "hello-endless", "hangs-up", "hangs-up-later",
        ]
    )
    func bus(lie: String) throws {
        let path = "/tmp/bus-\(UUID().uuidString.prefix(8))"
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", PrivateDesktop.tools.appending(path: "bus.py").path, path, lie]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        defer {
            // It might not take a milder signal: whoever runs on a thread that takes none hands that on.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try? FileManager.default.removeItem(atPath: path)
        }
        try #require(!output.fileHandleForReading.availableData.isEmpty)
        let provider = PortalProvider(bus: "unix:path=\(path)", milliseconds: 250) { [:] }
        let obstacle = try #require(provider.obstacle)
        #expect(provider.devices().isEmpty && provider.access(to: .screen) != .authorized)
        guard !obstacle.hasSuffix("is not installed") else { return }
        #expect(
            [
                "there is no session bus", "the session bus does not answer", "the desktop's portal is gone",
                "the desktop's portal does not answer",
            ].contains(obstacle),
            "\(obstacle)"
        )
    }

    @Test("PipeWire's binary interface is what we say in our own words")
    func binaryInterface() throws {
        let package = PrivateDesktop.tools.appending(path: "../..").standardizedFileURL.path
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c",
            """
            flags=$(pkg-config --cflags libpipewire-0.3) || exit 3; compiler=$(command -v cc || command -v clang) || exit 3
            $compiler -fsyntax-only -I'\(package)/Sources/CDevices' -I'\(package)/Sources/CDevices/include' $flags \
                '\(package)/scripts/test-desktop/binary.c'
            """,
        ]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus != 3 else {
            FileHandle.standardError.write(
                Data("LEFT OUT: libpipewire-0.3-dev or a C compiler is not installed\n".utf8)
            )
            return
        }
        #expect(process.terminationStatus == 0)
    }
}
