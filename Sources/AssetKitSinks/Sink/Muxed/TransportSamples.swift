internal import AssetKitBitstream
internal import AssetKitContainers
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Prepares samples for a transport stream, which has times but no header: parameter sets go in front of pictures that
/// decoding can start with. A plain value.
struct TransportSamples {
    struct Preparation {
        var length: CMTime
        /// Bytes that decoders need before the sample.
        var head: [UInt8] = []
        /// How many of the sample's own bytes are left out before the rest.
        var skippedBytes = 0
        var isOpus = false
        var skippedAtStart = 0
    }

    private let format: SinkFormat
    private let mediaType: AVMediaType
    /// H.264's parameter sets, each behind its length; empty where samples have their own.
    private let parameterSets: [UInt8]
    private let lengthSize: Int
    private(set) var ending: SinkEdits.Track

    init(_ track: SinkTrack, _ format: SinkFormat) {
        self.format = format
        mediaType = track.mediaType
        let record = format.codec == .h264 ? format.description.parameterSetStore?.record : nil
        lengthSize = record?.nalUnitHeaderLength ?? 4
        parameterSets = record == nil ? [] : format.description.parameterSetUnits(lengthSize: lengthSize)
        ending = SinkEdits.Track(mediaType: track.mediaType, end: .invalid, lastDuration: .zero)
    }

    /// What is stored of a sample; nil where nothing is, because all of it comes before zero.
    mutating func preparation(_ sample: SinkSample) throws -> Preparation? {
        let length = CMTimeMultiply(sample.duration, multiplier: Int32(clamping: sample.count))
        let end = sample.presentationTime + length
        if sample.presentationTime < .zero {
            guard mediaType != .video || sample.presentationTime > CMTime(value: -1, timescale: 1000) else {
                throw MediaSinks.refusal("an MPEG transport stream cannot hide pictures before the beginning")
            }
            guard end > .zero || mediaType == .video else { return nil }
        }
        if !ending.end.isNumeric || end > ending.end {
            ending.end = end
            ending.lastDuration = length
        }
        var preparation = Preparation(length: length)
        if format.codec == .opus {
            preparation.isOpus = true
            preparation.skippedAtStart = Int(max(0, -SinkTimes.ticks(sample.presentationTime, 48_000)))
        }
        if sample.isSync || sample.isPartialSync {
            preparation.head = try head(sample)
            if !parameterSets.isEmpty { (preparation.head, preparation.skippedBytes) = try accessPoint(sample) }
        }
        return preparation
    }

    /// The muxer puts H.264's parameter sets in front of pictures that refresh the decoder only; others can be begun with
    /// as well. Where they are missing they come first, and the mark of a new picture that the muxer renews is left out.
    private func accessPoint(_ sample: SinkSample) throws -> (head: [UInt8], skippedBytes: Int) {
        try sample.data.withBytes { data in
            var units = LengthPrefixedUnits(Array(data)[...], lengthSize: lengthSize)
            var (skipped, isFirst) = (0, true)
            while let unit = try units.next() {
                switch unit.first.map({ H264UnitHeader.kind($0) }) {
                case H264UnitHeader.Kind.instantaneousRefreshSlice?, H264UnitHeader.Kind.sequenceParameterSet?:
                    return ([], 0)
                case H264UnitHeader.Kind.accessUnitDelimiter? where isFirst: skipped = lengthSize + unit.count
                default: break
                }
                isFirst = false
            }
            return (parameterSets, skipped)
        }
    }

    /// MPEG video without a header of its own gets that of the description. HEVC and AAC the muxer sees to.
    private func head(_ sample: SinkSample) throws -> [UInt8] {
        let headers: [MediaCodec: [UInt8]] = [
            .mpeg4: [0, 0, 1, 0xB0], .mpeg2: [0, 0, 1, 0xB3], .mpeg1: [0, 0, 1, 0xB3],
        ]
        guard let start = headers[format.codec] else { return [] }
        let hasHeader = try sample.data.withBytes { data in
            data.starts(with: start) || data.starts(with: [0, 0, 1, 0x00]) && format.codecPrivate.isEmpty
        }
        return hasHeader ? [] : format.codecPrivate
    }
}
