import Foundation
import TestSupport

/// Media made by others, with what `ffprobe` says of them: beside the package, or where `ASSETKIT_CORPUS` points.
///
/// It is too large for the repository. The suites that need it are left out, loudly, when it is not there.
enum BitstreamCorpus {
    struct Entry: Decodable {
        struct Probe: Decodable {
            let streams: [Stream]?
        }

        let file: String
        let `class`: String
        let container: String?
        let ffprobe: Probe?

        var streams: [Stream] { ffprobe?.streams ?? [] }
    }

    struct Stream: Decodable {
        let codec_name: String?
        let codec_tag_string: String?
        let profile: String?
        let level: Int?
        let width: Int?
        let height: Int?
        let pix_fmt: String?
        let has_b_frames: Int?
        let refs: Int?
        let field_order: String?
        let sample_aspect_ratio: String?
        let color_range: String?
        let color_space: String?
        let color_transfer: String?
        let color_primaries: String?
        let chroma_location: String?
        let r_frame_rate: String?
        let sample_rate: String?
        let channels: Int?
        let bit_rate: String?
    }

    static let folder: URL? = {
        let folder = PackageFolder.corpus
        let isThere = FileManager.default.fileExists(atPath: folder.appendingPathComponent("index.json").path)
        if !isThere {
            let note =
                "*** NO CORPUS at \(folder.path): the suites that compare with files of others are LEFT OUT ***\n"
            FileHandle.standardError.write(Data(note.utf8))
        }
        return isThere ? folder : nil
    }()

    static var isPresent: Bool { folder != nil }

    static func entries() throws -> [Entry] {
        guard let folder else { return [] }
        let index = try Data(contentsOf: folder.appendingPathComponent("index.json"))
        return try JSONDecoder().decode([Entry].self, from: index)
    }

    static func bytes(of entry: Entry) throws -> [UInt8] {
        guard let folder else { return [] }
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent(entry.file)))
    }
}
