// Spellings of the time before Swift had types for these texts. They have the newer types, so old calls compile.

/// The older name of ``AVMediaType/video``.
@available(*, deprecated, renamed: "AVMediaType.video")
public let AVMediaTypeVideo: AVMediaType = .video
/// The older name of ``AVMediaType/audio``.
@available(*, deprecated, renamed: "AVMediaType.audio")
public let AVMediaTypeAudio: AVMediaType = .audio
/// The older name of ``AVMediaType/text``.
@available(*, deprecated, renamed: "AVMediaType.text")
public let AVMediaTypeText: AVMediaType = .text
/// The older name of ``AVMediaType/closedCaption``.
@available(*, deprecated, renamed: "AVMediaType.closedCaption")
public let AVMediaTypeClosedCaption: AVMediaType = .closedCaption
/// The older name of ``AVMediaType/subtitle``.
@available(*, deprecated, renamed: "AVMediaType.subtitle")
public let AVMediaTypeSubtitle: AVMediaType = .subtitle
/// The older name of ``AVMediaType/timecode``.
@available(*, deprecated, renamed: "AVMediaType.timecode")
public let AVMediaTypeTimecode: AVMediaType = .timecode
/// The older name of ``AVMediaType/metadata``.
@available(*, deprecated, renamed: "AVMediaType.metadata")
public let AVMediaTypeMetadata: AVMediaType = .metadata
/// The older name of ``AVMediaType/muxed``.
@available(*, deprecated, renamed: "AVMediaType.muxed")
public let AVMediaTypeMuxed: AVMediaType = .muxed
/// The older name of ``AVMediaType/metadataObject``.
@available(*, deprecated, renamed: "AVMediaType.metadataObject")
public let AVMediaTypeMetadataObject: AVMediaType = .metadataObject
/// The older name of ``AVMediaType/depthData``.
@available(*, deprecated, renamed: "AVMediaType.depthData")
public let AVMediaTypeDepthData: AVMediaType = .depthData
/// The older name of ``AVFileType/mov``.
@available(*, deprecated, renamed: "AVFileType.mov")
public let AVFileTypeQuickTimeMovie: AVFileType = .mov
/// The older name of ``AVFileType/mp4``.
@available(*, deprecated, renamed: "AVFileType.mp4")
public let AVFileTypeMPEG4: AVFileType = .mp4
/// The older name of ``AVFileType/m4v``.
@available(*, deprecated, renamed: "AVFileType.m4v")
public let AVFileTypeAppleM4V: AVFileType = .m4v
/// The older name of ``AVFileType/m4a``.
@available(*, deprecated, renamed: "AVFileType.m4a")
public let AVFileTypeAppleM4A: AVFileType = .m4a
/// The older name of ``AVFileType/mobile3GPP``.
@available(*, deprecated, renamed: "AVFileType.mobile3GPP")
public let AVFileType3GPP: AVFileType = .mobile3GPP
/// The older name of ``AVFileType/mobile3GPP2``.
@available(*, deprecated, renamed: "AVFileType.mobile3GPP2")
public let AVFileType3GPP2: AVFileType = .mobile3GPP2
/// The older name of ``AVFileType/caf``.
@available(*, deprecated, renamed: "AVFileType.caf")
public let AVFileTypeCoreAudioFormat: AVFileType = .caf
/// The older name of ``AVFileType/wav``.
@available(*, deprecated, renamed: "AVFileType.wav")
public let AVFileTypeWAVE: AVFileType = .wav
/// The older name of ``AVFileType/aiff``.
@available(*, deprecated, renamed: "AVFileType.aiff")
public let AVFileTypeAIFF: AVFileType = .aiff
/// The older name of ``AVFileType/aifc``.
@available(*, deprecated, renamed: "AVFileType.aifc")
public let AVFileTypeAIFC: AVFileType = .aifc
/// The older name of ``AVFileType/amr``.
@available(*, deprecated, renamed: "AVFileType.amr")
public let AVFileTypeAMR: AVFileType = .amr
/// The older name of ``AVFileType/mp3``.
@available(*, deprecated, renamed: "AVFileType.mp3")
public let AVFileTypeMPEGLayer3: AVFileType = .mp3
/// The older name of ``AVFileType/au``.
@available(*, deprecated, renamed: "AVFileType.au")
public let AVFileTypeSunAU: AVFileType = .au
/// The older name of ``AVFileType/ac3``.
@available(*, deprecated, renamed: "AVFileType.ac3")
public let AVFileTypeAC3: AVFileType = .ac3
/// The older name of ``AVFileType/eac3``.
@available(*, deprecated, renamed: "AVFileType.eac3")
public let AVFileTypeEnhancedAC3: AVFileType = .eac3
/// The older name of ``AVFileType/jpg``.
@available(*, deprecated, renamed: "AVFileType.jpg")
public let AVFileTypeJPEG: AVFileType = .jpg
/// The older name of ``AVFileType/dng``.
@available(*, deprecated, renamed: "AVFileType.dng")
public let AVFileTypeDNG: AVFileType = .dng
/// The older name of ``AVFileType/heic``.
@available(*, deprecated, renamed: "AVFileType.heic")
public let AVFileTypeHEIC: AVFileType = .heic
/// The older name of ``AVFileType/avci``.
@available(*, deprecated, renamed: "AVFileType.avci")
public let AVFileTypeAVCI: AVFileType = .avci
/// The older name of ``AVFileType/heif``.
@available(*, deprecated, renamed: "AVFileType.heif")
public let AVFileTypeHEIF: AVFileType = .heif
/// The older name of ``AVFileType/tif``.
@available(*, deprecated, renamed: "AVFileType.tif")
public let AVFileTypeTIFF: AVFileType = .tif
/// The older name of ``AVFileType/appleiTT``.
@available(*, deprecated, renamed: "AVFileType.appleiTT")
public let AVFileTypeAppleiTT: AVFileType = .appleiTT
/// The older name of ``AVFileType/SCC``.
@available(*, deprecated, renamed: "AVFileType.SCC")
public let AVFileTypeSCC: AVFileType = .SCC
/// The older name of ``AVMediaCharacteristic/visual``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.visual")
public let AVMediaCharacteristicVisual: AVMediaCharacteristic = .visual
/// The older name of ``AVMediaCharacteristic/audible``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.audible")
public let AVMediaCharacteristicAudible: AVMediaCharacteristic = .audible
/// The older name of ``AVMediaCharacteristic/legible``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.legible")
public let AVMediaCharacteristicLegible: AVMediaCharacteristic = .legible
/// The older name of ``AVMediaCharacteristic/frameBased``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.frameBased")
public let AVMediaCharacteristicFrameBased: AVMediaCharacteristic = .frameBased
/// The older name of ``AVMediaCharacteristic/isMainProgramContent``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.isMainProgramContent")
public let AVMediaCharacteristicIsMainProgramContent: AVMediaCharacteristic = .isMainProgramContent
/// The older name of ``AVMediaCharacteristic/isAuxiliaryContent``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.isAuxiliaryContent")
public let AVMediaCharacteristicIsAuxiliaryContent: AVMediaCharacteristic = .isAuxiliaryContent
/// The older name of ``AVMediaCharacteristic/containsOnlyForcedSubtitles``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.containsOnlyForcedSubtitles")
public let AVMediaCharacteristicContainsOnlyForcedSubtitles: AVMediaCharacteristic = .containsOnlyForcedSubtitles
/// The older name of ``AVMediaCharacteristic/transcribesSpokenDialogForAccessibility``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.transcribesSpokenDialogForAccessibility")
public let AVMediaCharacteristicTranscribesSpokenDialogForAccessibility: AVMediaCharacteristic =
    .transcribesSpokenDialogForAccessibility
/// The older name of ``AVMediaCharacteristic/describesMusicAndSoundForAccessibility``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.describesMusicAndSoundForAccessibility")
public let AVMediaCharacteristicDescribesMusicAndSoundForAccessibility: AVMediaCharacteristic =
    .describesMusicAndSoundForAccessibility
/// The older name of ``AVMediaCharacteristic/easyToRead``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.easyToRead")
public let AVMediaCharacteristicEasyToRead: AVMediaCharacteristic = .easyToRead
/// The older name of ``AVMediaCharacteristic/describesVideoForAccessibility``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.describesVideoForAccessibility")
public let AVMediaCharacteristicDescribesVideoForAccessibility: AVMediaCharacteristic = .describesVideoForAccessibility
/// The older name of ``AVMediaCharacteristic/languageTranslation``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.languageTranslation")
public let AVMediaCharacteristicLanguageTranslation: AVMediaCharacteristic = .languageTranslation
/// The older name of ``AVMediaCharacteristic/dubbedTranslation``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.dubbedTranslation")
public let AVMediaCharacteristicDubbedTranslation: AVMediaCharacteristic = .dubbedTranslation
/// The older name of ``AVMediaCharacteristic/voiceOverTranslation``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.voiceOverTranslation")
public let AVMediaCharacteristicVoiceOverTranslation: AVMediaCharacteristic = .voiceOverTranslation
/// The older name of ``AVMediaCharacteristic/usesWideGamutColorSpace``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.usesWideGamutColorSpace")
public let AVMediaCharacteristicUsesWideGamutColorSpace: AVMediaCharacteristic = .usesWideGamutColorSpace
/// The older name of ``AVMediaCharacteristic/containsHDRVideo``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.containsHDRVideo")
public let AVMediaCharacteristicContainsHDRVideo: AVMediaCharacteristic = .containsHDRVideo
/// The older name of ``AVMediaCharacteristic/containsAlphaChannel``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.containsAlphaChannel")
public let AVMediaCharacteristicContainsAlphaChannel: AVMediaCharacteristic = .containsAlphaChannel
/// The older name of ``AVMediaCharacteristic/isOriginalContent``.
@available(*, deprecated, renamed: "AVMediaCharacteristic.isOriginalContent")
public let AVMediaCharacteristicIsOriginalContent: AVMediaCharacteristic = .isOriginalContent
/// The older name of ``AVLayerVideoGravity/resize``.
@available(*, deprecated, renamed: "AVLayerVideoGravity.resize")
public let AVLayerVideoGravityResize: AVLayerVideoGravity = .resize
/// The older name of ``AVLayerVideoGravity/resizeAspect``.
@available(*, deprecated, renamed: "AVLayerVideoGravity.resizeAspect")
public let AVLayerVideoGravityResizeAspect: AVLayerVideoGravity = .resizeAspect
/// The older name of ``AVLayerVideoGravity/resizeAspectFill``.
@available(*, deprecated, renamed: "AVLayerVideoGravity.resizeAspectFill")
public let AVLayerVideoGravityResizeAspectFill: AVLayerVideoGravity = .resizeAspectFill
/// The older name of ``AVAudioTimePitchAlgorithm/lowQualityZeroLatency``.
@available(*, deprecated, renamed: "AVAudioTimePitchAlgorithm.lowQualityZeroLatency")
public let AVAudioTimePitchAlgorithmLowQualityZeroLatency: AVAudioTimePitchAlgorithm = .lowQualityZeroLatency
/// The older name of ``AVAudioTimePitchAlgorithm/timeDomain``.
@available(*, deprecated, renamed: "AVAudioTimePitchAlgorithm.timeDomain")
public let AVAudioTimePitchAlgorithmTimeDomain: AVAudioTimePitchAlgorithm = .timeDomain
/// The older name of ``AVAudioTimePitchAlgorithm/spectral``.
@available(*, deprecated, renamed: "AVAudioTimePitchAlgorithm.spectral")
public let AVAudioTimePitchAlgorithmSpectral: AVAudioTimePitchAlgorithm = .spectral
/// The older name of ``AVAudioTimePitchAlgorithm/varispeed``.
@available(*, deprecated, renamed: "AVAudioTimePitchAlgorithm.varispeed")
public let AVAudioTimePitchAlgorithmVarispeed: AVAudioTimePitchAlgorithm = .varispeed
/// The older name of ``AVVideoApertureMode/cleanAperture``.
@available(*, deprecated, renamed: "AVVideoApertureMode.cleanAperture")
public let AVVideoApertureModeCleanAperture: AVVideoApertureMode = .cleanAperture
/// The older name of ``AVVideoApertureMode/productionAperture``.
@available(*, deprecated, renamed: "AVVideoApertureMode.productionAperture")
public let AVVideoApertureModeProductionAperture: AVVideoApertureMode = .productionAperture
/// The older name of ``AVVideoApertureMode/encodedPixels``.
@available(*, deprecated, renamed: "AVVideoApertureMode.encodedPixels")
public let AVVideoApertureModeEncodedPixels: AVVideoApertureMode = .encodedPixels
/// The older name of ``AVMetadataKeySpace/common``.
@available(*, deprecated, renamed: "AVMetadataKeySpace.common")
public let AVMetadataKeySpaceCommon: AVMetadataKeySpace = .common
/// The older name of ``AVMetadataKeySpace/quickTimeUserData``.
@available(*, deprecated, renamed: "AVMetadataKeySpace.quickTimeUserData")
public let AVMetadataKeySpaceQuickTimeUserData: AVMetadataKeySpace = .quickTimeUserData
/// The older name of ``AVMetadataKeySpace/isoUserData``.
@available(*, deprecated, renamed: "AVMetadataKeySpace.isoUserData")
public let AVMetadataKeySpaceISOUserData: AVMetadataKeySpace = .isoUserData
/// The older name of ``AVMetadataKeySpace/quickTimeMetadata``.
@available(*, deprecated, renamed: "AVMetadataKeySpace.quickTimeMetadata")
public let AVMetadataKeySpaceQuickTimeMetadata: AVMetadataKeySpace = .quickTimeMetadata
/// The older name of ``AVMetadataKeySpace/iTunes``.
@available(*, deprecated, renamed: "AVMetadataKeySpace.iTunes")
public let AVMetadataKeySpaceiTunes: AVMetadataKeySpace = .iTunes
/// The older name of ``AVMetadataKeySpace/id3``.
@available(*, deprecated, renamed: "AVMetadataKeySpace.id3")
public let AVMetadataKeySpaceID3: AVMetadataKeySpace = .id3
/// The older name of ``AVMetadataKeySpace/icy``.
@available(*, deprecated, renamed: "AVMetadataKeySpace.icy")
public let AVMetadataKeySpaceIcy: AVMetadataKeySpace = .icy
/// The older name of ``AVVideoCodecType/hevc``.
@available(*, deprecated, renamed: "AVVideoCodecType.hevc")
public let AVVideoCodecTypeHEVC: AVVideoCodecType = .hevc
/// The older name of ``AVVideoCodecType/h264``.
@available(*, deprecated, renamed: "AVVideoCodecType.h264")
public let AVVideoCodecTypeH264: AVVideoCodecType = .h264
/// The older name of ``AVVideoCodecType/jpeg``.
@available(*, deprecated, renamed: "AVVideoCodecType.jpeg")
public let AVVideoCodecTypeJPEG: AVVideoCodecType = .jpeg
/// The older name of ``AVVideoCodecType/proRes4444``.
@available(*, deprecated, renamed: "AVVideoCodecType.proRes4444")
public let AVVideoCodecTypeAppleProRes4444: AVVideoCodecType = .proRes4444
/// The older name of ``AVVideoCodecType/proRes422``.
@available(*, deprecated, renamed: "AVVideoCodecType.proRes422")
public let AVVideoCodecTypeAppleProRes422: AVVideoCodecType = .proRes422
/// The older name of ``AVVideoCodecType/proRes422HQ``.
@available(*, deprecated, renamed: "AVVideoCodecType.proRes422HQ")
public let AVVideoCodecTypeAppleProRes422HQ: AVVideoCodecType = .proRes422HQ
/// The older name of ``AVVideoCodecType/proRes422LT``.
@available(*, deprecated, renamed: "AVVideoCodecType.proRes422LT")
public let AVVideoCodecTypeAppleProRes422LT: AVVideoCodecType = .proRes422LT
/// The older name of ``AVVideoCodecType/proRes422Proxy``.
@available(*, deprecated, renamed: "AVVideoCodecType.proRes422Proxy")
public let AVVideoCodecTypeAppleProRes422Proxy: AVVideoCodecType = .proRes422Proxy
/// The older name of ``AVVideoCodecType/hevcWithAlpha``.
@available(*, deprecated, renamed: "AVVideoCodecType.hevcWithAlpha")
public let AVVideoCodecTypeHEVCWithAlpha: AVVideoCodecType = .hevcWithAlpha
/// The text of ``AVVideoCodecType/hevc``.
@available(*, deprecated, renamed: "AVVideoCodecType.hevc")
public let AVVideoCodecHEVC: String = AVVideoCodecType.hevc.rawValue
/// The text of ``AVVideoCodecType/h264``.
@available(*, deprecated, renamed: "AVVideoCodecType.h264")
public let AVVideoCodecH264: String = AVVideoCodecType.h264.rawValue
/// The text of ``AVVideoCodecType/jpeg``.
@available(*, deprecated, renamed: "AVVideoCodecType.jpeg")
public let AVVideoCodecJPEG: String = AVVideoCodecType.jpeg.rawValue
/// The text of ``AVVideoCodecType/proRes4444``.
@available(*, deprecated, renamed: "AVVideoCodecType.proRes4444")
public let AVVideoCodecAppleProRes4444: String = AVVideoCodecType.proRes4444.rawValue
/// The text of ``AVVideoCodecType/proRes422``.
@available(*, deprecated, renamed: "AVVideoCodecType.proRes422")
public let AVVideoCodecAppleProRes422: String = AVVideoCodecType.proRes422.rawValue
