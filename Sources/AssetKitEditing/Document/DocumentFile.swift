internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitInterchange
internal import Foundation

/// A file with an edit document: which kind it is, and what is in it.
struct DocumentFile {
    private let url: URL
    /// No document that a person made comes near it.
    private static let limit = 256 << 20

    init(_ url: URL) {
        // Final Cut also writes a folder, with the document and what belongs to it.
        self.url = url.pathExtension.lowercased() == "fcpxmld" ? url.appending(path: "Info.fcpxml") : url
    }

    private var name: String { url.isFileURL ? url.relativePath : url.absoluteString }

    func read() throws(AVError) -> EditDocument {
        let bytes = [UInt8](try data())
        do {
            switch bytes.first(where: { !Self.isSpace($0) }) {
            case UInt8(ascii: "{") where isNamed("otio"): return try OTIODocument.read(bytes)
            case UInt8(ascii: "<") where isNamed("fcpxml"): return try FCPXMLDocument.read(bytes)
            default: break
            }
        } catch {
            throw AVError(.fileFailedToParse, "cannot read '\(name)': \(error)", underlying: error)
        }
        let reason = "it is none of the edit documents that are read, .otio and .fcpxml"
        throw AVError(.fileFormatNotRecognized, "cannot read '\(name)': \(reason)")
    }

    /// White space, and the mark that UTF-8 may begin with.
    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 || [0xEF, 0xBB, 0xBF].contains(byte) }

    private func isNamed(_ ending: String) -> Bool { url.pathExtension.lowercased() == ending }

    private func data() throws(AVError) -> Data {
        guard url.isFileURL else {
            throw AVError(.operationNotSupportedForAsset, "cannot read '\(name)': an edit document is a file")
        }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            let data = try handle.read(upToCount: Self.limit + 1) ?? Data()
            guard data.count <= Self.limit else {
                throw AVError(.fileFailedToParse, "cannot read '\(name)': it is larger than an edit document can be")
            }
            return data
        } catch let error as AVError {
            throw error
        } catch {
            throw Self.failure("cannot open '\(name)'", error)
        }
    }

    /// What the system says, where it is what went wrong.
    static func failure(_ asked: String, _ error: any Error) -> AVError {
        let system = FileSource.Failure(error)
        let code: AVError.Code = system?.number == ENOSPC ? .diskFull : .unknown
        return AVError(code, "\(asked): \(system?.description ?? error.localizedDescription)", underlying: error)
    }
}
