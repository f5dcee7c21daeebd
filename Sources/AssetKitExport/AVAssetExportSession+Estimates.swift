internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
public import CMTimeLib
internal import Dispatch
internal import Foundation

extension AVAssetExportSession {
    /// How long the file can be: the time range, as far as the asset has it, at the speed that is set. A size limit makes it
    /// no shorter.
    public var maxDuration: CMTime {
        guard let loaded = try? asset.requireLoaded() else { return .invalid }
        return ExportEstimate(loaded, preset, currentSettings).duration
    }

    /// About how many bytes the file will have; 0 where the time range has no end, and for presets that copy or whose
    /// sound is uncompressed.
    public var estimatedOutputFileLength: Int64 {
        let settings = currentSettings
        guard !preset.copies, preset.sound?.format != kAudioFormatLinearPCM, settings.timeRange.end.isNumeric,
            let loaded = try? asset.requireLoaded()
        else { return 0 }
        return ExportEstimate(loaded, preset, settings).byteCount
    }

    /// Finds out how long the file can be.
    @preconcurrency
    public func estimateMaximumDuration(completionHandler handler: @escaping @Sendable (CMTime, (any Error)?) -> Void) {
        estimate { handler($0?.duration ?? .invalid, $1) }
    }

    /// Finds out about how many bytes the file will have.
    @preconcurrency
    public func estimateOutputFileLength(completionHandler handler: @escaping @Sendable (Int64, (any Error)?) -> Void) {
        estimate { handler($0?.byteCount ?? 0, $1) }
    }

    /// How long the file can be.
    public var estimatedMaximumDuration: CMTime {
        get async throws { try await estimate().duration }
    }

    /// About how many bytes the file will have.
    public var estimatedOutputFileLengthInBytes: Int64 {
        get async throws { try await estimate().byteCount }
    }

    private func estimate(_ handler: @escaping @Sendable (ExportEstimate?, (any Error)?) -> Void) {
        let (asset, preset, settings) = (asset, preset, currentSettings)
        DispatchQueue.exports.async {
            do {
                handler(ExportEstimate(try asset.requireLoaded(), preset, settings), nil)
            } catch {
                handler(nil, error)
            }
        }
    }

    private func estimate() async throws -> ExportEstimate {
        try await withCheckedThrowingContinuation { continuation in
            estimate { estimate, error in
                if let estimate {
                    continuation.resume(returning: estimate)
                } else {
                    continuation.resume(throwing: error ?? AVError(.unknown))
                }
            }
        }
    }
}
