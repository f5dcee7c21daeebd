import AssetKitBase
import AssetKitClocks
@testable import AssetKitDevices
import Testing

@Suite("A capture from a sound card")
struct CardCaptureTests {
    private let catcher = SoundCatcher()

    /// Runs a script to its end.
    private func record(_ steps: [FakeCard.Step]) -> FakeCard {
        let card = FakeCard(steps)
        CardCapture(card, for: catcher, on: card.clock, clock: card.clock).run()
        return card
    }

    @Test("has every frame once, with the time at which it was heard")
    func times() {
        // Some come in time, and some late and all at once.
        let steps = (0..<60).map { FakeCard.Step.sound($0.isMultiple(of: 7) ? 4800 : 480) }
        let total = steps.reduce(0) { if case .sound(let count) = $1 { $0 + count } else { $0 } }
        _ = record(steps)
        let caught = catcher.all
        #expect(caught.samples == (0..<total).map(Float.init))
        for block in caught.blocks {
            #expect(abs(block.hostTime - 1_000_000_000 - Int64(block.frame) * 1_000_000 / 48) < 1000)
            #expect(!block.isDiscontinuous)
        }
        #expect(caught.blocks.allSatisfy { $0.frame.isMultiple(of: 480) })
        #expect(caught.failures == [.disconnected])
    }

    @Test("jumps in time where sound is lost, by as much as is missing")
    func loss() {
        _ = record(Array(repeating: .sound(480), count: 100) + [.loss(700)] + Array(repeating: .sound(480), count: 100))
        let blocks = catcher.all.blocks
        #expect(blocks.filter(\.isDiscontinuous).map(\.frame) == [48_000])
        for block in blocks where block.frame >= 48_000 {
            #expect(abs(block.hostTime - 1_700_000_000 - Int64(block.frame) * 1_000_000 / 48) < 1000)
        }
    }

    @Test("is begun anew once where nothing comes, and then it has stalled, two seconds after the last sound")
    func stall() {
        let card = record([.sound(480)] + Array(repeating: .silence(20), count: 200))
        #expect(card.startCount == 2)
        #expect(catcher.all.failures == [.stalled])
        #expect(card.clock.now == 1_010_000_000 + 2_000_000_000)
    }

    @Test("goes on where it was silent for a while, as often as that happens")
    func pauses() {
        let pause = Array(repeating: FakeCard.Step.silence(20), count: 60)
        let card = record([.sound(480)] + pause + [.sound(480)] + pause + [.sound(480)])
        #expect(card.startCount == 3)
        #expect(catcher.all.samples == (0..<1440).map(Float.init))
        #expect(catcher.all.failures == [.disconnected])
    }

    @Test("ends where its own sink stops it, and says nothing more")
    func stop() {
        let card = FakeCard(Array(repeating: .sound(480), count: 10))
        let capture = Protected<CardCapture?>(nil)
        let stopper = SoundCatcher { capture.withLock { $0 }?.stop() }
        let made = CardCapture(card, for: stopper, on: card.clock, clock: card.clock)
        capture.withLock { $0 = made }
        made.run()
        #expect(stopper.all.frameCount == 480)
        #expect(stopper.all.failures.isEmpty)
    }

    @Test("has let go of the card when the stop returns, so that it can be opened again")
    func lettingGo() {
        let isOpen = Protected(true)
        func make() -> CardCapture {
            let card = FakeCard(Array(repeating: .sound(480), count: 1000)) { isOpen.withLock { $0 = false } }
            return CardCapture(card, for: catcher, on: card.clock, clock: card.clock)
        }
        let capture = make()
        capture.begin()
        #expect(catcher.waitForFrames(480))
        capture.stop()
        #expect(!isOpen.withLock { $0 })
        withExtendedLifetime(capture) {}
    }

    @Test("knows a card for one also where its thread was kept from it while that began")
    func lateStart() {
        let card = FakeCard([.sound(480)], startMilliseconds: 50)
        CardCapture(card, for: catcher, on: card.clock, clock: card.clock).run()
        #expect(catcher.all.samples == (0..<2880).map(Float.init))
        #expect(catcher.all.failures == [.disconnected])
    }

    @Test("has stalled where nothing comes but losses")
    func losses() {
        let card = record(Array(repeating: .loss(20), count: 200))
        #expect(card.startCount == 2)
        #expect(catcher.all.failures == [.stalled])
        #expect(card.clock.now == 3_000_000_000)
    }

    @Test("rests between losses that take no time")
    func rests() {
        // Without a rest they are all over long before it has stalled.
        let (card, clock) = (FakeCard(Array(repeating: .loss(0), count: 2000)), SystemHostClock.shared)
        CardCapture(card, for: catcher, on: clock, clock: clock, patience: 1_000_000_000).run()
        #expect(catcher.all.failures == [.stalled])
    }

    @Test("from what has no clock is as fast as time, and from a card as fast as that")
    func pace() {
        let format = DeviceSoundFormat(sampleRate: 48_000, channelCount: 2)
        var file = CardPace(format, patience: 1, at: 0)
        #expect(file.allowance(24_000, at: 0) == 0)
        #expect(file.allowance(24_000, at: 100_000_000) == 4800)
        file.heard(4800, at: 100_000_000)
        #expect(file.allowance(24_000, at: 100_000_000) == 0)
        // One that is half a percent too fast, and whose reader comes late.
        var card = CardPace(format, patience: 1, at: 0)
        #expect(card.allowance(480, at: 10_000_000) == 480)
        for second in 1...100 {
            card.heard(48_240, at: Int64(second) * 1_000_000_000)
            #expect(card.allowance(24_000, at: Int64(second) * 1_000_000_000) == 24_000)
        }
    }
}
