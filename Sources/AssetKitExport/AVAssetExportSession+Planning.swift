internal import AssetKitBase
internal import AssetKitSources
internal import Dispatch
internal import Foundation

extension AVAssetExportSession {
    /// What the export would do as the session is set up now, found out without encoding anything: an addition to
    /// AVFoundation. The type of the file is ``outputFileType``, else that of ``outputURL``'s ending, else the preset's
    /// first one.
    ///
    /// It may be asked for as often as one likes, before the export and after it, and reads what the export would read
    /// to decide: headers, and lists of samples.
    ///
    /// - Returns: What happens to each stretch of each track, and why.
    /// - Throws: An ``AVError``: what the export would refuse before it writes, and `.operationCancelled` when the task
    ///   is cancelled.
    public func akPlan() async throws -> AKExportPlan {
        let (asset, preset, settings, flag) = (asset, preset, currentSettings, CancellationFlag())
        let url = settings.outputURL ?? URL(filePath: "/dev/null")
        let named = settings.outputURL.flatMap { FileTypes.fileType(ofExtension: $0.pathExtension) }
        let type = settings.outputFileType ?? named ?? preset.fileTypes.first
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.exports.async {
                    let outcome = Result { try ExportRequest(asset, preset, settings, url, type, flag).plan() }
                    let name = Self.subject(of: outcome, asset) ?? url.lastPathComponent
                    continuation.resume(with: outcome.mapError { AVError.exporting(name, because: $0) })
                }
            }
        } onCancel: {
            flag.cancel()
        }
    }
}
