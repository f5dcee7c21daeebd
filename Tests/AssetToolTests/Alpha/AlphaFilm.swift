import Foundation
import Testing

/// A small film with alpha that FFmpeg makes: 32 x 32 pixels of one colour, opaque at the left, half transparent in the
/// middle, and at the right as opaque as its number times 25.
struct AlphaFilm {
    private let folder: ScratchFolder
    let name: String

    /// The codecs that films with alpha are made with, by the file's name.
    static let encoders = [
        "vp9.webm": "-c:v libvpx-vp9 -pix_fmt yuva420p -crf 10 -b:v 0 -auto-alt-ref 0 -g 4 -metadata:s:v alpha_mode=1",
        "vp8.webm": "-c:v libvpx -pix_fmt yuva420p -b:v 1M -auto-alt-ref 0 -g 4 -metadata:s:v alpha_mode=1",
        "vp9.mkv": "-c:v libvpx-vp9 -pix_fmt yuva420p -crf 10 -b:v 0 -auto-alt-ref 0 -g 4 -metadata:s:v alpha_mode=1",
        "prores.mov": "-c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le -alpha_bits 16",
        "prores.mkv": "-c:v prores_ks -profile:v 4 -pix_fmt yuva444p10le -alpha_bits 16",
        "png.mov": "-c:v png -pix_fmt rgba", "animation.mov": "-c:v qtrle -pix_fmt argb",
        "ffv1.mkv": "-c:v ffv1 -level 3 -pix_fmt yuva420p", "ffv1rgb.mkv": "-c:v ffv1 -level 3 -pix_fmt bgra",
        "ffv1.mov": "-c:v ffv1 -level 3 -pix_fmt yuva444p",
    ]

    init(_ name: String, options: String? = nil) throws {
        folder = try ScratchFolder()
        self.name = name
        let alpha = "if(lt(X\\,11)\\,255\\,if(lt(X\\,22)\\,128\\,N*25))"
        let filter = "format=rgba,geq=r=200:g=100:b=50:a='\(alpha)'"
        let encoder = try #require(options ?? Self.encoders[name])
        try run(
            "ffmpeg -v error -y -f lavfi -i color=black:s=32x32:r=10:d=1 -vf \"\(filter)\" \(encoder) '\(path(name))'"
        )
    }

    var path: String { path(name) }

    func path(_ name: String) -> String { folder.path(name) }

    @discardableResult
    func run(_ command: String) throws -> String {
        let process = try ToolProcess(shell: command)
        try #require(process.code == 0, "\(command): \(process.errors)")
        return process.output
    }

    /// The samples of alpha in the middle row of every picture, as FFmpeg decodes them.
    func alpha(of name: String) throws -> [[UInt8]] {
        try rows(of: name, filter: "format=yuva444p,extractplanes=a,crop=32:1:0:16", size: 32)
    }

    /// Red, green, blue and alpha of the middle row of every picture.
    func pixels(of name: String) throws -> [[UInt8]] {
        try rows(of: name, filter: "scale=sws_flags=accurate_rnd+full_chroma_int,format=rgba,crop=32:1:0:16", size: 128)
    }

    private func rows(of name: String, filter: String, size: Int) throws -> [[UInt8]] {
        let codec = try run(
            "ffprobe -v error -select_streams v -show_entries stream=codec_name -of csv=p=0 '\(path(name))'"
        )
        let decoders = ["vp9": "-c:v libvpx-vp9", "vp8": "-c:v libvpx"]
        let decoder = decoders[codec.trimmingCharacters(in: .whitespacesAndNewlines)] ?? ""
        let raw = path("rows.raw")
        try run("ffmpeg -v error -y \(decoder) -i '\(path(name))' -vf '\(filter)' -f rawvideo '\(raw)'")
        let bytes = Array(try Data(contentsOf: URL(filePath: raw)))
        return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<$0 + size]) }
    }

    /// The packets with what FFmpeg finds beside them, and a digest of their bytes.
    func packets(of name: String) throws -> [String] {
        let listing = try run(
            "ffprobe -v error -show_packets -show_data_hash md5 -show_entries packet=data_hash,side_data_list,flags "
                + "-of compact '\(path(name))'"
        )
        // The digest stands in a line of its own.
        return listing.replacing("\n|", with: "|").split(separator: "\n").map(String.init)
    }
}

extension [UInt8] {
    /// All numbers differ by no more than this.
    func isClose(to other: [UInt8], within limit: Int) -> Bool {
        count == other.count && zip(self, other).allSatisfy { abs(Int($0) - Int($1)) <= limit }
    }
}
