// MARK: A ladder of qualities

/// H.264 and AAC, small enough for any connection: pictures within 426x240.
public let AVAssetExportPresetLowQuality: String = "AVAssetExportPresetLowQuality"
/// H.264 and AAC for sending around: pictures within 640x360.
public let AVAssetExportPresetMediumQuality: String = "AVAssetExportPresetMediumQuality"
/// H.264 and AAC at the source's size, hardly to be told from the source.
public let AVAssetExportPresetHighestQuality: String = "AVAssetExportPresetHighestQuality"
/// HEVC and AAC at the source's size, hardly to be told from the source.
public let AVAssetExportPresetHEVCHighestQuality: String = "AVAssetExportPresetHEVCHighestQuality"
/// The same with transparency. There is no encoder for that here, so no session can be made with it.
public let AVAssetExportPresetHEVCHighestQualityWithAlpha: String = "AVAssetExportPresetHEVCHighestQualityWithAlpha"

// MARK: By size: upper bounds, which swap their sides for upright pictures. Nothing is enlarged.

/// H.264 and AAC, pictures within 640x480.
public let AVAssetExportPreset640x480: String = "AVAssetExportPreset640x480"
/// H.264 and AAC, pictures within 960x540.
public let AVAssetExportPreset960x540: String = "AVAssetExportPreset960x540"
/// H.264 and AAC, pictures within 1280x720.
public let AVAssetExportPreset1280x720: String = "AVAssetExportPreset1280x720"
/// H.264 and AAC, pictures within 1920x1080.
public let AVAssetExportPreset1920x1080: String = "AVAssetExportPreset1920x1080"
/// H.264 and AAC, pictures within 3840x2160.
public let AVAssetExportPreset3840x2160: String = "AVAssetExportPreset3840x2160"
/// HEVC and AAC, pictures within 1920x1080.
public let AVAssetExportPresetHEVC1920x1080: String = "AVAssetExportPresetHEVC1920x1080"
/// HEVC and AAC, pictures within 3840x2160.
public let AVAssetExportPresetHEVC3840x2160: String = "AVAssetExportPresetHEVC3840x2160"
/// HEVC and AAC, pictures within 7680x4320.
public let AVAssetExportPresetHEVC7680x4320: String = "AVAssetExportPresetHEVC7680x4320"
/// HEVC with transparency. There is no encoder for that here, so no session can be made with it.
public let AVAssetExportPresetHEVC1920x1080WithAlpha: String = "AVAssetExportPresetHEVC1920x1080WithAlpha"
/// HEVC with transparency. There is no encoder for that here, so no session can be made with it.
public let AVAssetExportPresetHEVC3840x2160WithAlpha: String = "AVAssetExportPresetHEVC3840x2160WithAlpha"

// MARK: For editing

/// ProRes 422 and uncompressed sound at the source's size.
public let AVAssetExportPresetAppleProRes422LPCM: String = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444, which keeps transparency, and uncompressed sound at the source's size.
public let AVAssetExportPresetAppleProRes4444LPCM: String = "AVAssetExportPresetAppleProRes4444LPCM"

// MARK: Sound, and samples as they are

/// AAC alone.
public let AVAssetExportPresetAppleM4A: String = "AVAssetExportPresetAppleM4A"
/// Samples are copied. It fits all media, and is in no list.
public let AVAssetExportPresetPassthrough: String = "AVAssetExportPresetPassthrough"

// MARK: For devices of their time

/// H.264 and AAC for telephones: pictures within 480x320.
public let AVAssetExportPresetAppleM4VCellular: String = "AVAssetExportPresetAppleM4VCellular"
/// H.264 and AAC, pictures within 640x480.
public let AVAssetExportPresetAppleM4ViPod: String = "AVAssetExportPresetAppleM4ViPod"
/// H.264 and AAC, pictures within 854x480.
public let AVAssetExportPresetAppleM4V480pSD: String = "AVAssetExportPresetAppleM4V480pSD"
/// H.264 and AAC, pictures within 960x540.
public let AVAssetExportPresetAppleM4VAppleTV: String = "AVAssetExportPresetAppleM4VAppleTV"
/// H.264 and AAC, pictures within 640x360.
public let AVAssetExportPresetAppleM4VWiFi: String = "AVAssetExportPresetAppleM4VWiFi"
/// H.264 and AAC, pictures within 1280x720.
public let AVAssetExportPresetAppleM4V720pHD: String = "AVAssetExportPresetAppleM4V720pHD"
/// H.264 and AAC, pictures within 1920x1080.
public let AVAssetExportPresetAppleM4V1080pHD: String = "AVAssetExportPresetAppleM4V1080pHD"

// MARK: Open formats. Additions to AVFoundation.

/// VP9 and Opus in WebM at the source's size.
public let AKExportPresetWebMVP9: String = "AKExportPresetWebMVP9"
/// AV1 and Opus in Matroska at the source's size.
public let AKExportPresetMatroskaAV1Opus: String = "AKExportPresetMatroskaAV1Opus"
/// FLAC: the sound without loss.
public let AKExportPresetFLAC: String = "AKExportPresetFLAC"
/// Apple Lossless: the sound without loss.
public let AKExportPresetAppleLossless: String = "AKExportPresetAppleLossless"
/// The sound as AAC in a bare stream (ADTS).
public let AKExportPresetAAC: String = "AKExportPresetAAC"
/// The sound as MP3.
public let AKExportPresetMP3: String = "AKExportPresetMP3"
/// The sound as Opus in Ogg.
public let AKExportPresetOggOpus: String = "AKExportPresetOggOpus"
/// The sound uncompressed.
public let AKExportPresetWAV: String = "AKExportPresetWAV"
