import AssetKitBase
import AssetKitClocks
@testable import AssetKitDevices
import CMTimeLib
import Foundation
import Testing

/// Whether there is libasound; where there is not, it says so loudly.
private let isInstalled: Bool = {
    guard ALSAProvider().obstacle == "libasound is not installed" else { return true }
    FileHandle.standardError.write(
        Data("LEFT OUT: nothing was recorded through ALSA, since it is not installed\n".utf8)
    )
    return false
}()

@Suite("Microphones of ALSA", .enabled(if: isInstalled, "libasound is not installed"))
struct ALSAProviderTests {
    private let host = SystemHostClock.shared
    private let catcher = SoundCatcher()
    private let folder: ALSAFolder

    init() throws {
        folder = try ALSAFolder()
        try folder.record([Float](repeating: 0, count: 96_000))
    }

    /// Those of the test's configuration: the machine's own cards are there too.
    private func names(_ provider: ALSAProvider) -> [String] {
        provider.devices().map(\.id).filter { !$0.hasPrefix("hw:") }
    }

    @Test("are what the configuration shows and what can be recorded from")
    func listing() throws {
        let provider = folder.makeProvider()
        #expect(names(provider) == ["tape"])
        let tape = try #require(provider.devices().first { $0.id == "tape" })
        #expect(tape.name == "A tape")
        #expect(tape.kind == .microphone)
        #expect(tape.obstacle == nil)
        #expect(!tape.isDefault && !tape.isSystemSound)
        // What is no card itself may be for several.
        #expect(provider.devices().allSatisfy { $0.isExclusive == $0.id.hasPrefix("hw:") })
        #expect(
            tape.formats == [48_000, 44_100].map { .sound(DeviceSoundFormat(sampleRate: $0, channelCount: 2)) }
        )
        #expect(provider.name == "alsa")
        #expect(provider.obstacle == nil)
        #expect(provider.access(to: .microphone) == .authorized)
        #expect(provider.access(to: .camera) != .authorized)
    }

    @Test("have the one that ALSA takes by itself for the usual one, where that is no card")
    func usual() throws {
        try folder.configure("pcm.default { type plug slave.pcm tape }")
        let provider = folder.makeProvider()
        #expect(names(provider) == ["default", "tape"])
        #expect(provider.devices().first { $0.isDefault }?.id == "default")
    }

    @Test("that are in use can be chosen, and say so when they are opened")
    func busy() throws {
        let server = try BusySoundServer(in: folder.folder)
        try folder.configure(server.source("desk") + "pcm.desk.hint { show on description \"Desk\" }")
        let provider = folder.makeProvider()
        let desk = try #require(provider.devices().first { $0.id == "desk" })
        #expect(desk.obstacle == nil)
        #expect(
            desk.formats == [48_000, 44_100].map { .sound(DeviceSoundFormat(sampleRate: $0, channelCount: 2)) }
        )
        let text = "cannot open the microphone 'desk': another program is using it"
        #expect(throws: AVError(.deviceInUseByAnotherApplication, text)) { try provider.open("desk") }
    }

    @Test("have the same usual one while that is in use, and do not open it again")
    func usualInUse() throws {
        let server = try BusySoundServer(in: folder.folder)
        try folder.configure("pcm.default { type plug slave.pcm tape }")
        let provider = folder.makeProvider()
        let before = provider.devices()
        try folder.configure(server.source("default"))
        #expect(provider.devices() == before)
        #expect(before.first { $0.isDefault }?.id == "default")
        #expect(server.openingCount == 0)
    }

    @Test("have a usual one also where that was in use from the beginning, and no less when it is not")
    func usualInUseAtFirst() throws {
        let server = try BusySoundServer(in: folder.folder)
        try folder.configure(server.source("default"))
        let provider = folder.makeProvider()
        let before = provider.devices()
        #expect(before.first { $0.isDefault }?.id == "default")
        #expect(before.allSatisfy { $0.obstacle == nil || $0.id.hasPrefix("hw:") })
        #expect(server.openingCount == 1)
        try folder.configure("pcm.default { type plug slave.pcm tape }")
        #expect(provider.devices() == before)
    }

    @Test("are left to a sound server while there is one, and access to them too")
    func server() throws {
        let server = FakeServer()
        let provider = folder.makeProvider(unless: server)
        #expect(provider.devices().isEmpty)
        #expect(provider.obstacle == nil)
        server.isThere.withLock { $0 = false }
        #expect(names(provider) == ["tape"])
    }

    @Test("a configuration that cannot be read is told of in half a sentence")
    func unreadable() throws {
        try folder.configure("pcm.half {")
        let provider = folder.makeProvider()
        #expect(provider.obstacle == "ALSA's configuration cannot be read: Invalid argument")
        #expect(provider.devices().isEmpty)
        #expect(provider.access(to: .microphone) == .denied("ALSA's configuration cannot be read: Invalid argument"))
    }

    @Test("are denied to nobody where there are none")
    func none() throws {
        try Data("pcm.silent { type null }".utf8).write(to: folder.configuration)
        let provider = folder.makeProvider()
        // The machine's own cards may be there, and may not be opened.
        #expect(provider.devices().isEmpty == false || provider.access(to: .microphone) == .authorized)
    }

    @Test("come and go, and whoever watches hears of it")
    func watch() throws {
        let provider = folder.makeProvider()
        let changes = ChangeCounter()
        let watch = try #require(provider.watch(changes.changed))
        try folder.configure("pcm.desk { type plug slave.pcm tape hint { show on description \"Desk\" } }")
        try folder.plug()
        #expect(changes.wait { names(provider).contains("desk") && changes.count > 0 })
        withExtendedLifetime(watch) {}
    }

    @Test("deliver every sample, whatever they are read as, and none after the stop")
    func samples() throws {
        let counter = (0..<192_000).map { Float($0) / 1_048_576 }
        try folder.record(counter)
        let handle = try folder.makeProvider().open("tape")
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFrames(96_000))
        handle.stop()
        let caught = catcher.all
        #expect(Array(caught.samples.prefix(counter.count)) == counter)
        #expect(caught.format == DeviceSoundFormat(sampleRate: 48_000, channelCount: 2))
        #expect(zip(caught.blocks, caught.blocks.dropFirst()).allSatisfy { $0.hostTime < $1.hostTime })
        // A thread that went on would deliver as much as the next one.
        let next = SoundCatcher()
        try handle.start(next, on: host)
        #expect(next.waitForFrames(9600))
        handle.stop()
        #expect(catcher.all.frameCount == caught.frameCount)
    }

    @Test("whole numbers become the floating-point numbers that they mean, at the rate that is asked for")
    func integers() throws {
        let numbers = (0..<4800).flatMap { [Int16($0 - 2400), Int16(2400 - $0)] }
        try numbers.withUnsafeBytes { Data($0) }.write(to: folder.tape)
        try folder.configure(
            """
            pcm.card { type linear slave { pcm silent format S16_LE } }
            pcm.whole { type plug slave { pcm { type linear slave { pcm tape16 format S16_LE } } } }
            pcm.tape16 { type file slave.pcm card file "/dev/null" infile "\(folder.tape.path)" format raw }
            """
        )
        let card = try ALSACard(
            "whole",
            DeviceSoundFormat(sampleRate: 48_000, channelCount: 2),
            configuration: folder.configuration.path
        )
        #expect(card.format == DeviceSoundFormat(sampleRate: 48_000, channelCount: 2))
        _ = card.start()
        var samples = [Float](repeating: 0, count: 960)
        #expect(samples.withUnsafeMutableBufferPointer { card.read(into: $0) } == .frames(480))
        #expect(samples == numbers.prefix(960).map { Float($0) / 32_768 })
    }

    @Test("are set up while they do not run, and have no controls")
    func setup() throws {
        let handle = try folder.makeProvider().open("tape")
        let wanted = DeviceSoundFormat(sampleRate: 16_000, channelCount: 1)
        #expect(try handle.configure(DeviceSetup(format: .sound(wanted))).format == .sound(wanted))
        let wild = DeviceSoundFormat(sampleRate: .max, channelCount: .max)
        let taken = try handle.configure(DeviceSetup(format: .sound(wild))).format.sound
        #expect(taken == SoundFormats.nearest(wild))
        #expect(try handle.controls().isEmpty)
        try handle.set([])
        let refusal = #expect(throws: AVError.self) { try handle.set([DeviceControlChange(.gain, 1)]) }
        #expect(refusal?.description == "the microphone 'tape' has no control 'gain': its volume is the mixer's")
        _ = try handle.configure(DeviceSetup(format: .sound(wanted)))
        try handle.start(catcher, on: host)
        let error = #expect(throws: AVError.self) { try handle.configure(DeviceSetup(format: .sound(wild))) }
        #expect(error?.description == "the microphone 'tape' cannot be changed while it records")
        #expect(catcher.waitForFrames(1600))
        handle.close()
        #expect(catcher.all.format == wanted)
        #expect(throws: AVError(.deviceNotConnected, "the microphone 'tape' is closed")) {
            try handle.start(catcher, on: host)
        }
    }

    @Test("one that is not there cannot be opened, and is named")
    func nowhere() throws {
        let provider = folder.makeProvider()
        for id in ["away", "nobody"] {
            #expect(
                throws: AVError(.deviceNotConnected, "cannot open the microphone '\(id)': it is not connected any more")
            ) { try provider.open(id) }
        }
    }
}

/// A sound server that is there or not.
private final class FakeServer: DeviceProvider {
    let isThere = Protected(true)
    let name = "server"

    var obstacle: String? { isThere.withLock { $0 } ? nil : "there is none" }
    func devices() -> [DeviceFacts] { [] }
    func watch(_ changed: @escaping @Sendable () -> Void) -> DeviceWatch? { nil }
    func access(to kind: DeviceKind) -> DeviceAccess { .authorized }
    func open(_ id: String) throws(AVError) -> any DeviceHandle { throw AVError(.deviceNotConnected, id) }
}
