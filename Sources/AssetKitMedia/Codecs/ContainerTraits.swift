/// What is known of a container that is read: one row of the table of all of them. Files of one container share one
/// object. What files can hold that are written says `ContainerRules`.
package final class ContainerTraits: Sendable {
    /// What holds of some containers and not of others.
    package struct Habits: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Samples have a decode time. Where they have none, FFmpeg may only guess it.
        package static let storesDecodeTimes = Habits(rawValue: 1 << 0)
        /// Samples have a presentation time, as a rule.
        package static let storesPresentationTimes = Habits(rawValue: 1 << 1)
        /// Samples have no times: they are numbered in decode order.
        package static let numbersSamples = Habits(rawValue: 1 << 2)
        /// Tables store how long every sample lasts. In others FFmpeg makes a video packet's duration up of the average
        /// rate.
        package static let hasSampleTables = Habits(rawValue: 1 << 3)
        /// A packet's bytes stand as they are where FFmpeg says that the packet starts.
        package static let hasPlainPackets = Habits(rawValue: 1 << 4)
        /// A packet of the stream has many frames of sound.
        package static let packsSound = Habits(rawValue: 1 << 5)
        /// There is no header, and parameter sets of H.264 say what decoding a picture would.
        package static let saysByParameterSets = Habits(rawValue: 1 << 6)
        /// There is no index: a place is found by reading all that is before it.
        package static let isReadInOrder = Habits(rawValue: 1 << 7)
        /// A file of sound that has a reader of its own here.
        package static let isRawSound = Habits(rawValue: 1 << 8)
        /// Its samples are counted by a reader of its own here, or are elsewhere and may have no end.
        package static let isCountedOtherwise = Habits(rawValue: 1 << 9)
        /// A file of one picture, of which FFmpeg makes a track of video.
        package static let isStillPicture = Habits(rawValue: 1 << 10)
    }

    /// nil for one that the table does not list.
    package let container: MediaContainer?
    /// What sentences call the container.
    package let title: String
    /// The type of file by content, where it is one that has a name.
    package let fileType: AVFileType?
    package let habits: Habits

    package init(_ container: MediaContainer?, _ title: String, _ fileType: AVFileType? = nil, _ habits: Habits = []) {
        (self.container, self.title, self.fileType, self.habits) = (container, title, fileType, habits)
    }
}

extension ContainerTraits {
    /// What is known of the container that FFmpeg calls `name`: of one that is not listed, the first of its names in
    /// capitals, and whether it is a picture.
    package static func named(_ name: String) -> ContainerTraits {
        if let container = MediaContainer(rawValue: name), let traits = table[container] { return traits }
        let first = name.prefix { $0 != "," }
        let isPicture = name.hasSuffix("_pipe")
        return ContainerTraits(
            nil,
            (first.hasSuffix("_pipe") ? String(first.dropLast(5)) : String(first)).uppercased(),
            nil,
            isPicture ? .isStillPicture : []
        )
    }

    private static let table = Dictionary(
        MediaContainer.allCases.map { ($0, $0.row) }
    ) { first, _ in first }
}

extension MediaContainer {
    /// The row of the container. Reached through ``traits``.
    fileprivate var row: ContainerTraits {
        switch self {
        case .isoMedia:
            row(
                "QuickTime movie",
                .mp4,
                [.storesDecodeTimes, .hasSampleTables, .hasPlainPackets, .isCountedOtherwise, .isStillPicture]
            )
        case .matroska: row("Matroska", .akMatroska, [.storesPresentationTimes, .isCountedOtherwise])
        case .transportStream:
            row(
                "MPEG transport stream",
                .akMPEGTransportStream,
                [.storesDecodeTimes, .packsSound, .saysByParameterSets]
            )
        case .programStream: row("MPEG program stream", nil, [.storesDecodeTimes, .packsSound])
        case .mpegVideo: row("MPEG video")
        case .avi: row("AVI", nil, .numbersSamples)
        case .flash: row("Flash Video", nil, .storesDecodeTimes)
        case .windowsMedia: row("Windows Media")
        case .hls: row("HTTP Live Streaming", nil, .isCountedOtherwise)
        case .h264: row("H.264 stream", nil, .saysByParameterSets)
        case .hevc: row("HEVC stream")
        case .mpeg4: row("MPEG-4 video stream")
        case .dv: row("DV")
        case .realMedia: row("RealMedia")
        case .windowsTV: row("Windows TV")
        case .mp3: row("MP3", .mp3, [.isRawSound, .isReadInOrder])
        case .aac: row("ADTS", nil, [.isRawSound, .isReadInOrder])
        case .ac3: row("AC-3", .ac3, [.isRawSound, .isReadInOrder])
        case .eac3: row("Enhanced AC-3", .eac3, [.isRawSound, .isReadInOrder])
        case .flac: row("FLAC", .akFLAC, .isRawSound)
        case .wave: row("WAVE", .wav, [.isRawSound, .hasPlainPackets])
        case .wave64: row("W64", .wav, [.isRawSound, .hasPlainPackets])
        case .aiff: row("AIFF", .aiff, [.isRawSound, .hasPlainPackets])
        case .caf: row("Core Audio", .caf, [.isRawSound, .hasPlainPackets])
        case .au: row("AU", .au, [.isRawSound, .hasPlainPackets])
        case .ogg: row("Ogg", .akOgg, .isRawSound)
        case .amr, .amrNB, .amrWB: row("AMR", .amr)
        case .ape: row("Monkey's Audio")
        case .wavPack: row("WavPack")
        case .dts: row("DTS")
        case .trueHD: row("TrueHD")
        case .webVTT: row("WebVTT")
        case .subRip: row("SubRip")
        case .gif: row("GIF")
        case .apng: row("Animated PNG")
        case .imageFile: row("still picture", nil, .isStillPicture)
        case .png: row("PNG", nil, .isStillPicture)
        case .jpeg: row("JPEG", nil, .isStillPicture)
        case .jpegXL: row("JPEG XL", nil, .isStillPicture)
        case .webp: row("WebP", nil, .isStillPicture)
        case .tiff: row("TIFF", nil, .isStillPicture)
        case .bmp: row("BMP", nil, .isStillPicture)
        case .svg: row("SVG", nil, .isStillPicture)
        case .qoi: row("QOI", nil, .isStillPicture)
        }
    }

    private func row(
        _ title: String,
        _ fileType: AVFileType? = nil,
        _ habits: ContainerTraits.Habits = []
    ) -> ContainerTraits {
        ContainerTraits(self, title, fileType, habits)
    }
}
