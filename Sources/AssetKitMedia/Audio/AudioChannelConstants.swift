// Tags of channel layouts: a number in the high half, the count of channels in the low half.

/// The single descriptions say it.
public let kAudioChannelLayoutTag_UseChannelDescriptions: AudioChannelLayoutTag = 0 << 16 | 0
/// The bits say it.
public let kAudioChannelLayoutTag_UseChannelBitmap: AudioChannelLayoutTag = 1 << 16 | 0
/// One channel.
public let kAudioChannelLayoutTag_Mono: AudioChannelLayoutTag = 100 << 16 | 1
/// Left, right.
public let kAudioChannelLayoutTag_Stereo: AudioChannelLayoutTag = 101 << 16 | 2
/// Left, right, for headphones.
public let kAudioChannelLayoutTag_StereoHeadphones: AudioChannelLayoutTag = 102 << 16 | 2
/// A stereo mix that holds more channels.
public let kAudioChannelLayoutTag_MatrixStereo: AudioChannelLayoutTag = 103 << 16 | 2
/// Middle, side.
public let kAudioChannelLayoutTag_MidSide: AudioChannelLayoutTag = 104 << 16 | 2
/// Two crossed microphones.
public let kAudioChannelLayoutTag_XY: AudioChannelLayoutTag = 105 << 16 | 2
/// Recorded at a head.
public let kAudioChannelLayoutTag_Binaural: AudioChannelLayoutTag = 106 << 16 | 2
/// W, X, Y, Z.
public let kAudioChannelLayoutTag_Ambisonic_B_Format: AudioChannelLayoutTag = 107 << 16 | 4
/// Left, right, left and right surround.
public let kAudioChannelLayoutTag_Quadraphonic: AudioChannelLayoutTag = 108 << 16 | 4
/// Left, right, left and right surround, centre.
public let kAudioChannelLayoutTag_Pentagonal: AudioChannelLayoutTag = 109 << 16 | 5
/// Left, right, left and right surround, centre, centre surround.
public let kAudioChannelLayoutTag_Hexagonal: AudioChannelLayoutTag = 110 << 16 | 6
/// Eight around.
public let kAudioChannelLayoutTag_Octagonal: AudioChannelLayoutTag = 111 << 16 | 8
/// Eight corners.
public let kAudioChannelLayoutTag_Cube: AudioChannelLayoutTag = 112 << 16 | 8
/// L R C.
public let kAudioChannelLayoutTag_MPEG_3_0_A: AudioChannelLayoutTag = 113 << 16 | 3
/// C L R.
public let kAudioChannelLayoutTag_MPEG_3_0_B: AudioChannelLayoutTag = 114 << 16 | 3
/// L R C Cs.
public let kAudioChannelLayoutTag_MPEG_4_0_A: AudioChannelLayoutTag = 115 << 16 | 4
/// C L R Cs.
public let kAudioChannelLayoutTag_MPEG_4_0_B: AudioChannelLayoutTag = 116 << 16 | 4
/// L R C Ls Rs.
public let kAudioChannelLayoutTag_MPEG_5_0_A: AudioChannelLayoutTag = 117 << 16 | 5
/// L R Ls Rs C.
public let kAudioChannelLayoutTag_MPEG_5_0_B: AudioChannelLayoutTag = 118 << 16 | 5
/// L C R Ls Rs.
public let kAudioChannelLayoutTag_MPEG_5_0_C: AudioChannelLayoutTag = 119 << 16 | 5
/// C L R Ls Rs.
public let kAudioChannelLayoutTag_MPEG_5_0_D: AudioChannelLayoutTag = 120 << 16 | 5
/// L R C LFE Ls Rs.
public let kAudioChannelLayoutTag_MPEG_5_1_A: AudioChannelLayoutTag = 121 << 16 | 6
/// L R Ls Rs C LFE.
public let kAudioChannelLayoutTag_MPEG_5_1_B: AudioChannelLayoutTag = 122 << 16 | 6
/// L C R Ls Rs LFE.
public let kAudioChannelLayoutTag_MPEG_5_1_C: AudioChannelLayoutTag = 123 << 16 | 6
/// C L R Ls Rs LFE.
public let kAudioChannelLayoutTag_MPEG_5_1_D: AudioChannelLayoutTag = 124 << 16 | 6
/// L R C LFE Ls Rs Cs.
public let kAudioChannelLayoutTag_MPEG_6_1_A: AudioChannelLayoutTag = 125 << 16 | 7
/// L R C LFE Ls Rs Lc Rc.
public let kAudioChannelLayoutTag_MPEG_7_1_A: AudioChannelLayoutTag = 126 << 16 | 8
/// C Lc Rc L R Ls Rs LFE.
public let kAudioChannelLayoutTag_MPEG_7_1_B: AudioChannelLayoutTag = 127 << 16 | 8
/// L R C LFE Ls Rs Rls Rrs.
public let kAudioChannelLayoutTag_MPEG_7_1_C: AudioChannelLayoutTag = 128 << 16 | 8
/// L R Ls Rs C LFE Lc Rc.
public let kAudioChannelLayoutTag_Emagic_Default_7_1: AudioChannelLayoutTag = 129 << 16 | 8
/// L R C LFE Ls Rs Lt Rt.
public let kAudioChannelLayoutTag_SMPTE_DTV: AudioChannelLayoutTag = 130 << 16 | 8
/// L R Cs.
public let kAudioChannelLayoutTag_ITU_2_1: AudioChannelLayoutTag = 131 << 16 | 3
/// L R Ls Rs.
public let kAudioChannelLayoutTag_ITU_2_2: AudioChannelLayoutTag = 132 << 16 | 4
/// L R LFE.
public let kAudioChannelLayoutTag_DVD_4: AudioChannelLayoutTag = 133 << 16 | 3
/// L R LFE Cs.
public let kAudioChannelLayoutTag_DVD_5: AudioChannelLayoutTag = 134 << 16 | 4
/// L R LFE Ls Rs.
public let kAudioChannelLayoutTag_DVD_6: AudioChannelLayoutTag = 135 << 16 | 5
/// L R C LFE.
public let kAudioChannelLayoutTag_DVD_10: AudioChannelLayoutTag = 136 << 16 | 4
/// L R C LFE Cs.
public let kAudioChannelLayoutTag_DVD_11: AudioChannelLayoutTag = 137 << 16 | 5
/// L R Ls Rs LFE.
public let kAudioChannelLayoutTag_DVD_18: AudioChannelLayoutTag = 138 << 16 | 5
/// L R Ls Rs C Cs.
public let kAudioChannelLayoutTag_AudioUnit_6_0: AudioChannelLayoutTag = 139 << 16 | 6
/// L R Ls Rs C Rls Rrs.
public let kAudioChannelLayoutTag_AudioUnit_7_0: AudioChannelLayoutTag = 140 << 16 | 7
/// C L R Ls Rs Cs.
public let kAudioChannelLayoutTag_AAC_6_0: AudioChannelLayoutTag = 141 << 16 | 6
/// C L R Ls Rs Cs LFE.
public let kAudioChannelLayoutTag_AAC_6_1: AudioChannelLayoutTag = 142 << 16 | 7
/// C L R Ls Rs Rls Rrs.
public let kAudioChannelLayoutTag_AAC_7_0: AudioChannelLayoutTag = 143 << 16 | 7
/// C L R Ls Rs Rls Rrs Cs.
public let kAudioChannelLayoutTag_AAC_Octagonal: AudioChannelLayoutTag = 144 << 16 | 8
/// L R Ls Rs C Lc Rc.
public let kAudioChannelLayoutTag_AudioUnit_7_0_Front: AudioChannelLayoutTag = 148 << 16 | 7
/// Channels without a place, as they come.
public let kAudioChannelLayoutTag_DiscreteInOrder: AudioChannelLayoutTag = 147 << 16 | 0
/// Not known; the low half says how many.
public let kAudioChannelLayoutTag_Unknown: AudioChannelLayoutTag = 0xffff_0000
/// Same as ``kAudioChannelLayoutTag_Quadraphonic``.
public let kAudioChannelLayoutTag_AudioUnit_4: AudioChannelLayoutTag = kAudioChannelLayoutTag_Quadraphonic
/// Same as ``kAudioChannelLayoutTag_Pentagonal``.
public let kAudioChannelLayoutTag_AudioUnit_5: AudioChannelLayoutTag = kAudioChannelLayoutTag_Pentagonal
/// Same as ``kAudioChannelLayoutTag_Hexagonal``.
public let kAudioChannelLayoutTag_AudioUnit_6: AudioChannelLayoutTag = kAudioChannelLayoutTag_Hexagonal
/// Same as ``kAudioChannelLayoutTag_Octagonal``.
public let kAudioChannelLayoutTag_AudioUnit_8: AudioChannelLayoutTag = kAudioChannelLayoutTag_Octagonal
/// Same as ``kAudioChannelLayoutTag_MPEG_5_0_B``.
public let kAudioChannelLayoutTag_AudioUnit_5_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_0_B
/// Same as ``kAudioChannelLayoutTag_MPEG_5_1_A``.
public let kAudioChannelLayoutTag_AudioUnit_5_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
/// Same as ``kAudioChannelLayoutTag_MPEG_6_1_A``.
public let kAudioChannelLayoutTag_AudioUnit_6_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_6_1_A
/// Same as ``kAudioChannelLayoutTag_MPEG_7_1_C``.
public let kAudioChannelLayoutTag_AudioUnit_7_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_7_1_C
/// Same as ``kAudioChannelLayoutTag_Quadraphonic``.
public let kAudioChannelLayoutTag_AAC_Quadraphonic: AudioChannelLayoutTag = kAudioChannelLayoutTag_Quadraphonic
/// Same as ``kAudioChannelLayoutTag_MPEG_4_0_B``.
public let kAudioChannelLayoutTag_AAC_4_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_4_0_B
/// Same as ``kAudioChannelLayoutTag_MPEG_5_0_D``.
public let kAudioChannelLayoutTag_AAC_5_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_0_D
/// Same as ``kAudioChannelLayoutTag_MPEG_5_1_D``.
public let kAudioChannelLayoutTag_AAC_5_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_D
/// Same as ``kAudioChannelLayoutTag_MPEG_7_1_B``.
public let kAudioChannelLayoutTag_AAC_7_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_7_1_B

// What a channel is for.

/// Not known.
public let kAudioChannelLabel_Unknown: AudioChannelLabel = 0xffff_ffff
/// Unused.
public let kAudioChannelLabel_Unused: AudioChannelLabel = 0
/// Left.
public let kAudioChannelLabel_Left: AudioChannelLabel = 1
/// Right.
public let kAudioChannelLabel_Right: AudioChannelLabel = 2
/// Center.
public let kAudioChannelLabel_Center: AudioChannelLabel = 3
/// Low frequencies.
public let kAudioChannelLabel_LFEScreen: AudioChannelLabel = 4
/// Left surround.
public let kAudioChannelLabel_LeftSurround: AudioChannelLabel = 5
/// Right surround.
public let kAudioChannelLabel_RightSurround: AudioChannelLabel = 6
/// Left center.
public let kAudioChannelLabel_LeftCenter: AudioChannelLabel = 7
/// Right center.
public let kAudioChannelLabel_RightCenter: AudioChannelLabel = 8
/// Center surround.
public let kAudioChannelLabel_CenterSurround: AudioChannelLabel = 9
/// Left surround direct.
public let kAudioChannelLabel_LeftSurroundDirect: AudioChannelLabel = 10
/// Right surround direct.
public let kAudioChannelLabel_RightSurroundDirect: AudioChannelLabel = 11
/// Top center surround.
public let kAudioChannelLabel_TopCenterSurround: AudioChannelLabel = 12
/// Vertical height left.
public let kAudioChannelLabel_VerticalHeightLeft: AudioChannelLabel = 13
/// Vertical height center.
public let kAudioChannelLabel_VerticalHeightCenter: AudioChannelLabel = 14
/// Vertical height right.
public let kAudioChannelLabel_VerticalHeightRight: AudioChannelLabel = 15
/// Top back left.
public let kAudioChannelLabel_TopBackLeft: AudioChannelLabel = 16
/// Top back center.
public let kAudioChannelLabel_TopBackCenter: AudioChannelLabel = 17
/// Top back right.
public let kAudioChannelLabel_TopBackRight: AudioChannelLabel = 18
/// Rear surround left.
public let kAudioChannelLabel_RearSurroundLeft: AudioChannelLabel = 33
/// Rear surround right.
public let kAudioChannelLabel_RearSurroundRight: AudioChannelLabel = 34
/// Left wide.
public let kAudioChannelLabel_LeftWide: AudioChannelLabel = 35
/// Right wide.
public let kAudioChannelLabel_RightWide: AudioChannelLabel = 36
/// Low frequencies.
public let kAudioChannelLabel_LFE2: AudioChannelLabel = 37
/// Left total.
public let kAudioChannelLabel_LeftTotal: AudioChannelLabel = 38
/// Right total.
public let kAudioChannelLabel_RightTotal: AudioChannelLabel = 39
/// Hearing impaired.
public let kAudioChannelLabel_HearingImpaired: AudioChannelLabel = 40
/// Narration.
public let kAudioChannelLabel_Narration: AudioChannelLabel = 41
/// Mono.
public let kAudioChannelLabel_Mono: AudioChannelLabel = 42
/// Dialog centric mix.
public let kAudioChannelLabel_DialogCentricMix: AudioChannelLabel = 43
/// Center surround direct.
public let kAudioChannelLabel_CenterSurroundDirect: AudioChannelLabel = 44
/// Haptic.
public let kAudioChannelLabel_Haptic: AudioChannelLabel = 45
/// The channel is where its coordinates say, not where a name says.
public let kAudioChannelLabel_UseCoordinates: AudioChannelLabel = 100

extension AudioChannelBitmap {
    /// Left.
    public static let bit_Left = AudioChannelBitmap(rawValue: 1 << 0)
    /// Right.
    public static let bit_Right = AudioChannelBitmap(rawValue: 1 << 1)
    /// Center.
    public static let bit_Center = AudioChannelBitmap(rawValue: 1 << 2)
    /// Low frequencies.
    public static let bit_LFEScreen = AudioChannelBitmap(rawValue: 1 << 3)
    /// Left surround.
    public static let bit_LeftSurround = AudioChannelBitmap(rawValue: 1 << 4)
    /// Right surround.
    public static let bit_RightSurround = AudioChannelBitmap(rawValue: 1 << 5)
    /// Left center.
    public static let bit_LeftCenter = AudioChannelBitmap(rawValue: 1 << 6)
    /// Right center.
    public static let bit_RightCenter = AudioChannelBitmap(rawValue: 1 << 7)
    /// Center surround.
    public static let bit_CenterSurround = AudioChannelBitmap(rawValue: 1 << 8)
    /// Left surround direct.
    public static let bit_LeftSurroundDirect = AudioChannelBitmap(rawValue: 1 << 9)
    /// Right surround direct.
    public static let bit_RightSurroundDirect = AudioChannelBitmap(rawValue: 1 << 10)
    /// Top center surround.
    public static let bit_TopCenterSurround = AudioChannelBitmap(rawValue: 1 << 11)
    /// Vertical height left.
    public static let bit_VerticalHeightLeft = AudioChannelBitmap(rawValue: 1 << 12)
    /// Vertical height center.
    public static let bit_VerticalHeightCenter = AudioChannelBitmap(rawValue: 1 << 13)
    /// Vertical height right.
    public static let bit_VerticalHeightRight = AudioChannelBitmap(rawValue: 1 << 14)
    /// Top back left.
    public static let bit_TopBackLeft = AudioChannelBitmap(rawValue: 1 << 15)
    /// Top back center.
    public static let bit_TopBackCenter = AudioChannelBitmap(rawValue: 1 << 16)
    /// Top back right.
    public static let bit_TopBackRight = AudioChannelBitmap(rawValue: 1 << 17)
}
