import AssetKitBase
import AssetKitCapture
import AssetKitDevices
import AssetKitMedia

/// Pictures that a camera has delivered, and of how many of them somebody still holds the memory.
final class PictureCensus: Sendable {
    private struct Entry {
        weak var memory: (any PixelStorage)?
    }

    private let entries = Protected([Entry]())

    func note(_ sample: DeviceSample) {
        guard case .picture(let picture) = sample.content else { return }
        entries.withLock { $0.append(Entry(memory: picture.storage)) }
    }

    var count: Int { entries.withLock { $0.count } }
    var heldCount: Int { entries.withLock { entries in entries.count { $0.memory != nil } } }
}

extension Studio {
    /// Adds a camera whose pictures are counted, those that come as pixels.
    func addCountedCamera(coding: String = "420v") throws -> PictureCensus {
        let census = PictureCensus()
        self.provider.add(
            .camera(AKSyntheticCamera(id: "camera", width: 160, height: 120, frameRates: [30], coding: coding))
        )
        let (provider, registry) = troubled()
        provider.change { census.note($0) }
        registry.refresh()
        guard let device = registry.device("camera") else { throw AVError(.deviceNotConnected) }
        try add(device)
        return census
    }
}
