import AssetKitCapture
import AssetKitDevices
import Foundation
import Testing

/// What many sessions leave behind. In a process of its own, where nobody else opens files meanwhile.
@Suite("Sessions that start and stop many times")
struct SessionCycleTests {
    @Test("500 starts and stops with recordings in between leave no descriptor, no mapping and no object behind")
    func cycles() async {
        await #expect(processExitsWith: .success) {
            let house = try CycleHouse()
            for number in 0..<40 { try house.cycle(number) }
            let before = house.figures
            for number in 0..<500 { try house.cycle(number) }
            let after = house.figures
            #expect(after.descriptors == before.descriptors)
            // The allocator may take a few more for itself; one for each recording, or each start, would be 50 or 500.
            #expect(after.mappings <= before.mappings + 10)
            #expect(house.leftCount == 0)
        }
    }
}

/// Starts and stops sessions, and counts what is left.
private final class CycleHouse {
    private struct Left {
        weak var session: AVCaptureSession?
        weak var output: AVCaptureOutput?
        weak var input: AVCaptureInput?
        weak var connection: AVCaptureConnection?

        var count: Int { (session == nil && output == nil && input == nil && connection == nil) ? 0 : 1 }
    }

    private let studio = Studio()
    private let camera: AVCaptureDevice
    private let microphone: AVCaptureDevice
    private var left: [Left] = []

    init() throws {
        camera = try studio.camera(AKSyntheticCamera(width: 64, height: 48, frameRates: [10], coding: "jpeg"))
        microphone = try studio.microphone(AKSyntheticMicrophone(sampleRate: 8000))
    }

    var leftCount: Int { left.reduce(0) { $0 + $1.count } }

    var figures: (descriptors: Int, mappings: Int) {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? -1
        let mappings = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8))?.split(separator: "\n").count
        return (descriptors, mappings ?? -1)
    }

    /// A start and a stop; each tenth one records, and each other tenth one is let go of while it does.
    func cycle(_ number: Int) throws {
        let session = AVCaptureSession(environment: studio.environment)
        let input = try AVCaptureDeviceInput(device: camera)
        session.addInput(input)
        session.addInput(try AVCaptureDeviceInput(device: microphone))
        let (movie, pictures, log) = (AVCaptureMovieFileOutput(), AVCaptureVideoDataOutput(), DataLog())
        pictures.setSampleBufferDelegate(log, queue: .main)
        session.addOutput(movie)
        session.addOutput(pictures)
        session.startRunning()
        let url = studio.url("\(number).mov")
        let record = RecordingLog()
        if number % 10 == 0 { movie.startRecording(to: url, recordingDelegate: record) }
        studio.advance(0.45)
        #expect(log.buffers.count >= 4)
        left.append(Left(session: session, output: movie, input: input, connection: movie.connections.first))
        if number % 20 == 0 { return }
        session.stopRunning()
        studio.advance(0.6)
        if number % 10 == 0 {
            #expect(record.finishCount == 1 && record.errors.isEmpty)
            try FileManager.default.removeItem(at: url)
        }
    }
}
