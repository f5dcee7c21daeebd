internal import AssetKitBase
internal import CMTimeLib
public import Foundation

extension AKWaveform {
    /// Reads a file that audiowaveform, this library or another program made, binary or JSON.
    ///
    /// Strict: a file that contradicts itself is refused. Values of 8 bits become multiples of 256. What such files do
    /// not say is taken to be so: the waveform starts at zero, and its last point covers as many samples as the others.
    public init(fileData data: Data) throws {
        let isJSON = data.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
        if isJSON { try self.init(json: data) } else { try self.init(binary: data) }
    }

    /// Puts together what a file says.
    init(_ header: PeaksHeader, _ points: WaveformPoints) throws(AVError) {
        let (sampleCount, overflows) = header.pointCount.multipliedReportingOverflow(by: header.samplesPerPoint)
        guard !overflows else { throw Self.unreadable("it claims to cover more samples than there can be") }
        var counted = points
        counted.frameCount = sampleCount
        self.init(
            sampleRate: header.sampleRate,
            samplesPerPoint: header.samplesPerPoint,
            channelCount: header.channelCount,
            startTime: .zero,
            points: counted
        )
    }

    static func unreadable(_ reason: String) -> AVError {
        AVError(.fileFailedToParse, "this is no waveform that can be read: \(reason)")
    }
}

/// What a file says about its points.
struct PeaksHeader {
    let sampleRate: Int
    let samplesPerPoint: Int
    let bits: Int
    let pointCount: Int
    let channelCount: Int

    /// How many values there have to be. Throws where the numbers make no sense.
    func valueCount() throws(AVError) -> Int {
        guard sampleRate > 0, sampleRate <= Int(Int32.max) else {
            throw AKWaveform.unreadable("its sample rate is \(sampleRate)")
        }
        guard samplesPerPoint > 0 else { throw AKWaveform.unreadable("its samples per pixel are \(samplesPerPoint)") }
        guard bits == 8 || bits == 16 else { throw AKWaveform.unreadable("its values have \(bits) bits") }
        guard (1...1024).contains(channelCount) else { throw AKWaveform.unreadable("its channels are \(channelCount)") }
        guard (0...Int(UInt32.max)).contains(pointCount) else {
            throw AKWaveform.unreadable("its length is \(pointCount)")
        }
        return pointCount * channelCount * 2
    }
}
