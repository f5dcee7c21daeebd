internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import Foundation

/// The bytes of an asset's samples, which are read when they are wanted.
final class SampleBytes: Sendable {
    /// More than any samples that are decoded together have.
    private static let byteLimit: Int64 = 512 << 20
    private static let failureKey = "AssetKitSampleBytesFailure"

    let queue = DispatchQueue(label: "assetkit.generator")
    private let asset: AVAsset
    private let opened = Protected<(any AKByteSource)?>(nil)

    init(_ asset: AVAsset) { self.asset = asset }

    /// Reads the bytes of samples into a buffer that has none. What goes wrong is thrown, and kept with the buffer.
    func load(_ samples: GeneratedSamples, into buffer: CMSampleBuffer) throws {
        guard buffer.dataReadiness == .notReady else { return }
        do {
            try buffer.setDataBuffer(try data(of: samples))
            try buffer.setDataReadiness(.ready)
        } catch {
            let failure = failure(because: error)
            fail(buffer, failure)
            throw failure
        }
    }

    private func failure(because cause: any Error) -> any Error {
        let (code, reason) = AVError.explanation(of: cause)
        let name = (asset as? AVURLAsset)?.url.lastPathComponent ?? "the asset"
        let why = [NSLocalizedFailureReasonErrorKey: reason]
        return (cause as? AVError) ?? AVError(code, "cannot read '\(name)': \(reason)", userInfo: why)
    }

    /// The bytes of a buffer will not come.
    func fail(_ buffer: CMSampleBuffer, _ error: any Error) {
        guard buffer.dataReadiness == .notReady else { return }
        buffer.attachmentStore[Self.failureKey] = .init(value: error as NSError, travels: false)
        // It fails where the client has invalidated the buffer, which then waits for nothing.
        try? buffer.setDataReadiness(.failed(kCMSampleBufferError_DataFailed))
    }

    /// Why the bytes of a buffer did not come, where one of these was to read them.
    static func failure(of buffer: CMSampleBuffer) -> (any Error)? {
        buffer.attachmentStore[failureKey]?.value as? any Error
    }

    private func data(of generated: GeneratedSamples) throws -> CMBlockBuffer {
        let count = generated.samples.reduce(Int64(0)) { $0.addingClamped(max($1.byteCount, 0)) }
        guard count <= Self.byteLimit else {
            throw MediaProblem(code: .decodeFailed, reason: "the samples cannot be that large")
        }
        let source = try source(generated)
        // Before memory is set aside for what is not there.
        let end = generated.samples.map { ($0.position ?? 0).addingClamped($0.byteCount) }.max() ?? 0
        if let length = try source.length, end > length {
            throw MediaProblem(code: .decodeFailed, reason: "it ends before the samples do")
        }
        let data = try CMBlockBuffer(length: Int(count))
        try data.withUnsafeMutableBytes { memory in
            var place = 0
            for sample in generated.samples {
                guard let offset = sample.position else {
                    throw MediaProblem(code: .decodeFailed, reason: "a sample has no place in the file")
                }
                let target = UnsafeMutableRawBufferPointer(rebasing: memory[place..<place + Int(sample.byteCount)])
                try Self.read(source, at: offset, into: target)
                place += target.count
            }
        }
        return data
    }

    private static func read(
        _ source: any AKByteSource,
        at offset: Int64,
        into target: UnsafeMutableRawBufferPointer
    ) throws {
        var filled = 0
        while filled < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
            let count = try source.read(at: offset + Int64(filled), into: rest)
            guard count > 0, count <= rest.count else {
                throw MediaProblem(code: .decodeFailed, reason: "it ends before the samples do")
            }
            filled += count
        }
    }

    private func source(_ generated: GeneratedSamples) throws -> any AKByteSource {
        if let known = opened.withLock({ $0 }) { return known }
        let track = try asset.requireLoaded().source(of: generated.track)
        if let obstacle = track.obstacle, obstacle.code != .decoderNotFound { throw obstacle }
        let source = try track.input.open(CancellationFlag())
        return opened.withLock { known in
            known = known ?? source
            return known ?? source
        }
    }
}
