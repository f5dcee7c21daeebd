internal import AssetKitBase
internal import AssetKitCore
internal import CMTimeLib
internal import Foundation

/// What is set of a layer, by whichever type a client does so: that stops the program where a number is none. `owner`: the name of
/// that type.
extension LayerProgram.Layer {
    mutating func setOpacity(_ opacity: Float, at time: CMTime, for owner: Any.Type) {
        require(
            time.isNumeric && !opacity.isNaN,
            "\(owner).setOpacity(_:at:): the time or the opacity is no number"
        )
        self.opacity.set(Double(opacity), at: time)
    }

    mutating func setOpacity(
        from start: Float,
        to end: Float,
        in range: CMTimeRange,
        _ call: @autoclosure () -> String
    ) {
        require(!start.isNaN && !end.isNaN, "\(call()): an opacity is no number")
        require(range.isNumericRange, "\(call()): the time range is not numeric")
        opacity.set(from: Double(start), to: Double(end), in: range)
    }

    mutating func setTransform(_ transform: CGAffineTransform, at time: CMTime, for owner: Any.Type) {
        require(time.isNumeric, "\(owner).setTransform(_:at:): the time is not numeric")
        self.transform.set(transform, at: time)
    }

    mutating func setTransform(
        from start: CGAffineTransform,
        to end: CGAffineTransform,
        in range: CMTimeRange,
        _ call: @autoclosure () -> String
    ) {
        require(range.isNumericRange, "\(call()): the time range is not numeric")
        transform.set(from: start, to: end, in: range)
    }

    mutating func setCropRectangle(_ rectangle: CGRect, at time: CMTime, for owner: Any.Type) {
        require(time.isNumeric, "\(owner).setCropRectangle(_:at:): the time is not numeric")
        crop.set(rectangle, at: time)
    }

    mutating func setCropRectangle(
        from start: CGRect,
        to end: CGRect,
        in range: CMTimeRange,
        _ call: @autoclosure () -> String
    ) {
        require(range.isNumericRange, "\(call()): the time range is not numeric")
        crop.set(from: start, to: end, in: range)
    }
}

extension CMTimeRange {
    fileprivate var isNumericRange: Bool { start.isNumeric && duration.isNumeric && duration >= .zero }
}
