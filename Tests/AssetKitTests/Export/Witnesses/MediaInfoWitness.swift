import Foundation

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitExport
@testable import AssetKitSources
@testable import AssetKitMedia

/// One track in the words of MediaInfo, beside what we read. Where it is silent, nothing is compared, unless it has no
/// reason to be.
struct MediaInfoWitness {
    let fields: MediaInfo.Track
    let track: LoadedSource.Track
    let type: AVFileType
    /// The file has no other track.
    let isAlone: Bool

    private var facts: TrackFacts { track.facts }
    private var isStream: Bool { type == .akMPEGTransportStream }

    /// What it says differently, each as a sentence.
    func differences() -> [String] {
        var found: [String] = []
        func compare<Value: Equatable>(_ name: String, _ their: Value?, _ our: Value?) {
            guard let their, their != our else { return }
            found.append("\(name) is \(their), and not \(our.map { "\($0)" } ?? "unknown")")
        }
        func need(_ name: String, unless isExcused: Bool = false) {
            if fields[name] == nil, !isExcused { found.append("it says nothing of \(name)") }
        }
        compare("Format", fields["Format"], WitnessNames.format(of: facts.traits.name, in: type))
        // Of MP4's sound only samples tell the layer, and it looks at them.
        let isLayered = [.mp4, .m4v].contains(type)
        if let profile = WitnessNames.profile(of: facts.traits.name), fields["Format"] == "MPEG Audio", !isLayered {
            compare("Format_Profile", fields["Format_Profile"], profile)
        }
        if let length = duration, !isDurationWrong {
            let isNear = number("Duration").map { (length - durationLack...length + durationExcess).contains($0) }
            if isNear == false { found.append("Duration is \(fields["Duration"] ?? ""), and not \(length)") }
        }
        compare("Language", fields["Language"], facts.languageCode.flatMap { WitnessNames.languages[$0] })
        if let video = facts.video {
            ["Width", "Height"].forEach { need($0) }
            need("Duration", unless: type == .akMatroska && fields["FrameRate_Mode"] == "VFR")
            compare("Width", number("Width"), Double(video.codedWidth))
            compare("Height", number("Height"), Double(video.codedHeight))
            compare("FrameCount", number("FrameCount"), Double(track.index.count))
            // It does not count what has no constant rate, nor what streams have of some codecs.
            need("FrameCount", unless: isStream || fields["FrameRate_Mode"] == "VFR")
            comparePictures(video, compare)
        }
        if let audio = facts.audio {
            // The description of a codec that it does not know in a container is not read either.
            need("Channels", unless: WitnessNames.areChannelsUnread(facts.traits.name, in: type))
            need("SamplingRate", unless: isStream && facts.traits.name == "opus")
            compare("Channels", number("Channels"), Double(audio.channelCount))
            compare("SamplingRate", number("SamplingRate"), audio.sampleRate)
            if facts.traits.name == "alac" {
                // Of QuickTime's and Core Audio's descriptions it does not read that.
                need("BitDepth", unless: [.mov, .caf].contains(type))
                compare("BitDepth", number("BitDepth"), audio.bitDepth.map(Double.init))
            }
            if facts.isPlainSound, !["pcm_mulaw", "pcm_alaw"].contains(facts.traits.name) {
                compare("BitDepth", number("BitDepth"), audio.bitDepth.map(Double.init))
                let isBig = (audio.bitDepth ?? 0) > 8 ? fields["Format_Settings_Endianness"] : nil
                compare("Endianness", isBig, audio.isBigEndian ? "Big" : "Little")
            }
        }
        return found
    }

    private func comparePictures(_ video: VideoFacts, _ compare: (String, String?, String?) -> Void) {
        let frames = video.minimumFrameDuration
        if frames.isNumeric, frames.value > 0, video.nominalFrameRate > 0, !isStream {
            let isConstant = abs(frames.seconds * video.nominalFrameRate - 1) < 1e-3
            compare("FrameRate_Mode", fields["FrameRate_Mode"], isConstant ? "CFR" : "VFR")
            if isConstant { compare("FrameRate", fields["FrameRate"], decimals(video.nominalFrameRate)) }
        }
        let aspect = Double(video.pixelAspect.horizontal) / Double(max(1, video.pixelAspect.vertical))
        compare("PixelAspectRatio", fields["PixelAspectRatio"], decimals(aspect))
        let turn = (atan2(video.transform.b, video.transform.a) * 180 / .pi).rounded()
        compare("Rotation", fields["Rotation"], decimals(turn < 0 ? turn + 360 : turn + 0))
        // Of these it says what pictures say, also where the container is silent.
        compare("colour_primaries", fields["colour_primaries"], video.primaries.flatMap { WitnessNames.primaries[$0] })
        compare(
            "transfer_characteristics",
            fields["transfer_characteristics"],
            video.transfer.flatMap { WitnessNames.transfers[$0] }
        )
        let matrix = video.matrix.flatMap { WitnessNames.matrices[$0] }
        // Two numbers have the same coefficients.
        let same = fields["matrix_coefficients"].map { $0 == "BT.470 System B/G" ? "BT.601" : $0 }
        compare("matrix_coefficients", same, matrix)
        compare("colour_range", fields["colour_range"], video.range.map { $0 == "pc" ? "Full" : "Limited" })
        let isInterlaced = video.fieldCount == 2
        let scan = fields["ScanType"].map { $0 == "Progressive" ? "whole" : "fields" }
        compare("ScanType", scan, isInterlaced ? "fields" : "whole")
        if isInterlaced, let isTop = video.isTopFieldFirst {
            compare("ScanOrder", fields["ScanOrder"], isTop ? "TFF" : "BFF")
        }
        if let light = video.contentLight {
            compare("MaxCLL", fields["MaxCLL"].map { String($0.prefix { $0.isNumber }) }, "\(light.maximum)")
            compare("MaxFALL", fields["MaxFALL"].map { String($0.prefix { $0.isNumber }) }, "\(light.maximumAverage)")
        }
    }

    private func number(_ name: String) -> Double? { fields[name].flatMap(Double.init) }

    private func decimals(_ value: Double) -> String { String(format: "%.3f", value) }

    // MARK: Durations

    private var duration: Double? {
        let length = facts.timeRange.duration
        return length.isNumeric ? length.seconds : nil
    }

    /// It says milliseconds.
    private static let rounding = 0.0015

    /// How much more than what is heard it may count. In MP3 files, frames that an encoder has put in front and behind; in
    /// Ogg what Opus skips.
    private var durationExcess: Double {
        switch (type, facts.traits.name) {
        case (.mp3, _): 0.06
        case (.akOgg, "opus"): 0.0065 + Self.rounding
        default: Self.rounding
        }
    }

    /// How much less than what is shown it may count: of streams not always the last picture.
    private var durationLack: Double { isStream ? 0.04 + Self.rounding : Self.rounding }

    private var isDurationWrong: Bool {
        switch type {
        // It counts the first 64 KB, of others' files too.
        case .caf: facts.isPlainSound
        // It takes all sound for one channel of bytes, of others' files too.
        case .au: true
        // Headers tell no length: it adds up packets, and we take the times of the first and the last that have one.
        case .akMPEGTransportStream: facts.mediaType == .audio
        // The header tells the length of all tracks together.
        case .akMatroska, .akWebM: !isAlone
        default: false
        }
    }
}
