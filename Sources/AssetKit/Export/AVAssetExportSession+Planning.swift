internal import Dispatch
internal import Foundation

extension AVAssetExportSession {
    /// What the export would do as the session is set up now, found out without encoding anything: an addition to
    /// AVFoundation. The type of the file is ``outputFileType``, else that of ``outputURL``'s ending, else the preset's
    /// first one.
    public func plan() async throws -> AVAssetExportPlan {
        let (asset, preset, settings, flag) = (asset, preset, currentSettings, CancellationFlag())
        let url = settings.outputURL ?? URL(filePath: "/dev/null")
        let named = settings.outputURL.flatMap { FileTypes.fileType(ofExtension: $0.pathExtension) }
        let type = settings.outputFileType ?? named ?? preset.fileTypes.first
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.exports.async {
                    do {
                        let work = ExportWork(asset, preset, settings, url, type, flag)
                        continuation.resume(returning: try work.plan())
                    } catch {
                        continuation.resume(throwing: AVError.exporting(url.lastPathComponent, because: error))
                    }
                }
            }
        } onCancel: {
            flag.cancel()
        }
    }
}
