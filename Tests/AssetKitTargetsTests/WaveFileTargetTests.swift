import AssetKitBase
import AssetKitClocks
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@Suite("A WAV file that sound is played into")
struct WaveFileTargetTests {
    private let host = VirtualHostClock()
    private let counter = Counter()
    private let events = Events<AKAudioTargetEvent>()
    private let stereo = AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2)
    private let folder = TemporaryFolder()

    /// What a reader of RIFF finds: chunks by name.
    private func chunks(_ data: Data) -> [String: Data] {
        var chunks: [String: Data] = [:]
        var place = 12
        while place + 8 <= data.count {
            let name = String(decoding: data[place..<place + 4], as: UTF8.self)
            let stated = Int(number(data, place + 4, as: UInt32.self))
            let size = stated == Int(UInt32.max) ? data.count - place - 8 : stated
            chunks[name] = Data(data[(place + 8)..<min(place + 8 + size, data.count)])
            place += 8 + size
        }
        return chunks
    }

    private func number<Value: FixedWidthInteger>(_ data: Data, _ offset: Int, as: Value.Type) -> Value {
        data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
    }

    private func samples(_ data: Data?) -> [Float] {
        data?.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } ?? []
    }

    @Test("holds every sample that was heard, and has its name only when it is closed")
    func samples() throws {
        let target = AKWaveFileTarget(host: host, url: folder.file("heard.wav"))
        #expect(try target.open(stereo, events: events.add) == stereo)
        target.start(at: nil, counter.fill)
        host.advance(to: 600_000_000)  // 100 ms until the first is heard
        #expect(target.position == .init(frame: 24_000, hostTime: 600_000_000))
        #expect(folder.names.isEmpty)
        target.close()
        #expect(folder.names == ["heard.wav"])
        let data = try Data(contentsOf: folder.file("heard.wav"))
        #expect(data.prefix(4) == Data("RIFF".utf8))
        #expect(Int(number(data, 4, as: UInt32.self)) == data.count - 8)
        let chunks = chunks(data)
        #expect(samples(chunks["data"]) == Counter.samples(24_000))
        #expect(chunks["fact"].map { number($0, 0, as: UInt32.self) } == 24_000)
        #expect(chunks["fmt "].map(Array.init)?.prefix(8) == [3, 0, 2, 0, 0x80, 0xBB, 0, 0])
        #expect(events.all.isEmpty)
    }

    @Test("leaves pauses out, and what was stopped before it was heard")
    func pauses() throws {
        let target = AKWaveFileTarget(host: host, url: folder.file("heard.wav"))
        _ = try target.open(stereo, events: events.add)
        target.start(at: nil, counter.fill)
        host.advance(by: 200_000_000)
        target.stop()
        let given = counter.given
        #expect(given == 4800 + 4800 + 480)
        host.advance(by: 1_000_000_000)
        target.start(at: nil, counter.fill)
        host.advance(by: 150_000_000)
        target.close()
        let data = try chunks(Data(contentsOf: folder.file("heard.wav")))["data"]
        #expect(samples(data) == Counter.samples(4800) + Counter.samples(2400, from: given + 1))
    }

    @Test("is an RF64 file with 64-bit sizes where 32 bits do not hold them")
    func long() throws {
        let target = AKWaveFileTarget(host: host, url: folder.file("long.wav"), mostBytes: 10_000)
        _ = try target.open(AKAudioTargetFormat(sampleRate: 8000, channelCount: 4), events: events.add)
        target.start(at: nil) {
            $0.update(repeating: 0.25); return $0.count / 4
        }
        host.advance(by: 1_100_000_000)
        target.close()
        let data = try Data(contentsOf: folder.file("long.wav"))
        #expect(data.prefix(4) == Data("RF64".utf8))
        #expect(number(data, 4, as: UInt32.self) == .max)
        let chunks = chunks(data)
        let sizes = try #require(chunks["ds64"])
        #expect(Int(number(sizes, 0, as: UInt64.self)) == data.count - 8)
        #expect(number(sizes, 8, as: UInt64.self) == 8000 * 16)
        #expect(number(sizes, 16, as: UInt64.self) == 8000)
        #expect(chunks["data"]?.count == 8000 * 16)
    }

    @Test("replaces nothing unless it is told to")
    func overwriting() throws {
        let url = folder.file("there.wav")
        try Data("old".utf8).write(to: url)
        let careful = AKWaveFileTarget(host: host, url: url)
        let error = #expect(throws: AVError.self) { try careful.open(stereo, events: events.add) }
        #expect(error?.code == .fileAlreadyExists)
        #expect(error?.description == "cannot write '\(url.path)': there is a file of that name already")
        let bold = AKWaveFileTarget(host: host, url: url, overwrites: true)
        _ = try bold.open(stereo, events: events.add)
        #expect(try Data(contentsOf: url) == Data("old".utf8))
        bold.close()
        #expect(try Data(contentsOf: url).count == 94)
        #expect(folder.names == ["there.wav"])
    }

    @Test("is lost where it cannot get its name, and leaves nothing behind")
    func appeared() throws {
        let url = folder.file("new.wav")
        let target = AKWaveFileTarget(host: host, url: url)
        _ = try target.open(stereo, events: events.add)
        try Data("other".utf8).write(to: url)
        target.close()
        #expect(events.texts == ["cannot write '\(url.path)': there is a file of that name already"])
        #expect(folder.names == ["new.wav"])
        #expect(try Data(contentsOf: url) == Data("other".utf8))
    }

    @Test("is not there when it is given up without being closed")
    func givenUp() throws {
        var target: AKWaveFileTarget? = AKWaveFileTarget(host: host, url: folder.file("gone.wav"))
        _ = try target?.open(stereo, events: events.add)
        target?.start(at: nil, counter.fill)
        host.advance(by: 100_000_000)
        target = nil
        #expect(folder.names.isEmpty)
        #expect(host.alarmCount == 0)
    }

    @Test("leaves what was there alone when it is discarded")
    func discarded() throws {
        let url = folder.file("there.wav")
        try Data("old".utf8).write(to: url)
        let target = AKWaveFileTarget(host: host, url: url, overwrites: true)
        _ = try target.open(stereo, events: events.add)
        target.start(at: nil, counter.fill)
        host.advance(by: 100_000_000)
        target.discard()
        target.close()
        #expect(try Data(contentsOf: url) == Data("old".utf8))
        #expect(folder.names == ["there.wav"])
        #expect(host.alarmCount == 0)
        #expect(events.all.isEmpty)
    }

    @Test("makes no file any more for who is late to open it once it is discarded")
    func discardedBefore() {
        let target = AKWaveFileTarget(host: host, url: folder.file("never.wav"))
        target.discard()
        let error = #expect(throws: AVError.self) { try target.open(stereo, events: events.add) }
        #expect(error?.code == .operationInterrupted)
        target.close()
        #expect(folder.names.isEmpty)
    }

    @Test("goes into a device that has the name, and does not take its place")
    func device() throws {
        let target = AKWaveFileTarget(host: host, url: URL(filePath: "/dev/null"), overwrites: true)
        _ = try target.open(stereo, events: events.add)
        target.start(at: nil, counter.fill)
        host.advance(by: 100_000_000)
        target.close()
        #expect(events.all.isEmpty)
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test("says in one sentence that its folder is not there")
    func noFolder() throws {
        let url = folder.file("no/where.wav")
        let target = AKWaveFileTarget(host: host, url: url)
        let error = #expect(throws: AVError.self) { try target.open(stereo, events: events.add) }
        #expect(error?.description == "cannot write '\(url.path)': No such file or directory")
    }

    @Test("is lost when the disk is full, with a sentence, and asks for nothing more")
    func diskFull() throws {
        // /dev/full has no files; a file that may not grow says the same in other words, and a small file system needs root.
        guard let small = SmallFileSystem(in: folder.url.path) else {
            print("LEFT OUT: no small file system can be mounted here, so the full disk was not tried")
            return
        }
        let target = AKWaveFileTarget(host: host, url: small.url.appending(path: "heard.wav"))
        _ = try target.open(stereo, events: events.add)
        target.start(at: nil, counter.fill)
        host.advance(by: 5_000_000_000)
        #expect(events.texts == ["cannot write '\(small.url.path)/heard.wav': No space left on device"])
        #expect(target.position == nil)
        #expect(counter.given < 200_000)
        target.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: small.url.path).isEmpty)
    }
}
