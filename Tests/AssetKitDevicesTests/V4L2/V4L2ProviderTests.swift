import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import CDevices
import CMTimeLib
import Foundation
import Glibc
import Testing

@Suite("Cameras of the kernel")
struct V4L2ProviderTests {
    private let machine: FakeMachine

    init() throws { machine = try FakeMachine() }

    private func duration(_ timescale: Int32) -> CMTime { CMTime(value: 1, timescale: timescale) }

    @Test("a camera is listed with its formats, sizes and rates, and those not understood are left out")
    func formats() throws {
        try machine.plug { camera in
            camera.formats = [
                .init("BA81"), .init("YUYV", .these([(64, 48), (32, 24)]), .these([(1, 15), (1, 30)])),
                .init("MJPG", .these([(1280, 720)]), .between((1, 60), (1, 5))), .init("H264", .unsaid, .unsaid),
            ]
        }
        let device = try #require(machine.makeProvider().devices().first)
        #expect(device.kind == .camera)
        #expect(device.name == "Fake Camera")
        #expect(device.id == "usb-1 Fake Camera")
        #expect(device.model == "fake")
        #expect(device.obstacle == nil)
        let both = DeviceRates.these([duration(30), duration(15)])
        let yuvs = DevicePictureFormat.Coding.pixels(kCVPixelFormatType_422YpCbCr8_yuvs)
        #expect(
            device.formats == [
                .pictures(.init(yuvs, width: 64, height: 48, rates: both)),
                .pictures(.init(yuvs, width: 32, height: 24, rates: both)),
                .pictures(
                    .init(
                        .jpeg,
                        width: 1280,
                        height: 720,
                        rates: .between(shortest: duration(60), longest: duration(5))
                    )
                ),
                .pictures(.init(.h264, width: 64, height: 48, rates: .these([duration(30)]))),
            ]
        )
        #expect(machine.remains.isEmpty)
    }

    @Test("of steps and ranges the usual sizes are listed")
    func ranges() throws {
        try machine.plug { camera in
            camera.formats = [.init("NV12", .between((32, 32), (1280, 720), step: (16, 2)), .between((1, 30), (1, 1)))]
        }
        let formats = try #require(machine.makeProvider().devices().first).formats.compactMap(\.pictures)
        #expect(formats.contains { $0.width == 640 && $0.height == 480 })
        #expect(formats.contains { $0.width == 32 && $0.height == 32 })
        #expect(formats.contains { $0.width == 1280 && $0.height == 720 })
        #expect(!formats.contains { $0.width == 1920 })
        #expect(formats.allSatisfy { $0.coding == .pixels(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) })
    }

    @Test("a camera whose planes have memories of their own is one")
    func multiPlanar() throws {
        try machine.plug { camera in
            camera.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING)
            camera.formats = [.init("NM12"), .init("NV12")]
        }
        // Both mean the same here.
        #expect(try #require(machine.makeProvider().devices().first).formats.count == 1)
    }

    @Test("nodes of metadata, outputs and codecs are no cameras, nor is what cannot stream")
    func others() throws {
        for (index, flags) in [
            V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING, V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING,
            V4L2_CAP_VIDEO_M2M_MPLANE | V4L2_CAP_STREAMING, V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_READWRITE,
            V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_STREAMING,
        ].enumerated() {
            try machine.plug("video\(index)") { $0.capabilities = UInt32(flags) }
        }
        #expect(machine.makeProvider().devices().isEmpty)
        #expect(machine.remains.isEmpty)
    }

    @Test("two cameras that are the same are told apart by where they are, whatever their numbers")
    func twins() throws {
        try machine.plug("video0", link: "pci-usb-0:1:1.0-video-index0")
        try machine.plug("video2", link: "pci-usb-0:2:1.0-video-index0")
        let provider = machine.makeProvider()
        let ids = provider.devices().map(\.id)
        #expect(
            ids == ["pci-usb-0:1:1.0-video-index0 Fake Camera", "pci-usb-0:2:1.0-video-index0 Fake Camera"]
        )
        try machine.unplug("video0")
        try machine.unplug("video2")
        try machine.plug("video0", link: "pci-usb-0:2:1.0-video-index0")
        #expect(provider.devices().map(\.id) == [ids[1]])
        #expect(throws: AVError(.deviceNotConnected, "cannot open the camera '\(ids[0])': it is not connected")) {
            try provider.open(ids[0])
        }
    }

    @Test("without links two cameras that are the same still have two names")
    func twinsWithoutLinks() throws {
        try machine.plug("video10")
        try machine.plug("video9")
        #expect(machine.makeProvider().devices().map(\.id) == ["usb-1 Fake Camera", "usb-1 Fake Camera 2"])
    }

    @Test("what the kernel says of a camera of USB is its name, maker, model and side")
    func words() throws {
        try machine.plug("video0")
        try machine.say("Good Camera: Good", "name", of: "video0")
        try machine.say("0", "index", of: "video0")
        let port = machine.folder.appending(path: "sys/usb1/1-4/1-4:1.0")
        try FileManager.default.createDirectory(at: port, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: machine.folder.path + "/sys/video0/device",
            withDestinationPath: "../usb1/1-4/1-4:1.0"
        )
        try machine.say("Maker", "manufacturer", of: "usb1/1-4")
        try machine.say("046d", "idVendor", of: "usb1/1-4")
        try machine.say("0825", "idProduct", of: "usb1/1-4")
        try machine.say("front", "physical_location/panel", of: "usb1/1-4")
        let device = try #require(machine.makeProvider().devices().first)
        #expect(device.id == "1-4:1.0-index0 Good Camera: Good")
        #expect(device.name == "Good Camera: Good")
        #expect(device.manufacturer == "Maker")
        #expect(device.model == "UVC Camera VendorID_1133 ProductID_2085")
        #expect(device.position == .front)
    }

    @Test("where a camera looks its firmware may say")
    func orientation() throws {
        try machine.plug { camera in
            camera.controls = [
                .init(number: V4L2_CID_CAMERA_ORIENTATION, name: "Orientation", value: V4L2_CAMERA_ORIENTATION_BACK)
            ]
        }
        #expect(try #require(machine.makeProvider().devices().first).position == .back)
    }

    @Test("a camera that the user may not open is listed with what to do, under the same name")
    func refused() throws {
        try machine.plug(link: "pci-usb-0:1:1.0-video-index0")
        try machine.say("Fake Camera", "name", of: "video0")
        let provider = machine.makeProvider()
        let before = try #require(provider.devices().first)
        #expect(provider.access(to: .camera) == .authorized)
        machine.fail(FakeFault(call: .open, number: EACCES))
        let device = try #require(provider.devices().first)
        let reason = "this user is not in the group 'video', whose members may use cameras"
        #expect(device.id == before.id)
        #expect(device.obstacle == reason)
        #expect(device.formats.isEmpty)
        #expect(provider.access(to: .camera) == .denied(reason))
        #expect(provider.access(to: .microphone) == .restricted("the kernel has cameras alone"))
        #expect(
            throws: AVError(
                .applicationIsNotAuthorizedToUseDevice,
                "cannot open the camera 'Fake Camera': \(reason)"
            )
        ) { try provider.open(device.id) }
        machine.fail(FakeFault(call: .open, number: EPERM))
        #expect(provider.access(to: .camera) == .restricted("this machine does not let the program use it"))
    }

    @Test("one camera that can be opened is enough to be authorized, and none at all too")
    func partlyRefused() throws {
        let provider = machine.makeProvider()
        #expect(provider.access(to: .camera) == .authorized)
        #expect(provider.devices().isEmpty)
        try machine.plug("video0")
        try machine.plug("video1")
        machine.fail(FakeFault(call: .open, number: EACCES, count: 1))
        #expect(provider.access(to: .camera) == .authorized)
    }

    @Test("a machine without a folder of devices says so")
    func nowhere() {
        let provider = V4L2Provider(CameraFolders(devices: "/nowhere", links: "/nowhere/v4l", system: "/nowhere"))
        #expect(provider.obstacle == "the folder '/nowhere' cannot be read")
        #expect(provider.devices().isEmpty)
        #expect(provider.watch {} == nil)
    }

    @Test("without a camera it says that none is connected, whatever other nodes there are")
    func nothing() throws {
        let provider = machine.makeProvider()
        #expect(provider.obstacle == "no camera is connected")
        try machine.plug("video0") { $0.capabilities = UInt32(V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING) }
        #expect(provider.obstacle == "no camera is connected")
        try machine.plug("video1")
        #expect(provider.obstacle == nil)
        machine.fail(FakeFault(call: .open, number: EACCES))
        // One that may not be used says so itself.
        #expect(provider.obstacle == nil)
        #expect(machine.remains.isEmpty)
    }

    @Test("who watches hears of cameras that come and go, also when rights come later")
    func hotPlug() throws {
        let provider = machine.makeProvider()
        let seen = Monitor([[String]]())
        let watch = try #require(
            provider.watch {
                let names = provider.devices().map { $0.obstacle == nil ? $0.id : "closed" }
                seen.withLock { $0.append(names) }
                seen.announce()
            }
        )
        func wait(_ names: [String]) -> Bool { seen.wait(until: .now + 600) { $0.last == names ? true : nil } ?? false }
        try machine.plug(link: "pci-usb-0:1:1.0-video-index0")
        #expect(wait(["pci-usb-0:1:1.0-video-index0 Fake Camera"]))
        try machine.unplug()
        #expect(wait([]))
        // The node is there before it may be opened: twice it may not.
        machine.fail(FakeFault(call: .open, number: EACCES, count: 2))
        try machine.plug(link: "pci-usb-0:1:1.0-video-index0")
        #expect(wait(["pci-usb-0:1:1.0-video-index0 Fake Camera"]))
        withExtendedLifetime(watch) {}
    }
}
