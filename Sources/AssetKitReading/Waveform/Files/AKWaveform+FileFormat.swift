internal import AssetKitBase
public import Foundation

extension AKWaveform {
    /// The files that waveforms are exchanged in. They are those of the program audiowaveform, which peaks.js and other
    /// players of the web read.
    public enum FileFormat: String, Sendable, Hashable, CaseIterable {
        /// Binary, version 2: a header of 24 bytes, then of each point each channel's lowest and highest sample.
        case binary = "dat"
        /// The same as a JSON document.
        case json
    }

    /// How precise the values in a file are.
    public enum BitDepth: Int, Sendable, Hashable, CaseIterable {
        /// -128…127: samples divided by 256 and rounded towards zero.
        case bits8 = 8
        /// -32768…32767: samples as they are.
        case bits16 = 16

        /// What samples are divided by.
        var divisor: Int16 { self == .bits8 ? 256 : 1 }
    }

    /// The waveform as a file.
    public func fileData(_ format: FileFormat, bitDepth: BitDepth = .bits16) throws -> Data {
        var data = Data()
        // It would be copied as it grows.
        if format == .binary { data.reserveCapacity(24 + points.peaks.count * bitDepth.rawValue / 8) }
        try writeFile(format, bitDepth: bitDepth) { data += $0 }
        return data
    }

    /// Hands a file to `write` piece by piece, so that a long one need not be in memory as a whole.
    ///
    /// In JSON, where the power was measured, a key that other programs pass over is added: `rms`, one value for each
    /// channel of each point at the same precision. Throws when the format cannot say what the waveform holds, and
    /// what `write` throws.
    public func writeFile(_ format: FileFormat, bitDepth: BitDepth = .bits16, to write: (Data) throws -> Void) throws {
        try checkFits(format)
        switch format {
        case .binary: try writeBinary(bitDepth, write)
        case .json: try writeJSON(bitDepth, write)
        }
    }

    private func checkFits(_ format: FileFormat) throws(AVError) {
        guard format == .binary else { return }
        guard !hasPower else {
            throw AVError(
                .operationNotSupportedForAsset,
                "a .dat file has no place for RMS values; write .json instead"
            )
        }
        guard Int32(exactly: sampleRate) != nil, Int32(exactly: samplesPerPoint) != nil,
            UInt32(exactly: pointCount) != nil
        else {
            throw AVError(
                .operationNotSupportedForAsset,
                "a .dat file cannot say how long this waveform is; write .json instead"
            )
        }
    }

    /// How many values a piece of a file holds at most.
    static let valuesPerPiece = 16384
}
