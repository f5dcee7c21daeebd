import AssetKit
import Foundation
import TestSupport
import Testing

@Suite("Sample buffers of cursors")
struct SampleBufferGeneratorTests {
    /// What was told, on whatever thread.
    private actor Answers {
        private(set) var all: [(Bool, (any Error)?)] = []
        func add(_ isReady: Bool, _ error: (any Error)?) { all.append((isReady, error)) }
    }

    private func open(_ name: String, _ type: AVMediaType) async throws -> (AVAsset, AVAssetTrack) {
        let asset = AVURLAsset(url: Samples.url(name))
        return (asset, try #require(try await asset.loadTracks(withMediaType: type).first))
    }

    /// The samples of a track as a reader gives them: bytes and sizes.
    private func read(_ asset: AVAsset, _ track: AVAssetTrack) throws -> [Data] {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        reader.startReading()
        var all: [Data] = []
        while let buffer = output.copyNextSampleBuffer() {
            if let bytes = try buffer.dataBuffer?.dataBytes() { all.append(bytes) }
        }
        return all
    }

    @Test("forwards, buffer by buffer, come all samples as they are stored", arguments: [AVMediaType.video, .audio])
    func forwards(type: AVMediaType) async throws {
        let (asset, track) = try await open("h264-bframes.mp4", type)
        let expected = try read(asset, track).reduce(Data(), +)
        let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
        let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
        var (bytes, moved) = (Data(), Int64(0))
        repeat {
            let request = AVSampleBufferRequest(start: cursor)
            (request.direction, request.preferredMinSampleCount) = (.forward, 7)
            let buffer = try generator.makeSampleBuffer(for: request)
            #expect(buffer.dataReadiness == .ready)
            let timing = try buffer.sampleTimingInfo(at: 0)
            #expect(timing.presentationTimeStamp == cursor.presentationTimeStamp)
            #expect(timing.decodeTimeStamp == cursor.decodeTimeStamp)
            #expect(
                buffer.formatDescription?.mediaType.rawValue
                    == cursor.copyCurrentSampleFormatDescription().mediaType.rawValue
            )
            bytes += try #require(try buffer.dataBuffer?.dataBytes())
            moved = cursor.stepInDecodeOrder(byCount: Int64(buffer.numSamples))
            #expect(moved == Int64(buffer.numSamples) || buffer.numSamples <= 7)
            if moved < Int64(buffer.numSamples) { break }
        } while moved > 0
        #expect(bytes == expected)
    }

    @Test("a request goes backwards, up to a limit, and to no more than it may")
    func directions() async throws {
        let (asset, track) = try await open("h264-bframes.mp4", .video)
        let stored = try read(asset, track)
        let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
        let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
        cursor.stepInDecodeOrder(byCount: 20)
        func bytes(_ change: (AVSampleBufferRequest) -> Void) throws -> Data? {
            let request = AVSampleBufferRequest(start: cursor)
            change(request)
            return try generator.makeSampleBuffer(for: request).dataBuffer?.dataBytes()
        }
        #expect(try bytes { $0.preferredMinSampleCount = 5 } == stored[20])
        let back = try bytes { ($0.direction, $0.preferredMinSampleCount) = (.reverse, 3) }
        #expect(back == stored[20] + stored[19] + stored[18])
        let most = try bytes {
            ($0.direction, $0.preferredMinSampleCount, $0.maxSampleCount) = (.forward, 10, 2)
        }
        #expect(most == stored[20] + stored[21])
        let limit = try #require(cursor.copy() as? AVSampleCursor)
        limit.stepInDecodeOrder(byCount: 3)
        let limited = try bytes {
            ($0.direction, $0.preferredMinSampleCount, $0.limitCursor) = (.forward, 10, limit)
        }
        #expect(limited == stored[20...23].reduce(Data(), +))
        let request = AVSampleBufferRequest(start: cursor)
        request.overrideTime = CMTime(value: 100, timescale: 1)
        let moved = try generator.makeSampleBuffer(for: request)
        #expect(moved.presentationTimeStamp == CMTime(value: 100, timescale: 1))
        #expect(moved.sampleAttachments[0][.notSync] as? Bool == true)
    }

    @Test("by a timebase the bytes come later, and who waits for them is told once")
    func scheduled() async throws {
        let (asset, track) = try await open("h264-bframes.mp4", .video)
        let first = try #require(try read(asset, track).first)
        let generator = AVSampleBufferGenerator(
            asset: asset,
            timebase: try CMTimebase(sourceClock: CMClock.hostTimeClock)
        )
        let cursor = try #require(track.makeSampleCursorAtFirstSampleInDecodeOrder())
        for mode in [AVSampleBufferRequest.Mode.scheduled, .opportunistic] {
            let request = AVSampleBufferRequest(start: cursor)
            request.mode = mode
            let buffer = try generator.makeSampleBuffer(for: request)
            let isReady = await withCheckedContinuation { continuation in
                AVSampleBufferGenerator.notifyOfDataReady(for: buffer) { isReady, _ in
                    continuation.resume(returning: isReady)
                }
            }
            #expect(isReady)
            #expect(try buffer.dataBuffer?.dataBytes() == first)
        }
    }

    @Test("a batch reads the bytes of its buffers together, or not at all", arguments: [false, true])
    func batches(isCancelled: Bool) async throws {
        let (asset, track) = try await open("h264-bframes.mp4", .video)
        let stored = try read(asset, track)
        let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
        let batch = generator.makeBatch()
        let cursor = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
        var buffers: [CMSampleBuffer] = []
        repeat {
            buffers.append(try generator.makeSampleBuffer(for: AVSampleBufferRequest(start: cursor), addTo: batch))
        } while cursor.stepInDecodeOrder(byCount: -1) == -1
        #expect(buffers.count == stored.count)
        #expect(buffers.allSatisfy { $0.dataReadiness == .notReady })
        if isCancelled { batch.cancel() }
        let error = await withCheckedContinuation { continuation in
            batch.makeDataReady { continuation.resume(returning: $0) }
        }
        if isCancelled {
            #expect((error as? AVError)?.code == .operationCancelled)
            #expect(buffers.allSatisfy { $0.dataReadiness != .ready && $0.dataBuffer == nil })
        } else {
            #expect(error == nil)
            #expect(try buffers.reversed().map { try $0.dataBuffer?.dataBytes() } == stored)
        }
    }

    @Test("what cannot be read is an error in a sentence: a file cut off, a cursor of another asset")
    func errors() async throws {
        let folder = TemporaryFolder()
        let place = folder.file("cut.mp4")
        let whole = try Data(contentsOf: Samples.url("faststart.mp4"))
        try whole.write(to: place)
        let asset = AVURLAsset(url: place)
        let track = try #require(try await asset.loadTracks(withMediaType: .video).first)
        let cursor = try #require(track.makeSampleCursorAtLastSampleInDecodeOrder())
        try whole.prefix(whole.count / 2).write(to: place)
        let generator = AVSampleBufferGenerator(asset: asset, timebase: nil)
        let request = AVSampleBufferRequest(start: cursor)
        let error = try #require(throws: AVError.self) { try generator.makeSampleBuffer(for: request) }
        #expect(error.localizedDescription.hasPrefix("cannot read 'cut.mp4': "))
        let other = AVSampleBufferGenerator(asset: AVURLAsset(url: place), timebase: nil)
        #expect(throws: AVError.self) { try other.makeSampleBuffer(for: request) }
    }
}
