internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// A folder with a stream for HTTP Live Streaming: playlists, a header and segments. It appears when it is complete.
///
/// SAFETY: segments come from the one stage that writes, and the rest happens behind it.
final class StreamFolder: @unchecked Sendable {
    private struct Segment {
        var name: String
        var duration: CMTime
        var byteCount: Int
    }

    private let target: String
    private let hidden: HiddenFolder
    private var segments: [Segment] = []
    private var isSettled = false
    /// The bytes of all files but the playlists.
    private(set) var byteCount: Int64 = 0

    /// Makes a hidden folder beside the target, which nothing may have the name of.
    init(_ target: String) throws {
        self.target = target
        guard access(target, F_OK) != 0 else { throw WriteFailure(number: EEXIST) }
        hidden = try HiddenFolder(besides: target)
    }

    deinit { discard() }

    /// Writes a header or a segment.
    func write(_ segment: ISOSegment) throws {
        let isHeader = segment.kind == .initialization
        let name = isHeader ? "init.mp4" : "segment-\(segment.number).m4s"
        try write(segment.bytes, name)
        byteCount += Int64(segment.bytes.count)
        guard !isHeader else { return }
        segments.append(Segment(name: name, duration: segment.duration, byteCount: segment.bytes.count))
    }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        let file = try OutputFile("\(hidden.path)/\(name)", appears: .atOnce, replaces: false)
        try file.append(bytes)
        file.keep()
    }

    /// Writes the playlists and gives the folder its name.
    func publish(_ description: StreamDescription) throws {
        try write(Array(mediaPlaylist.utf8), "media.m3u8")
        try write(Array(masterPlaylist(description).utf8), "master.m3u8")
        // A rename replaces no folder that has something in it, and no file.
        guard access(target, F_OK) != 0 else { throw WriteFailure(number: EEXIST) }
        guard rename(hidden.path, target) == 0 else { throw WriteFailure(number: errno) }
        isSettled = true
    }

    /// Removes what is not published.
    func discard() {
        guard !isSettled else { return }
        isSettled = true
        hidden.remove()
    }

    // MARK: Playlists (RFC 8216)

    private var mediaPlaylist: String {
        let longest = segments.map { Int($0.duration.seconds.rounded()) }.max() ?? 1
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(max(1, longest))", "#EXT-X-MEDIA-SEQUENCE:1",
            "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-MAP:URI=\"init.mp4\"",
        ]
        for segment in segments { lines += ["#EXTINF:\(Self.seconds(segment.duration)),", segment.name] }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    private func masterPlaylist(_ description: StreamDescription) -> String {
        let rates = segments.filter { $0.duration > .zero }.map { Double($0.byteCount) * 8 / $0.duration.seconds }
        let seconds = segments.reduce(CMTime.zero) { $0 + $1.duration }.seconds
        let bits = Double(segments.reduce(0) { $0 + $1.byteCount }) * 8
        var attributes = ["BANDWIDTH=\(Int((rates.max() ?? 0).rounded(.up)))"]
        if seconds > 0 { attributes.append("AVERAGE-BANDWIDTH=\(Int((bits / seconds).rounded(.up)))") }
        if !description.codecs.isEmpty { attributes.append("CODECS=\"\(description.codecs.joined(separator: ","))\"") }
        if let size = description.size { attributes.append("RESOLUTION=\(size.width)x\(size.height)") }
        if let rate = description.frameRate { attributes.append("FRAME-RATE=\(Self.thousandths(rate))") }
        return [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS",
            "#EXT-X-STREAM-INF:\(attributes.joined(separator: ","))", "media.m3u8", "",
        ].joined(separator: "\n")
    }

    /// Seconds with six digits, as exactly as they are.
    private static func seconds(_ time: CMTime) -> String {
        let micro = time.convertScale(1_000_000, method: .roundHalfAwayFromZero).value
        return "\(micro / 1_000_000)." + String(String(1_000_000 + micro % 1_000_000).dropFirst())
    }

    private static func thousandths(_ rate: PictureEncoding.FrameRate) -> String {
        let value = (Int64(rate.frames) * 1000 + Int64(rate.seconds) / 2) / Int64(max(rate.seconds, 1))
        return "\(value / 1000)." + String(String(1000 + value % 1000).dropFirst())
    }
}

/// What a master playlist says of a stream.
struct StreamDescription: Sendable {
    /// As RFC 6381 has them.
    var codecs: [String] = []
    var size: (width: Int, height: Int)?
    var frameRate: PictureEncoding.FrameRate?

    init(_ plan: ExportPlan, _ tracks: [SinkTrack]) {
        codecs = tracks.compactMap { $0.formats.first }.compactMap(Self.codec)
        for stretch in plan.stretches {
            guard case .pictures(let rendering) = stretch.treatment else { continue }
            size = rendering.encoding.codedSize
            frameRate = rendering.encoding.frameRate
            break
        }
    }

    private static func codec(_ format: CMFormatDescription) -> String? {
        let atoms = format.atoms
        switch format.mediaSubType.rawValue {
        case "avc1".fourCharCode:
            guard let record = atoms["avcC"], record.count > 3 else { return nil }
            return "avc1." + record[1...3].map(Self.hex).joined()
        case "hvc1".fourCharCode: return atoms["hvcC"].flatMap(hevc)
        case "av01".fourCharCode: return atoms["av1C"].flatMap(av1)
        case kAudioFormatMPEG4AAC: return "mp4a.40.2"
        case kAudioFormatOpus: return "opus"
        case kAudioFormatFLAC: return "fLaC"
        case kAudioFormatAppleLossless: return "alac"
        default: return nil
        }
    }

    /// ISO/IEC 14496-15, E.3.
    private static func hevc(_ record: [UInt8]) -> String? {
        guard record.count > 12 else { return nil }
        let space = ["", "A", "B", "C"][Int(record[1] >> 6)]
        var (flags, reversed): (UInt32, UInt32) = (0, 0)
        for byte in record[2...5] { flags = flags << 8 | UInt32(byte) }
        for bit in UInt32(0)..<32 where flags >> bit & 1 == 1 { reversed |= 1 << (31 - bit) }
        let tier = record[1] & 0x20 == 0 ? "L" : "H"
        var constraints = Array(record[6...11])
        while constraints.last == 0 { constraints.removeLast() }
        var parts: [String] = ["hvc1.\(space)\(record[1] & 31)", Self.hexadecimal(reversed), "\(tier)\(record[12])"]
        for byte in constraints { parts.append(Self.hexadecimal(UInt32(byte))) }
        return parts.joined(separator: ".")
    }

    /// AV1 in ISO base media files, section 5.
    private static func av1(_ record: [UInt8]) -> String? {
        guard record.count > 2 else { return nil }
        let (level, tier) = (record[1] & 31, record[2] >> 7 == 0 ? "M" : "H")
        let depth = record[2] & 0x40 == 0 ? "08" : record[2] & 0x20 == 0 ? "10" : "12"
        return "av01.\(record[1] >> 5).\(level < 10 ? "0" : "")\(level)\(tier).\(depth)"
    }

    private static func hexadecimal(_ number: UInt32) -> String { String(number, radix: 16).uppercased() }

    private static func hex(_ byte: UInt8) -> String { String(String(256 + Int(byte), radix: 16).dropFirst()) }
}
