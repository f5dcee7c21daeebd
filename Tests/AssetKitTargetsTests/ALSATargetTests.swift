import AssetKitBase
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@Suite("A sound card")
struct ALSATargetTests {
    private let events = Events<AKAudioTargetEvent>()
    private let stereo = AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2)

    /// Opens the device that writes into a file; nil where ALSA's configuration does not have it.
    private func open(_ target: AKALSATarget) -> AKAudioTargetFormat? {
        do {
            return try target.open(stereo, events: events.add)
        } catch {
            Tool.leaveOut("nothing was played through ALSA: \(error)")
            return nil
        }
    }

    @Test("gets every sample")
    func samples() throws {
        let folder = TemporaryFolder()
        let target = AKALSATarget(device: "file:'\(folder.file("heard.raw").path)',raw")
        guard open(target) != nil else { return }
        let counter = Counter(frames: 96_000)
        let isOver = Monitor(false)
        target.start(at: nil) { samples in
            let count = counter.fill(samples)
            if count == 0 {
                isOver.withLock { $0 = true }
                isOver.announce()
            }
            return count
        }
        isOver.wait { $0 ? () : nil }
        target.close()
        let data = try Data(contentsOf: folder.file("heard.raw"))
        let heard = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        #expect(heard == Counter.samples(96_000))
    }

    @Test("stops and starts again, also from its own source")
    func stop() throws {
        let target = AKALSATarget(device: "null")
        guard open(target) != nil else { return }
        for _ in 0..<3 {
            let isOver = Monitor(false)
            let counter = Counter(frames: 4800)
            target.start(at: nil) { samples in
                let count = counter.fill(samples)
                if count == 0 {
                    target.stop()
                    isOver.withLock { $0 = true }
                    isOver.announce()
                }
                return count
            }
            isOver.wait { $0 ? () : nil }
            #expect(target.position == nil)
        }
    }

    @Test("says in one sentence that there is none")
    func noDevice() throws {
        let target = AKALSATarget(device: "nowhere")
        let error = #expect(throws: AVError.self) { try target.open(stereo, events: events.add) }
        #expect(error?.description == "there is no sound device 'nowhere' to play to: No such file or directory")
    }
}
