import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Synthetic devices")
struct SyntheticDeviceTests {
    private let host = VirtualHostClock(now: 5_000_000_000)
    private let provider = SyntheticProvider()
    private let sink = KeepingSink()

    private func start(
        _ kind: SyntheticProvider.Kind,
        seconds: Double,
        frameDuration: CMTime = CMTime.invalid
    ) throws -> any DeviceHandle {
        provider.add(kind)
        let facts = try #require(provider.devices().first)
        let handle = try provider.open(facts.id)
        _ = try handle.configure(DeviceSetup(format: facts.formats[0], frameDuration: frameDuration))
        try handle.start(sink, on: host)
        host.advance(by: Int64(seconds * 1e9))
        return handle
    }

    private func numbers() -> [Int?] {
        sink.samples.map { sample in
            guard case .picture(let picture) = sample.content else { return nil }
            return AKSyntheticPicture.number(in: picture)
        }
    }

    @Test("a camera's pictures carry their numbers, in every coding", arguments: ["420v", "yuvs", "BGRA"])
    func pictures(coding: String) throws {
        let handle = try start(
            .camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], coding: coding)),
            seconds: 1.99
        )
        handle.stop()
        host.advance(by: 1_000_000_000)
        #expect(numbers() == (0..<60).map { $0 })
        let times = (0..<60).map { (number: Int64) -> Int64 in 5_000_000_000 + number * 1_000_000_000 / 30 }
        #expect(sink.samples.map(\.hostTime) == times)
        let flashes = sink.samples.filter { sample in
            guard case .picture(let picture) = sample.content else { return false }
            return AKSyntheticPicture.isFlash(picture)
        }
        #expect(flashes.map(\.hostTime) == [5_000_000_000, 6_000_000_000])
    }

    @Test("a camera that codes its pictures delivers JPEG files")
    func jpeg() throws {
        _ = try start(.camera(AKSyntheticCamera(width: 320, height: 240, coding: "jpeg")), seconds: 0.01)
        guard case .coded(let block) = try #require(sink.samples.first).content else {
            Issue.record("it is not coded")
            return
        }
        let bytes = try block.dataBytes()
        #expect(bytes.prefix(2) == Data([0xFF, 0xD8]) && bytes.suffix(2) == Data([0xFF, 0xD9]))
    }

    @Test("a screen's pictures lie on multiples of their duration, and a region of it can be had")
    func screen() throws {
        host.advance(by: 7)
        provider.add(.screen(AKSyntheticScreen(width: 640, height: 480)))
        let handle = try provider.open("synthetic-screen")
        let wish = DeviceSetup(
            format: provider.devices()[0].formats[0],
            frameDuration: CMTime(value: 1, timescale: 10),
            region: CGRect(x: 10, y: 20, width: 101, height: 4_000)
        )
        let setup = try handle.configure(wish)
        #expect(setup.region == CGRect(x: 10, y: 20, width: 100, height: 460))
        try handle.start(sink, on: host)
        host.advance(by: 500_000_000)
        let times = (51...55).map { (number: Int64) -> Int64 in number * 100_000_000 }
        #expect(sink.samples.map(\.hostTime) == times)
        guard case .picture(let picture) = try #require(sink.samples.first).content else { return }
        #expect(picture.width == 100 && picture.height == 460)
    }

    @Test("a microphone's frames are counted, none is missing, and its clock may drift", arguments: [0.0, 200, -200])
    func sound(drift: Double) throws {
        _ = try start(
            .microphone(AKSyntheticMicrophone(channelCount: 2, driftPPM: drift, signal: .counter)),
            seconds: 10
        )
        let frames = sink.samples.reduce(0) { sum, sample in
            guard case .sound(let block) = sample.content else { return sum }
            let expected = (0..<block.frameCount).map { Float((sum + $0) & 0xFFFFF) / Float(1 << 21) }
            #expect(stride(from: 0, to: block.samples.count, by: 2).map { block.samples[$0] } == expected)
            return sum + block.frameCount
        }
        #expect(abs(frames - Int(480_000 * (1 + drift / 1e6))) <= 480)
        let last = try #require(sink.samples.last)
        let expected = 5e9 + Double(frames - 480) / 48_000 / (1 + drift / 1e6) * 1e9
        #expect(abs(Double(last.hostTime) - expected) < 10)
    }

    @Test("a beep begins with each second of the host clock, and tells its number")
    func beeps() throws {
        _ = try start(.microphone(AKSyntheticMicrophone()), seconds: 2.5)
        let samples = sink.samples.flatMap { sample -> [Float] in
            guard case .sound(let block) = sample.content else { return [] }
            return block.samples
        }
        // Second 6 is 110 in binary: of its places from 100 ms on, the second and the third sound.
        func level(_ milliseconds: Int) -> Float {
            samples[(milliseconds * 48)..<((milliseconds + 30) * 48)].map(abs).max() ?? 0
        }
        let levels = [1010, 1060, 1100, 1150, 1200, 1250].map(level)
        #expect(levels.map { $0 > 0.2 } == [true, false, false, true, true, false])
    }

    @Test("what a script says happens, and what is lost is told")
    func script() throws {
        let script = [
            AKSyntheticEvent(at: 1, .drop(3)), AKSyntheticEvent(at: 2, .stall(0.5)),
            AKSyntheticEvent(at: 3, .jump(0.2)),
            AKSyntheticEvent(at: 4, .unplug), AKSyntheticEvent(at: 6, .plug),
        ]
        let handle = try start(
            .camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [10], script: script)),
            seconds: 5
        )
        #expect(sink.failures == [.disconnected])
        let expected: [Int?] = Array(0...9) + Array(13...19) + Array(25...39)
        #expect(numbers() == expected)
        #expect(sink.samples.map(\.lostCount).filter { $0 > 0 } == [3, 5])
        #expect(sink.samples.last?.hostTime == 9_100_000_000)
        #expect(provider.devices().isEmpty)
        #expect(throws: AVError.self) { try handle.start(sink, on: host) }
        host.advance(by: 1_500_000_000)
        #expect(provider.devices().count == 1)
        try handle.start(sink, on: host)
        host.advance(by: 1_000_000_000)
        #expect(sink.samples.count == 32 + 11)
    }

    @Test("a stall that goes on is told, and a device that others have cannot be opened")
    func stallAndBusy() throws {
        let script = [AKSyntheticEvent(at: 1, .stall(10))]
        _ = try start(.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], script: script)), seconds: 8)
        #expect(sink.failures == [.stalled])
        provider.add(.microphone(AKSyntheticMicrophone(script: [AKSyntheticEvent(at: 0, .busy(true))])))
        let handle = try provider.open("synthetic-microphone")
        #expect(throws: AVError.self) { try handle.start(sink, on: host) }
    }

    @Test("a file of devices says what is wrong with it")
    func files() throws {
        let text =
            #"{"cameras": [{"id": "a", "script": [{"at": 1, "jump": 0.5}]}], "microphones": [{"sampleRate": 44100}]}"#
        let description = try JSONDecoder().decode(AKSyntheticDevices.Description.self, from: Data(text.utf8))
        #expect(description.cameras == [AKSyntheticCamera(id: "a", script: [AKSyntheticEvent(at: 1, .jump(0.5))])])
        #expect(description.microphones?.first?.sampleRate == 44_100)
        let again = try JSONDecoder().decode(
            AKSyntheticDevices.Description.self,
            from: try JSONEncoder().encode(description)
        )
        #expect(again == description)
        let wrong = #"{"cameras": [{"script": [{"at": 1, "jump": 0.5, "drop": 1}]}]}"#
        do {
            _ = try JSONDecoder().decode(AKSyntheticDevices.Description.self, from: Data(wrong.utf8))
            Issue.record("it is taken")
        } catch {
            #expect(
                SyntheticProvider.words(error).hasPrefix(
                    "cameras.[0].script.[0]: an event has its time and one of stall"
                )
            )
        }
    }

    @Test("a file of devices that cannot be read is told of in the system's words", arguments: ["/nowhere.json", "/"])
    func unreadableFiles(path: String) throws {
        let error = try #require(throws: (any Error).self) { try Data(contentsOf: URL(filePath: path)) }
        let reason = path == "/" ? "Is a directory" : "No such file or directory"
        #expect(SyntheticProvider.words(error) == reason)
    }

    @Test(
        "a file of devices that nothing can be like is refused, and says where",
        arguments: [
            (#"{"cameras": [{"width": 100000}]}"#, "cameras.[0].width: 100000 is not from 64 to 8192"),
            (#"{"screens": [{}, {"height": -2}]}"#, "screens.[1].height: -2 is not from 48 to 8192"),
            (#"{"cameras": [{"frameRates": []}]}"#, "cameras.[0].frameRates: there is none in the list"),
            (#"{"cameras": [{"frameRates": [30, 0]}]}"#, "cameras.[0].frameRates: 0.0 is not from 0.01 to 1000.0"),
            (#"{"cameras": [{"frameRates": [-5]}]}"#, "cameras.[0].frameRates: -5.0 is not from"),
            (#"{"cameras": [{"coding": "vp8"}]}"#, "cameras.[0].coding: there is no 'vp8', only 420v, yuvs"),
            (#"{"cameras": [{"position": "top"}]}"#, "cameras.[0].position: there is no 'top', only front, back"),
            (#"{"microphones": [{"sampleRate": 0}]}"#, "microphones.[0].sampleRate: 0 is not from 8000 to 192000"),
            (#"{"microphones": [{"channelCount": 99}]}"#, "microphones.[0].channelCount: 99 is not from 1 to 8"),
            (#"{"microphones": [{"driftPPM": 1e9}]}"#, "microphones.[0].driftPPM: 1000000000.0 is not from"),
            (#"{"screens": [{"script": [{"at": -1, "plug": true}]}]}"#, "screens.[0].script.[0].at: -1.0 is not from"),
            (#"{"screens": [{"script": [{"at": 1, "stall": -1}]}]}"#, "screens.[0].script.[0].stall: -1.0 is not"),
            (#"{"screens": [{"script": [{"at": 1, "jump": 1e300}]}]}"#, "screens.[0].script.[0].jump: 1e+300 is not"),
            (#"{"screens": [{"script": [{"at": 1, "drop": -1}]}]}"#, "screens.[0].script.[0].drop: -1 is not from"),
            (#"{"screens": [{"script": [{"at": 1, "rate": 0}]}]}"#, "screens.[0].script.[0].rate: 0.0 is not from"),
        ] as [(String, String)]
    )
    func strangeFiles(text: String, sentence: String) {
        do {
            _ = try JSONDecoder().decode(AKSyntheticDevices.Description.self, from: Data(text.utf8))
            Issue.record("it is taken")
        } catch {
            #expect(SyntheticProvider.words(error).hasPrefix(sentence), "\(SyntheticProvider.words(error))")
        }
    }
}
