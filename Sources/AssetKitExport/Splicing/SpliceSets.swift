internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitMedia
internal import AssetKitSinks
internal import Foundation

/// Puts the parameter sets of both encoders in front of pictures that decoding can begin with: for files without a header
/// that has them. A plain value.
///
/// FFmpeg's muxers do so by themselves, but no more once a sample has brought some of its own.
struct SpliceSets: Sendable {
    private let units: [UInt8]
    private let lengthSize: Int
    private let isHEVC: Bool

    /// nil where a file keeps them, or the codec has none. `isOneOfSeveral`: the track has other descriptions beside it.
    init?(_ format: CMFormatDescription, in fileType: AVFileType, isOneOfSeveral: Bool) {
        let isKept =
            fileType != .akMPEGTransportStream && !(isOneOfSeveral && !MediaSinks.canHoldSeveralFormats(fileType))
        guard !isKept, let record = format.parameterSetStore?.record else { return nil }
        lengthSize = record.nalUnitHeaderLength
        units = format.parameterSetUnits(lengthSize: lengthSize)
        isHEVC = format.subtype == "hvc1".fourCharCode || format.subtype == "hev1".fourCharCode
    }

    func added(to sample: [UInt8]) -> [UInt8] {
        // A delimiter stays in front; what cannot be read as units has none.
        var units = LengthPrefixedUnits(sample[...], lengthSize: lengthSize)
        var front = 0
        if let first = (try? units.next()) ?? nil, let byte = first.first,
            isHEVC
                ? HEVCUnitHeader.kind(byte) == HEVCUnitHeader.Kind.accessUnitDelimiter
                : H264UnitHeader.kind(byte) == H264UnitHeader.Kind.accessUnitDelimiter
        {
            front = lengthSize + first.count
        }
        return sample[..<front] + self.units + sample[front...]
    }
}
