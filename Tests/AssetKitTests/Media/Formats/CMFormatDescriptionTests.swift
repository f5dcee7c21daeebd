import Testing

@testable import AssetKit
@testable import AssetKitMedia

@Suite("CMFormatDescription")
struct CMFormatDescriptionTests {
    private func sound(_ change: (inout AudioStreamBasicDescription) -> Void = { _ in }) -> AudioStreamBasicDescription
    {
        var basic = AudioStreamBasicDescription(
            mSampleRate: 48_000,
            mFormatID: kAudioFormatMPEG4AAC,
            mFormatFlags: 0,
            mBytesPerPacket: 0,
            mFramesPerPacket: 1024,
            mBytesPerFrame: 0,
            mChannelsPerFrame: 2,
            mBitsPerChannel: 0,
            mReserved: 0
        )
        change(&basic)
        return basic
    }

    @Test("a video description shows its size with square pixels and the clean part")
    func presentation() throws {
        let format = try CMFormatDescription(
            videoCodecType: .h264,
            width: 720,
            height: 576,
            extensions: [
                .pixelAspectRatio: .pixelAspectRatio(horizontalSpacing: 16, verticalSpacing: 15),
                .cleanAperture: .cleanAperture(width: 704, height: 576, horizontalOffset: 4, verticalOffset: 2),
                .colorPrimaries: .colorPrimaries(.itu_R_709_2),
            ]
        )
        #expect(CMVideoFormatDescriptionGetDimensions(format) == CMVideoDimensions(width: 720, height: 576))
        #expect(format.mediaType == .video && format.mediaSubType == .h264)
        #expect(abs(format.presentationDimensions().width - 704 * 16 / 15) < 1e-9)
        #expect(format.presentationDimensions(usePixelAspectRatio: false).width == 704)
        #expect(format.presentationDimensions(usePixelAspectRatio: true, useCleanAperture: false).width == 768)
        #expect(format.cleanAperture(originIsAtTopLeft: true).minY == 2)
        #expect(format.cleanAperture(originIsAtTopLeft: false).minY == -2)
        #expect(format.cleanAperture(originIsAtTopLeft: true).minX == 12)
        let primaries = CMFormatDescriptionGetExtension(
            format,
            extensionKey: kCMFormatDescriptionExtension_ColorPrimaries
        )
        #expect(primaries as? String == kCVImageBufferColorPrimaries_ITU_R_709_2)
        #expect("\(format)".contains("'avc1'") && "\(format)".contains("720x576"))
    }

    @Test("a clean aperture of fractions wins over the rounded one")
    func rationalAperture() throws {
        let clean: [String: Any] = [
            kCMFormatDescriptionKey_CleanApertureWidth: 703, kCMFormatDescriptionKey_CleanApertureHeight: 480,
            kCMFormatDescriptionKey_CleanApertureWidthRational: [7033, 10],
        ]
        let format = try CMFormatDescription(
            videoCodecType: .mpeg2Video,
            width: 720,
            height: 480,
            extensions: [.cleanAperture: .dictionary(clean)]
        )
        #expect(format.presentationDimensions().width == 703.3)
        let damaged = try CMFormatDescription(
            videoCodecType: .mpeg2Video,
            width: 720,
            height: 480,
            extensions: [.cleanAperture: .string("x")]
        )
        #expect(damaged.presentationDimensions() == CGSize(width: 720, height: 480))
    }

    @Test("equality is by what is said, some extensions aside")
    func equality() throws {
        func make(_ width: Int, _ extensions: CMFormatDescription.Extensions) throws -> CMFormatDescription {
            try CMFormatDescription(videoCodecType: .hevc, width: width, height: 90, extensions: extensions)
        }
        let base = try make(
            160,
            [.depth: .number(24), .sampleDescriptionExtensionAtoms: .dictionary(["a": Data([1])])]
        )
        let same = try make(
            160,
            [.depth: .number(24.0), .sampleDescriptionExtensionAtoms: .dictionary(["a": Data([1])])]
        )
        #expect(
            base == same && base.hashValue == same.hashValue
                && CMFormatDescriptionEqual(base, otherFormatDescription: same)
        )
        #expect(try base != make(161, base.extensions))
        let other = try make(
            160,
            [.depth: .number(32), .sampleDescriptionExtensionAtoms: .dictionary(["a": Data([2])])]
        )
        #expect(base != other)
        #expect(!base.equalTo(other, extensionKeysToIgnore: [.depth]))
        #expect(
            base.equalTo(other, extensionKeysToIgnore: [.depth], sampleDescriptionExtensionAtomKeysToIgnore: ["a"])
        )
        #expect(!CMFormatDescriptionEqual(base, otherFormatDescription: nil))
        #expect(CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
    }

    @Test("a description of sound keeps its numbers, cookie and layout at stable addresses")
    func audio() throws {
        let layout = ManagedAudioChannelLayout(
            channelDescriptions: [.init(label: kAudioChannelLabel_Left), .init(label: kAudioChannelLabel_Right)])
        let format = try CMFormatDescription(
            audioStreamBasicDescription: sound(),
            layout: layout,
            magicCookie: Data([1, 2, 3])
        )
        let basic = CMAudioFormatDescriptionGetStreamBasicDescription(format)
        #expect(
            basic?.pointee.mSampleRate == 48_000 && basic == CMAudioFormatDescriptionGetStreamBasicDescription(format)
        )
        var size = 0
        let cookie = CMAudioFormatDescriptionGetMagicCookie(format, sizeOut: &size)
        #expect(size == 3 && cookie?.load(fromByteOffset: 2, as: UInt8.self) == 3)
        let bytes = CMAudioFormatDescriptionGetChannelLayout(format, sizeOut: &size)
        #expect(size == 52 && bytes?.pointee.mNumberChannelDescriptions == 2)
        var copy: CMFormatDescription?
        var asbd = sound()
        let result = CMAudioFormatDescriptionCreate(
            allocator: nil,
            asbd: &asbd,
            layoutSize: size,
            layout: bytes,
            magicCookieSize: 3,
            magicCookie: cookie,
            extensions: nil,
            formatDescriptionOut: &copy
        )
        #expect(result == noErr && copy == format && copy?.audioChannelLayout == layout)
        #expect(format.audioFormatList.count == 1)
        let video = try CMFormatDescription(videoCodecType: .vp9, width: 1, height: 1)
        #expect(CMAudioFormatDescriptionGetStreamBasicDescription(video) == nil)
        #expect(CMAudioFormatDescriptionGetMagicCookie(video, sizeOut: &size) == nil && size == 0)
    }

    @Test("comparing sound says which parts are equal")
    func audioEquality() throws {
        let one = try CMFormatDescription(audioStreamBasicDescription: sound(), magicCookie: Data([1]))
        let two = try CMFormatDescription(audioStreamBasicDescription: sound(), magicCookie: Data([2]))
        let result = one.equalTo(two)
        #expect(!result.0 && result.equalityMask == [.streamBasicDescription, .channelLayout, .extensions])
        #expect(one.equalTo(two, equalityMask: .streamBasicDescription).0)
        let summary = try CMFormatDescription(audioFormatDescriptionArray: [one, two])
        #expect(summary.audioFormatList.count == 2 && summary.richestDecodableFormat?.mASBD == sound())
    }

    @Test("a damaged channel layout or no format at all is an error")
    func hostileAudio() throws {
        var layout = AudioChannelLayout()
        layout.mNumberChannelDescriptions = 4_000_000_000
        #expect(throws: CMFormatDescription.Error.invalidParameter) {
            try CMFormatDescription(
                audioStreamBasicDescription: sound(),
                layoutSize: 32,
                layout: &layout,
                magicCookie: nil
            )
        }
        #expect(throws: CMFormatDescription.Error.invalidParameter) {
            try CMFormatDescription(audioStreamBasicDescription: sound { $0.mFormatID = 0 })
        }
        #expect(throws: CMFormatDescription.Error.invalidParameter) {
            try CMFormatDescription(audioStreamBasicDescription: sound { $0.mSampleRate = .nan })
        }
        #expect(throws: CMFormatDescription.Error.invalidParameter) {
            try CMFormatDescription(videoCodecType: .h264, width: Int.max, height: 1)
        }
    }

    @Test("a description made of a picture matches it until its attachments change")
    func imageBuffers() throws {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, &made)
        let buffer = try #require(made)
        CVBufferSetAttachment(buffer, kCVImageBufferGammaLevelKey, 2.2, .shouldPropagate)
        let format = try CMFormatDescription(imageBuffer: buffer)
        #expect(format.mediaSubType.rawValue == kCVPixelFormatType_32BGRA && format.dimensions.width == 16)
        #expect(format.matchesImageBuffer(buffer))
        #expect((format.extensions[.gammaLevel]?.propertyListRepresentation as? NSNumber)?.doubleValue == 2.2)
        CVBufferSetAttachment(buffer, kCVImageBufferGammaLevelKey, 1.8, .shouldPropagate)
        #expect(!format.matchesImageBuffer(buffer))
    }

    @Test("time codes and metadata keep what they were made with")
    func otherMedia() throws {
        let duration = CMTime(value: 1001, timescale: 30_000)
        let code = try CMFormatDescription(
            timeCodeFormatType: .timeCode32,
            frameDuration: duration,
            frameQuanta: 30,
            flags: .dropFrame
        )
        #expect(code.frameDuration == duration && code.frameQuanta == 30 && code.timeCodeFlags == .dropFrame)
        #expect(throws: CMFormatDescription.Error.invalidParameter) {
            try CMFormatDescription(timeCodeFormatType: .timeCode32, frameDuration: .zero, frameQuanta: 30, flags: [])
        }
        let place = "mdta/com.apple.quicktime.location.ISO6709"
        let specification: [String: Any] = [
            kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier: place,
            kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType:
                kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709,
        ]
        let metadata = try CMFormatDescription(boxedMetadataSpecifications: [specification])
        #expect(metadata.identifiers == [place] && metadata.mediaSubType == .boxed)
        #expect(metadata.keyWithLocalID(1)?[kCMMetadataFormatDescriptionKey_Namespace] as? String == "mdta")
        #expect(metadata.keyWithLocalID(2) == nil)
        let merged = try CMFormatDescription(sourceMetadata: metadata, otherSourceDescription: metadata)
        #expect(merged.identifiers == [place])
        #expect(throws: CMFormatDescription.Error.invalidParameter) {
            try CMFormatDescription(boxedMetadataSpecifications: [["x": 1]])
        }
        #expect(!code.frameDuration.isIndefinite && metadata.frameQuanta == 0)
    }

    @Test("text descriptions say how text looks, others throw")
    func text() throws {
        let format = try CMFormatDescription(
            mediaType: .text,
            mediaSubType: .mobile3GPP,
            extensions: [
                .displayFlags: .number(0x20), .horizontalJustification: .number(1), .verticalJustification: .number(-1),
                .defaultTextBox: .dictionary(["Top": 10, "Left": 0, "Bottom": 60, "Right": 320]),
                .fontTable: .dictionary(["1": "Sans"]),
            ]
        )
        #expect(try format.displayFlags() == .scrollIn)
        #expect(try format.justification().vertical == .bottomOrRight)
        let box = try format.defaultTextBox(originIsAtTopLeft: false, heightOfTextTrack: 100)
        #expect(box == CGRect(x: 0, y: 40, width: 320, height: 50))
        #expect(try format.fontName(localFontID: 1) == "Sans")
        #expect(throws: CMFormatDescription.Error.valueNotAvailable) { try format.fontName(localFontID: 2) }
        #expect(throws: CMFormatDescription.Error.valueNotAvailable) { try format.defaultStyle() }
    }

    @Test("identifiers come apart as they were put together")
    func identifiers() throws {
        var identifier: CFString?
        let name = OSType(0xa96e_616d)
        #expect(
            CMMetadataCreateIdentifierForKeyAndKeySpace(
                allocator: nil,
                key: name as NSNumber,
                keySpace: "udta",
                identifierOut: &identifier
            ) == noErr
        )
        #expect(identifier == "udta/%A9nam")
        var key: CFTypeRef?
        #expect(CMMetadataCreateKeyFromIdentifier(allocator: nil, identifier: "udta/%A9nam", keyOut: &key) == noErr)
        #expect(key as? UInt32 == name)
        var space: CFString?
        CMMetadataCreateKeySpaceFromIdentifier(allocator: nil, identifier: "mdta/a b%20c/d", keySpaceOut: &space)
        #expect(space == "mdta")
        for bad in ["", "mdta", "/key", "mdta/", "mdta/%4", "mdta/%zz"] {
            #expect(
                CMMetadataCreateKeySpaceFromIdentifier(allocator: nil, identifier: bad, keySpaceOut: &space)
                    == kCMMetadataIdentifierError_BadIdentifier
            )
        }
        let tooBig = CMMetadataCreateIdentifierForKeyAndKeySpace(
            allocator: nil,
            key: Int.max,
            keySpace: "udta",
            identifierOut: &identifier
        )
        #expect(tooBig == kCMMetadataIdentifierError_BadNumberKey)
    }

    @Test("data types build on known ones")
    func dataTypes() {
        let type = "org.example.test.sentence"
        func register(_ name: String, _ parents: [String]) -> OSStatus {
            CMMetadataDataTypeRegistryRegisterDataType(name, description: "d", conformingDataTypes: parents)
        }
        #expect(register(type, [kCMMetadataBaseDataType_UTF8]) == noErr)
        #expect(
            register(type, [kCMMetadataBaseDataType_UTF8]) == kCMMetadataDataTypeRegistryError_DataTypeAlreadyRegistered
        )
        #expect(register("org.example.none", []) == kCMMetadataDataTypeRegistryError_RequiresConformingBaseType)
        #expect(
            register("org.example.two", [kCMMetadataBaseDataType_UTF8, kCMMetadataBaseDataType_PNG])
                == kCMMetadataDataTypeRegistryError_MultipleConformingBaseTypes
        )
        #expect(register("", [kCMMetadataBaseDataType_UTF8]) == kCMMetadataDataTypeRegistryError_BadDataTypeIdentifier)
        #expect(CMMetadataDataTypeRegistryDataTypeConformsToDataType(type, conformsTo: kCMMetadataBaseDataType_UTF8))
        #expect(
            CMMetadataDataTypeRegistryGetBaseDataTypeForConformingDataType(type) == kCMMetadataBaseDataType_UTF8
        )
    }
}
