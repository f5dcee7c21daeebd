import AssetKit

/// A session with the devices and the output that a command line asks for. It does not run yet.
struct RecordSession: Sendable {
    let session = AVCaptureSession()
    let output: AVCaptureFileOutput
    let devices: [AVCaptureDevice]
    /// What the command line could not know.
    let notes: [String]
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
        if let preset = options.preset { try Self.set(preset, session, picturesOf) }
        session.addOutput(output)
        session.commitConfiguration()
        if let device = picturesOf, case .camera = options.pictures { try Self.setUp(device, options) }
        (self.notes, self.picturesOf) = (notes, picturesOf)
        try configure(options, soundOf)
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
        _ camera: AVCaptureDevice?
    ) throws(WorkError) {
        guard session.canSetSessionPreset(preset) else {
            let sizes = camera?.formats.map {
                "\($0.formatDescription.videoDimensions.width)x\($0.formatDescription.videoDimensions.height)"
            }
            let known = (sizes ?? []).uniqued.joined(separator: ", ")
            throw WorkError(message: "the camera has no pictures of that preset, only of \(known); --size scales them")
        }
        session.sessionPreset = preset
    }

    // MARK: Pictures

    /// Sets a camera up as far as presets do not.
    private static func setUp(_ camera: AVCaptureDevice, _ options: RecordOptions) throws {
        guard options.frameDuration != nil || options.size != nil else { return }
        let rate = options.frameDuration.map { 1 / $0.seconds }
        let formats = camera.formats.filter { $0.coding != "h264" }
        let choice = CameraFormats(candidates: formats.map(\.candidate))
        let current = formats.firstIndex { $0 === camera.activeFormat }
        // A preset has said how large pictures are.
        let keeps = options.preset != nil || options.size == nil
        let isFast = current.flatMap { index in rate.map { choice.candidates[index].has($0) } } ?? true
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
        guard let wanted = options.frameDuration else { return }
        let duration = formats[place].duration(nearest: wanted)
        camera.activeVideoMinFrameDuration = duration
        camera.activeVideoMaxFrameDuration = duration
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

    private func configure(_ options: RecordOptions, _ sound: AVCaptureDevice?) throws {
        output.maxRecordedFileSize = options.sizeLimit ?? 0
        output.akReplacesExistingFile = options.overwrites
        if let output = output as? AVCaptureAudioFileOutput {
            if let sound { output.audioSettings = Self.soundSettings(options, sound) }
            return
        }
        guard let output = output as? AVCaptureMovieFileOutput else { return }
        output.akFileType = options.fileType
        if let interval = options.fragmentInterval { output.movieFragmentInterval = interval }
        try setPictures(options)
        if let connection = output.connection(with: .audio), let sound {
            output.setOutputSettings(Self.soundSettings(options, sound), for: connection)
        }
    }

    /// Says what becomes of pictures, as far as it is known how large they are. Throws where the part that is wanted is not there.
    func setPictures(_ options: RecordOptions) throws(WorkError) {
        guard let output = output as? AVCaptureMovieFileOutput, let connection = output.connection(with: .video),
            let picturesOf
        else { return }
        if case .screen(.region(let x, let y, let width, let height)) = options.pictures, isAsked,
            let size = connection.inputPorts.first?.formatDescription?.videoDimensions,
            // Pictures are of an even size.
            size.width < width & ~1 || size.height < height & ~1
        {
            let part = "\(width)x\(height)+\(x)+\(y)"
            throw WorkError(message: "the region \(part) does not lie on \(quoted(picturesOf.localizedName))")
        }
        output.setOutputSettings(pictureSettings(options, picturesOf), for: connection)
    }

    /// Somebody has to choose what its pictures show: nobody knows before how large they are.
    var isAsked: Bool { picturesOf?.formats.first?.formatDescription.videoDimensions.width == 0 }

    /// That has not happened yet.
    var awaitsChoice: Bool {
        isAsked && output.connection(with: .video)?.inputPorts.first?.formatDescription == nil
    }

    /// Whether it is a trouble of the device that pictures come from.
    func isOfPictures(_ trouble: AVError) -> Bool { trouble.device == nil || trouble.device == picturesOf }

    /// nil where nothing is said but what suits a preset.
    private func pictureSettings(_ options: RecordOptions, _ device: AVCaptureDevice) -> [String: Any]? {
        var settings: [String: Any] = [:]
        if let codec = options.videoCodec { settings[AVVideoCodecKey] = codec }
        if let size = options.size, let source = sourceSize(options, device) {
            let fitted = size.fitted(width: source.width, height: source.height)
            settings[AVVideoWidthKey] = max(2, fitted.width & ~1)
            settings[AVVideoHeightKey] = max(2, fitted.height & ~1)
        }
        var compression: [String: Any] = [:]
        if let rate = options.bitRate { compression[AVVideoAverageBitRateKey] = rate }
        if let preset = options.encoderPreset { compression[AKVideoEncoderPresetKey] = preset }
        if !compression.isEmpty { settings[AVVideoCompressionPropertiesKey] = compression }
        return settings.isEmpty ? nil : settings
    }

    /// How large pictures come.
    private func sourceSize(_ options: RecordOptions, _ device: AVCaptureDevice) -> (width: Int, height: Int)? {
        if case .screen(.region(_, _, let width, let height)) = options.pictures { return (width, height) }
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

    /// The duration of a picture that it has and that is nearest to one.
    fileprivate func duration(nearest wanted: CMTime) -> CMTime {
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
