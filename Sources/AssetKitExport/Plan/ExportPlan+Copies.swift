internal import AssetKitMedia

extension ExportTrack {
    var isCopied: Bool { treatment == .copy }
    /// Its samples are not decoded: they are copied, or text of another kind is made of them.
    var isStored: Bool { treatment == .copy || treatment == .text }
}

extension ExportPlan {
    /// Nothing is encoded and no sample changes, and copying whole runs presents exactly what is wanted.
    func isCopyOnly(in fileType: AVFileType) -> Bool {
        let hasPictures = tracks.contains { $0.mediaType == AVMediaType.video.rawValue }
        guard CopyTarget(fileType: fileType).hasEdits || !hasPictures else { return false }
        return tracks.allSatisfy { track in
            if case .splice(let work) = track.treatment {
                return work.isPureCopy && work.runs.count == 1 && !work.runs[0].clipsFirst
            }
            return track.isStored
        }
    }
}
