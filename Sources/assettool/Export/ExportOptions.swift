import AssetKit

/// What a command line of `assettool export` asks for.
struct ExportOptions: Sendable {
    static let verb = "export"

    let file: String
    /// All files of the command line: none of them is written over.
    let inputs: [String]
    /// `-` is standard output.
    let output: String
    /// The whole name of the preset.
    let preset: String
    /// nil for a folder with a stream.
    let fileType: AVFileType
    let isStream: Bool
    let from: TimeArgument?
    let to: TimeArgument?
    let fragmentInterval: TimeArgument?
    /// How long it is to be.
    let length: TimeArgument?
    let pitch: AVAudioTimePitchAlgorithm
    let tracks: TrackSelection?
    /// All that needs no look into the file.
    let options: AKExportOptions
    /// Given options, by name, that do nothing where a file has no pictures, or no sound.
    let needingPictures: [String]
    let needingSound: [String]
    let crop: CropArgument?
    let size: PictureSize?
    /// Files that are read when the work begins.
    let metadata: MetadataArguments
    let sizeLimit: Int64
    let passesTwice: Bool
    let isFragmented: Bool
    let startsFast: Bool
    let isDryRun: Bool
    let isVerbose: Bool
    let overwrites: Bool
    let allowsReferences: Bool
    let usesFileTimecode: Bool
    let printsJSON: Bool
    let progress: ProgressMode

    /// Reads a command line: what it asks for of each file.
    static func all(_ arguments: ParsedArguments) throws(UsageError) -> [ExportOptions] {
        let reader = ExportOptionReader(arguments: arguments)
        let files = arguments.positionals
        guard !files.isEmpty else { throw reader.usage("a file is missing") }
        let names = try Batch.names(try reader.output(), for: files, verb)
        var all: [ExportOptions] = []
        for (file, name) in zip(files, names) {
            all.append(try ExportOptions(arguments, file: file, of: files, output: name))
        }
        return all
    }

    private init(
        _ arguments: ParsedArguments,
        file: String,
        of files: [String],
        output: String
    ) throws(UsageError) {
        let reader = ExportOptionReader(arguments: arguments)
        (self.file, inputs, self.output) = (file, files, output)
        isStream = arguments.has("hls")
        fileType = try reader.fileType(output)
        preset = try reader.preset(fileType)
        from = try reader.time("from")
        to = try reader.time("to")
        fragmentInterval = try reader.time("fragment-interval")
        length = try reader.length()
        pitch = try reader.pitch()
        tracks = try reader.tracks()
        options = try reader.options()
        let useless = UselessArguments(arguments: arguments, options: options, preset: preset, fileType: fileType)
        try useless.refuse()
        (needingPictures, needingSound) = (useless.needingPictures, useless.needingSound)
        crop = try reader.crop()
        size = try reader.size()
        metadata = try MetadataArguments(arguments, Self.verb)
        sizeLimit = try reader.byteCount("limit-size") ?? 0
        passesTwice = try reader.passesTwice()
        isFragmented = arguments.has("fragmented") || arguments.has("fragment-interval")
        startsFast = try OutputFormat.startsFast(arguments, fileType, Self.verb)
        isDryRun = arguments.has("dry-run")
        isVerbose = arguments.isVerbose
        overwrites = arguments.has("overwrite")
        allowsReferences = arguments.has("allow-references")
        usesFileTimecode = arguments.has("file-timecode")
        printsJSON = arguments.has("json")
        progress = try ProgressMode(arguments, Self.verb)
    }
}

/// The part of the pictures to keep: `640x360+100+50` or `640:360:100:50`; `640x360` for the middle.
struct CropArgument: Sendable, Equatable {
    let width: Int
    let height: Int
    /// From the left and from the top; nil for the middle.
    let origin: (x: Int, y: Int)?

    init?(_ text: String) {
        let plain = text.contains(":") ? Self.withSigns(text) : text.lowercased()
        let parts = plain.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Self.whole($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else { return nil }
        (self.width, self.height) = (width, height)
        switch parts.count {
        case 1: origin = nil
        case 3:
            guard let x = Self.whole(parts[1][...]), let y = Self.whole(parts[2][...]) else { return nil }
            origin = (x, y)
        default: return nil
        }
    }

    /// `640:360:100:50` as `640x360+100+50`.
    private static func withSigns(_ text: String) -> String {
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        return ([numbers.prefix(2).joined(separator: "x")] + numbers.dropFirst(2)).joined(separator: "+")
    }

    private static func whole(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.allSatisfy(\.isASCIIDigit), let number = Int(text), number <= 65535 else {
            return nil
        }
        return number
    }

    /// The part of pictures of this size.
    func rectangle(in size: (width: Int, height: Int)) -> CGRect {
        let place = origin ?? (max(0, size.width - width) / 4 * 2, max(0, size.height - height) / 4 * 2)
        return CGRect(x: place.x, y: place.y, width: width, height: height)
    }

    static func == (left: CropArgument, right: CropArgument) -> Bool {
        left.width == right.width && left.height == right.height && left.origin?.x == right.origin?.x
            && left.origin?.y == right.origin?.y
    }
}

/// The tracks to take: `1,3`, `video`, `audio:fra`.
struct TrackSelection: Sendable, Equatable {
    enum Item: Sendable, Equatable {
        case identifier(CMPersistentTrackID)
        case kind(String, language: String?)
    }

    let items: [Item]

    static let kinds: [String: [AVMediaType]] = [
        "video": [.video], "audio": [.audio], "subtitle": [.subtitle, .text, .closedCaption],
        "timecode": [.timecode], "metadata": [.metadata],
    ]

    init?(_ text: String) {
        var items: [Item] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if let number = CMPersistentTrackID(part), number > 0 {
                items.append(.identifier(number))
                continue
            }
            let words = part.lowercased().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            guard let kind = words.first, Self.kinds[kind] != nil, words.count == 1 || !words[1].isEmpty else {
                return nil
            }
            items.append(.kind(kind, language: words.count == 2 ? words[1] : nil))
        }
        guard !items.isEmpty else { return nil }
        self.items = items
    }

    /// The identifiers of the tracks, in the file's order. Throws where a name stands for none.
    func identifiers(among tracks: [AVAssetTrack]) throws(WorkError) -> [CMPersistentTrackID] {
        var chosen: Set<CMPersistentTrackID> = []
        for item in items {
            let found = tracks.filter { Self.matches($0, item) }
            guard !found.isEmpty else {
                let all = tracks.map(Self.description).joined(separator: ", ")
                throw WorkError(message: "there is no track '\(Self.name(of: item))'; it has \(all)")
            }
            chosen.formUnion(found.map(\.trackID))
        }
        return tracks.map(\.trackID).filter(chosen.contains)
    }

    private static func matches(_ track: AVAssetTrack, _ item: Item) -> Bool {
        switch item {
        case .identifier(let number): return track.trackID == number
        case .kind(let kind, let language):
            guard kinds[kind]?.contains(track.mediaType) ?? false else { return false }
            return language.map(track.akIsInLanguage) ?? true
        }
    }

    /// A track as it could be asked for: `2 (audio:fra)`.
    private static func description(_ track: AVAssetTrack) -> String {
        let kind = kinds.first { $0.value.contains(track.mediaType) }?.key ?? track.mediaType.name
        let language = track.extendedLanguageTag ?? track.languageCode
        return "\(track.trackID) (\(kind)\(language.map { ":\($0)" } ?? ""))"
    }

    private static func name(of item: Item) -> String {
        switch item {
        case .identifier(let number): "\(number)"
        case .kind(let kind, let language): language.map { "\(kind):\($0)" } ?? kind
        }
    }
}
