import AssetKitBase
import AssetKitAssets
import AssetKitDevices
import AssetKitMedia
import AssetKitReading
import CMTimeLib
import Foundation

/// What is in a recording, decoded.
struct RecordedMovie {
    var pictures: [(time: Double, number: Int?, isFlash: Bool)] = []
    var sound: [Float] = []
    var soundStart = 0.0
    var sampleRate = 48_000.0
    var duration = 0.0
    var transform = CGAffineTransform.identity
    var size = CGSize.zero

    init(_ url: URL, from start: Double = 0) async throws {
        let asset = AVURLAsset(url: url)
        duration = try await asset.load(.duration).seconds
        let reader = try AVAssetReader(asset: asset)
        if start > 0 {
            let begin = CMTime(seconds: start, preferredTimescale: 600)
            reader.timeRange = CMTimeRange(start: begin, duration: .positiveInfinity)
        }
        var outputs: [(AVAssetReaderTrackOutput, AVMediaType)] = []
        for track in try await asset.load(.tracks) where [.video, .audio].contains(track.mediaType) {
            let settings: [String: Any] =
                track.mediaType == .video
                ? [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
                : [
                    AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
                    AVLinearPCMIsNonInterleaved: false, AVNumberOfChannelsKey: 1,
                ]
            if track.mediaType == .video {
                transform = try await track.load(.preferredTransform)
                size = try await track.load(.naturalSize)
            }
            let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
            reader.add(output)
            outputs.append((output, track.mediaType))
        }
        guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
        for (output, mediaType) in outputs {
            while let buffer = output.copyNextSampleBuffer() {
                if mediaType == .video { add(picture: buffer) } else { try add(sound: buffer) }
            }
        }
        if reader.status == .failed { throw reader.error ?? AVError(.unknown) }
    }

    var numbers: [Int?] { pictures.map(\.number) }

    private mutating func add(picture buffer: CMSampleBuffer) {
        guard let picture = buffer.imageBuffer else { return }
        pictures.append(
            (
                buffer.presentationTimeStamp.seconds, AKSyntheticPicture.number(in: picture),
                AKSyntheticPicture.isFlash(picture)
            )
        )
    }

    private mutating func add(sound buffer: CMSampleBuffer) throws {
        guard let data = buffer.dataBuffer else { return }
        if sound.isEmpty {
            soundStart = buffer.presentationTimeStamp.seconds
            sampleRate = buffer.formatDescription?.audioStreamBasicDescription?.mSampleRate ?? sampleRate
        }
        let bytes = try data.dataBytes()
        sound += bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// By how much beeps come later than the seconds of the host clock that they belong to, of a recording that began at a time of it.
    func beepErrors(since start: Double) -> [Double] {
        let reach = 0.06
        let first = Int((start + soundStart + reach).rounded(.up))
        let last = Int(start + soundStart + Double(sound.count) / sampleRate - reach)
        guard first <= last else { return [] }
        return (first...last).compactMap { second in
            let center = (Double(second) - start - soundStart) * sampleRate
            let range = Int(center - reach * sampleRate)...Int(center + reach * sampleRate)
            guard let index = range.first(where: { sound.indices.contains($0) && abs(sound[$0]) > 0.4 }) else {
                return nil
            }
            // A sine of 1 kHz and half the full scale is there 148 us after its beginning.
            return (Double(index) - center) / sampleRate - 0.000148
        }
    }
}
