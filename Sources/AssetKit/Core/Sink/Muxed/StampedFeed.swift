internal import CMTimeLib
internal import Foundation

/// Prepares samples for a transport stream, which has times but no header. A plain value.
struct StampedFeed {
    struct Piece {
        var length: CMTime
        /// Bytes that decoders need before the sample.
        var head: [UInt8] = []
        var isOpus = false
        var skippedAtStart = 0
    }

    private let format: SinkFormat
    private let mediaType: AVMediaType
    private(set) var ending: SinkEdits.Track

    init(_ track: SinkTrack, _ format: SinkFormat) {
        self.format = format
        mediaType = track.mediaType
        ending = SinkEdits.Track(mediaType: track.mediaType, end: .invalid, lastDuration: .zero)
    }

    /// What is stored of a sample; nil where nothing is, because all of it comes before zero.
    mutating func piece(_ sample: SinkSample) throws -> Piece? {
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
        var piece = Piece(length: length)
        if format.codec == "opus" {
            piece.isOpus = true
            piece.skippedAtStart = Int(max(0, -SinkTimes.ticks(sample.presentationTime, 48_000)))
        }
        if sample.isSync { piece.head = try head(sample) }
        return piece
    }

    /// MPEG video without a header of its own gets that of the description. H.264, HEVC and AAC the muxer sees to.
    private func head(_ sample: SinkSample) throws -> [UInt8] {
        let headers: [String: [UInt8]] = [
            "mpeg4": [0, 0, 1, 0xB0], "mpeg2video": [0, 0, 1, 0xB3], "mpeg1video": [0, 0, 1, 0xB3],
        ]
        guard let start = headers[format.codec] else { return [] }
        let hasHeader = try sample.data.withBytes { data in
            data.starts(with: start) || data.starts(with: [0, 0, 1, 0x00]) && format.codecPrivate.isEmpty
        }
        return hasHeader ? [] : format.codecPrivate
    }
}
