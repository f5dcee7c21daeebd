import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import Foundation
import Glibc
import Testing

@Suite("Portal: which screens there are", .serialized, .onOwnThread)
struct PortalProviderTests {
    @Test("a desktop has one screen to share, and is asked nothing for that")
    func facts() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let provider = desktop.provider()
        #expect(provider.name == "portal")
        #expect(provider.obstacle == nil)
        #expect(provider.access(to: .screen) == .authorized)
        #expect(provider.access(to: .camera) == .restricted("the portal is asked for nothing but screens"))
        let facts = try #require(provider.devices().first)
        #expect(provider.devices() == [facts])
        #expect((facts.id, facts.name) == ("portal:screen", "Screen or window (the desktop asks which)"))
        #expect(!facts.isDefault && facts.obstacle == nil)
        #expect(desktop.count("dialogs: CreateSession") == 0)
    }

    @Test("a screen of another name cannot be opened")
    func unknown() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let error = #expect(throws: AVError.self) { try desktop.provider().open("portal:window") }
        #expect(error?.description == "cannot open the screen 'portal:window': there is none of that name")
        #expect(error?.code == .deviceNotConnected)
    }

    @Test("says in half a sentence why there is none", arguments: ["unix:path=/nowhere/bus", "nonsense", "unix:path="])
    func noBus(address: String) throws {
        let provider = PortalProvider(bus: address, milliseconds: 600_000) { [:] }
        // What else is missing is said first.
        let obstacle = try #require(provider.obstacle)
        if !obstacle.hasSuffix("is not installed") { #expect(obstacle == "there is no session bus") }
        #expect(provider.devices().isEmpty)
        #expect(provider.access(to: .screen) == .denied(obstacle))
        let error = #expect(throws: AVError.self) { try provider.open("portal:screen") }
        #expect(error?.description == "cannot open the screen 'portal:screen': \(obstacle)")
    }

    @Test("a bus without a portal says so")
    func noPortal() throws {
        let options = ["portal", "dialogs", "pictures", "wireplumber", "pipewire"].flatMap { ["--without", $0] }
        guard let desktop = try PrivateDesktop(options: options) else { return }
        // The bus starts a portal when somebody asks for it, and that one has no dialogs.
        let obstacle = try #require(desktop.provider().obstacle)
        #expect(
            ["no portal on the session bus shares screens", "the desktop's portal has nothing to share"].contains(
                obstacle
            )
        )
    }

    @Test("a bus that says nothing is waited for once, and not again at once")
    func silence() throws {
        let path = "/tmp/mute-\(UUID().uuidString.prefix(8))"
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(descriptor)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound && listen(descriptor, 5) == 0)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let provider = PortalProvider(bus: "unix:path=\(path)", milliseconds: 200) { [:] }
        let obstacle = try #require(provider.obstacle)
        guard !obstacle.hasSuffix("is not installed") else { return }
        #expect(obstacle == "the session bus does not answer")
        #expect(provider.obstacle == obstacle && provider.devices().isEmpty && provider.watch {} == nil)
        // It was connected to once.
        let first = accept(descriptor, nil, nil)
        #expect(first >= 0 && accept(descriptor, nil, nil) < 0)
        close(first)
    }

    @Test("that a portal is gone is told, and that it is there again")
    func restart() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let provider = desktop.provider()
        let lists = Monitor([Int]())
        let watch = provider.watch {
            let count = provider.devices().count
            lists.withLock { $0.append(count) }
            lists.announce()
        }
        #expect(watch != nil)
        func hears(_ body: @escaping ([Int]) -> Bool) -> Bool {
            lists.wait(until: .now + ScreenSink.patience) { body($0) ? true : nil } ?? false
        }
        desktop.say("kill portal", until: "portal: killed")
        // The bus may have started another by then.
        #expect(hears { !$0.isEmpty })
        desktop.say("start portal", until: "portal: started")
        #expect(hears { $0.last == 1 })
        withExtendedLifetime(watch) {}
    }

    @Test("nothing is told when nobody holds the watch any more")
    func endOfWatch() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let provider = desktop.provider()
        let (old, new) = (Monitor(0), Monitor(0))
        var watch = provider.watch { old.withLock { $0 += 1 } }
        #expect(watch != nil)
        watch = provider.watch {
            new.withLock { $0 += 1 }
            new.announce()
        }
        desktop.say("kill bus", until: "bus: killed")
        #expect(new.wait(until: .now + ScreenSink.patience) { $0 > 0 ? true : nil } == true)
        #expect(old.withLock { $0 } == 0)
        withExtendedLifetime(watch) {}
    }
}
