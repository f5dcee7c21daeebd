// Formats of sound, by their four characters.

/// 'lpcm': uncompressed samples.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6c70_636d
/// 'ac-3': AC-3.
public let kAudioFormatAC3: AudioFormatID = 0x6163_2d33
/// 'cac3': AC-3 packed for digital cables.
public let kAudioFormat60958AC3: AudioFormatID = 0x6361_6333
/// 'ima4': IMA 4:1 ADPCM.
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696d_6134
/// 'aac ': AAC, low complexity.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// 'celp': MPEG-4 CELP.
public let kAudioFormatMPEG4CELP: AudioFormatID = 0x6365_6c70
/// 'hvxc': MPEG-4 HVXC.
public let kAudioFormatMPEG4HVXC: AudioFormatID = 0x6876_7863
/// 'twvq': MPEG-4 TwinVQ.
public let kAudioFormatMPEG4TwinVQ: AudioFormatID = 0x7477_7671
/// 'MAC3': MACE 3:1.
public let kAudioFormatMACE3: AudioFormatID = 0x4d41_4333
/// 'MAC6': MACE 6:1.
public let kAudioFormatMACE6: AudioFormatID = 0x4d41_4336
/// 'ulaw': µ-law.
public let kAudioFormatULaw: AudioFormatID = 0x756c_6177
/// 'alaw': A-law.
public let kAudioFormatALaw: AudioFormatID = 0x616c_6177
/// 'QDMC': QDesign music.
public let kAudioFormatQDesign: AudioFormatID = 0x5144_4d43
/// 'QDM2': QDesign 2 music.
public let kAudioFormatQDesign2: AudioFormatID = 0x5144_4d32
/// 'Qclp': QUALCOMM PureVoice.
public let kAudioFormatQUALCOMM: AudioFormatID = 0x5163_6c70
/// '.mp1': MPEG layer 1.
public let kAudioFormatMPEGLayer1: AudioFormatID = 0x2e6d_7031
/// '.mp2': MPEG layer 2.
public let kAudioFormatMPEGLayer2: AudioFormatID = 0x2e6d_7032
/// '.mp3': MPEG layer 3, MP3.
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2e6d_7033
/// 'time': time codes.
public let kAudioFormatTimeCode: AudioFormatID = 0x7469_6d65
/// 'midi': MIDI.
public let kAudioFormatMIDIStream: AudioFormatID = 0x6d69_6469
/// 'apvs': parameter values.
public let kAudioFormatParameterValueStream: AudioFormatID = 0x6170_7673
/// 'alac': Apple Lossless.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616c_6163
/// 'aach': AAC, high efficiency.
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368
/// 'aacl': AAC, low delay.
public let kAudioFormatMPEG4AAC_LD: AudioFormatID = 0x6161_636c
/// 'aace': AAC, enhanced low delay.
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365
/// 'aacf': AAC, enhanced low delay with SBR.
public let kAudioFormatMPEG4AAC_ELD_SBR: AudioFormatID = 0x6161_6366
/// 'aacg': AAC, enhanced low delay, version 2.
public let kAudioFormatMPEG4AAC_ELD_V2: AudioFormatID = 0x6161_6367
/// 'aacp': AAC, high efficiency, version 2.
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370
/// 'aacs': AAC with spatial coding.
public let kAudioFormatMPEG4AAC_Spatial: AudioFormatID = 0x6161_6373
/// 'usac': unified speech and audio coding.
public let kAudioFormatMPEGD_USAC: AudioFormatID = 0x7573_6163
/// 'samr': AMR narrow band.
public let kAudioFormatAMR: AudioFormatID = 0x7361_6d72
/// 'sawb': AMR wide band.
public let kAudioFormatAMR_WB: AudioFormatID = 0x7361_7762
/// 'AUDB': Audible books.
public let kAudioFormatAudible: AudioFormatID = 0x4155_4442
/// 'ilbc': iLBC.
public let kAudioFormatiLBC: AudioFormatID = 0x696c_6263
/// 'aes3': AES3.
public let kAudioFormatAES3: AudioFormatID = 0x6165_7333
/// 'ec-3': enhanced AC-3.
public let kAudioFormatEnhancedAC3: AudioFormatID = 0x6563_2d33
/// 'flac': FLAC.
public let kAudioFormatFLAC: AudioFormatID = 0x666c_6163
/// 'opus': Opus.
public let kAudioFormatOpus: AudioFormatID = 0x6f70_7573
/// Microsoft ADPCM, by its number in wave files.
public let AKAudioFormatMicrosoftADPCM: AudioFormatID = 0x6d73_0002
/// DVI/Intel IMA ADPCM, by its number in wave files.
public let kAudioFormatDVIIntelIMA: AudioFormatID = 0x6d73_0011
/// Microsoft GSM 6.10, by its number in wave files.
public let kAudioFormatMicrosoftGSM: AudioFormatID = 0x6d73_0031
/// 'vorb': Vorbis, which Apple's systems do not know.
public let AKAudioFormatVorbis: AudioFormatID = 0x766f_7262

// Details of a format.

/// Samples are floating-point numbers.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// Samples have their high byte first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// Samples are whole numbers with a sign.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// Samples fill their bytes.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8
/// Samples that do not fill their bytes are in the high bits.
public let kAudioFormatFlagIsAlignedHigh: AudioFormatFlags = 16
/// Every channel has a buffer of its own.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32
/// Cannot be mixed.
public let kAudioFormatFlagIsNonMixable: AudioFormatFlags = 64
/// Says that no other bit is set.
public let kAudioFormatFlagsAreAllClear: AudioFormatFlags = 0x8000_0000
/// The byte order of this machine.
public let kAudioFormatFlagsNativeEndian: AudioFormatFlags =
    Int(1).littleEndian == 1 ? 0 : kAudioFormatFlagIsBigEndian
/// 32-bit floating-point samples of this machine, interleaved.
public let kAudioFormatFlagsNativeFloatPacked: AudioFormatFlags =
    kAudioFormatFlagIsFloat | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked

/// Same as ``kAudioFormatFlagIsFloat``.
public let kLinearPCMFormatFlagIsFloat: AudioFormatFlags = kAudioFormatFlagIsFloat
/// Same as ``kAudioFormatFlagIsBigEndian``.
public let kLinearPCMFormatFlagIsBigEndian: AudioFormatFlags = kAudioFormatFlagIsBigEndian
/// Same as ``kAudioFormatFlagIsSignedInteger``.
public let kLinearPCMFormatFlagIsSignedInteger: AudioFormatFlags = kAudioFormatFlagIsSignedInteger
/// Same as ``kAudioFormatFlagIsPacked``.
public let kLinearPCMFormatFlagIsPacked: AudioFormatFlags = kAudioFormatFlagIsPacked
/// Same as ``kAudioFormatFlagIsAlignedHigh``.
public let kLinearPCMFormatFlagIsAlignedHigh: AudioFormatFlags = kAudioFormatFlagIsAlignedHigh
/// Same as ``kAudioFormatFlagIsNonInterleaved``.
public let kLinearPCMFormatFlagIsNonInterleaved: AudioFormatFlags = kAudioFormatFlagIsNonInterleaved
/// Same as ``kAudioFormatFlagIsNonMixable``.
public let kLinearPCMFormatFlagIsNonMixable: AudioFormatFlags = kAudioFormatFlagIsNonMixable
/// Apple Lossless of a 16-bit source.
public let kAppleLosslessFormatFlag_16BitSourceData: AudioFormatFlags = 1
/// Apple Lossless of a 20-bit source.
public let kAppleLosslessFormatFlag_20BitSourceData: AudioFormatFlags = 2
/// Apple Lossless of a 24-bit source.
public let kAppleLosslessFormatFlag_24BitSourceData: AudioFormatFlags = 3
/// Apple Lossless of a 32-bit source.
public let kAppleLosslessFormatFlag_32BitSourceData: AudioFormatFlags = 4

// Kinds of AAC and other MPEG-4 sound.

/// MPEG-4 object type 1.
public let kMPEG4Object_AAC_Main: Int = 1
/// MPEG-4 object type 2.
public let kMPEG4Object_AAC_LC: Int = 2
/// MPEG-4 object type 3.
public let kMPEG4Object_AAC_SSR: Int = 3
/// MPEG-4 object type 4.
public let kMPEG4Object_AAC_LTP: Int = 4
/// MPEG-4 object type 5.
public let kMPEG4Object_AAC_SBR: Int = 5
/// MPEG-4 object type 6.
public let kMPEG4Object_AAC_Scalable: Int = 6
/// MPEG-4 object type 7.
public let kMPEG4Object_TwinVQ: Int = 7
/// MPEG-4 object type 8.
public let kMPEG4Object_CELP: Int = 8
/// MPEG-4 object type 9.
public let kMPEG4Object_HVXC: Int = 9
