import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitReading
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia

/// The tracks of a file as they are stored, ready to go into another one.
struct Remux {
    var plan: SinkPlan
    var samples: [[SinkSample]]

    /// Reads everything of a file that fits into a type of file.
    init(_ url: URL, to type: AVFileType) async throws {
        let asset = AVURLAsset(url: url)
        let tracks = try await asset.load(.tracks)
        plan = SinkPlan(fileType: type, tracks: [])
        samples = []
        for track in tracks where track.sampleFormats.contains(where: { MediaSinks.obstacle(to: $0, in: type) == nil })
        {
            guard !track.sampleFormats.isEmpty,
                track.facts.streamIndex != nil || track.facts.codecName != "A/53 captions"
            else { continue }
            let stored = try Self.stored(asset, track)
            guard !stored.isEmpty else { continue }
            plan.tracks.append(Self.track(track, stored))
            samples.append(stored)
        }
    }

    static func stored(_ asset: AVAsset, _ track: AVAssetTrack) throws -> [SinkSample] {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
        reader.add(output)
        guard reader.startReading() else { throw try #require(reader.error) }
        var samples: [SinkSample] = []
        while let buffer = output.copyNextSampleBuffer() {
            guard let data = buffer.dataBuffer else { continue }
            let time = buffer.presentationTimeStamp
            var sample = SinkSample(data: data, presentationTime: time, decodeTime: time, duration: buffer.duration)
            sample.count = buffer.numSamples
            if buffer.numSamples > 1 { sample.duration = try buffer.sampleTimingInfos()[0].duration }
            if buffer.decodeTimeStamp.isNumeric { sample.decodeTime = buffer.decodeTimeStamp }
            sample.isSync = buffer.sampleAttachments[0][.notSync] as? Bool != true
            let trim = CMGetAttachment(
                buffer,
                key: kCMSampleBufferAttachmentKey_TrimDurationAtEnd,
                attachmentModeOut: nil
            )
            if track.mediaType == .audio, let trim = trim as? CFDictionary {
                let length = CMTimeMakeFromDictionary(trim)
                let rate = track.sampleFormats[0].audioStreamBasicDescription?.mSampleRate ?? 1
                sample.trimmedFramesAtEnd = Int((length.seconds * rate).rounded())
            }
            samples.append(sample)
        }
        if let error = reader.error { throw error }
        settleDecodeTimes(&samples)
        return samples
    }

    /// The i-th sample is decoded before any that is shown then or later.
    private static func settleDecodeTimes(_ samples: inout [SinkSample]) {
        let sorted = samples.map(\.presentationTime).sorted()
        let delay = zip(sorted, samples).map { $0 - $1.presentationTime }.max() ?? .zero
        for index in samples.indices { samples[index].decodeTime = sorted[index] - delay }
    }

    private static func track(_ track: AVAssetTrack, _ samples: [SinkSample]) -> SinkTrack {
        let facts = track.facts
        var result = SinkTrack(
            mediaType: track.mediaType,
            formats: track.sampleFormats,
            timescale: max(1, facts.timescale),
            transform: facts.video?.transform ?? .identity
        )
        result.languageCode = facts.languageCode
        result.extendedLanguageTag = facts.extendedLanguageTag
        result.title = facts.title
        result.isDefault = facts.isDefault
        result.isForced = facts.isForced ?? false
        if track.mediaType == .audio, let first = samples.first?.presentationTime, first < .zero {
            let rate = Int32(facts.audio?.sampleRate ?? 1)
            let count = Int((-first.seconds * Double(rate)).rounded())
            // Some containers round times; what they say of the priming is exact.
            let stated = facts.audio?.priming ?? count
            result.priming = abs(stated - count) < Int(rate) / 500 ? stated : count
        }
        return result
    }

    /// Writes everything, in the order of decoding.
    func write(into bytes: any ByteSink, ending: SinkEnding? = nil) throws {
        let sink = try MediaSinks.sink(for: plan, into: bytes)
        let order = samples.indices.flatMap { track in samples[track].map { (track: track, sample: $0) } }
            .enumerated().sorted {
                ($0.element.sample.decodeTime, $0.offset) < ($1.element.sample.decodeTime, $1.offset)
            }
        for (_, entry) in order { try sink.write(entry.sample, to: entry.track) }
        try sink.finish(ending ?? SinkEnding(edits: plan.tracks.map { _ in nil }))
    }

    /// Writes a file and gives its place.
    func write(to path: String) throws -> URL {
        let file = try OutputFile(path, appears: .whenPublished, replaces: true)
        try write(into: file)
        try file.publish(replaces: true)
        return URL(fileURLWithPath: path)
    }
}

/// Bytes in memory, that fail to be written from some moment on.
final class MemorySink: ByteSink {
    private(set) var bytes: [UInt8] = []
    var writesLeft: Int

    init(failingAfter writes: Int = .max) {
        writesLeft = writes
    }

    var length: Int64 { Int64(bytes.count) }

    func write(_ new: UnsafeRawBufferPointer, at offset: Int64) throws {
        guard writesLeft > 0 else { throw WriteFailure(number: ENOSPC) }
        writesLeft -= 1
        let end = Int(offset) + new.count
        if bytes.count < end { bytes += Array(repeating: 0, count: end - bytes.count) }
        bytes.replaceSubrange(Int(offset)..<end, with: new)
    }

    func copy(_ range: Range<Int64>, of descriptor: CInt, to offset: Int64) throws {
        throw WriteFailure(number: ENOSYS)
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let rest = bytes.dropFirst(Int(offset)).prefix(buffer.count)
        buffer.copyBytes(from: rest)
        return rest.count
    }

    func truncate(to length: Int64) throws { bytes = Array(bytes.prefix(Int(length))) }
    func synchronize() throws {}
    func reserve(_ byteCount: Int64) throws -> Bool { true }
}
