internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia

extension PlayerCore {
    /// What there was to read of a composition's times has been read.
    func isTimed(_ use: CompositionUse?, of item: ItemCore) -> Bool {
        guard let use, let timed = item.timed else { return false }
        return timed.isSame(as: use)
    }

    /// It has another composition than the one whose times were read, and a track of that has no tables.
    func lacksTimes(_ item: ItemCore) -> Bool {
        guard let use = item.composition, !isTimed(use, of: item), let loaded = item.media?.loaded else {
            return false
        }
        return loaded.needsTimes(for: use)
    }

    /// Plays another composition, or none. Where its times are to be read first, it plays as it did until that is done, and is read
    /// for that once, whatever else is changed meanwhile.
    func takeComposition(_ item: ItemCore) {
        guard let media = item.media else {
            // It is loaded with the times of one that nobody wants any more: that begins anew.
            if item.timing?.use != nil { giveUpTimes(of: item) }
            return
        }
        guard lacksTimes(item) else {
            giveUpTimes(of: item)
            return reload(item)
        }
        readTimes(of: item, media.loaded)
    }

    private func readTimes(of item: ItemCore, _ loaded: LoadedAsset) {
        guard let use = item.composition else { return }
        guard item.timing?.use.map({ !$0.isSame(as: use) }) ?? true else { return }
        giveUpTimes(of: item)
        let flag = CancellationFlag()
        item.timing = (use, flag)
        run(on: environment.worker("assetkit.player.times")) {
            Result { try loaded.readTimes(for: use, flag) }
        } then: { core, result in
            guard item.timing?.flag === flag else { return }
            item.timing = nil
            switch result {
            case .failure(let error): core.fail(item, error)
            case .success:
                item.timed = use
                core.reload(item)
            }
        }
    }

    /// Nobody waits for times any more, or for the item to be loaded: whoever has it next begins anew.
    func giveUpTimes(of item: ItemCore) {
        guard let flag = item.timing?.flag else { return }
        item.timing = nil
        if item.status == .unknown { item.isLoading = false }
        effect { flag.cancel() }
    }
}
