import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Portal: what lies", .serialized, .onOwnThread)
struct HostilePortalTests {
    /// What is said of lies: of those that leave nothing to take, when the device is opened, else when it is started.
    private static let lies: KeyValuePairs = [
        "version-text": "the desktop's portal is of no use: the portal does not say in numbers what it can do",
        "version-zero no-sources no-screens": "no portal on the session bus shares screens",
        "reply-text reply-number": "makes no sense: the portal gives no request for a question",
        "reply-error": "the desktop's portal does not share it: no",
        "reply-never response-never response-elsewhere": silence,
        "response-text": "makes no sense: the portal answers in another form than portals do",
        "response-code closed-at-start": "the desktop's dialog was closed without an answer",
        "session-number session-nonsense session-long session-missing": "makes no sense: the portal gives no session",
        "streams-missing streams-text streams-none node-any": "makes no sense: the portal says yes and shares nothing",
        "dies-at-start dies-at-session": "the desktop's portal is gone",
        "remote-error": "the desktop's portal has no connection to PipeWire: ",
        "remote-number remote-file remote-none": "makes no sense: the portal gives no connection to PipeWire",
        "remote-closed remote-garbage": cutOff,
        // Who seems honest, or says more than was asked, has nobody behind it who sends pictures.
        "honest no-pointers response-first response-other-path response-twice response-mixed session-object": nothing,
        "sizes token-long token-number notes flood forged remote-many remote-pings remote-unknown": nothing,
    ]
    private static let silence = "the desktop's portal does not answer"
    /// Said too of a PipeWire that does not come to an end, which is cut off.
    private static let cutOff = "PipeWire does not answer"
    private static let nothing = "no picture comes of what is shared"

    @Test(
        "a portal that lies is told in one sentence, and is in nobody's way",
        arguments: lies.flatMap { lies, sentence in lies.split(separator: " ").map { (String($0), sentence) } }
    )
    func portal(lie: String, sentence: String) throws {
        guard let desktop = try PrivateDesktop(options: ["--liar", lie]) else { return }
        let provider = desktop.provider(milliseconds: 250)
        // On a busy machine it may take longer than that for any answer.
        func isSaid(_ text: String) -> Bool {
            let others = [Self.silence] + (sentence == Self.nothing ? [Self.cutOff] : [])
            return text.contains(sentence) || others.contains { text.contains($0) }
        }
        let handle: any DeviceHandle
        do {
            handle = try provider.open("portal:screen")
        } catch {
            #expect(error.code == .deviceNotConnected && error.description.hasPrefix("cannot open the screen "))
            #expect(isSaid(error.description), "\(error.description)")
            return
        }
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        switch sink.failure() {
        case .broken(let reason), .refused(let reason), .ended(let reason), .interrupted(let reason):
            #expect(isSaid(reason), "\(reason)")
            #expect(reason.count < 600)
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
        _ = try output.fileHandleForReading.firstLine(of: "bus.py")
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
