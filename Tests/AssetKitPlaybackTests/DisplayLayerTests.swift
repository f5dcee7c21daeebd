import AssetKit
import AssetKitClocks
import AssetKitTargets
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("Layers of sample buffers")
struct DisplayLayerTests {
    private let host = VirtualHostClock(now: 1_000_000_000)
    private let environment: HostEnvironment
    private let screen: AKVirtualVideoTarget
    private let layer: AVSampleBufferDisplayLayer

    init() {
        environment = .virtual(host)
        screen = AKVirtualVideoTarget(host: host)
        layer = AVSampleBufferDisplayLayer(environment: environment)
        layer.akTarget = screen
    }

    private func tenth(_ count: Int64) -> CMTime { CMTime(value: count, timescale: 10) }

    @Test("without anything else pictures show by the host clock")
    func hostClock() throws {
        for count in 10..<20 { layer.enqueue(try Buffers.picture(tenth(Int64(count)))) }
        #expect(layer.isReadyForDisplay)
        host.advance(by: 2_000_000_000)
        #expect(screen.presented.map(\.presentedAt) == (10..<20).map { $0 * 100_000_000 })
        #expect(layer.timebase.rate == 1)
    }

    @Test("a timebase of the client's tells when pictures show, whatever it does")
    func controlTimebase() throws {
        let timebase = try CMTimebase(sourceClock: environment.hostClock)
        layer.controlTimebase = timebase
        #expect(layer.timebase === timebase)
        for count in 0..<10 { layer.enqueue(try Buffers.picture(tenth(Int64(count)))) }
        host.advance(by: 1_000_000_000)
        #expect(screen.presented.map(\.itemTime) == [.zero])
        try timebase.setRate(2)
        host.advance(by: 110_000_000)
        #expect(screen.presented.map(\.itemTime) == [tenth(0), tenth(1), tenth(2)])
        #expect(screen.presented.last?.presentedAt == 2_100_000_000)
        try timebase.setTime(tenth(7))
        #expect(screen.presented.last?.itemTime == tenth(7))
    }

    @Test("samples that say so show at once, or never")
    func attachments() throws {
        let (now, never) = (try Buffers.picture(tenth(500)), try Buffers.picture(tenth(5)))
        now.sampleAttachments[0][.displayImmediately] = true
        never.sampleAttachments[0][.doNotDisplay] = true
        layer.enqueue(never)
        layer.enqueue(now)
        host.advance(by: 1_000_000)
        #expect(screen.presented.map(\.itemTime) == [tenth(500)])
    }

    @Test("flushing keeps the picture, unless that is to go as well")
    func flushing() throws {
        layer.enqueue(try Buffers.picture(tenth(10)))
        layer.enqueue(try Buffers.picture(tenth(11)))
        layer.flush()
        host.advance(by: 1_000_000_000)
        #expect(screen.presented.count == 1)
        #expect(layer.isReadyForDisplay)
        #expect(screen.clearCount == 0)
        layer.flushAndRemoveImage()
        #expect(!layer.isReadyForDisplay)
        #expect(screen.clearCount == 1)
        #expect(layer.sampleBufferRenderer.displayedPixelBuffer() == nil)
    }

    @Test("it counts what it shows and what came too late")
    func figures() throws {
        final class Box: @unchecked Sendable {
            // SAFETY: everything is called on the thread of the test.
            var metrics: AVVideoPerformanceMetrics?
        }
        let box = Box()
        for count in [3, 4, 5, 10] { layer.enqueue(try Buffers.picture(tenth(Int64(count)))) }
        layer.sampleBufferRenderer.loadVideoPerformanceMetrics { box.metrics = $0 }
        host.advance(by: 1)
        #expect(box.metrics?.totalNumberOfFrames == 4)
    }

    @Test("a layer in a synchronizer goes by that")
    func synchronized() throws {
        let synchronizer = AVSampleBufferRenderSynchronizer(environment: environment)
        synchronizer.addRenderer(layer)
        #expect(layer.timebase === synchronizer.timebase)
        for count in 0..<10 { layer.enqueue(try Buffers.picture(tenth(Int64(count)))) }
        synchronizer.setRate(1, time: .zero)
        host.advance(by: 450_000_000)
        #expect(screen.presented.map(\.itemTime) == (0..<5).map { tenth(Int64($0)) })
    }
}
