internal import AssetKit
internal import Foundation

/// Starts a session of a synthetic camera again and again, and says how long it takes until there is a picture.
///
/// `CaptureBenchmark ROUNDS` prints `{"running": [ms …], "recording": [ms …]}`: from the call of `startRunning` to the first picture at
/// a data output, and from that of `startRecording` to the first picture of the file.
@main
struct CaptureBenchmark {
    static func main() async throws {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10
        AKSyntheticDevices.add(AKSyntheticCamera(id: "bench", width: 1920, height: 1080, frameRates: [30]))
        let folder = FileManager.default.temporaryDirectory.appending(path: "capture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var (running, recording): ([Double], [Double]) = ([], [])
        for round in 0..<rounds {
            let times = try await Start(folder.appending(path: "\(round).mov")).measure()
            running.append(times.running)
            recording.append(times.recording)
        }
        let words = [("running", running), ("recording", recording)].map { name, times in
            "\"\(name)\": [\(times.map { String(format: "%.3f", $0) }.joined(separator: ", "))]"
        }
        print("{\(words.joined(separator: ", "))}")
    }
}

/// One session, from its start to the end of a short recording.
final class Start: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureFileOutputRecordingDelegate,
    Sendable
{
    private let url: URL
    private let (pictures, picture) = AsyncStream.makeStream(of: CMTime.self)
    private let (starts, start) = AsyncStream.makeStream(of: CMTime.self)
    private let (ends, end) = AsyncStream.makeStream(of: Void.self)

    init(_ url: URL) { self.url = url }

    private static var now: CMTime { CMClockGetTime(CMClockGetHostTimeClock()) }

    func measure() async throws -> (running: Double, recording: Double) {
        guard let camera = AVCaptureDevice(uniqueID: "bench") else { throw AVError(.deviceNotConnected) }
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: camera))
        let data = AVCaptureVideoDataOutput()
        data.setSampleBufferDelegate(self, queue: DispatchQueue(label: "pictures"))
        session.addOutput(data)
        let movie = AVCaptureMovieFileOutput()
        session.addOutput(movie)
        let begun = Self.now
        session.startRunning()
        let first = await pictures.first { _ in true }
        let asked = Self.now
        movie.startRecording(to: url, recordingDelegate: self)
        let recorded = await starts.first { _ in true }
        movie.stopRecording()
        _ = await ends.first { true }
        session.stopRunning()
        guard let first, let recorded else { throw AVError(.unknown) }
        return ((first - begun).seconds * 1000, (recorded - asked).seconds * 1000)
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) { picture.yield(Self.now) }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) { start.yield(startPTS) }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) { end.yield() }
}
