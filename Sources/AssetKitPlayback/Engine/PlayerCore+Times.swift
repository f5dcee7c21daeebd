internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitClocks
internal import AssetKitMedia

extension PlayerCore {
    /// The composition of an item whose times are read to the end of a file where nothing else tells them. Over a network that would
    /// be all of it, before anything plays: there its pictures keep to steps of the frame duration.
    func timedComposition(of item: ItemCore) -> CompositionUse? { item.network.isRemote ? nil : item.composition }

    /// What there was to read of its composition's times has been read.
    func isTimed(_ item: ItemCore) -> Bool {
        guard let composition = item.composition, let timed = item.timed else { return false }
        return timed.isSame(as: composition)
    }

    /// It has another composition than the one whose times were read, and a track of that has no tables.
    func lacksTimes(_ item: ItemCore) -> Bool {
        guard let use = timedComposition(of: item), !isTimed(item), let loaded = item.media?.loaded else {
            return false
        }
        return loaded.needsTimes(for: use)
    }

    /// Reads them, and takes the composition then; until that is done it plays as it did.
    func readTimes(of item: ItemCore, _ loaded: LoadedAsset) {
        guard let use = item.composition else { return }
        giveUpTimes(of: item)
        let flag = CancellationFlag()
        item.timing = flag
        run(on: environment.worker("assetkit.player.times")) {
            Result { try loaded.readTimes(for: use, flag) }
        } then: { core, result in
            guard item.timing === flag, item.engine === core.engine else { return }
            item.timing = nil
            switch result {
            case .failure(let error): core.fail(item, error)
            case .success:
                item.timed = use
                core.reload(item)
            }
        }
    }

    /// Nobody waits for times any more.
    func giveUpTimes(of item: ItemCore) {
        guard let flag = item.timing else { return }
        item.timing = nil
        effect { flag.cancel() }
    }
}
