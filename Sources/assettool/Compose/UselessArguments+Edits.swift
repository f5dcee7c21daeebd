import AssetKit

extension UselessArguments {
    /// Throws for the first option of an edit of parts that could do nothing, by its name. Whether there is sound that
    /// music and fades could act on, the command line does not tell.
    func refuseEdits() throws(UsageError) {
        let fades = given(ComposeOptions.fades)
        guard OutputFormat.holdsPictures(fileType) else {
            if let name = given(["overlay"]).first {
                let ending = ExportNames.ending(fileType)
                throw usage("--\(name) cannot act on a .\(ending), which has no pictures; leave it out")
            }
            return try refuseVolumes(given(ComposeOptions.volumes) + fades)
        }
        try refuseLayers(fades)
        try refuseVolumes(given(ComposeOptions.volumes))
    }

    private func refuseLayers(_ fades: [String]) throws(UsageError) {
        let overlays = given(["overlay"])
        if let fate = fate(options.video) {
            // Without pictures, sound fades all the same.
            guard let name = (fate == .leftOut ? overlays : fades + overlays).first else { return }
            throw usage("--\(name) cannot act on pictures that are \(fate.rawValue); leave it out, or encode them")
        }
        // Whatever it encodes, it takes the pictures of one track.
        guard preset == AVAssetExportPresetPassthrough, let name = (fades + overlays + given(["background"])).first
        else {
            return
        }
        throw usage("--\(name) cannot act with the preset Passthrough; leave it out, or choose a preset that encodes")
    }

    private func refuseVolumes(_ names: [String]) throws(UsageError) {
        guard let fate = fate(options.audio) else { return }
        // Music can be copied where there is no other sound.
        guard let name = (names + given(fate == .leftOut ? ["music"] : [])).first else { return }
        throw usage("--\(name) cannot act on sound that is \(fate.rawValue); leave it out, or encode it")
    }
}
