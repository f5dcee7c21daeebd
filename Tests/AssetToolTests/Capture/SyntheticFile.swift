import Foundation

/// A file of devices that there are none of: those of a desk, alone or beside each other.
enum SyntheticFile {
    static let camera = #"{"id": "front", "name": "Front", "width": 640, "height": 480, "frameRates": [30, 15]}"#
    static let microphone = #"{"id": "desk", "name": "Desk", "channelCount": 2}"#
    static let screen = #"{"id": "wall", "name": "Wall", "width": 640, "height": 360}"#

    /// The text of a file.
    static func text(
        cameras: [String] = [camera],
        microphones: [String] = [microphone],
        screens: [String] = [screen]
    ) -> String {
        let lists = [("cameras", cameras), ("microphones", microphones), ("screens", screens)]
        let fields = lists.map { "\"\($0.0)\": [\($0.1.joined(separator: ", "))]" }
        return "{\(fields.joined(separator: ", ")), \"only\": true}"
    }
}

/// The tool as a process in a folder of its own, on a machine that has no devices but those of `devices.json`.
struct CaptureDesk {
    let folder: ScratchFolder

    init(_ devices: String = SyntheticFile.text()) throws {
        folder = try ScratchFolder()
        try folder.write(devices, to: "devices.json")
    }

    func run(_ command: String) throws -> ToolProcess {
        try ToolProcess(
            shell: """
                cd '\(folder.path)'; export PULSE_SERVER=unix:/nowhere ASSETKIT_SYNTHETIC_DEVICES=devices.json
                export DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere; unset DISPLAY WAYLAND_DISPLAY XDG_SESSION_TYPE
                \(command)
                """
        )
    }

    /// What else there is in the folder.
    var files: [String] { get throws { try folder.contents.filter { $0 != "devices.json" } } }

    func url(_ name: String) -> URL { URL(filePath: folder.path(name)) }

    func json(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

    /// The movie has one index and no fragments: by the boxes that it is made of.
    func isOrdinary(_ name: String) throws -> Bool {
        let data = try Data(contentsOf: url(name))
        var boxes: [String] = []
        var place = 0
        while place + 16 <= data.count {
            func number(_ range: Range<Int>) -> Int { data[range].reduce(0) { $0 << 8 | Int($1) } }
            let short = number(place..<place + 4)
            boxes.append(String(decoding: data[place + 4..<place + 8], as: UTF8.self))
            let size = short == 1 ? number(place + 8..<place + 16) : short
            guard size >= 8 else { break }
            place += size
        }
        return boxes.count { $0 == "moov" } == 1 && !boxes.contains("moof")
    }
}
