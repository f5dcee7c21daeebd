internal import AssetKitMedia

extension ExportTrack {
    var isCopied: Bool { stretches.allSatisfy { $0.treatment == .copied } }
    /// Its samples are not decoded.
    var isStored: Bool { stretches.allSatisfy(\.isStored) }
}

extension ExportPlan {
    /// Nothing is encoded and no sample changes, and copying whole runs presents exactly what is wanted.
    func isCopyOnly(in fileType: AVFileType) -> Bool {
        let hasPictures = tracks.contains { $0.mediaType == .video }
        guard CopyTarget(fileType: fileType).hasEdits || !hasPictures else { return false }
        return tracks.allSatisfy { track in
            guard track.stretches.count == 1 else { return false }
            if case .spliced(let splice) = track.treatment {
                return splice.isPureCopy && splice.runs.count == 1 && !splice.runs[0].clipsFirst
            }
            return track.isStored
        }
    }
}
