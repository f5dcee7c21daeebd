import AssetKit

/// A session with the devices and the output that a command line asks for. It does not run yet.
struct RecordSession: Sendable {
    let session = AVCaptureSession()
    let output: AVCaptureFileOutput
    let devices: [AVCaptureDevice]
    /// What the command line could not know.
    private(set) var notes: [String]
    private let picturesOf: AVCaptureDevice?

    init(_ options: RecordOptions, _ available: CaptureDevices) throws {
        var notes: [String] = []
        let picturesOf = try Self.picturesDevice(options, available)
        let soundOf = try Self.soundDevice(options, available, &notes)
        devices = [picturesOf, soundOf].compactMap { $0 }
        if let note = picturesOf.flatMap({ WaylandDesktop.shortcoming(of: $0.akProvider) }) { notes.append(note) }
        output = options.isSoundFile ? AVCaptureAudioFileOutput() : AVCaptureMovieFileOutput()
        session.beginConfiguration()
        if let device = picturesOf { try Self.add(try Self.picturesInput(device, options), of: device, to: session) }
        if let device = soundOf { try Self.add(try AVCaptureDeviceInput(device: device), of: device, to: session) }
        if let preset = options.preset {
            let isScreen = if case .screen = options.pictures { true } else { false }
            try Self.set(preset, session, picturesOf, isScreen ? .screen : .camera)
        }
        session.addOutput(output)
        session.commitConfiguration()
        if let device = picturesOf, let given = try Self.setUp(device, options), let wanted = options.frameDuration {
            notes += Self.missedRate(wanted, given, device)
        }
        (self.notes, self.picturesOf) = (notes, picturesOf)
        configure(options, soundOf)
        self.notes += try setPictures(options)
    }

    // MARK: Devices

    private static func picturesDevice(
        _ options: RecordOptions,
        _ available: CaptureDevices
    ) throws(WorkError) -> AVCaptureDevice? {
        switch options.pictures {
        case .none: nil
        case .camera(let name): try available.device(.camera, name)
        case .screen(.named(let name)): try available.device(.screen, name)
        case .screen: try available.device(.screen, nil)
        }
    }

    private static func soundDevice(
        _ options: RecordOptions,
        _ available: CaptureDevices,
        _ notes: inout [String]
    ) throws(WorkError) -> AVCaptureDevice? {
        switch options.sound {
        case .none: return nil
        case .system: return try available.systemSound()
        case .microphone(let name):
            do throws(WorkError) {
                return try available.device(.microphone, name)
            } catch {
                guard options.canDoWithoutSound else { throw error }
                notes.append("it is without sound: \(error.message)")
                return nil
            }
        }
    }

    private static func picturesInput(_ device: AVCaptureDevice, _ options: RecordOptions) throws -> AVCaptureInput {
        guard case .screen(let argument) = options.pictures else { return try AVCaptureDeviceInput(device: device) }
        let input = AVCaptureScreenInput(akScreen: device)
        input.minFrameDuration = options.frameDuration ?? CMTime(value: 1, timescale: 30)
        input.cropRect = try argument.rectangle(on: device)
        return input
    }

    private static func add(
        _ input: AVCaptureInput,
        of device: AVCaptureDevice,
        to session: AVCaptureSession
    ) throws(WorkError) {
        guard session.canAddInput(input) else {
            throw WorkError(message: "cannot record \(quoted(device.localizedName)) with the other device")
        }
        session.addInput(input)
    }

    private static func set(
        _ preset: AVCaptureSession.Preset,
        _ session: AVCaptureSession,
        _ device: AVCaptureDevice?,
        _ kind: CaptureDeviceKind
    ) throws(WorkError) {
        let sizes = (device?.formats ?? []).map(\.formatDescription.videoDimensions)
        let least = RecordOptionReader.size(of: preset)
        let isLargeEnough = sizes.contains { size in
            // Of what is still to be chosen nobody knows.
            size.width == 0 || (Int(size.width) >= least?.width ?? 0 && Int(size.height) >= least?.height ?? 0)
        }
        guard session.canSetSessionPreset(preset), isLargeEnough else {
            let isChosenLater = sizes.contains { $0.width == 0 }
            let list = sizes.map { "\($0.width)x\($0.height)" }.uniqued.joined(separator: ", ")
            let known = isChosenLater ? "the size of what is chosen" : list
            let reason = "has no pictures of that preset, only of \(known); --size scales them"
            throw WorkError(message: "the \(kind.rawValue) \(reason)")
        }
        session.sessionPreset = preset
    }

    // MARK: Pictures

    /// Sets a device up as far as presets do not. How long its pictures last then; nil where nobody asked for that.
    private static func setUp(_ device: AVCaptureDevice, _ options: RecordOptions) throws -> CMTime? {
        guard case .screen = options.pictures else { return try setUpCamera(device, options) }
        // Of slower pictures than a screen's slowest, sessions leave out what is too much.
        return options.frameDuration.flatMap { wanted in
            device.formats.first?.durations.map { CMTimeMaximum(wanted, $0.lowerBound) }
        }
    }

    private static func setUpCamera(_ camera: AVCaptureDevice, _ options: RecordOptions) throws -> CMTime? {
        guard options.frameDuration != nil || options.size != nil else { return nil }
        let rate = options.frameDuration.map { 1 / $0.seconds }
        let formats = camera.formats.filter { $0.coding != "h264" }
        let choice = CameraFormats(candidates: formats.map(\.candidate))
        let current = formats.firstIndex { $0 === camera.activeFormat }
        // A preset has said how large pictures are.
        let keeps = options.preset != nil || options.size == nil
        let isFast = current.flatMap { index in rate.map { choice.candidates[index].gives($0) } } ?? true
        let place: Int?
        if keeps, isFast {
            place = current
        } else if options.preset != nil {
            place = nil
        } else {
            place = choice.choose(options.size, rate: rate)
        }
        guard let place else { throw tooFast(camera, rate, choice.rates, options) }
        do {
            try camera.lockForConfiguration()
        } catch {
            throw WorkError(message: "cannot set up \(quoted(camera.localizedName)): \(FileFailure.reason(error))")
        }
        defer { camera.unlockForConfiguration() }
        if place != current { camera.activeFormat = formats[place] }
        guard let wanted = options.frameDuration else { return nil }
        let duration = formats[place].duration(for: wanted)
        camera.activeVideoMinFrameDuration = duration
        camera.activeVideoMaxFrameDuration = duration
        return duration
    }

    /// What is said where pictures do not come quite as fast as asked for.
    private static func missedRate(_ wanted: CMTime, _ given: CMTime, _ device: AVCaptureDevice) -> [String] {
        let (asked, taken) = (DeviceReport.rate(1 / wanted.seconds), DeviceReport.rate(1 / given.seconds))
        guard asked != taken else { return [] }
        return ["\(quoted(device.localizedName)) gives \(taken) pictures a second, not \(asked)"]
    }

    private static func tooFast(
        _ camera: AVCaptureDevice,
        _ rate: Double?,
        _ rates: [Double],
        _ options: RecordOptions
    ) -> WorkError {
        let wanted = rate.map(DeviceReport.rate) ?? "so many"
        let known = rates.map(DeviceReport.rate).joined(separator: ", ")
        let preset = options.preset == nil ? "" : " at the size of the preset"
        return WorkError(
            message: "\(quoted(camera.localizedName)) has no \(wanted) pictures a second\(preset); it has \(known)"
        )
    }

    private func configure(_ options: RecordOptions, _ sound: AVCaptureDevice?) {
        output.maxRecordedFileSize = options.sizeLimit ?? 0
        output.akReplacesExistingFile = options.overwrites
        if let output = output as? AVCaptureAudioFileOutput {
            if let sound { output.audioSettings = Self.soundSettings(options, sound) }
            return
        }
        guard let output = output as? AVCaptureMovieFileOutput else { return }
        output.akFileType = options.fileType
        if let interval = options.fragmentInterval { output.movieFragmentInterval = interval }
        if let connection = output.connection(with: .audio), let sound {
            output.setOutputSettings(Self.soundSettings(options, sound), for: connection)
        }
    }

    /// Says what becomes of pictures, as far as it is known how large they are. Answers what is to be said about that, and throws
    /// where the part that is wanted is not there.
    func setPictures(_ options: RecordOptions) throws(WorkError) -> [String] {
        guard let output = output as? AVCaptureMovieFileOutput, let connection = output.connection(with: .video),
            let picturesOf
        else { return [] }
        if case .screen(let argument) = options.pictures, isAsked,
            let size = connection.inputPorts.first?.formatDescription?.videoDimensions
        {
            try argument.check(width: Int(size.width), height: Int(size.height), on: picturesOf.localizedName)
        }
        output.setOutputSettings(pictureSettings(options, picturesOf), for: connection)
        return awaitsChoice ? [] : shortcomings(options, picturesOf)
    }

    /// What is said where pictures cannot have the size that was asked for: they are not enlarged, and their sides are even.
    private func shortcomings(_ options: RecordOptions, _ device: AVCaptureDevice) -> [String] {
        var notes: [String] = []
        if case .screen(let argument) = options.pictures, let note = argument.rounding { notes.append(note) }
        guard let size = options.size, let source = sourceSize(options, device) else { return notes }
        let fitted = size.fitted(width: source.width, height: source.height)
        let missed = [(size.width, fitted.width), (size.height, fitted.height)].first { asked, side in
            asked == side && !side.isMultiple(of: 2)
        }
        let text = "\(Self.even(fitted.width))x\(Self.even(fitted.height))"
        if size.exceeds(width: source.width, height: source.height) {
            notes.append("its pictures stay \(text): they are never enlarged")
        } else if let missed {
            notes.append("its pictures become \(text): sides are even numbers, and \(missed.1) is none")
        }
        return notes
    }

    private static func even(_ side: Int) -> Int { max(2, side & ~1) }

    /// Somebody has to choose what its pictures show: nobody knows before how large they are.
    var isAsked: Bool { picturesOf?.formats.first?.formatDescription.videoDimensions.width == 0 }

    /// That has not happened yet.
    var awaitsChoice: Bool {
        isAsked && output.connection(with: .video)?.inputPorts.first?.formatDescription == nil
    }

    /// Why the session is interrupted from its start on.
    var takenReason: String {
        let silent = Set(output.connections.filter { !$0.isActive }.flatMap(\.inputPorts).map(\.mediaType))
        let taken = devices.filter { device in silent.contains { device.hasMediaType($0) } }
        return "another program uses \(taken.map { quoted($0.localizedName) }.joined(separator: " and "))"
    }

    /// Whether it is a trouble of the device that pictures come from.
    func isOfPictures(_ trouble: AVError) -> Bool { trouble.device == nil || trouble.device == picturesOf }

    /// nil where nothing is said but what suits a preset.
    private func pictureSettings(_ options: RecordOptions, _ device: AVCaptureDevice) -> [String: Any]? {
        var settings: [String: Any] = [:]
        if let codec = options.videoCodec { settings[AVVideoCodecKey] = codec }
        if let size = options.size, let source = sourceSize(options, device) {
            let fitted = size.fitted(width: source.width, height: source.height)
            settings[AVVideoWidthKey] = Self.even(fitted.width)
            settings[AVVideoHeightKey] = Self.even(fitted.height)
        }
        var compression: [String: Any] = [:]
        if let rate = options.bitRate { compression[AVVideoAverageBitRateKey] = rate }
        if let preset = options.encoderPreset { compression[AKVideoEncoderPresetKey] = preset }
        if !compression.isEmpty { settings[AVVideoCompressionPropertiesKey] = compression }
        return settings.isEmpty ? nil : settings
    }

    /// How large pictures come.
    private func sourceSize(_ options: RecordOptions, _ device: AVCaptureDevice) -> (width: Int, height: Int)? {
        if case .screen(.region(_, _, let width, let height)) = options.pictures {
            return (Self.even(width), Self.even(height))
        }
        guard !device.formats.isEmpty else { return nil }
        var size = device.activeFormat.formatDescription.videoDimensions
        if size.width == 0, let port = output.connection(with: .video)?.inputPorts.first {
            // Of what somebody had to choose, the port knows it.
            size = port.formatDescription?.videoDimensions ?? size
        }
        return size.width > 0 ? (Int(size.width), Int(size.height)) : nil
    }

    // MARK: Sound

    /// nil where nothing is said but what suits the file.
    private static func soundSettings(_ options: RecordOptions, _ device: AVCaptureDevice) -> [String: Any]? {
        let ownRate = options.pictures == .none ? options.bitRate : nil
        guard options.audioFormat != nil || ownRate != nil else { return nil }
        let sound = device.formats.first?.formatDescription.audioStreamBasicDescription
        let rate = sound?.mSampleRate ?? 48_000
        let channels = Int(sound?.mChannelsPerFrame ?? 1)
        var settings: [String: Any] = [
            AVFormatIDKey: options.audioFormat ?? kAudioFormatMPEG4AAC, AVSampleRateKey: rate,
            AVNumberOfChannelsKey: channels,
        ]
        switch options.audioFormat ?? kAudioFormatMPEG4AAC {
        case kAudioFormatMPEG4AAC:
            // AAC has no rates above that, and more than two channels are for films.
            settings[AVSampleRateKey] = min(rate, 48_000)
            settings[AVNumberOfChannelsKey] = min(channels, 2)
            settings[AVEncoderBitRateKey] = ownRate ?? 64_000 * min(channels, 2)
        case kAudioFormatLinearPCM:
            settings[AVLinearPCMBitDepthKey] = 16
            settings[AVLinearPCMIsFloatKey] = false
            settings[AVLinearPCMIsBigEndianKey] = options.fileType == .aiff
            settings[AVLinearPCMIsNonInterleaved] = false
        default: break
        }
        return settings
    }
}

extension AVCaptureDevice.Format {
    /// What counts of it where one has to be chosen.
    fileprivate var candidate: CameraFormats.Candidate {
        let size = formatDescription.videoDimensions
        return CameraFormats.Candidate(
            width: Int(size.width),
            height: Int(size.height),
            rates: videoSupportedFrameRateRanges.map { $0.minFrameRate...max($0.minFrameRate, $0.maxFrameRate) }
        )
    }

    /// From the shortest duration of a picture that it has to the longest.
    fileprivate var durations: ClosedRange<CMTime>? {
        let ranges = videoSupportedFrameRateRanges
        guard let shortest = ranges.map(\.minFrameDuration).min(), let longest = ranges.map(\.maxFrameDuration).max(),
            shortest <= longest
        else { return nil }
        return shortest...longest
    }

    /// How long pictures are to last so that they come as wanted, also where sessions have to leave out some of a faster rate. Where it
    /// nearly has that rate, its own: film would hitch each time that one of a thousand is left out.
    fileprivate func duration(for wanted: CMTime) -> CMTime {
        let own = duration(nearest: wanted)
        let isNearlyOwn = abs((own - wanted).seconds) < wanted.seconds / 500
        let isHad = durations.map { wanted >= $0.lowerBound } ?? false
        return isNearlyOwn || !isHad ? own : wanted
    }

    /// The duration of a picture that it has and that is nearest to one.
    private func duration(nearest wanted: CMTime) -> CMTime {
        let near = videoSupportedFrameRateRanges.map { range in
            CMTimeMinimum(CMTimeMaximum(wanted, range.minFrameDuration), range.maxFrameDuration)
        }
        return near.min { abs(($0 - wanted).seconds) < abs(($1 - wanted).seconds) } ?? wanted
    }
}

extension Array where Element: Hashable {
    /// The elements in their order, each once.
    var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
