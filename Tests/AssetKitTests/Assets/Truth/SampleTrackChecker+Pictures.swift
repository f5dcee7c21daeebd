import AssetKit
import Foundation

@testable import AssetKitBase
@testable import AssetKitMedia

extension SampleTrackChecker {
    func check(_ video: TruthPictures, _ ledger: inout TruthLedger) {
        let details = track.akDetails
        let told = details.video
        ledger.expectIfTold(
            "\(name) pictures",
            details.sampleCount,
            is: video.frameCount + (video.undecodableSamples ?? 0)
        )
        checkSizes(video, &ledger)
        checkTimes(video, &ledger)
        checkColours(video, &ledger)
        ledger.expect("\(name) bit depth", told?.bitDepth, is: video.bitDepth)
        ledger.expect("\(name) chroma", told?.chroma, is: video.chroma)
        ledger.expect(
            "\(name) alpha",
            told?.alpha.map { $0.isPremultiplied ? "premultiplied" : "straight" },
            is: video.alpha?.mode
        )
        ledger.expect("\(name) fields", told?.fieldCount ?? 1, is: video.fieldCount ?? 1)
        ledger.expect("\(name) reordering", track.requiresFrameReordering, is: video.reordered)
        let interval = Double(video.frameCount) / Double(video.keyFrames.count)
        ledger.expectIfTold("\(name) key interval", told?.keyFrameInterval, is: Int(interval.rounded()))
    }

    private func checkSizes(_ video: TruthPictures, _ ledger: inout TruthLedger) {
        let told = track.akDetails.video
        ledger.expect("\(name) coded size", told.map { [$0.width, $0.height] }, is: video.codedSize)
        let aspect = told.map { [$0.horizontalSpacing, $0.verticalSpacing] }
        ledger.expect("\(name) pixel aspect", aspect, is: video.pixelAspectRatio)
        if let aperture = video.cleanAperture {
            let size = CGSize(width: aperture.width.number, height: aperture.height.number)
            let x = (Double(video.codedSize[0]) - size.width) / 2 + aperture.horizontalOffset.number
            let y = (Double(video.codedSize[1]) - size.height) / 2 + aperture.verticalOffset.number
            ledger.expect(
                "\(name) aperture",
                told?.cleanAperture,
                is: CGRect(x: x, y: y, width: size.width, height: size.height)
            )
        }
        let transform = track.preferredTransform
        let shown = CGRect(origin: .zero, size: track.naturalSize).applying(transform)
        ledger.expect("\(name) display size", [shown.width, shown.height], is: video.displaySize)
        let values = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
        ledger.expect("\(name) transform", values.map { Double($0) }, is: video.transform)
        ledger.expect("\(name) rotation", told?.rotation, is: video.rotation)
    }

    private func checkTimes(_ video: TruthPictures, _ ledger: inout TruthLedger) {
        if let rate = video.frameRate {
            let ours = Double(track.nominalFrameRate)
            ledger.record(
                "\(name) frame rate",
                holds: abs(ours - rate.number) < 0.01 * rate.number,
                "\(ours)",
                "\(rate.number)"
            )
        }
        let (range, details) = (track.timeRange, track.akDetails)
        // Without an edit list, pictures may show past the end of the media: its length counts, not their times.
        guard truth.segments != nil || file.truth.layout == nil else { return }
        // An edit list may begin with a gap, which belongs to the track.
        if truth.segments?.first?.source != nil || truth.segments == nil {
            // The track begins with what is stored, the truth with what can be shown.
            let start = details.firstDecodableTime ?? range.start
            file.compare("\(name) start", start, video.pictures.first?.first, &ledger)
        }
        file.compare("\(name) end", range.end, video.pictures.last?.last, &ledger)
    }

    private func checkColours(_ video: TruthPictures, _ ledger: inout TruthLedger) {
        let told = track.akDetails.video
        ledger.expect("\(name) primaries", told?.primariesName, is: video.color?.primaries)
        ledger.expect("\(name) transfer", told?.transferName, is: video.color?.transfer)
        ledger.expect("\(name) matrix", told?.matrixName, is: video.color?.matrix)
        ledger.expect("\(name) range", told?.rangeName, is: video.color?.range)
        ledger.record(
            "\(name) dynamic range",
            holds: told?.dynamicRange == video.hdr,
            "\(told?.dynamicRange ?? "-")",
            "\(video.hdr ?? "-")"
        )
        ledger.expect("\(name) light", told?.contentLightLevel?.maximum, is: video.contentLightLevel?.maximum)
        let average = video.contentLightLevel?.maximumFrameAverage
        ledger.expect("\(name) average light", told?.contentLightLevel?.maximumAverage, is: average)
        guard let display = video.masteringDisplay else { return }
        let points = (display.red + display.green + display.blue + display.white).map(\.number)
        ledger.expect("\(name) chromaticities", told?.masteringDisplay?.chromaticities, is: points)
        ledger.expect("\(name) darkest", told?.masteringDisplay?.minimumLuminance, is: display.luminance.minimum.number)
        ledger.expect(
            "\(name) brightest",
            told?.masteringDisplay?.maximumLuminance,
            is: display.luminance.maximum.number
        )
    }
}
