// Layouts of channels by the names of those who defined them: MPEG, ITU-R, DVD, Dolby, DTS, and wave files. Numbers and
// orders are those of Core Audio.

/// Same as ``kAudioChannelLayoutTag_Mono``.
public let kAudioChannelLayoutTag_MPEG_1_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_Mono
/// Same as ``kAudioChannelLayoutTag_Stereo``.
public let kAudioChannelLayoutTag_MPEG_2_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_Stereo
/// Same as ``kAudioChannelLayoutTag_Mono``.
public let kAudioChannelLayoutTag_ITU_1_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_Mono
/// Same as ``kAudioChannelLayoutTag_Stereo``.
public let kAudioChannelLayoutTag_ITU_2_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_Stereo
/// Same as ``kAudioChannelLayoutTag_MPEG_3_0_A``.
public let kAudioChannelLayoutTag_ITU_3_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_3_0_A
/// Same as ``kAudioChannelLayoutTag_MPEG_4_0_A``.
public let kAudioChannelLayoutTag_ITU_3_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_4_0_A
/// Same as ``kAudioChannelLayoutTag_MPEG_5_0_A``.
public let kAudioChannelLayoutTag_ITU_3_2: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_0_A
/// Same as ``kAudioChannelLayoutTag_MPEG_5_1_A``.
public let kAudioChannelLayoutTag_ITU_3_2_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
/// Same as ``kAudioChannelLayoutTag_MPEG_7_1_C``.
public let kAudioChannelLayoutTag_ITU_3_4_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_7_1_C
/// Same as ``kAudioChannelLayoutTag_Mono``.
public let kAudioChannelLayoutTag_DVD_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_Mono
/// Same as ``kAudioChannelLayoutTag_Stereo``.
public let kAudioChannelLayoutTag_DVD_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_Stereo
/// Same as ``kAudioChannelLayoutTag_ITU_2_1``.
public let kAudioChannelLayoutTag_DVD_2: AudioChannelLayoutTag = kAudioChannelLayoutTag_ITU_2_1
/// Same as ``kAudioChannelLayoutTag_ITU_2_2``.
public let kAudioChannelLayoutTag_DVD_3: AudioChannelLayoutTag = kAudioChannelLayoutTag_ITU_2_2
/// Same as ``kAudioChannelLayoutTag_MPEG_3_0_A``.
public let kAudioChannelLayoutTag_DVD_7: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_3_0_A
/// Same as ``kAudioChannelLayoutTag_MPEG_4_0_A``.
public let kAudioChannelLayoutTag_DVD_8: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_4_0_A
/// Same as ``kAudioChannelLayoutTag_MPEG_5_0_A``.
public let kAudioChannelLayoutTag_DVD_9: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_0_A
/// Same as ``kAudioChannelLayoutTag_MPEG_5_1_A``.
public let kAudioChannelLayoutTag_DVD_12: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
/// Same as ``kAudioChannelLayoutTag_DVD_8``.
public let kAudioChannelLayoutTag_DVD_13: AudioChannelLayoutTag = kAudioChannelLayoutTag_DVD_8
/// Same as ``kAudioChannelLayoutTag_DVD_9``.
public let kAudioChannelLayoutTag_DVD_14: AudioChannelLayoutTag = kAudioChannelLayoutTag_DVD_9
/// Same as ``kAudioChannelLayoutTag_DVD_10``.
public let kAudioChannelLayoutTag_DVD_15: AudioChannelLayoutTag = kAudioChannelLayoutTag_DVD_10
/// Same as ``kAudioChannelLayoutTag_DVD_11``.
public let kAudioChannelLayoutTag_DVD_16: AudioChannelLayoutTag = kAudioChannelLayoutTag_DVD_11
/// Same as ``kAudioChannelLayoutTag_DVD_12``.
public let kAudioChannelLayoutTag_DVD_17: AudioChannelLayoutTag = kAudioChannelLayoutTag_DVD_12
/// Same as ``kAudioChannelLayoutTag_MPEG_5_0_B``.
public let kAudioChannelLayoutTag_DVD_19: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_0_B
/// Same as ``kAudioChannelLayoutTag_MPEG_5_1_B``.
public let kAudioChannelLayoutTag_DVD_20: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_B
/// Same as ``kAudioChannelLayoutTag_MPEG_7_1_A``.
public let kAudioChannelLayoutTag_AudioUnit_7_1_Front: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_7_1_A
/// Same as ``kAudioChannelLayoutTag_MPEG_3_0_B``.
public let kAudioChannelLayoutTag_AAC_3_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_3_0_B
/// Same as ``kAudioChannelLayoutTag_DVD_4``.
public let kAudioChannelLayoutTag_WAVE_2_1: AudioChannelLayoutTag = kAudioChannelLayoutTag_DVD_4
/// Same as ``kAudioChannelLayoutTag_MPEG_3_0_A``.
public let kAudioChannelLayoutTag_WAVE_3_0: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_3_0_A
/// Same as ``kAudioChannelLayoutTag_ITU_2_2``.
public let kAudioChannelLayoutTag_WAVE_4_0_A: AudioChannelLayoutTag = kAudioChannelLayoutTag_ITU_2_2
/// Same as ``kAudioChannelLayoutTag_MPEG_5_0_A``.
public let kAudioChannelLayoutTag_WAVE_5_0_A: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_0_A
/// Same as ``kAudioChannelLayoutTag_MPEG_5_1_A``.
public let kAudioChannelLayoutTag_WAVE_5_1_A: AudioChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
/// C L R Ls Rs Rls Rrs LFE.
public let kAudioChannelLayoutTag_AAC_7_1_B: AudioChannelLayoutTag = 183 << 16 | 8
/// C L R Ls Rs LFE Vhl Vhr.
public let kAudioChannelLayoutTag_AAC_7_1_C: AudioChannelLayoutTag = 184 << 16 | 8
/// L R C Vhc Lsd Rsd Ls Rs Vhl Vhr Lw Rw Csd Cs LFE1 LFE2.
public let kAudioChannelLayoutTag_TMH_10_2_std: AudioChannelLayoutTag = 145 << 16 | 16
/// That of TMH_10_2_std, then Lc Rc HI VI Haptic.
public let kAudioChannelLayoutTag_TMH_10_2_full: AudioChannelLayoutTag = 146 << 16 | 21
/// C LFE.
public let kAudioChannelLayoutTag_AC3_1_0_1: AudioChannelLayoutTag = 149 << 16 | 2
/// L C R.
public let kAudioChannelLayoutTag_AC3_3_0: AudioChannelLayoutTag = 150 << 16 | 3
/// L C R Cs.
public let kAudioChannelLayoutTag_AC3_3_1: AudioChannelLayoutTag = 151 << 16 | 4
/// L C R LFE.
public let kAudioChannelLayoutTag_AC3_3_0_1: AudioChannelLayoutTag = 152 << 16 | 4
/// L R Cs LFE.
public let kAudioChannelLayoutTag_AC3_2_1_1: AudioChannelLayoutTag = 153 << 16 | 4
/// L C R Cs LFE.
public let kAudioChannelLayoutTag_AC3_3_1_1: AudioChannelLayoutTag = 154 << 16 | 5
/// L C R Ls Rs Cs.
public let kAudioChannelLayoutTag_EAC_6_0_A: AudioChannelLayoutTag = 155 << 16 | 6
/// L C R Ls Rs Rls Rrs.
public let kAudioChannelLayoutTag_EAC_7_0_A: AudioChannelLayoutTag = 156 << 16 | 7
/// L C R Ls Rs LFE Cs.
public let kAudioChannelLayoutTag_EAC3_6_1_A: AudioChannelLayoutTag = 157 << 16 | 7
/// L C R Ls Rs LFE Ts.
public let kAudioChannelLayoutTag_EAC3_6_1_B: AudioChannelLayoutTag = 158 << 16 | 7
/// L C R Ls Rs LFE Vhc.
public let kAudioChannelLayoutTag_EAC3_6_1_C: AudioChannelLayoutTag = 159 << 16 | 7
/// L C R Ls Rs LFE Rls Rrs.
public let kAudioChannelLayoutTag_EAC3_7_1_A: AudioChannelLayoutTag = 160 << 16 | 8
/// L C R Ls Rs LFE Lc Rc.
public let kAudioChannelLayoutTag_EAC3_7_1_B: AudioChannelLayoutTag = 161 << 16 | 8
/// L C R Ls Rs LFE Lsd Rsd.
public let kAudioChannelLayoutTag_EAC3_7_1_C: AudioChannelLayoutTag = 162 << 16 | 8
/// L C R Ls Rs LFE Lw Rw.
public let kAudioChannelLayoutTag_EAC3_7_1_D: AudioChannelLayoutTag = 163 << 16 | 8
/// L C R Ls Rs LFE Vhl Vhr.
public let kAudioChannelLayoutTag_EAC3_7_1_E: AudioChannelLayoutTag = 164 << 16 | 8
/// L C R Ls Rs LFE Cs Ts.
public let kAudioChannelLayoutTag_EAC3_7_1_F: AudioChannelLayoutTag = 165 << 16 | 8
/// L C R Ls Rs LFE Cs Vhc.
public let kAudioChannelLayoutTag_EAC3_7_1_G: AudioChannelLayoutTag = 166 << 16 | 8
/// L C R Ls Rs LFE Ts Vhc.
public let kAudioChannelLayoutTag_EAC3_7_1_H: AudioChannelLayoutTag = 167 << 16 | 8
/// C L R LFE.
public let kAudioChannelLayoutTag_DTS_3_1: AudioChannelLayoutTag = 168 << 16 | 4
/// C L R Cs LFE.
public let kAudioChannelLayoutTag_DTS_4_1: AudioChannelLayoutTag = 169 << 16 | 5
/// Lc Rc L R Ls Rs.
public let kAudioChannelLayoutTag_DTS_6_0_A: AudioChannelLayoutTag = 170 << 16 | 6
/// C L R Rls Rrs Ts.
public let kAudioChannelLayoutTag_DTS_6_0_B: AudioChannelLayoutTag = 171 << 16 | 6
/// C Cs L R Rls Rrs.
public let kAudioChannelLayoutTag_DTS_6_0_C: AudioChannelLayoutTag = 172 << 16 | 6
/// Lc Rc L R Ls Rs LFE.
public let kAudioChannelLayoutTag_DTS_6_1_A: AudioChannelLayoutTag = 173 << 16 | 7
/// C L R Rls Rrs Ts LFE.
public let kAudioChannelLayoutTag_DTS_6_1_B: AudioChannelLayoutTag = 174 << 16 | 7
/// C Cs L R Rls Rrs LFE.
public let kAudioChannelLayoutTag_DTS_6_1_C: AudioChannelLayoutTag = 175 << 16 | 7
/// C L R Ls Rs LFE Cs.
public let kAudioChannelLayoutTag_DTS_6_1_D: AudioChannelLayoutTag = 182 << 16 | 7
/// Lc C Rc L R Ls Rs.
public let kAudioChannelLayoutTag_DTS_7_0: AudioChannelLayoutTag = 176 << 16 | 7
/// Lc C Rc L R Ls Rs LFE.
public let kAudioChannelLayoutTag_DTS_7_1: AudioChannelLayoutTag = 177 << 16 | 8
/// Lc Rc L R Ls Rs Rls Rrs.
public let kAudioChannelLayoutTag_DTS_8_0_A: AudioChannelLayoutTag = 178 << 16 | 8
/// Lc C Rc L R Ls Cs Rs.
public let kAudioChannelLayoutTag_DTS_8_0_B: AudioChannelLayoutTag = 179 << 16 | 8
/// Lc Rc L R Ls Rs Rls Rrs LFE.
public let kAudioChannelLayoutTag_DTS_8_1_A: AudioChannelLayoutTag = 180 << 16 | 9
/// Lc C Rc L R Ls Cs Rs LFE.
public let kAudioChannelLayoutTag_DTS_8_1_B: AudioChannelLayoutTag = 181 << 16 | 9
/// L R Rls Rrs.
public let kAudioChannelLayoutTag_WAVE_4_0_B: AudioChannelLayoutTag = 185 << 16 | 4
/// L R C Rls Rrs.
public let kAudioChannelLayoutTag_WAVE_5_0_B: AudioChannelLayoutTag = 186 << 16 | 5
/// L R C LFE Rls Rrs.
public let kAudioChannelLayoutTag_WAVE_5_1_B: AudioChannelLayoutTag = 187 << 16 | 6
/// L R C LFE Cs Ls Rs.
public let kAudioChannelLayoutTag_WAVE_6_1: AudioChannelLayoutTag = 188 << 16 | 7
/// L R C LFE Rls Rrs Ls Rs.
public let kAudioChannelLayoutTag_WAVE_7_1: AudioChannelLayoutTag = 189 << 16 | 8
/// L R C LFE Ls Rs Rls Rrs Vhl Vhr Ltr Rtr.
public let kAudioChannelLayoutTag_Atmos_7_1_4: AudioChannelLayoutTag = 192 << 16 | 12
/// L R C LFE Ls Rs Rls Rrs Lw Rw Vhl Vhr Ltm Rtm Ltr Rtr.
public let kAudioChannelLayoutTag_Atmos_9_1_6: AudioChannelLayoutTag = 193 << 16 | 16
/// L R C LFE Ls Rs Ltm Rtm.
public let kAudioChannelLayoutTag_Atmos_5_1_2: AudioChannelLayoutTag = 194 << 16 | 8
/// L R C LFE Ls Rs Vhl Vhr Ltr Rtr.
public let kAudioChannelLayoutTag_Atmos_5_1_4: AudioChannelLayoutTag = 195 << 16 | 10
/// L R C LFE Ls Rs Rls Rrs Ltm Rtm.
public let kAudioChannelLayoutTag_Atmos_7_1_2: AudioChannelLayoutTag = 196 << 16 | 10
/// Ambisonics in order of channels, normalised as SN3D; the low half says how many.
public let kAudioChannelLayoutTag_HOA_ACN_SN3D: AudioChannelLayoutTag = 190 << 16 | 0
/// Ambisonics in order of channels, normalised as N3D; the low half says how many.
public let kAudioChannelLayoutTag_HOA_ACN_N3D: AudioChannelLayoutTag = 191 << 16 | 0
