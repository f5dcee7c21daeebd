internal import AssetKitClocks

import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation
import Testing

@Suite("Preview layers")
struct PreviewLayerTests {
    /// Keeps the numbers of the pictures that a target shows.
    private final class Numbers: Sendable {
        private let state = Protected([Int?]())
        var all: [Int?] { state.withLock { $0 } }
        func add(_ picture: CVPixelBuffer) {
            let number = AKSyntheticPicture.number(in: picture)
            state.withLock { $0.append(number) }
        }
    }

    @Test("a layer connects with the camera that there is, or that comes")
    func connecting() throws {
        let studio = Studio()
        let layer = AVCaptureVideoPreviewLayer()
        #expect(layer.session == nil && layer.connection == nil && !layer.isPreviewing)
        layer.session = studio.session
        #expect(layer.connection == nil)
        let input = try studio.add(studio.camera())
        let connection = try #require(layer.connection)
        #expect(connection.videoPreviewLayer === layer && connection.output == nil)
        #expect(connection.inputPorts == input.ports)
        studio.session.startRunning()
        #expect(layer.isPreviewing)
        studio.session.removeInput(input)
        #expect(layer.connection == nil)
        studio.session.addInput(input)
        #expect(layer.connection != nil)
        let second = AVCaptureVideoPreviewLayer(session: studio.session)
        #expect(studio.session.connections.count == 2)
        layer.session = nil
        #expect(layer.connection == nil && second.connection != nil)
    }

    @Test("a session forgets a layer that is gone, and a layer keeps its session")
    func lifetimes() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        var layer: AVCaptureVideoPreviewLayer? = AVCaptureVideoPreviewLayer(session: studio.session)
        weak let gone = layer
        #expect(studio.session.connections.count == 1)
        layer = nil
        #expect(gone == nil && studio.session.connections.isEmpty)
        _ = layer
        weak var session: AVCaptureSession?
        let holder: AVCaptureVideoPreviewLayer
        do {
            let own = AVCaptureSession()
            session = own
            holder = AVCaptureVideoPreviewLayer(session: own)
        }
        #expect(session != nil && holder.session === session)
    }

    @Test("a layer without a connection gets one that is made for it, and only one")
    func ownConnections() throws {
        let studio = Studio()
        let input = try studio.add(studio.camera())
        let layer = AVCaptureVideoPreviewLayer(sessionWithNoConnection: studio.session)
        #expect(layer.session === studio.session && layer.connection == nil)
        let connection = AVCaptureConnection(inputPort: input.ports[0], videoPreviewLayer: layer)
        #expect(studio.session.canAddConnection(connection))
        studio.session.addConnection(connection)
        #expect(layer.connection === connection)
        let other = AVCaptureConnection(inputPort: input.ports[0], videoPreviewLayer: layer)
        #expect(!studio.session.canAddConnection(other))
    }

    @Test("every picture shows in the target, at its time and size")
    func showing() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        let target = AKVirtualVideoTarget(host: studio.host)
        layer.akTarget = target
        studio.session.startRunning()
        studio.advance(1)
        #expect(target.presented.count == 31)
        #expect(target.presented.first?.itemTime == CMTime(value: 100, timescale: 1))
        #expect(target.presented.allSatisfy { $0.width == 320 && $0.height == 240 && $0.hostTime == $0.presentedAt })
        #expect(Set(target.presented.map(\.hash)).count == 31)
        #expect(layer.connection?.akStatistics.delivered == 31)
        layer.akTarget = nil
        studio.advance(1)
        #expect(target.presented.count == 31)
    }

    @Test("a target that is slow gets the newest picture each time, and the device goes on")
    func slowness() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let output = AVCaptureVideoDataOutput()
        let log = DataLog()
        output.setSampleBufferDelegate(log, queue: .main)
        studio.session.addOutput(output)
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        let numbers = Numbers()
        // Four times it takes as long as three pictures.
        let host = studio.host
        let target = AKVirtualVideoTarget(host: host) { picture, _ in
            numbers.add(picture)
            if numbers.all.count <= 4 { host.advance(by: 105_000_000) }
        }
        layer.akTarget = target
        studio.session.startRunning()
        studio.advance(0.01)
        // Each is the last of those that came while the one before was drawn.
        #expect(numbers.all == [0, 3, 6, 9, 12])
        let counts = try #require(layer.connection?.akStatistics)
        #expect(counts.produced == 13 && counts.delivered == 5 && counts.late == 8)
        #expect(output.connections.first?.akStatistics.produced == counts.produced)
    }

    @Test("a picture that waits when the session stops, or its target goes, was dropped", arguments: [true, false])
    func leftWaiting(stops: Bool) throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        let connection = try #require(layer.connection)
        let (host, session, count) = (studio.host, studio.session, Protected(0))
        // The first picture takes as long as three, and then nothing is drawn any more.
        let target = AKVirtualVideoTarget(host: host) { [weak layer] _, _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 1 else { return }
            host.advance(by: 105_000_000)
            if stops { session.stopRunning() } else { layer?.akTarget = nil }
        }
        layer.akTarget = target
        session.startRunning()
        studio.advance(0.2)
        session.stopRunning()
        let counts = connection.akStatistics
        #expect(counts.dropped == 3 && counts.abandoned == (stops ? 1 : 0))
        #expect(counts.produced == counts.delivered + counts.dropped && count.withLock { $0 } == 1)
    }

    @Test(
        "pictures are turned, cut and scaled as the target wishes",
        arguments: [
            (AVLayerVideoGravity.resizeAspect, 0, 160, 120), (.resizeAspect, 90, 120, 160), (.resize, 0, 160, 160),
            (.resizeAspectFill, 0, 160, 160), (.resizeAspectFill, 90, 160, 160),
        ]
    )
    func shapes(gravity: AVLayerVideoGravity, angle: Int, width: Int, height: Int) throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        layer.connection?.videoRotationAngle = CGFloat(angle)
        layer.videoGravity = gravity
        let wish = AKVideoTargetWish(size: CGSize(width: 160, height: 160))
        let target = AKVirtualVideoTarget(host: studio.host, wish: wish)
        layer.akTarget = target
        studio.session.startRunning()
        studio.advance(0.01)
        #expect(target.presented.map(\.width) == [width] && target.presented.map(\.height) == [height])
    }

    @Test("a target that is made larger gets the picture again, and one that is lost no more")
    func events() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        let target = AKVirtualVideoTarget(host: studio.host)
        let heard = Protected([String]())
        layer.akEventHandler = { event in heard.withLock { $0.append("\(event)") } }
        layer.akTarget = target
        studio.session.startRunning()
        studio.advance(0.01)
        #expect(target.presented.count == 1)
        target.change(AKVideoTargetWish(size: CGSize(width: 64, height: 48)))
        #expect(target.presented.map(\.width) == [320, 64])
        // One picture, however often it is drawn.
        #expect(layer.connection?.akStatistics.delivered == 1)
        target.happen(.key("q"))
        target.happen(.lost("gone"))
        studio.advance(1)
        #expect(target.presented.count == 2 && layer.akTarget == nil)
        #expect(heard.withLock { $0 } == ["needsPicture", "key(\"q\")", "lost(\"gone\")"])
    }

    @Test("a target that cannot be opened is given up, and says why")
    func refusal() throws {
        let studio = Studio()
        try studio.add(studio.camera())
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        let target = AKVirtualVideoTarget(host: studio.host)
        target.happen(.lost("no screen"))
        let heard = Protected([String]())
        layer.akEventHandler = { event in heard.withLock { $0.append("\(event)") } }
        layer.akTarget = target
        studio.session.startRunning()
        studio.advance(1)
        #expect(layer.akTarget == nil && target.presented.isEmpty)
        #expect(heard.withLock { $0 }.count == 1 && heard.withLock { $0 }[0].contains("no screen"))
        #expect(layer.connection?.akStatistics.delivered == 30)
    }

    @Test("pictures can be fetched, each one once")
    func pulling() throws {
        let studio = Studio()
        try studio.add(studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], coding: "jpeg")))
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        #expect(layer.akCopyPixelBuffer() == nil)
        studio.session.startRunning()
        studio.advance(0.1)
        var time = CMTime.invalid
        let picture = try #require(layer.akCopyPixelBuffer(after: time, time: &time))
        #expect(AKSyntheticPicture.number(in: picture) == 3)
        #expect(layer.akCopyPixelBuffer(after: time, time: &time) == nil)
        studio.advance(0.1)
        layer.connection?.videoRotationAngle = 90
        studio.advance(0.1)
        let turned = try #require(layer.akCopyPixelBuffer(after: time, time: &time))
        #expect(turned.width == 240 && turned.height == 320)
    }

    @Test("a tap is a point of the camera, mirrored as the preview of a camera at the front is")
    func taps() throws {
        let studio = Studio()
        try studio.add(
            studio.camera(AKSyntheticCamera(width: 320, height: 240, frameRates: [30], position: "front"))
        )
        let layer = AVCaptureVideoPreviewLayer(session: studio.session)
        layer.frame = CGRect(x: 10, y: 10, width: 320, height: 240)
        #expect(layer.connection?.isVideoMirrored == true)
        #expect(layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 0, y: 120)) == CGPoint(x: 1, y: 0.5))
        #expect(layer.layerPointConverted(fromCaptureDevicePoint: CGPoint(x: 1, y: 0)) == .zero)
        let whole = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(layer.layerRectConverted(fromMetadataOutputRect: whole) == layer.bounds)
        #expect(layer.metadataOutputRectConverted(fromLayerRect: layer.bounds) == whole)
    }
}
