import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import Foundation
import Testing

@Suite(
    "Microphones of a sound server",
    .enabled(if: SoundServerProcess.isInstalled, "PulseAudio is not installed"),
    .serialized  // several servers at once take each other's time
)
struct PulseProviderTests {
    @Test("are the server's sources, with what the sinks play behind the microphones")
    func listing() throws {
        let server = try SoundServerProcess()
        let provider = server.makeProvider()
        try server.control("set-default-source", "sine")
        let devices = provider.devices()
        #expect(devices.map(\.id) == ["sine", "out.monitor"])
        #expect(devices.map(\.kind) == [.microphone, .microphone])
        #expect(devices.map(\.isSystemSound) == [false, true])
        #expect(devices.map(\.isDefault) == [true, false])
        #expect(devices.map(\.name) == ["Sine source at 1000 Hz", "Monitor of Null Output"])
        let own = DeviceSoundFormat(sampleRate: 48_000, channelCount: 2)
        #expect(devices.last?.formats.first == .sound(own))
        #expect(devices.last?.formats.count == 2)
        #expect(devices.allSatisfy { $0.controls.isEmpty && $0.obstacle == nil })
        #expect(provider.name == "pulse")
        #expect(provider.obstacle == nil)
        #expect(provider.access(to: .microphone) == .authorized)
        #expect(provider.access(to: .camera) != .authorized)
    }

    @Test("have the maker's words, their own rate and channels, and the default sink's sound first")
    func facts() throws {
        let server = try SoundServerProcess()
        try server.control("load-module", "module-null-sink", "sink_name=usb", "rate=44100", "channels=6")
        try server.control("set-default-sink", "usb")
        let properties = "device.description=Talk device.product.name=Headset device.vendor.name=Maker"
        try server.control(
            "load-module",
            "module-remap-source",
            "source_name=talk",
            "master=usb.monitor",
            "channels=1",
            "source_properties='\(properties)'"
        )
        try server.control("set-default-source", "talk")
        let devices = server.makeProvider().devices()
        #expect(devices.map(\.id) == ["talk", "sine", "usb.monitor", "out.monitor"])
        let talk = try #require(devices.first)
        #expect([talk.name, talk.model, talk.manufacturer] == ["Talk", "Headset", "Maker"])
        #expect(talk.isDefault && !talk.isSystemSound)
        let six = [44_100, 48_000].map { DeviceFormat.sound(DeviceSoundFormat(sampleRate: $0, channelCount: 6)) }
        #expect(devices[2].formats == six)
    }

    @Test("are refused what they do not have")
    func ports() throws {
        let server = try SoundServerProcess()
        let provider = server.makeProvider()
        #expect(provider.devices().allSatisfy { $0.ports.isEmpty && $0.activePort == nil })
        let reason = "the sound server has no such source of it"
        for id in ["sine", "nothing"] {
            #expect(
                throws: AVError(.deviceNotConnected, "the microphone '\(id)' cannot be switched to 'line': \(reason)")
            ) { try provider.choose("line", of: id) }
        }
        server.end()
        #expect(throws: AVError.self) { try provider.choose("line", of: "sine") }
    }

    @Test("come and go, and whoever watches hears of it")
    func watch() throws {
        let server = try SoundServerProcess()
        let provider = server.makeProvider()
        let changes = ChangeCounter()
        let watch = try #require(provider.watch(changes.changed))
        func has(_ id: String) -> Bool { provider.devices().contains { $0.id == id } }
        #expect(!has("usb.monitor"))
        let module = try server.control("load-module", "module-null-sink", "sink_name=usb")
        #expect(changes.wait { has("usb.monitor") })
        try server.control("unload-module", module)
        #expect(changes.wait { !has("usb.monitor") })
        try server.control("set-default-source", "sine")
        #expect(changes.wait { provider.devices().contains { $0.id == "sine" && $0.isDefault } })
        try server.control("set-default-source", "out.monitor")
        #expect(changes.wait { provider.devices().contains { $0.id == "out.monitor" && $0.isDefault } })
        withExtendedLifetime(watch) {}
    }

    @Test("are gone with the server, and come back with it")
    func restart() throws {
        let server = try SoundServerProcess()
        let provider = server.makeProvider()
        let changes = ChangeCounter()
        let watch = try #require(provider.watch(changes.changed))
        #expect(changes.wait { provider.devices().count == 2 })
        server.end()
        #expect(changes.wait { provider.devices().isEmpty })
        #expect(provider.obstacle == "there is no sound server")
        let before = changes.count
        try server.start()
        // Not only there when asked: told of.
        #expect(changes.wait { changes.count > before && provider.devices().count == 2 })
        let module = try server.control("load-module", "module-null-sink", "sink_name=usb")
        #expect(changes.wait { provider.devices().count == 3 })
        try server.control("unload-module", module)
        #expect(changes.wait { provider.devices().count == 2 })
        withExtendedLifetime(watch) {}
    }

    @Test("are told of once, 50 ms behind the first change, however many there were")
    func debounce() throws {
        let server = try SoundServerProcess()
        let host = VirtualHostClock()
        let provider = PulseProvider(server: server.address, environment: .virtual(host))
        let changes = ChangeCounter()
        let watch = try #require(provider.watch(changes.changed))
        host.advance(by: 50_000_000)
        #expect(changes.count == 1)
        for name in ["one", "two", "three"] {
            try server.control("load-module", "module-null-sink", "sink_name=\(name)")
        }
        // The answer comes behind what the server told before.
        #expect(provider.devices().count == 5)
        host.advance(by: 49_999_999)
        #expect(changes.count == 1)
        host.advance(by: 1)
        #expect(changes.count == 2)
        withExtendedLifetime(watch) {}
        #expect(host.alarmCount == 0)
    }

    @Test("nobody is told any more who does not watch any more")
    func unwatch() throws {
        let server = try SoundServerProcess()
        let provider = server.makeProvider()
        let (first, second) = (ChangeCounter(), ChangeCounter())
        var watch = provider.watch(first.changed)
        let other = try #require(provider.watch(second.changed))
        // The first call says that it listens.
        #expect(second.wait { second.count > 0 })
        withExtendedLifetime(watch) {}
        watch = nil
        let before = first.count
        try server.control("load-module", "module-null-sink", "sink_name=usb")
        #expect(second.wait { provider.devices().contains { $0.id == "usb.monitor" } })
        #expect(first.count == before)
        withExtendedLifetime(other) {}
    }

    @Test("a server that hangs makes nobody wait for long, and is one that does not answer")
    func hang() throws {
        let server = try SoundServerProcess()
        let provider = server.makeProvider()
        server.hang(true)
        defer { server.hang(false) }
        #expect(provider.devices().isEmpty)
        #expect(provider.obstacle == "the sound server does not answer")
        #expect(provider.access(to: .microphone) == .denied("the sound server does not answer"))
        let error = #expect(throws: AVError.self) { try provider.open("sine") }
        #expect(error?.description == "cannot open the microphone 'sine': the sound server does not answer")
    }

    @Test("are told of again when a server that hung answers")
    func recovery() throws {
        let server = try SoundServerProcess()
        let provider = server.makeProvider()
        let changes = ChangeCounter()
        let watch = try #require(provider.watch(changes.changed))
        #expect(changes.wait { changes.count > 0 })
        server.hang(true)
        #expect(provider.devices().isEmpty)
        server.hang(false)
        #expect(changes.wait { provider.devices().count == 2 })
        withExtendedLifetime(watch) {}
    }

    @Test("where there is no server, there are none, and a sentence says why")
    func noServer() throws {
        let provider = PulseProvider(server: "unix:/nowhere/native")
        #expect(provider.devices().isEmpty)
        #expect(provider.obstacle == "there is no sound server")
        #expect(provider.access(to: .microphone) == .restricted("there is no sound server"))
        let error = #expect(throws: AVError.self) { try provider.open("sine") }
        #expect(error?.code == .deviceNotConnected)
        #expect(error?.description == "cannot open the microphone 'sine': there is no sound server")
        // Watching begins when there is one.
        #expect(provider.watch {} != nil)
    }

    @Test("one that is not there cannot be opened")
    func unknown() throws {
        let server = try SoundServerProcess()
        let error = #expect(throws: AVError.self) { try server.makeProvider().open("usb") }
        #expect(error?.code == .deviceNotConnected)
        #expect(error?.description == "cannot open the microphone 'usb': the sound server does not have it any more")
    }
}
