internal import AssetKitTargets

import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

@Suite("Codes in pictures", .enabled(if: CodeReader.obstacle == nil, "libzbar is not installed"))
struct MetadataOutputTests {
    /// An output of a session that runs, and a way to show it pictures.
    private struct Setup {
        let studio = Studio()
        let output = AVCaptureMetadataOutput()
        let log = CodeLog()

        init() throws {
            try studio.add(studio.camera())
            studio.session.addOutput(output)
            output.setMetadataObjectsDelegate(log, queue: .main)
            output.metadataObjectTypes = output.availableMetadataObjectTypes
            studio.session.startRunning()
        }

        func show(_ picture: CVPixelBuffer, at time: Int64 = 1_000_000_000) throws {
            let connection = try #require(output.connections.first)
            let sample = CapturedSample(DeviceSample(.picture(picture), hostTime: time), number: 0, decoder: nil)
            output.consumer?.receive(sample, connection)
        }
    }

    @Test("faces are not looked for, and whoever asks for them all the same stops the program")
    func faces() async throws {
        let types = try Setup().output.availableMetadataObjectTypes
        #expect(types.contains(.qr) && !types.contains(.face))
        await #expect(processExitsWith: .failure) { try Setup().output.metadataObjectTypes = [.face] }
    }

    @Test("a QR code is found where it is, with its corners and what it says")
    func qr() throws {
        let setup = try Setup()
        let picture = try #require(DrawnCode.qr.draw(width: 320, height: 240, at: (100, 60), module: 4))
        try setup.show(picture)
        let code = try #require(setup.log.codes.first)
        #expect(code.type == .qr && code.stringValue == "AssetKit")
        #expect(code.time == CMTime(value: 1, timescale: 1))
        // To a module.
        let expected = CGRect(x: 100, y: 60, width: 84, height: 84)
        #expect(abs(code.bounds.minX * 320 - expected.minX) <= 4 && abs(code.bounds.maxX * 320 - expected.maxX) <= 4)
        #expect(abs(code.bounds.minY * 240 - expected.minY) <= 4 && abs(code.bounds.maxY * 240 - expected.maxY) <= 4)
        #expect(code.corners.count == 4)
        #expect(abs(code.corners[0].x * 320 - 100) <= 4 && abs(code.corners[0].y * 240 - 60) <= 4)
        #expect(abs(code.corners[1].y * 240 - 144) <= 4 && abs(code.corners[3].x * 320 - 184) <= 4)
    }

    @Test("a product's number is found")
    func ean13() throws {
        let setup = try Setup()
        let digits = [4, 0, 0, 6, 3, 8, 1, 3, 3, 3, 9, 3, 1]
        let picture = try #require(DrawnCode.ean13(digits).draw(width: 320, height: 240, at: (60, 40), module: 2))
        try setup.show(picture)
        let code = try #require(setup.log.codes.first)
        #expect(code.type == .ean13 && code.stringValue == "4006381333931")
        #expect(code.bounds.minX * 320 >= 50 && code.bounds.maxX * 320 <= 270)
    }

    @Test("what is not looked for, or lies outside of the part that matters, is not found")
    func limits() throws {
        let setup = try Setup()
        let picture = try #require(DrawnCode.qr.draw(width: 320, height: 240, at: (16, 16), module: 4))
        setup.output.metadataObjectTypes = [.ean13]
        try setup.show(picture)
        setup.output.metadataObjectTypes = [.qr]
        setup.output.rectOfInterest = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
        try setup.show(picture)
        #expect(setup.log.all.isEmpty)
        setup.output.rectOfInterest = CGRect(x: 0, y: 0, width: 0.5, height: 0.6)
        try setup.show(picture)
        let code = try #require(setup.log.codes.first)
        #expect(abs(code.bounds.minX * 320 - 16) <= 4 && abs(code.bounds.minY * 240 - 16) <= 4)
    }

    @Test("that a code is gone is told once")
    func leaving() throws {
        let setup = try Setup()
        let picture = try #require(DrawnCode.qr.draw(width: 320, height: 240, at: (100, 60), module: 4))
        let blank = try #require(DrawnCode(rows: []).draw(width: 320, height: 240, at: (0, 0), module: 1))
        for picture in [blank, picture, picture, blank, blank] { try setup.show(picture) }
        #expect(setup.log.all.map(\.count) == [1, 1, 0])
        setup.studio.advance(0.5)
        #expect(setup.log.all.count == 3)
        #expect(setup.output.connections.first?.akStatistics.delivered == 5 + 16)
    }

    @Test("what is found shows in a preview where its picture does, and comes with its picture")
    func company() throws {
        final class Pairs: NSObject, AVCaptureDataOutputSynchronizerDelegate {
            let counts = Protected([Int]())
            func dataOutputSynchronizer(
                _ synchronizer: AVCaptureDataOutputSynchronizer,
                didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
            ) {
                let data = synchronizer.dataOutputs.compactMap { synchronizedDataCollection[$0] }
                let found = data.compactMap { ($0 as? AVCaptureSynchronizedMetadataObjectData)?.metadataObjects.count }
                counts.withLock { $0.append(data.count * 10 + (found.first ?? 9)) }
            }
        }
        let setup = try Setup()
        let picture = try #require(DrawnCode.qr.draw(width: 320, height: 240, at: (100, 60), module: 4))
        try setup.show(picture)
        let code = try #require(setup.log.codes.first)
        let layer = AVCaptureVideoPreviewLayer(session: setup.studio.session)
        layer.frame = CGRect(x: 0, y: 0, width: 640, height: 480)
        let moved = try #require(layer.transformedMetadataObject(for: code) as? AVMetadataMachineReadableCodeObject)
        #expect(abs(moved.bounds.minX - code.bounds.minX * 640) < 1e-9 && moved.stringValue == "AssetKit")
        #expect(abs(moved.corners[2].y - code.corners[2].y * 480) < 1e-9)
        let pictures = AVCaptureVideoDataOutput()
        setup.studio.session.addOutput(pictures)
        let pairs = Pairs()
        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [pictures, setup.output])
        synchronizer.setDelegate(pairs, queue: .main)
        setup.studio.advance(0.2)
        let counts = pairs.counts.withLock { $0 }
        #expect(counts.count == 7 && counts.allSatisfy { $0 == 20 })
    }
}
