import AssetKit

/// A camera of the command line.
@main
enum AVCam {
    static let usage = """
        usage: AVCam devices
               AVCam photo OUT.jpg
               AVCam record SECONDS OUT.mov
               AVCam switch SECONDS OUT.mov…
               AVCam preview SECONDS OUT-%d.jpg
               AVCam watch SECONDS
        """

    static func main() async {
        do {
            guard let command = Command(CommandLine.arguments.dropFirst()) else {
                print(usage)
                exit(2)
            }
            try await Interruption.cancelling { try await run(command) }
        } catch is CancellationError {
            exit(130)
        } catch {
            print("AVCam: \(error.localizedDescription)")
            exit(1)
        }
    }

    private static func run(_ command: Command) async throws {
        let service = CaptureService()
        switch command {
        case .devices: DeviceLookup().devices.forEach { print($0.uniqueID, $0.localizedName, $0.formats.count) }
        case .photo(let url):
            try await service.start(.photo)
            let photo = try await service.capturePhoto()
            try photo.data.write(to: url)
            print("\(url.lastPathComponent): \(photo.width)x\(photo.height)")
        case .record(let seconds, let url):
            try await service.start(.video)
            print(try await service.record(seconds, to: url))
        case .switching(let seconds, let urls):
            try await service.start(.video)
            for (number, url) in urls.enumerated() {
                if Task.isCancelled { break }
                if number > 0 { try await service.changeCamera() }
                print(await service.cameraName, try await service.record(seconds, to: url))
            }
        case .preview(let seconds, let pattern):
            let preview = try PicturePreview(pattern: pattern)
            service.previewSource.connect(to: preview)
            try await service.start(.video)
            try await wait(seconds)
            await service.stop()
            guard preview.count > 0 else { throw CameraError.nothingDelivers }
            print("\(URL(filePath: pattern).lastPathComponent) shows \(await service.cameraName)")
        case .watch(let seconds):
            let activity = await service.activity
            let watching = Task { for await event in activity { print(event) } }
            try await service.start(.video)
            try await wait(seconds)
            await service.stop()
            await watching.value
        }
        await service.stop()
    }

    /// Waits for so long, or until somebody has seen enough.
    private static func wait(_ seconds: Double) async throws {
        do {
            try await Task.sleep(for: .seconds(seconds))
        } catch is CancellationError {
            return
        }
    }
}

/// What somebody asks for.
enum Command {
    case devices
    case photo(URL)
    case record(Double, URL)
    case switching(Double, [URL])
    case preview(Double, String)
    case watch(Double)

    /// Nil where that is not one of the commands.
    init?(_ arguments: ArraySlice<String>) {
        let (first, rest) = (arguments.first, arguments.dropFirst())
        let seconds = rest.first.flatMap(Double.init).flatMap { $0 > 0 && $0 < 86_400 ? $0 : nil }
        let files = rest.dropFirst().map { URL(filePath: $0) }
        switch (first, rest.count, seconds) {
        case ("devices", 0, _): self = .devices
        case ("photo", 1, _): self = .photo(URL(filePath: rest[rest.startIndex]))
        case ("record", 2, let seconds?): self = .record(seconds, files[0])
        case ("switch", 2..., let seconds?): self = .switching(seconds, files)
        case ("preview", 2, let seconds?): self = .preview(seconds, rest[rest.startIndex + 1])
        case ("watch", 1, let seconds?): self = .watch(seconds)
        default: return nil
        }
    }
}
