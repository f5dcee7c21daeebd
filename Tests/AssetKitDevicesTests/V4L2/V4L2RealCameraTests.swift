import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

/// Where a camera is that answers real system calls, and how to command it.
private enum RealCamera {
    static let device = ProcessInfo.processInfo.environment["ASSETKIT_V4L2_DEVICE"]
    static let commands = ProcessInfo.processInfo.environment["ASSETKIT_V4L2_COMMANDS"]
}

/// A camera that answers real system calls: `ASSETKIT_V4L2_DEVICE` is its node, and `ASSETKIT_V4L2_COMMANDS`, where it is a model,
/// a pipe that takes `unplug`, `plug`, `drop 5`, `error 2`, `stall on` and `busy on`. `scripts/check-cameras.sh` has such cameras.
@Suite(
    "A real camera",
    .enabled(
        if: RealCamera.device != nil,
        "ASSETKIT_V4L2_DEVICE names no camera, so no real one was tried; scripts/check-cameras.sh does that"
    ),
    .serialized  // One camera streams to one client.
)
struct V4L2RealCameraTests {
    private let host = SystemHostClock.shared
    private let folder = FileManager.default.temporaryDirectory.appending(path: "camera-\(UUID().uuidString)")
    private let provider: V4L2Provider
    private let log = SampleLog(keptCount: 1)

    init() throws {
        let folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/video0",
            withDestinationPath: try #require(RealCamera.device)
        )
        provider = V4L2Provider(CameraFolders(devices: folder.path, links: folder.path + "/v4l", system: folder.path))
    }

    private func command(_ text: String) throws {
        let pipe = try FileHandle(forWritingTo: URL(filePath: try #require(RealCamera.commands)))
        try pipe.write(contentsOf: Data((text + "\n").utf8))
        try pipe.close()
    }

    private func start(_ width: Int = 640, _ height: Int = 480) throws -> any DeviceHandle {
        let device = try #require(provider.devices().first)
        #expect(device.obstacle == nil)
        let handle = try provider.open(device.id)
        let formats = device.formats.compactMap(\.pictures)
        let format = try #require(formats.first { $0.width == width && $0.height == height } ?? formats.first)
        let answer = try handle.configure(
            DeviceSetup(format: .pictures(format), frameDuration: format.rates.shortest)
        )
        try handle.start(log, on: host)
        print("\(device.id): \(device.controls.count) controls, \(formats.count) formats, \(answer)")
        return handle
    }

    @Test("sends a picture each period, with ascending stamps of now, and none is lost")
    func pictures() throws {
        let before = host.now
        let handle = try start()
        try #require(log.wait(count: 60))
        let after = host.now
        handle.close()
        let times = log.times
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
        print(
            "first stamp \((times[0] - before) / 1_000_000) ms after opening, last \((after - times[59]) / 1000) µs before now;",
            "gaps \(gaps.min().map { $0 / 1000 } ?? 0)...\(gaps.max().map { $0 / 1000 } ?? 0) µs;",
            "lost \(log.lostCounts.reduce(0, +)), cuts \(log.cuts.count { $0 })"
        )
        #expect(gaps.allSatisfy { $0 > 0 })
        #expect(times[0] > before)
        #expect(times[59] < after + 1_000_000_000)
        #expect(log.failures.isEmpty)
        let picture = try #require(log.samples[0].picture)
        #expect(
            picture.akWithPlane(0) { span in
                (0..<1000).contains { span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) != 0 }
            } == true
        )
    }

    @Test("starts a hundred times")
    func starts() throws {
        let device = try #require(provider.devices().first)
        let handle = try provider.open(device.id)
        for _ in 0..<100 {
            try handle.start(log, on: host)
            handle.stop()
        }
        handle.close()
        #expect(log.failures.isEmpty)
    }

    @Test("has controls that are set and read back")
    func controls() throws {
        let device = try #require(provider.devices().first)
        let handle = try provider.open(device.id)
        for control in try handle.controls() where !control.isReadOnly && !control.isInactive && control.menu.isEmpty {
            try handle.set([.init(control.kind, control.maximum)])
            let now = try handle.controls().first { $0.kind == control.kind }
            #expect(now?.value == control.maximum)
            try handle.set([.init(control.kind, control.value)])
        }
    }

    @Test(
        "that loses and damages pictures says how many",
        .enabled(if: RealCamera.commands != nil, "ASSETKIT_V4L2_COMMANDS is not there")
    )
    func losses() throws {
        let handle = try start()
        try #require(log.wait(count: 5))
        try command("drop 5")
        try #require(log.wait(count: 15))
        try command("error 2")
        try #require(log.wait(count: 25))
        handle.close()
        print("lost \(log.lostCounts)")
        #expect(log.lostCounts.filter { $0 > 0 } == [5, 2])
    }

    @Test(
        "that another program has says so",
        .enabled(if: RealCamera.commands != nil, "ASSETKIT_V4L2_COMMANDS is not there")
    )
    func busy() throws {
        let device = try #require(provider.devices().first)
        let handle = try provider.open(device.id)
        try command("busy on")
        defer { try? command("busy off") }
        // The command takes a moment to arrive.
        var error: AVError?
        for _ in 0..<1000 where error == nil {
            do throws(AVError) {
                try handle.start(log, on: host)
                handle.stop()
            } catch let refusal { error = refusal }
        }
        #expect(error?.code == .deviceInUseByAnotherApplication)
        print(error.map { "\($0)" } ?? "not refused")
    }

    @Test(
        "that stalls is started anew and then given up",
        .enabled(if: RealCamera.commands != nil, "ASSETKIT_V4L2_COMMANDS is not there")
    )
    func stall() throws {
        let handle = try start()
        try #require(log.wait(count: 5))
        try command("stall on")
        let before = host.now
        #expect(log.waitForFailure() == .stalled)
        print("given up after \((host.now - before) / 1_000_000) ms")
        try command("stall off")
        handle.close()
    }

    @Test(
        "that is unplugged says so at once",
        .enabled(if: RealCamera.commands != nil, "ASSETKIT_V4L2_COMMANDS is not there")
    )
    func unplugged() throws {
        let handle = try start()
        try #require(log.wait(count: 5))
        let before = host.now
        try command("unplug")
        #expect(log.waitForFailure() == .disconnected)
        print("told after \((host.now - before) / 1000) µs")
        handle.close()
        #expect(provider.devices().isEmpty)
        try command("plug")
        var isBack = false
        for _ in 0..<100_000 where !isBack { isBack = !provider.devices().isEmpty }
        #expect(isBack)
    }
}
