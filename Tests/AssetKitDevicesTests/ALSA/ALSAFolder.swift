import AssetKitDevices
import Foundation

/// A folder with a configuration of ALSA's, and with what may be the nodes of cards. It goes with the object.
final class ALSAFolder: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "alsa-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "dev/snd"),
            withIntermediateDirectories: true
        )
        try configure("")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func makeProvider(unless server: (any DeviceProvider)? = nil) -> ALSAProvider {
        ALSAProvider(unless: server, configuration: configuration.path, folder: folder.appending(path: "dev").path)
    }

    var configuration: URL { folder.appending(path: "alsa.conf") }

    /// Sources that play a file instead of recording, and what is none or has no sound of its own.
    func configure(_ more: String) throws {
        let text = """
            pcm.plug { @args [ SLAVE ] @args.SLAVE { type string } type plug slave.pcm $SLAVE }
            pcm.silent { type null }
            pcm.tape {
                type file slave.pcm silent file "/dev/null" infile "\(tape.path)" format raw
                hint { show on description "A tape" }
            }
            pcm.secret { type file slave.pcm silent file "/dev/null" infile "\(tape.path)" format raw }
            pcm.nothing { type null hint { show on description "Nothing" } }
            pcm.away { type hw card 31 hint { show on description "A card that is not there" } }
            pcm.server { type pulse hint { show on description "A server's" } }
            \(more)
            """
        try Data(text.utf8).write(to: configuration)
    }

    var tape: URL { folder.appending(path: "tape.raw") }

    func record(_ samples: [Float]) throws { try samples.withUnsafeBytes { Data($0) }.write(to: tape) }

    /// A card comes, as far as the folder of nodes says.
    func plug() throws { try Data().write(to: folder.appending(path: "dev/snd/pcmC7D0c")) }
}
