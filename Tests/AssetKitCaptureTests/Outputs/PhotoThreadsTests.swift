import AssetKitBase
import AssetKitCapture
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import AssetKitTargets
import CMTimeLib
import Foundation
import Testing

/// The machine's time and threads of the library's own: what is awaited here comes when it comes.
@Suite("Photos on threads")
struct PhotoThreadsTests {
    /// Goes on when a photo has ended, which is to happen once.
    private final class Ending: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
        private let state = Protected((ends: 0, hasPhoto: false))
        private let done: @Sendable (Bool) -> Void

        init(_ done: @escaping @Sendable (Bool) -> Void) { self.done = done }

        func photoOutput(
            _ output: AVCapturePhotoOutput,
            didFinishProcessingPhoto photo: AVCapturePhoto,
            error: (any Error)?
        ) {
            let hasFile = photo.fileDataRepresentation() != nil
            state.withLock { $0.hasPhoto = error == nil && hasFile }
        }

        func photoOutput(
            _ output: AVCapturePhotoOutput,
            didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
            error: (any Error)?
        ) {
            let (ends, hasPhoto) = state.withLock { state in
                state.ends += 1
                return (state.ends, state.hasPhoto)
            }
            // A second end would stop the program: continuations go on once.
            if ends >= 1 { done(hasPhoto && error == nil) }
        }
    }

    private final class Listener: NSObject, AVCaptureMetadataOutputObjectsDelegate,
        AVCaptureDataOutputSynchronizerDelegate
    {
        func metadataOutput(
            _ output: AVCaptureMetadataOutput,
            didOutput metadataObjects: [AVMetadataObject],
            from connection: AVCaptureConnection
        ) {}

        func dataOutputSynchronizer(
            _ synchronizer: AVCaptureDataOutputSynchronizer,
            didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
        ) {}
    }

    private struct Room {
        let session = AVCaptureSession(environment: .system)
        let output = AVCapturePhotoOutput()
        private let registry: DeviceRegistry

        init(coding: String) throws {
            let provider = SyntheticProvider()
            // Small and slow, so that it keeps up on a machine that is busy: a photo is never older than the call.
            let camera = AKSyntheticCamera(
                width: 160,
                height: 120,
                frameRates: [15],
                coding: coding,
                hasControls: true
            )
            provider.add(.camera(camera))
            registry = DeviceRegistry([provider]) { body in HostEnvironment.system.notice(body) }
            registry.refresh()
            let device = try #require(registry.device(camera.id))
            session.addInput(try AVCaptureDeviceInput(device: device))
            session.addOutput(output)
        }

        func photo(_ settings: AVCapturePhotoSettings = AVCapturePhotoSettings()) async -> Bool {
            await withCheckedContinuation { continuation in
                output.capturePhoto(with: settings, delegate: Ending { continuation.resume(returning: $0) })
            }
        }
    }

    @Test("photos are taken while a preview shows and codes are looked for", arguments: ["420v", "jpeg"])
    func company(coding: String) async throws {
        let room = try Room(coding: coding)
        let layer = AVCaptureVideoPreviewLayer(session: room.session)
        let target = AKVirtualVideoTarget(wish: AKVideoTargetWish(size: CGSize(width: 160, height: 160)))
        layer.akTarget = target
        let listener = Listener()
        let (codes, pictures) = (AVCaptureMetadataOutput(), AVCaptureVideoDataOutput())
        room.session.addOutput(codes)
        room.session.addOutput(pictures)
        codes.metadataObjectTypes = codes.availableMetadataObjectTypes
        let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [pictures, codes])
        synchronizer.setDelegate(listener, queue: DispatchQueue(label: "together"))
        room.session.startRunning()
        #expect(await room.photo())
        async let first = room.photo()
        async let second = room.photo()
        async let third = room.photo()
        #expect(await [first, second, third] == [true, true, true])
        let bracket = AVCapturePhotoBracketSettings(
            rawPixelFormatType: 0,
            processedFormat: nil,
            bracketedSettings: [-1, 1].map { bias in
                AVCaptureAutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: bias)
            }
        )
        #expect(await room.photo(bracket))
        synchronizer.setDelegate(nil, queue: nil)
        room.session.stopRunning()
        #expect(!target.presented.isEmpty && layer.akTarget === target)
    }

    @Test("a photo ends once, however the session's end meets it")
    func races() async throws {
        for _ in 0..<5 {
            let room = try Room(coding: "420v")
            room.session.startRunning()
            async let first = room.photo()
            async let second = room.photo()
            async let third = room.photo()
            async let stopped: Void = Task.detached { room.session.stopRunning() }.value
            // Whether they are taken is nobody's to say; that all of them end is.
            _ = await (first, second, third, stopped)
            #expect(room.output.captureReadiness == .sessionNotRunning)
        }
    }
}
