// The dictionary that describes sound, and its values.

/// The format, such as ``kAudioFormatMPEG4AAC``.
public let AVFormatIDKey: String = "AVFormatIDKey"
/// Frames per second.
public let AVSampleRateKey: String = "AVSampleRateKey"
/// How many channels.
public let AVNumberOfChannelsKey: String = "AVNumberOfChannelsKey"
/// Which channels: the bytes of an ``AudioChannelLayout``.
public let AVChannelLayoutKey: String = "AVChannelLayoutKey"
/// Bits of one sample: 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey: String = "AVLinearPCMBitDepthKey"
/// Whether samples have their high byte first.
public let AVLinearPCMIsBigEndianKey: String = "AVLinearPCMIsBigEndianKey"
/// Whether samples are floating-point numbers.
public let AVLinearPCMIsFloatKey: String = "AVLinearPCMIsFloatKey"
/// Whether every channel has a buffer of its own.
public let AVLinearPCMIsNonInterleaved: String = "AVLinearPCMIsNonInterleaved"
/// The type of the file.
public let AVAudioFileTypeKey: String = "AVAudioFileTypeKey"
/// How good, an ``AVAudioQuality``.
public let AVEncoderAudioQualityKey: String = "AVEncoderAudioQualityKey"
/// How good with a variable bit rate, an ``AVAudioQuality``.
public let AVEncoderAudioQualityForVBRKey: String = "AVEncoderAudioQualityForVBRKey"
/// Bits per second.
public let AVEncoderBitRateKey: String = "AVEncoderBitRateKey"
/// Bits per second of one channel.
public let AVEncoderBitRatePerChannelKey: String = "AVEncoderBitRatePerChannelKey"
/// How the bit rate may vary.
public let AVEncoderBitRateStrategyKey: String = "AVEncoderBitRateStrategyKey"
/// Bits of one sample of the source.
public let AVEncoderBitDepthHintKey: String = "AVEncoderBitDepthHintKey"
/// How to change the sample rate.
public let AVSampleRateConverterAlgorithmKey: String = "AVSampleRateConverterAlgorithmKey"
/// How well to change the sample rate, an ``AVAudioQuality``.
public let AVSampleRateConverterAudioQualityKey: String = "AVSampleRateConverterAudioQualityKey"
/// Always the same.
public let AVAudioBitRateStrategy_Constant: String = "AVAudioBitRateStrategy_Constant"
/// The same in the long run.
public let AVAudioBitRateStrategy_LongTermAverage: String = "AVAudioBitRateStrategy_LongTermAverage"
/// As is needed, within bounds.
public let AVAudioBitRateStrategy_VariableConstrained: String = "AVAudioBitRateStrategy_VariableConstrained"
/// As is needed.
public let AVAudioBitRateStrategy_Variable: String = "AVAudioBitRateStrategy_Variable"
/// The usual converter.
public let AVSampleRateConverterAlgorithm_Normal: String = "AVSampleRateConverterAlgorithm_Normal"
/// The best converter.
public let AVSampleRateConverterAlgorithm_Mastering: String = "AVSampleRateConverterAlgorithm_Mastering"
/// A converter with little delay.
public let AVSampleRateConverterAlgorithm_MinimumPhase: String = "AVSampleRateConverterAlgorithm_MinimumPhase"
