@testable import AssetKit

/// Small headers as encoders wrote them: x264, x265, SVT-AV1, libaom, libvpx, libopus and those of FFmpeg.
///
/// The facts in the tests are the encoders' settings and what `ffmpeg -bsf:v trace_headers` prints.
enum BitstreamVectors {
    // MARK: H.264

    /// 640x360, High, pixels of 3:4, BT.709.
    static let avcHigh = bytes(
        """
        0164001effe100226764001eacd940a02ff97ff000300046a02020280000030008000003018078b16cb0 01000568ebc3f2c0 fdf8f800
        """
    )
    /// 1920x1080, High 4:2:2 with 10 bits, MBAFF, HRD and picture timing.
    static let avcInterlaced = bytes(
        """
        017a0028ffe10027677a0028b6cec078044fcb808800000300080000030193240000989680004c4b5261407c58b4e0
        01000468de0fc8 fefafa00
        """
    )
    /// 160x120, Constrained Baseline, level 1b.
    static let avcBaseline = bytes(
        "0142d00bffe100176742d00bd902847e5c0440000003004000000783c489920 1000568cb83cb20"
    )
    /// 320x180, High 4:4:4 Predictive, lossless.
    static let avcLossless = bytes(
        "01f4000dffe1001867f4000d91d681419f8dc04400000fa40003a9803c50aa80 01000568ce01af20 fff8f800"
    )
    /// The first slices of `avcHigh`: IDR, P with weights, B, a P that reorders its references, a B that forgets two.
    static let avcHighSlices = [
        bytes("65888400ebfeedcfe0532d7a4d02dfd4e2a5cc0c0874f34c"),
        bytes("419a236c44aff3da3674242ad3678cb96c9e1c4cfd3c83b1"),
        bytes("419e4178957f1dc7e8bd00005b30676f5b47568f95e4332a"),
        bytes("419a6649a84168994c08d5facaefa6843186f82579d10e51"),
        bytes("419e8445112ceb0000030027cfd33f4a1549a71d162ff82b"),
    ]
    /// The first slices of `avcInterlaced`, and the timing message before the second.
    static let avcInterlacedSlice = bytes("6588822c3a931400048164c50001205c9c9e4e4f27279393")
    static let avcInterlacedTiming = bytes("0601040010864080")

    // MARK: HEVC

    /// 1920x1080, Main 10, HDR10 with its two messages, HRD; pixels of 16:11.
    static let hevcHDR = bytes(
        """
        01022000000090000000000078f000fcfdfafa00000f04
        a00001001840010c01ffff022000000300900000030000030078959409
        a10001003d420101022000000300900000030000030078a003c0801107cad965654a4c2f046a1220136c200000030020000003030c0292cb
        c000112a880002255110
        a2000100064401c073c189
        27000200094e01900403e8019080001e4e01891833c286c41d4c0bb884d03e803d13404200989680000003003280
        """
    )
    /// 322x182, Main 4:2:2 12, two sub-layers, scaling lists.
    static let hevc422 = bytes(
        """
        0104080000009908000000003cf000fcfefcfc00001303
        200001001b40010c02ffff040800000300990800000300003c00009598acc048
        210001002f420102040800000300990800000300003c0000b00a480b9c9652965662b349272bc05a020000030002000003003210
        22000100074401c172b46240
        """
    )
    /// 320x240, Monochrome, a sequence of fields, with a default display window.
    static let hevcFields = bytes(
        """
        0104080000004fc8000000003cf000fcfcf8f800000f03
        200001001740010c01ffff0408000003004fc800000300003c959409
        210001002b4201010408000003004fc800000300003cc028203c5965654a4c2f01f63e24230000030001000003001908
        22000100064401c073c189
        """
    )
    static let hevcFieldsTiming = bytes("4e0101011180")
    /// The first slices of `hevc422`.
    static let hevc422Slices = [
        bytes("2801af1d62b105dec4ffffff6c3fffff"),
        bytes("0201d02149e10c63ade9fdff6cb48874"),
        bytes("0201e044957861237140e6c88c65c05a"),
    ]

    // MARK: AV1, VP9, VP8

    static let av1HDR = bytes("81004c000a0e00000004457e3e017c2848804820")
    /// The first temporal unit of a film with HDR10 metadata, cut off within the frame.
    static let av1HDRUnits = bytes(
        "0a0e00000004457e3e7dfca8488048202a060103e80190802a1a02ae1451ec43d7b0a426660f5c500d54390003e8000000005280"
    )
    static let av1Professional = bytes("814060000a0b400000043d02d0daf96040")
    static let av1Monochrome = bytes("81001c000a0a00000002afff9b5f2540")
    static let vpcProfile0 = bytes("010000000014820202010000")
    static let vpcProfile3 = bytes("010000000314a70202090000")
    static let vp9Key = bytes("824983424015f011f60838241c184a0009607fd9fa3e8be7")
    static let vp9KeyProfile3 = bytes("b124c1a12c00af808fb041c120e0c2c0005e007fd5fa3e8f")
    static let vp9KeyRGB = bytes("a2498342e015f011f60a38241c184a000bb07fddfa3e8fe6")
    static let vp9Inter = bytes("860040929c205000000760f9db34428000570eb87a3956c3")
    static let vp8Key = bytes("b043009d012ab0009000070885858848")

    // MARK: Audio

    static let esdsStereo = bytes(
        "0000000003808080250001000480808017401500000000011f4500011f450580808005120856e500068080800102"
    )
    /// Eight channels, which only a program config element can tell.
    static let esdsOctagonal = bytes(
        """
        00000000038080803b000100048080802d40150000000007f710000023fa058080801b1200050848002008c8200d4c61766335392e33
        372e31303056e500068080800102
        """
    )
    static let adts = bytes("fff14d80057ffcde02004c6176633539")
    static let dac3 = bytes("103dc0")
    static let dec3 = bytes("0800200f00")
    static let ac3Frame = bytes("0b77b73c1c40ebf8403eff74840410808210104202084040")
    static let eac3Frame = bytes("0b7701ff3f87c000200000000200000003f81f6504040101")
    static let dOpsStereo = bytes("000201380000bb80000000")
    static let dOpsSurround = bytes("000601380000bb800000010402000401020305")
    static let opusHead = bytes("4f707573486561640102380180bb0000000000")
    static let opusHeadSurround = bytes("4f707573486561640106380180bb0000000001040200040102 0305")

    // MARK: MPEG

    static let mpeg2 = bytes(
        """
        000001b32d024033ffffe340000001b5148200010000000001b52b0505050b421200000001b80008004000000100000ffff8
        000001b58ffff380000000010133
        """
    )
    static let mpeg1 = bytes("000001b31600f014ffffe018000001b80008004000000100000ffff8000001012bf87d29")
    static let esdsMPEG4 = bytes(
        """
        000000000380808052000100048080804420110000000006f6580006f6580580808032000001b0f1000001b5a91300000100
        0000012008d4f8201d0800cd0a041e144c0f000001b24c61766335392e33372e313030068080800102
        """
    )
}
