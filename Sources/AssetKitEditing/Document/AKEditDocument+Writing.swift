internal import AssetKitBase
internal import AssetKitInterchange
public import Foundation

extension AKEditDocument {
    /// The endings of the names of documents that can be written.
    public static let writableExtensions = ["otio", "fcpxml", "edl"]

    /// Writes the edit as what the ending of the name says: `.otio`, `.fcpxml`, or `.edl` for a list as CMX 3600 has it. It
    /// is there when it is complete.
    ///
    /// Media are named, and not looked at. References from the document's folder on stay so where the new one is in the same
    /// folder, and otherwise become addresses of files.
    ///
    /// - Parameters:
    ///   - url: The new file.
    ///   - replacesExistingFile: Whether a file that is there may go; otherwise that is an error.
    /// - Returns: What that kind of document cannot say, a sentence each.
    /// - Throws: An ``AVError`` that says in one sentence why the document cannot be written.
    @discardableResult
    public func write(to url: URL, replacesExistingFile: Bool = false) throws -> [String] {
        let text: InterchangeText
        do {
            let document = moved(to: url.absoluteURL.deletingLastPathComponent().path)
            switch url.pathExtension.lowercased() {
            case "otio": text = try OTIODocument.write(document)
            case "fcpxml": text = try FCPXMLDocument.write(document)
            case "edl": text = try CMXDocument.write(document)
            default:
                let reason = "an edit document is an .otio, .fcpxml or .edl"
                throw AVError(.invalidOutputURLPathExtension, "cannot write '\(url.relativePath)': \(reason)")
            }
        } catch let error as InterchangeError {
            throw AVError(.exportFailed, "cannot write '\(url.relativePath)': \(error)", underlying: error)
        }
        do {
            guard replacesExistingFile || !FileManager.default.fileExists(atPath: url.path) else {
                throw AVError(.fileAlreadyExists, "cannot write '\(url.relativePath)': it exists already")
            }
            try Data(text.text.utf8).write(to: url, options: .atomic)
        } catch let error as AVError {
            throw error
        } catch {
            throw DocumentFile.failure("cannot write '\(url.relativePath)'", error)
        }
        return text.warnings
    }

    /// The same with references that are right in another folder.
    private func moved(to other: String) -> EditDocument {
        guard other != folder else { return document }
        let policy = MediaReferencePolicy(folder: folder) { _ in nil }
        var moved = document
        for track in moved.tracks.indices {
            for index in moved.tracks[track].items.indices {
                guard case .clip(var clip) = moved.tracks[track].items[index], clip.media.isFile else { continue }
                guard !clip.media.url.hasPrefix("/"), URL(string: clip.media.url)?.scheme == nil else { continue }
                switch policy.verdict(on: clip.media.url) {
                case .allowed(let path), .outside(.file(let path), _):
                    clip.media.url = URL(filePath: path).absoluteString
                    moved.tracks[track].items[index] = .clip(clip)
                case .outside(.address, _), .unusable: break
                }
            }
        }
        return moved
    }
}
