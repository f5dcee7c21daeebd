internal import AssetKitAssets
internal import AssetKitBase
public import AssetKitMedia
public import Foundation

extension AKJoinSession {
    /// What an export would make, without making it.
    ///
    /// - Parameters:
    ///   - url: Where the file would be. Nothing is written.
    ///   - fileType: The type of the file; nil for that of the name's ending.
    /// - Returns: Where each clip would begin, and what of it would be encoded, and why.
    /// - Throws: An ``AVError``: an asset that cannot be opened, tracks that do not fit together and may not be
    ///   encoded, and what else the export would refuse.
    public func plan(for url: URL, as fileType: AVFileType? = nil) async throws -> Plan {
        try await loadAssets()
        let (clips, settings, flag) = (clips, currentSettings, flag)
        return try await WorkerThread.run("assetkit.copy", flag) {
            try Self.job(clips, settings, url, fileType, flag).plan().ofJoinedClips
        }
    }

    /// Makes the file, which appears when it is complete: whatever goes wrong, nothing is left.
    ///
    /// - Parameters:
    ///   - url: Where the file appears: a file's address, or that of a pipe or a device.
    ///   - fileType: The type of the file; nil for that of the name's ending.
    ///   - progress: Hears the fraction that is done, 0…1, from any thread.
    /// - Returns: The file, and the plan as it was carried out.
    /// - Throws: An ``AVError`` that names the file or the clip; a `CancellationError` when it was cancelled.
    @discardableResult
    public func export(
        to url: URL,
        as fileType: AVFileType? = nil,
        progress: @escaping @Sendable (_ fraction: Double) -> Void = { _ in }
    ) async throws -> Result {
        try await loadAssets()
        let (clips, settings, flag) = (clips, currentSettings, flag)
        let result = try await WorkerThread.run("assetkit.copy", flag) {
            ProcessorLimit.apply(settings.options.processorLimit)
            return try Self.job(clips, settings, url, fileType, flag).run(progress).ofJoinedClips
        }
        keep(result)
        return result
    }

    /// What makes the file: of the clips, one behind the other, with all tracks that are asked for.
    private static func job(
        _ clips: [Clip],
        _ settings: ExportSettings,
        _ url: URL,
        _ fileType: AVFileType?,
        _ flag: CancellationFlag
    ) throws -> ExportJob {
        let sources = try JoinSources(clips.map(\.asset), flag)
        return try ExportJob(
            sources.timeline(clips, tracks: settings.options.trackIDs),
            of: sources.contexts,
            ExportWishes(.passthrough, settings),
            to: url,
            as: fileType
        )
    }

    /// What is known of the assets without reading them to their ends.
    private func loadAssets() async throws {
        for clip in clips { _ = try await clip.asset.load(.tracks) }
    }
}
