import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitReading

@Suite("Images by time")
struct ImageExactnessTests {
    /// A generator whose images are the pictures as they are stored, exactly those of the times asked for.
    private func exactGenerator(_ name: String) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: SampleMedia.url(name)))
        generator.apertureMode = .encodedPixels
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        return generator
    }

    @Test("every picture of every sample is found by its time and by the middle of its time")
    func everyPicture() async throws {
        var (asked, wrong) = (0, [String]())
        for sample in try ShownPictures.all() {
            // By its start and by its middle in turn; the barcode survives half the size.
            let times = sample.pictures.enumerated().map { ($1.index, $0 % 2 == 0 ? $1.start : $1.middle) }
            let generator = exactGenerator(sample.name)
            generator.maximumSize = CGSize(width: sample.codedSize.width / 2, height: 0)
            var number = 0
            for await element in generator.images(for: times.map(\.1)) {
                defer { number += 1 }
                asked += 1
                do {
                    let found = PictureBarcode.index(of: try element.image, codedSize: sample.codedSize)
                    let actual = try element.actualTime
                    // Matroska rounds to milliseconds.
                    let isThen = abs((actual - sample.pictures[number].start).seconds) < 0.0011
                    if found != times[number].0 || !isThen {
                        wrong.append("\(sample.name) \(times[number]): \(found ?? -1) at \(actual.seconds)")
                    }
                } catch {
                    wrong.append("\(sample.name) \(times[number]): \(error)")
                }
            }
            if number != times.count { wrong.append("\(sample.name): \(number) of \(times.count) images") }
        }
        #expect(wrong.isEmpty, "\(wrong.count) wrong: \(wrong.prefix(60).joined(separator: "\n"))")
        print("images: \(asked) asked by time, \(asked - wrong.count) right")
    }
}
