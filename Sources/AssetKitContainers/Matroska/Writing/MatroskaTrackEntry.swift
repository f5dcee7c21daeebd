/// A track as it is written into the header. A plain value.
package struct MatroskaTrackEntry {
    /// What there is to say about pictures.
    package struct Pictures {
        package var width = 0
        package var height = 0
        package var pixelAspect: (horizontal: Int, vertical: Int) = (1, 1)
        /// Pixels at the top, bottom, left and right that are not for viewing.
        package var crop: (top: Int, bottom: Int, left: Int, right: Int) = (0, 0, 0, 0)
        package var isInterlaced: Bool?
        package var isTopFieldFirst: Bool?
        /// Numbers of H.273; 2 is unknown.
        package var primaries = 2
        package var transfer = 2
        package var matrix = 2
        package var isFullRange: Bool?
        /// 24 bytes as messages of H.264 and HEVC have them.
        package var masteringDisplay: [UInt8]?
        package var contentLight: (maximum: Int, average: Int)?
        /// The additions beside samples are their alpha.
        package var hasAlphaBeside = false
        /// How pictures are mirrored and turned for viewing.
        package var orientation = MatroskaOrientation.upright

        package init(
            width: Int = 0,
            height: Int = 0,
            pixelAspect: (horizontal: Int, vertical: Int) = (1, 1),
            crop: (top: Int, bottom: Int, left: Int, right: Int) = (0, 0, 0, 0),
            isInterlaced: Bool? = nil,
            isTopFieldFirst: Bool? = nil,
            primaries: Int = 2,
            transfer: Int = 2,
            matrix: Int = 2,
            isFullRange: Bool? = nil,
            masteringDisplay: [UInt8]? = nil,
            contentLight: (maximum: Int, average: Int)? = nil,
            hasAlphaBeside: Bool = false,
            orientation: MatroskaOrientation = MatroskaOrientation.upright
        ) {
            self.width = width
            self.height = height
            self.pixelAspect = pixelAspect
            self.crop = crop
            self.isInterlaced = isInterlaced
            self.isTopFieldFirst = isTopFieldFirst
            self.primaries = primaries
            self.transfer = transfer
            self.matrix = matrix
            self.isFullRange = isFullRange
            self.masteringDisplay = masteringDisplay
            self.contentLight = contentLight
            self.hasAlphaBeside = hasAlphaBeside
            self.orientation = orientation
        }
    }

    /// What there is to say about sound.
    package struct Sound {
        package var sampleRate = 0.0
        package var outputSampleRate: Double?
        package var channelCount = 1
        package var bitDepth: Int?

        package init(
            sampleRate: Double = 0.0,
            outputSampleRate: Double? = nil,
            channelCount: Int = 1,
            bitDepth: Int? = nil
        ) {
            self.sampleRate = sampleRate
            self.outputSampleRate = outputSampleRate
            self.channelCount = channelCount
            self.bitDepth = bitDepth
        }
    }

    package var number: UInt64
    /// 1 pictures, 2 sound, 17 subtitles.
    package var kind: UInt64
    package var codecID: String
    package var codecPrivate: [UInt8] = []
    package var name: String?
    /// Three letters.
    package var language: String?
    package var extendedLanguage: String?
    package var isDefault = true
    package var isForced = false
    /// Nanoseconds.
    package var codecDelay: UInt64 = 0
    package var seekPreRoll: UInt64 = 0
    package var defaultDuration: UInt64?
    /// Configurations that go with samples, such as that of Dolby Vision, by the code of their box.
    package var additions: [(code: UInt32, record: [UInt8])] = []
    /// The largest number of an addition beside a sample; 0 where there are none.
    package var largestAdditionNumber: UInt64 = 0
    package var pictures: Pictures?
    package var sound: Sound?

    package init(
        number: UInt64,
        kind: UInt64,
        codecID: String,
        codecPrivate: [UInt8] = [],
        name: String? = nil,
        language: String? = nil,
        extendedLanguage: String? = nil,
        isDefault: Bool = true,
        isForced: Bool = false,
        codecDelay: UInt64 = 0,
        seekPreRoll: UInt64 = 0,
        defaultDuration: UInt64? = nil,
        additions: [(code: UInt32, record: [UInt8])] = [],
        largestAdditionNumber: UInt64 = 0,
        pictures: Pictures? = nil,
        sound: Sound? = nil
    ) {
        self.number = number
        self.kind = kind
        self.codecID = codecID
        self.codecPrivate = codecPrivate
        self.name = name
        self.language = language
        self.extendedLanguage = extendedLanguage
        self.isDefault = isDefault
        self.isForced = isForced
        self.codecDelay = codecDelay
        self.seekPreRoll = seekPreRoll
        self.defaultDuration = defaultDuration
        self.additions = additions
        self.largestAdditionNumber = largestAdditionNumber
        self.pictures = pictures
        self.sound = sound
    }

    package func write(to bytes: inout EBMLBytes) {
        bytes.add(0xAE) { entry in
            entry.add(0xD7, unsigned: number)
            entry.add(0x73C5, unsigned: number)
            entry.add(0x83, unsigned: kind)
            entry.add(0xB9, flag: true)
            entry.add(0x88, flag: isDefault)
            entry.add(0x55AA, flag: isForced)
            entry.add(0x9C, flag: false)
            entry.add(0x22B59C, text: language ?? "und")
            if let extendedLanguage { entry.add(0x22B59D, text: extendedLanguage) }
            if let name { entry.add(0x536E, text: name) }
            entry.add(0x86, text: codecID)
            if !codecPrivate.isEmpty { entry.add(0x63A2, binary: codecPrivate) }
            if codecDelay > 0 { entry.add(0x56AA, unsigned: codecDelay) }
            if seekPreRoll > 0 { entry.add(0x56BB, unsigned: seekPreRoll) }
            if let defaultDuration { entry.add(0x23E383, unsigned: defaultDuration) }
            if largestAdditionNumber > 0 { entry.add(0x55EE, unsigned: largestAdditionNumber) }
            for (code, record) in additions {
                entry.add(0x41E4) { mapping in
                    mapping.add(0x41E7, unsigned: UInt64(code))
                    mapping.add(0x41ED, binary: record)
                }
            }
            pictures?.write(to: &entry)
            sound?.write(to: &entry)
        }
    }
}

extension MatroskaTrackEntry.Sound {
    fileprivate func write(to bytes: inout EBMLBytes) {
        bytes.add(0xE1) { audio in
            audio.add(0xB5, float: sampleRate)
            if let outputSampleRate { audio.add(0x78B5, float: outputSampleRate) }
            audio.add(0x9F, unsigned: UInt64(channelCount))
            if let bitDepth { audio.add(0x6264, unsigned: UInt64(bitDepth)) }
        }
    }
}

extension MatroskaTrackEntry.Pictures {
    fileprivate func write(to bytes: inout EBMLBytes) {
        bytes.add(0xE0) { video in
            video.add(0xB0, unsigned: UInt64(width))
            video.add(0xBA, unsigned: UInt64(height))
            if let isInterlaced {
                video.add(0x9A, unsigned: isInterlaced ? 1 : 2)
                if isInterlaced, let isTopFieldFirst { video.add(0x9D, unsigned: isTopFieldFirst ? 1 : 6) }
            }
            if hasAlphaBeside { video.add(0x53C0, unsigned: 1) }
            let crops = [(0x54AA, crop.bottom), (0x54BB, crop.top), (0x54CC, crop.left), (0x54DD, crop.right)]
            for (id, count) in crops where count > 0 { video.add(UInt32(id), unsigned: UInt64(count)) }
            writeShape(to: &video)
            writeColour(to: &video)
            if orientation != .upright {
                video.add(0x7670) { projection in
                    projection.add(0x7671, unsigned: 0)
                    projection.add(0x7673, float: orientation.yaw)
                    projection.add(0x7674, float: 0)
                    projection.add(0x7675, float: orientation.roll)
                }
            }
        }
    }

    /// Pixels that are not square: by the display size, and where that would be no whole number, by its aspect ratio.
    private func writeShape(to video: inout EBMLBytes) {
        guard pixelAspect.horizontal != pixelAspect.vertical else { return }
        let shown = (width: width - crop.left - crop.right, height: height - crop.top - crop.bottom)
        let wide = shown.width * pixelAspect.horizontal
        guard !wide.isMultiple(of: pixelAspect.vertical) else {
            video.add(0x54B0, unsigned: UInt64(wide / pixelAspect.vertical))
            video.add(0x54BA, unsigned: UInt64(shown.height))
            return
        }
        video.add(0x54B0, unsigned: UInt64(wide))
        video.add(0x54BA, unsigned: UInt64(shown.height * pixelAspect.vertical))
        video.add(0x54B2, unsigned: 3)
    }

    private func writeColour(to video: inout EBMLBytes) {
        video.addUnlessEmpty(0x55B0) { colour in
            if matrix != 2 { colour.add(0x55B1, unsigned: UInt64(matrix)) }
            if let isFullRange { colour.add(0x55B9, unsigned: isFullRange ? 2 : 1) }
            if transfer != 2 { colour.add(0x55BA, unsigned: UInt64(transfer)) }
            if primaries != 2 { colour.add(0x55BB, unsigned: UInt64(primaries)) }
            if let contentLight {
                colour.add(0x55BC, unsigned: UInt64(contentLight.maximum))
                colour.add(0x55BD, unsigned: UInt64(contentLight.average))
            }
            if let masteringDisplay { colour.add(0x55D0) { Self.write(masteringDisplay, to: &$0) } }
        }
    }

    /// The message lists green, blue, red and white in units of 0.00002, then luminance in units of 0.0001 cd/m².
    private static func write(_ message: [UInt8], to bytes: inout EBMLBytes) {
        func number(_ offset: Int, _ count: Int) -> Double {
            Double(message[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        guard message.count >= 24 else { return }
        let ids: [UInt32] = [0x55D3, 0x55D4, 0x55D5, 0x55D6, 0x55D1, 0x55D2, 0x55D7, 0x55D8]
        for (index, id) in ids.enumerated() { bytes.add(id, float: number(index * 2, 2) / 50_000) }
        bytes.add(0x55D9, float: number(16, 4) / 10_000)
        bytes.add(0x55DA, float: number(20, 4) / 10_000)
    }
}
