import AssetKit
import Synchronization
import Testing

// What a client's @MainActor type does: it gives closures to the library, which calls them on other threads.

/// Where closures were written for, as far as the compiler knows: nil is "for any thread".
private final class Calls: Sendable {
    private let names = Mutex<Set<String>>([])
    private let waiters = Mutex<[Waiter]>([])

    private struct Waiter: Sendable {
        let key = UUID()
        let names: Set<String>
        let done: CheckedContinuation<Void, any Error>
    }

    /// Something was not called in time.
    struct Missing: Error {
        let names: Set<String>
    }

    func note(_ name: String, isolation: (any Actor)?) {
        #expect(isolation == nil, "\(name) belongs to the main actor, and is called elsewhere")
        names.withLock { _ = $0.insert(name) }
        let ready = waiters.withLock { waiters in
            defer { waiters.removeAll { has($0.names) } }
            return waiters.filter { has($0.names) }
        }
        ready.forEach { $0.done.resume() }
    }

    private func has(_ wanted: Set<String>) -> Bool { names.withLock { $0.isSuperset(of: wanted) } }

    /// Waits until all of these have been called, and throws when nobody would wait any longer.
    func wait(for wanted: Set<String>) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            let waiter = Waiter(names: wanted, done: done)
            waiters.withLock { $0.append(waiter) }
            DispatchQueue.global().asyncAfter(deadline: .now() + 1800) { [self] in
                let isLate = waiters.withLock { waiters in
                    defer { waiters.removeAll { $0.key == waiter.key } }
                    return waiters.contains { $0.key == waiter.key }
                }
                guard isLate else { return }
                done.resume(throwing: Missing(names: wanted.subtracting(names.withLock { $0 })))
            }
            note("waiting", isolation: nil)
        }
    }
}

@MainActor
@Suite("A client's @MainActor types")
final class MainActorClientTests {
    private let calls = Calls()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "assetkit-client-\(UUID().uuidString)")
    private let film = AVURLAsset(url: Places.sample("h264-bframes.mp4"))

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func picture() throws -> CMSampleBuffer {
        var buffer: CVPixelBuffer?
        CVPixelBufferCreate(nil, 64, 48, kCVPixelFormatType_32BGRA, nil, &buffer)
        let image = try #require(buffer)
        return try CMSampleBuffer(
            imageBuffer: image,
            formatDescription: CMFormatDescription(imageBuffer: image),
            sampleTiming: CMSampleTimingInfo(
                duration: .invalid,
                presentationTimeStamp: .zero,
                decodeTimeStamp: .invalid
            )
        )
    }

    @Test("write with blocks that are called when there is room, when a pass begins, and at the end")
    func writing() async throws {
        let writer = try AVAssetWriter(outputURL: folder.appending(path: "client.mov"), fileType: .mov)
        let settings: [String: any Sendable] = [
            AVVideoCodecKey: AVVideoCodecType.jpeg.rawValue, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
        ]
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
        writer.add(input)
        try writer.start()
        writer.startSession(atSourceTime: .zero)
        let (calls, queue, picture) = (calls, DispatchQueue(label: "client"), try picture())
        input.respondToEachPassDescription(on: queue) { calls.note("pass", isolation: #isolation) }
        try await calls.wait(for: ["pass"])
        input.requestMediaDataWhenReady(on: queue) {
            calls.note("room", isolation: #isolation)
            input.append(picture)
            input.markAsFinished()
        }
        try await calls.wait(for: ["room"])
        writer.finishWriting { calls.note("finished", isolation: #isolation) }
        try await calls.wait(for: ["finished"])
        #expect(writer.status == .completed)
    }

    @Test("supply values of metadata when they are asked for")
    func metadata() async throws {
        let (calls, model) = (calls, AVMutableMetadataItem())
        model.identifier = .commonIdentifierTitle
        let item = AVMetadataItem(propertiesOf: model) { request in
            calls.note("value", isolation: #isolation)
            request.respond(value: NSString(string: "A title"))
        }
        #expect(try await item.load(.stringValue) == "A title")
        try await calls.wait(for: ["value"])
    }

    @Test("make stills with handlers")
    func stills() async throws {
        let (calls, generator) = (calls, AVAssetImageGenerator(asset: film))
        generator.generateCGImageAsynchronously(for: .zero) { _, _, _ in calls.note("still", isolation: #isolation) }
        generator.generateCGImagesAsynchronously(forTimes: [NSValue(time: .zero)]) { _, _, _, _, _ in
            calls.note("stills", isolation: #isolation)
        }
        try await calls.wait(for: ["still", "stills"])
    }

    @Test("export, estimate and ask for file types with handlers")
    func exporting() async throws {
        let calls = calls
        let session = try #require(AVAssetExportSession(asset: film, presetName: AVAssetExportPresetPassthrough))
        session.estimateMaximumDuration { _, _ in calls.note("duration", isolation: #isolation) }
        session.estimateOutputFileLength { _, _ in calls.note("length", isolation: #isolation) }
        session.determineCompatibleFileTypes { _ in calls.note("types", isolation: #isolation) }
        AVAssetExportSession.determineCompatibility(
            ofExportPreset: AVAssetExportPresetPassthrough,
            with: film,
            outputFileType: .mov
        ) { _ in calls.note("preset", isolation: #isolation) }
        session.outputURL = folder.appending(path: "export.mov")
        session.outputFileType = .mov
        session.exportAsynchronously { calls.note("export", isolation: #isolation) }
        try await calls.wait(for: ["duration", "length", "types", "preset", "export"])
        #expect(session.status == .completed)
    }

    @Test("ask assets and tracks with handlers")
    func loading() async throws {
        let (calls, film) = (calls, film)
        film.loadValuesAsynchronously(forKeys: ["duration"]) { calls.note("values", isolation: #isolation) }
        film.loadTracks(withMediaType: .video) { _, _ in calls.note("type", isolation: #isolation) }
        film.loadTracks(withMediaCharacteristic: .visual) { _, _ in calls.note("kind", isolation: #isolation) }
        film.loadTrack(withTrackID: 1) { _, _ in calls.note("track", isolation: #isolation) }
        film.findUnusedTrackID { _, _ in calls.note("unused", isolation: #isolation) }
        film.loadMetadata(for: .isoUserData) { _, _ in calls.note("metadata", isolation: #isolation) }
        film.loadMediaSelectionGroup(for: .audible) { _, _ in calls.note("selection", isolation: #isolation) }
        film.loadChapterMetadataGroups(bestMatchingPreferredLanguages: []) { _, _ in
            calls.note("chapters", isolation: #isolation)
        }
        let track = try #require(try await film.load(.tracks).first)
        track.loadSegment(forTrackTime: .zero) { _, _ in calls.note("segment", isolation: #isolation) }
        track.loadSamplePresentationTime(forTrackTime: .zero) { _, _ in calls.note("sample", isolation: #isolation) }
        track.loadMetadata(for: .isoUserData) { _, _ in calls.note("items", isolation: #isolation) }
        track.loadAssociatedTracks(ofType: .timecode) { _, _ in calls.note("tracks", isolation: #isolation) }
        try await calls.wait(for: [
            "values", "type", "kind", "track", "unused", "metadata", "selection", "chapters", "segment", "sample",
            "items",
            "tracks",
        ])
    }

    @Test("hear how far joins and waveforms are")
    func progress() async throws {
        let calls = calls
        let generator = AKWaveformGenerator(asset: AVURLAsset(url: Places.sample("aac.m4a")))
        _ = try await generator.waveform { _ in calls.note("waveform", isolation: #isolation) }
        let join = AKJoinSession(clips: [.init(asset: film), .init(asset: film)])
        try await join.export(to: folder.appending(path: "join.mp4")) { _ in calls.note("join", isolation: #isolation) }
        try await calls.wait(for: ["waveform", "join"])
    }
}
