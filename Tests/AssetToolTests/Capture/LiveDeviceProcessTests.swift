import AssetKit
import Testing

@testable import assettool

/// Recordings of an X server and a sound server, which are the test's own.
@Suite("assettool record of a screen and of what the machine plays", .waitsForPrograms)
struct LiveDeviceProcessTests {
    private let desk: CaptureDesk
    private let screen: PrivateXServer?
    private let sound: SoundServerProcess?

    init() throws {
        desk = try CaptureDesk("{}")
        screen = try PrivateXServer()
        sound = SoundServerProcess.isInstalled ? try SoundServerProcess() : nil
    }

    /// Runs commands beside both servers, which the shell has as `$display` (a process) and `pactl`. Nil where one of them is not
    /// installed, which has been said.
    private func run(_ command: String) throws -> ToolProcess? {
        guard let screen, let sound else { return nil }
        return try desk.run(
            """
            export DISPLAY=\(screen.name) PULSE_SERVER='\(sound.address)'; display=\(screen.identifier)
            \(command)
            """
        )
    }

    private func asset(_ name: String) -> AVURLAsset { AVURLAsset(url: desk.url(name)) }

    /// The loudest of all samples.
    private func peak(_ name: String) async throws -> Float {
        let asset = asset(name)
        let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
        let reader = try AVAssetReader(asset: asset)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
        ]
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
        reader.add(output)
        #expect(reader.startReading())
        var peak: Float = 0
        while let buffer = output.copyNextSampleBuffer() {
            try buffer.dataBuffer?.withContiguousStorage { bytes in
                peak = bytes.bindMemory(to: Float.self).reduce(peak) { max($0, abs($1)) }
            }
        }
        #expect(reader.status == .completed)
        return peak
    }

    @Test("they are one movie, with what was seen and what was heard")
    func both() async throws {
        try screen?.paint { _, _ in 0xC8_6432 }
        try sound?.control("load-module", "module-sine", "sink=out", "frequency=440")
        let outcome = try run(
            """
            "$tool" record --screen --microphone system -o a.mov --duration 1 && "$tool" thumbnail a.mov --at 0 -o a.png > said
            """
        )
        guard let outcome else { return }
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("a.mov: 0:00:01.000, "), "\(outcome.output)")
        #expect(try desk.isOrdinary("a.mov"))
        let tracks = try await asset("a.mov").load(.tracks)
        #expect(tracks.map { "\($0.mediaType.name) \($0.akDetails.codecName)" } == ["video H.264", "audio AAC LC"])
        #expect(tracks.first?.naturalSize == CGSize(width: 640, height: 480))
        for track in tracks {
            // To a picture.
            let range = try await track.load(.timeRange)
            #expect(range.start.seconds < 0.04 && abs(range.end.seconds - 1) < 0.04, "\(track.mediaType): \(range)")
        }
        let image = try #require(CGImage(akData: Data(contentsOf: desk.url("a.png"))))
        // The pointer is in the middle.
        let pixel = TestPicture.pixel(image, 100, 100)
        // Colours are encoded with eight bits of a limited range.
        #expect(zip(pixel, [200, 100, 50]).allSatisfy { abs($0 - $1) <= 6 }, "\(pixel)")
        // The sine has half of full scale and somewhat more.
        #expect(try await peak("a.mov") > 0.3)
    }

    @Test(
        "where one of them goes the recording ends with a sentence, a whole file and exit code 1",
        arguments: [
            ("kill -KILL $display", "'Screen': the X server is gone"),
            ("pactl unload-module module-null-sink", "'Monitor of Null Output' was disconnected"),
        ]
    )
    func lost(loss: String, reason: String) async throws {
        let outcome = try run(
            """
            timeout -s KILL 300 "$tool" record --screen --microphone system -o a.mov --fragment-interval 0.2 & pid=$!
            until [ -s a.mov ] && grep -q moof a.mov; do kill -0 $pid || exit 3; sleep 0.02; done
            \(loss); wait $pid
            """
        )
        guard let outcome else { return }
        #expect(outcome.code == 1, "\(outcome.errors)")
        #expect(outcome.errors == "assettool: cannot record 'a.mov' any further: \(reason)\n")
        #expect(outcome.output.hasPrefix("a.mov: ") && outcome.output.contains("; it is complete up to there"))
        #expect(try desk.isOrdinary("a.mov"))
        #expect(try await asset("a.mov").load(.duration) > .zero)
        #expect(try await asset("a.mov").load(.tracks).count == 2)
    }
}
