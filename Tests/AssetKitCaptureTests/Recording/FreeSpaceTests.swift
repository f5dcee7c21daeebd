import AssetKitAssets
import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import TestSupport
import Testing

@Suite("Room that recordings leave on the disk")
struct FreeSpaceTests {
    private static let limit: Int64 = 20_000_000
    private let studio = Studio()
    private let log = RecordingLog()

    /// Records for three seconds, of which encoders have had the most.
    private func begin(_ output: AVCaptureFileOutput, to url: URL) throws {
        output.minFreeDiskSpaceLimit = Self.limit
        if output is AVCaptureMovieFileOutput { try studio.add(studio.camera()) }
        try studio.add(studio.microphone())
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.1)
        if let output = output as? AVCaptureAudioFileOutput {
            output.startRecording(to: url, outputFileType: .wav, recordingDelegate: log)
        } else {
            output.startRecording(to: url, recordingDelegate: log)
        }
        studio.advance(3)
    }

    /// Lets time pass until the recording has ended; what was free at the least.
    private func finish(seeing free: () -> Int64) -> Int64 {
        var least = free()
        for _ in 0..<4000 where log.finishCount == 0 {
            studio.advance(0.05)
            least = min(least, free())
        }
        return least
    }

    @Test(
        "a recording ends before less is left than is to be, and uses the rest",
        arguments: [(Int64(0), AVError.Code.diskFull), (10_000_000, .diskFull), (200_000, .maximumFileSizeReached)]
    )
    func exact(size: Int64, code: AVError.Code) async throws {
        let output = AVCaptureMovieFileOutput()
        let disk = TestDisk(studio.folder, size: 100_000_000)
        output.diskSpace = disk.space
        output.maxRecordedFileSize = size
        try begin(output, to: studio.url())
        disk.leave(Self.limit + 400_000)
        let least = finish { disk.free }
        #expect(log.errors.map(\.code) == [code] && log.finishCount == 1)
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
        #expect(least >= Self.limit, "\(least)")
        if code == .diskFull { #expect(least < Self.limit + 250_000, "\(least)") }
        #expect(try await RecordedMovie(studio.url()).pictures.count > 60)
    }

    @Test("what others take is seen within a second, and the movie is good")
    func others() async throws {
        let output = AVCaptureMovieFileOutput()
        let disk = TestDisk(studio.folder, size: 100_000_000)
        output.diskSpace = disk.space
        try begin(output, to: studio.url())
        disk.leave(Self.limit - 1_000_000)
        _ = finish { disk.free }
        #expect(log.errors.map(\.code) == [.diskFull] && log.finishCount == 1)
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
        let count = try await RecordedMovie(studio.url()).pictures.count
        #expect((1...125).contains(count), "\(count)")
    }

    @Test("what others give back is there for the recording")
    func givenBack() throws {
        let output = AVCaptureMovieFileOutput()
        let disk = TestDisk(studio.folder, size: 100_000_000)
        output.diskSpace = disk.space
        try begin(output, to: studio.url())
        disk.leave(Self.limit + 400_000)
        studio.advance(1.5)
        disk.leave(Self.limit + 40_000_000)
        studio.advance(20)
        #expect(output.isRecording && log.errors.isEmpty)
        output.stopRecording()
        studio.advance(1)
        #expect(log.errors.isEmpty && log.finishCount == 1)
    }

    @Test("nothing is recorded where there is too little room at the beginning", arguments: [20_000_000, Int64.max])
    func refused(limit: Int64) throws {
        let output = AVCaptureMovieFileOutput()
        output.diskSpace = TestDisk(studio.folder, size: 30_000_000).space
        output.minFreeDiskSpaceLimit = limit
        try studio.add(studio.camera())
        studio.session.addOutput(output)
        studio.session.startRunning()
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1)
        #expect(log.errors.map(\.code) == [.diskFull] && log.finishCount == 1)
        #expect(log.errors.first?.recordingSuccessfullyFinished == false)
        #expect(!FileManager.default.fileExists(atPath: studio.url().path))
    }

    // MARK: Real disks

    private func makeDisk(_ size: String) -> SmallFileSystem? {
        let disk = SmallFileSystem(in: studio.folder.path, size: size)
        if disk == nil { print("LEFT OUT: no small file system can be mounted here, so nothing was recorded on one") }
        return disk
    }

    @Test("on a disk of 40 MB as much stays free as is to", arguments: ["film.mov", "sound.wav"])
    func realDisk(name: String) async throws {
        guard let disk = makeDisk("40M") else { return }
        defer { withExtendedLifetime(disk) {} }
        let url = disk.url.appending(path: name)
        try begin(name == "film.mov" ? AVCaptureMovieFileOutput() : AVCaptureAudioFileOutput(), to: url)
        let others = TestDisk.free(in: disk.url) - Self.limit - 700_000
        try Data(count: Int(others)).write(to: disk.url.appending(path: "others"))
        let least = finish { TestDisk.free(in: disk.url) }
        #expect(log.errors.map(\.code) == [.diskFull] && log.finishCount == 1)
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
        #expect(least >= Self.limit && least < Self.limit + 300_000, "\(least)")
        let movie = try await RecordedMovie(url)
        #expect(Double(movie.sound.count) / movie.sampleRate > 2)
    }

    /// Begins to record with sound of 192,000 bytes a second.
    private func recordMuch(_ output: AVCaptureMovieFileOutput, to url: URL) throws {
        try studio.add(studio.camera())
        try studio.add(studio.microphone())
        studio.session.addOutput(output)
        output.setOutputSettings(
            [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
                AVLinearPCMIsBigEndianKey: false, AVLinearPCMIsNonInterleaved: false, AVSampleRateKey: 48_000,
                AVNumberOfChannelsKey: 1,
            ],
            for: try #require(output.connection(with: .audio))
        )
        studio.session.startRunning()
        output.startRecording(to: url, recordingDelegate: log)
    }

    @Test("a disk of 4 MB that becomes full leaves a good movie, and the next one can be recorded")
    func fullDisk() async throws {
        guard let disk = makeDisk("4M") else { return }
        defer { withExtendedLifetime(disk) {} }
        let output = AVCaptureMovieFileOutput()
        let url = disk.url.appending(path: "film.mov")
        try recordMuch(output, to: url)
        _ = finish { 0 }
        #expect(log.errors.map(\.code) == [.diskFull] && log.finishCount == 1)
        #expect(log.errors.first?.recordingSuccessfullyFinished == true)
        let movie = try await RecordedMovie(url)
        #expect(movie.pictures.count > 200 && movie.sound.count > 400_000)
        try FileManager.default.removeItem(at: url)
        let next = RecordingLog()
        output.startRecording(to: url, recordingDelegate: next)
        studio.advance(2)
        output.stopRecording()
        studio.advance(1)
        #expect(next.errors.isEmpty && next.finishCount == 1)
        #expect(try await RecordedMovie(url).pictures.count > 50)
    }

    @Test("where the disk becomes full, what somebody has put under the name of the recording stays as it is")
    func replacedOnFullDisk() async throws {
        guard let disk = makeDisk("4M") else { return }
        defer { withExtendedLifetime(disk) {} }
        let output = AVCaptureMovieFileOutput()
        let url = disk.url.appending(path: "film.mov")
        try recordMuch(output, to: url)
        studio.advance(3)
        // A movie without a sample, as another recording is at its beginning. Encoders are on threads that no clock of a test drives.
        let limit = ContinuousClock.now + .seconds(1800)
        var (bytes, fragment) = (Data(), Range<Data.Index>?.none)
        while fragment == nil, ContinuousClock.now < limit {
            await Task.yield()
            bytes = (try? Data(contentsOf: url)) ?? bytes
            fragment = bytes.range(of: Data("moof".utf8))
        }
        let theirs = Data(bytes.prefix(try #require(fragment).lowerBound - 4))
        let other = disk.url.appending(path: "other.mov")
        try theirs.write(to: other)
        #expect(rename(other.path, url.path) == 0)
        _ = finish { 0 }
        #expect(log.errors.map(\.code) == [.diskFull] && log.finishCount == 1)
        #expect(log.errors.first?.recordingSuccessfullyFinished == false)
        #expect(try Data(contentsOf: url) == theirs)
    }
}
