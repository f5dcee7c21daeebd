import AssetKit

// One screen that a person likes to read.

extension InfoReport {
    var text: String {
        var lines = [headline] + tracks.map(\.line)
        for track in tracks where track.samples != nil {
            lines += ["", "samples of track \(track.trackID)"] + track.sampleLines
        }
        if !metadata.isEmpty {
            let width = min(44, metadata.map(\.label.count).max() ?? 0)
            lines += ["", "metadata"] + metadata.map { "  \(padded($0.label, to: width))  \($0.text)" }
        }
        if !chapters.isEmpty {
            lines += ["", "chapters"]
            lines += chapters.map { "  \(Self.clock($0.timeRange.start))  \($0.title)" }
        }
        if !warnings.isEmpty { lines += ["", "warnings"] + warnings.map { "  \($0)" } }
        return lines.joined(separator: "\n")
    }

    private var headline: String {
        var parts = [container ?? "media"]
        if duration.isNumeric { parts.append(Self.clock(duration) + (durationIsPrecise ? "" : " (estimated)")) }
        if let size { parts.append(Self.bytes(size)) }
        if let bitRate { parts.append(Self.rate(bitRate)) }
        if startTime.isNumeric, startTime != .zero { parts.append("starts at \(Self.clock(startTime))") }
        if let creationDate { parts.append("made \(creationDate)") }
        return "\(file): \(parts.joined(separator: ", "))"
    }

    static func clock(_ time: CMTime) -> String {
        guard time.isNumeric, let exact = time.exactSeconds else { return "unknown" }
        let milliseconds = (exact.magnitude.multiplied(by: 1000) ?? exact).rounded()
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        func two(_ number: Int128) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
        let fraction = String(repeating: "0", count: 3 - "\(rest)".count) + "\(rest)"
        return "\(exact.isNegative ? "-" : "")\(clock).\(fraction)"
    }

    static func bytes(_ count: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var number = Double(count)
        var unit = 0
        while number >= 1000, unit < units.count - 1 {
            number /= 1000
            unit += 1
        }
        return unit == 0 ? "\(count) bytes" : "\(oneDecimal(number)) \(units[unit])"
    }

    static func rate(_ bits: Double) -> String {
        bits >= 1_000_000 ? "\(oneDecimal(bits / 1_000_000)) Mb/s" : "\(Int((bits / 1000).rounded())) kb/s"
    }

    static func oneDecimal(_ number: Double) -> String {
        let tenths = Int64((number * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }
}

extension InfoReport.Item {
    /// What people call it, and its key where that is another word.
    fileprivate var label: String {
        guard let title, title != key.lowercased() else { return key }
        return "\(title) (\(key))"
    }
}

extension InfoReport.Track {
    fileprivate var line: String {
        // "AAC LC" names its profile already.
        let profile = details.profile.flatMap { details.codecName.hasSuffix(" \($0)") ? nil : $0 }
        let level = details.level.map { "\($0)" }
        var parts = [[details.codecName, profile, level].compactMap { $0 }.joined(separator: " ")]
        if let video = details.video { parts += describe(video) }
        if let audio = details.audio { parts += describe(audio) }
        if dataRate > 0 { parts.append(InfoReport.rate(dataRate)) }
        if let language { parts.append(language) }
        if let title = details.title, !title.isEmpty { parts.append("“\(title)”") }
        if !isEnabled { parts.append("disabled") }
        if details.isForced == true { parts.append("forced") }
        if details.hasProtectedContent { parts.append("encrypted") }
        if let timecode = details.startTimecode { parts.append("from \(timecode)") }
        let identifier = String(repeating: " ", count: max(0, 4 - "\(trackID)".count)) + "\(trackID)"
        return "\(identifier)  \(padded(mediaType.name, to: 9))  \(parts.joined(separator: ", "))"
    }

    private func describe(_ video: AKTrackDetails.Video) -> [String] {
        var parts = ["\(video.width)x\(video.height)"]
        if video.horizontalSpacing != video.verticalSpacing {
            let size = naturalSize
            parts[0] += " (shown \(Int(size.width))x\(Int(size.height)))"
        }
        if video.rotation != 0 { parts.append("turned \(video.rotation)°") }
        if frameRate > 0 {
            let range = video.frameRateRange.map { " (\(Self.rate($0.lowerBound)) to \(Self.rate($0.upperBound)))" }
            parts.append(Self.rate(frameRate) + " fps" + (range ?? ""))
        }
        if let chroma = video.chroma {
            parts.append(([chroma] + (video.bitDepth.map { ["\($0) bit"] } ?? [])).joined(separator: " "))
        }
        if let alpha = video.alpha {
            let over = alpha.isOverWhite ? " over white" : ""
            parts.append(alpha.isPremultiplied ? "premultiplied alpha\(over)" : "alpha")
        }
        if video.fieldCount == 2 {
            let order = video.isTopFieldFirst.map { $0 ? ", top field first" : ", bottom field first" }
            parts.append("interlaced" + (order ?? ""))
        }
        if let primaries = video.primariesName { parts.append(primaries) }
        if let range = video.dynamicRange { parts.append(range) }
        return parts
    }

    private static func rate(_ number: Double) -> String {
        let thousandths = Int64((number * 1000).rounded())
        return thousandths % 1000 == 0 ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
    }

    private func describe(_ audio: AKTrackDetails.Audio) -> [String] {
        var parts: [String] = []
        if audio.sampleRate > 0 { parts.append("\(InfoReport.oneDecimal(audio.sampleRate / 1000)) kHz") }
        if let layout = audio.channelLayout {
            parts.append(layout)
        } else if audio.channelCount > 0 {
            parts.append(audio.channelCount == 1 ? "1 channel" : "\(audio.channelCount) channels")
        }
        if let bits = audio.bitDepth { parts.append("\(bits) bit") }
        return parts
    }

    fileprivate var sampleLines: [String] {
        let header = "  number  presentation  decode        duration   size      sync"
        return [header]
            + (samples ?? []).map { sample in
                let columns = [
                    (String(sample.number), 6), (Self.seconds(sample.presentationTime), 12),
                    (Self.seconds(sample.decodeTime), 12), (Self.seconds(sample.duration), 9), (String(sample.size), 8),
                ]
                let text = columns.map { padded($0.0, to: $0.1) }.joined(separator: "  ")
                return "  \(text)  \(sample.isSync ? "sync" : "")"
            }
    }

    private static func seconds(_ time: CMTime) -> String {
        time.exactSeconds?.decimalText(maximumFractionDigits: 6) ?? "-"
    }
}
