internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// A screen that there is none of, for programs and tests on machines without one. It shows what synthetic cameras see. An
/// addition to AVFoundation.
///
/// ```swift
/// AKSyntheticDevices.add(AKSyntheticScreen(width: 1920, height: 1080))
/// AKSyntheticDevices.removeAll()
/// ```
public struct AKSyntheticScreen: Codable, Hashable, Sendable {
    /// Identifies it.
    public var id: String
    /// For people.
    public var name: String
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// What happens to it.
    public var script: [AKSyntheticEvent]

    /// Makes a screen.
    public init(
        id: String = "synthetic-screen",
        name: String = "Synthetic Screen",
        width: Int = 1920,
        height: Int = 1080,
        script: [AKSyntheticEvent] = []
    ) {
        (self.id, self.name, self.width, self.height, self.script) = (id, name, width, height, script)
    }

    /// Reads a screen; what is not said is as for `init()`. Throws for what no screen can be like.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        id = try values.decodeIfPresent(String.self, forKey: .id) ?? id
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? name
        width = try values.number(.width, in: SyntheticValues.widths, else: width)
        height = try values.number(.height, in: SyntheticValues.heights, else: height)
        script = try values.decodeIfPresent([AKSyntheticEvent].self, forKey: .script) ?? script
    }
}

extension AKSyntheticScreen {
    /// What the device is, as devices say it.
    var facts: DeviceFacts {
        let rates = DeviceRates.between(
            shortest: CMTime(value: 1, timescale: 120),
            longest: CMTime(value: 1, timescale: 1)
        )
        let format = DevicePictureFormat(
            .pixels(kCVPixelFormatType_32BGRA),
            width: max(64, width) & ~1,
            height: max(48, height) & ~1,
            rates: rates
        )
        return DeviceFacts(
            id: id,
            kind: .screen,
            name: name,
            model: "synthetic",
            manufacturer: "AssetKit",
            formats: [.pictures(format)]
        )
    }
}
