import Foundation
import Testing

@testable import AssetKit

/// A WAVE file of floating-point numbers, whose channels alternate.
func writeWave(_ samples: [Float], channels: Int = 1, rate: Int = 44100, to path: String) throws -> AVURLAsset {
    var bytes = Data()
    func add<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes += Data("RIFF".utf8)
    add(UInt32(36 + samples.count * 4))
    bytes += Data("WAVEfmt ".utf8)
    add(UInt32(16))
    add(UInt16(3))
    add(UInt16(channels))
    add(UInt32(rate))
    add(UInt32(rate * channels * 4))
    add(UInt16(channels * 4))
    add(UInt16(32))
    bytes += Data("data".utf8)
    add(UInt32(samples.count * 4))
    for sample in samples { add(sample.bitPattern) }
    let url = URL(filePath: path)
    try bytes.write(to: url)
    return AVURLAsset(url: url)
}

/// What a mix makes of all tracks of sound of an asset: floating-point numbers, or whole ones of 16 bits where settings ask for
/// them.
func readMix(
    of asset: AVAsset,
    _ mix: AVAudioMix?,
    settings: [String: Any]? = nil,
    in range: CMTimeRange? = nil
) async throws -> [Float] {
    let tracks = try await asset.loadTracks(withMediaType: .audio)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: settings)
    output.audioMix = mix
    if let range { reader.timeRange = range }
    reader.add(output)
    try reader.start()
    var samples: [Float] = []
    while let sample = output.copyNextSampleBuffer() {
        let basic = try #require(sample.formatDescription?.audioStreamBasicDescription)
        let data = try #require(sample.dataBuffer)
        try data.withUnsafeMutableBytes(atOffset: 0) { bytes in
            if basic.mBitsPerChannel == 16 {
                samples += bytes.bindMemory(to: Int16.self).map { Float($0) }
            } else {
                samples += bytes.bindMemory(to: Float.self)
            }
        }
    }
    if let error = reader.error { throw error }
    return samples
}

/// A mix of these parameters.
func audioMix(_ parameters: AVAudioMixInputParameters...) -> AVAudioMix {
    let mix = AVMutableAudioMix()
    mix.inputParameters = parameters
    return mix
}
