package import AssetKitBase
package import CMTimeLib

/// A way in which a device can deliver. A plain value.
package enum DeviceFormat: Hashable, Sendable {
    case pictures(DevicePictureFormat)
    case sound(DeviceSoundFormat)

    package var pictures: DevicePictureFormat? {
        if case .pictures(let format) = self { format } else { nil }
    }

    package var sound: DeviceSoundFormat? {
        if case .sound(let format) = self { format } else { nil }
    }
}

/// Pictures of a size and a coding, and how fast they can come.
package struct DevicePictureFormat: Hashable, Sendable {
    package enum Coding: Hashable, Sendable {
        /// Pixels as they are, of a Core Video format.
        case pixels(OSType)
        /// A JPEG file each.
        case jpeg
        /// A stream of H.264 with start codes.
        case h264
    }

    package var coding: Coding
    package var width: Int
    package var height: Int
    package var rates: DeviceRates

    package init(_ coding: Coding, width: Int, height: Int, rates: DeviceRates) {
        (self.coding, self.width, self.height, self.rates) = (coding, width, height, rates)
    }
}

/// How long pictures of a format can last.
package enum DeviceRates: Hashable, Sendable {
    /// Any of these, shortest first.
    case these([CMTime])
    /// Whatever lies between.
    case between(shortest: CMTime, longest: CMTime)

    package var shortest: CMTime {
        switch self {
        case .these(let durations): durations.first ?? .invalid
        case .between(let shortest, _): shortest
        }
    }

    package var longest: CMTime {
        switch self {
        case .these(let durations): durations.last ?? .invalid
        case .between(_, let longest): longest
        }
    }
}

/// Sound of a rate and a number of channels.
package struct DeviceSoundFormat: Hashable, Sendable {
    package var sampleRate: Int
    package var channelCount: Int

    package init(sampleRate: Int, channelCount: Int) {
        (self.sampleRate, self.channelCount) = (sampleRate, channelCount)
    }
}

extension DeviceRates {
    /// The duration that comes nearest to a wanted one: the longest that is not longer, else the shortest. Of an invalid wish, the
    /// shortest that is not under a sixtieth of a second.
    package func nearest(_ wish: CMTime) -> CMTime {
        let wish = wish.isNumeric && wish > .zero ? wish : CMTime(value: 1, timescale: 60)
        switch self {
        case .these(let durations): return durations.last { $0 <= wish } ?? durations.first ?? wish
        case .between(let shortest, let longest): return CMTimeMinimum(CMTimeMaximum(wish, shortest), longest)
        }
    }
}
