internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// A camera that there is none of, for programs and tests on machines without one. An addition to AVFoundation.
///
/// Its pictures carry their number as bars that survive encoding (``AKSyntheticPicture``), a moving edge, a time, and a flash
/// whenever a second of the host clock begins, which is when synthetic microphones beep.
///
/// ```swift
/// AKSyntheticDevices.add(AKSyntheticCamera(id: "front", width: 1280, height: 720, position: "front"))
/// AKSyntheticDevices.removeAll()
/// ```
public struct AKSyntheticCamera: Codable, Hashable, Sendable {
    /// Identifies it.
    public var id: String
    /// For people.
    public var name: String
    /// Pixels in a row, of its largest pictures.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Pictures in a second that it can do.
    public var frameRates: [Double]
    /// How it codes pictures: `420v`, `yuvs`, `BGRA`, `jpeg`, or `avc1`, a stream of H.264 with a key frame each second.
    public var coding: String
    /// Where it looks: `front`, `back`, or nothing.
    public var position: String
    /// It has focus, exposure, white balance, zoom, a torch and a flash that can be set.
    public var hasControls: Bool
    /// What happens to it.
    public var script: [AKSyntheticEvent]

    /// Makes a camera.
    public init(
        id: String = "synthetic-camera",
        name: String = "Synthetic Camera",
        width: Int = 1280,
        height: Int = 720,
        frameRates: [Double] = [30, 15],
        coding: String = "420v",
        position: String = "",
        hasControls: Bool = false,
        script: [AKSyntheticEvent] = []
    ) {
        (self.id, self.name, self.width, self.height) = (id, name, width, height)
        (self.frameRates, self.coding, self.position) = (frameRates, coding, position)
        (self.hasControls, self.script) = (hasControls, script)
    }

    /// Reads a camera; what is not said is as for `init()`. Throws for what no camera can be like.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        id = try values.decodeIfPresent(String.self, forKey: .id) ?? id
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? name
        width = try values.number(.width, in: SyntheticValues.widths, else: width)
        height = try values.number(.height, in: SyntheticValues.heights, else: height)
        frameRates = try values.numbers(.frameRates, in: SyntheticValues.rates, else: frameRates)
        coding = try values.word(.coding, of: SyntheticValues.codings, else: coding)
        position = try values.word(.position, of: SyntheticValues.positions, else: position)
        hasControls = try values.decodeIfPresent(Bool.self, forKey: .hasControls) ?? hasControls
        script = try values.decodeIfPresent([AKSyntheticEvent].self, forKey: .script) ?? script
    }
}

extension AKSyntheticCamera {
    /// What the device is, as devices say it.
    var facts: DeviceFacts {
        DeviceFacts(
            id: id,
            kind: .camera,
            name: name,
            model: "synthetic",
            manufacturer: "AssetKit",
            position: DeviceFacts.Position(rawValue: position) ?? .unspecified,
            formats: sizes.map { size in
                let rates = DeviceRates.these(frameRates.filter { $0 > 0 }.sorted(by: >).map(Self.duration))
                return .pictures(
                    DevicePictureFormat(deviceCoding, width: size.width, height: size.height, rates: rates)
                )
            },
            controls: hasControls ? SyntheticControls.all : []
        )
    }

    /// The largest size, and those that cameras usually have besides.
    private var sizes: [(width: Int, height: Int)] {
        let largest = (width: max(64, width) & ~1, height: max(48, height) & ~1)
        let usual = [(1920, 1080), (1280, 720), (960, 540), (640, 480), (352, 288), (320, 240)]
        return [largest]
            + usual.filter { $0.0 <= largest.width && $0.1 <= largest.height && $0 != largest }
            .map { (width: $0.0, height: $0.1) }
    }

    private var deviceCoding: DevicePictureFormat.Coding {
        switch coding {
        case "jpeg": .jpeg
        case "avc1": .h264
        case "yuvs", "yuyv": .pixels(kCVPixelFormatType_422YpCbCr8_yuvs)
        case "BGRA", "bgra": .pixels(kCVPixelFormatType_32BGRA)
        default: .pixels(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
        }
    }

    /// The duration of a picture at a rate: of 29.97 it is 1001 of 30000.
    static func duration(_ rate: Double) -> CMTime {
        if let whole = Int32(exactly: rate) { return CMTime(value: 1, timescale: whole) }
        let scale = (rate * 1.001).rounded() * 1000
        if abs(scale / 1001 - rate) < 0.01, scale < 2e9 { return CMTime(value: 1001, timescale: Int32(scale)) }
        return CMTime(seconds: 1 / rate, preferredTimescale: 90_000)
    }
}
