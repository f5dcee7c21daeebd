public import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AVVideoCompositionLayerInstruction {
    /// A range of time in which opacity changes evenly.
    public struct OpacityRamp: Equatable, Sendable {
        /// When it does.
        public var timeRange: CMTimeRange
        /// How opaque pictures are at its beginning: from 0, which does not show, to 1.
        public var start: Float
        /// How opaque they are at its end, and behind it.
        public var end: Float

        /// Makes a ramp from one opacity to another.
        public init(timeRange: CMTimeRange, start: Float, end: Float) {
            (self.timeRange, self.start, self.end) = (timeRange, start, end)
        }
    }

    /// A range of time in which pictures go from one place to another: each of the six numbers changes evenly.
    public struct TransformRamp: Equatable, Sendable {
        /// When they do.
        public var timeRange: CMTimeRange
        /// Where they are at its beginning.
        public var start: CGAffineTransform
        /// Where they are at its end, and behind it.
        public var end: CGAffineTransform

        /// Makes a ramp from one transform to another.
        public init(timeRange: CMTimeRange, start: CGAffineTransform, end: CGAffineTransform) {
            (self.timeRange, self.start, self.end) = (timeRange, start, end)
        }
    }

    /// A range of time in which the part of the pictures that shows changes: its origin and its size do, evenly.
    public struct CropRectangleRamp: Equatable, Sendable {
        /// When it does.
        public var timeRange: CMTimeRange
        /// What shows at its beginning.
        public var start: CGRect
        /// What shows at its end, and behind it.
        public var end: CGRect

        /// Makes a ramp from one part to another.
        public init(timeRange: CMTimeRange, start: CGRect, end: CGRect) {
            (self.timeRange, self.start, self.end) = (timeRange, start, end)
        }
    }

    /// What a layer instruction is made of, as a value.
    ///
    /// ```swift
    /// let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    /// var layer = AVVideoCompositionLayerInstruction.Configuration(trackID: 1)
    /// layer.addOpacityRamp(.init(timeRange: second, start: 0, end: 1))
    /// layer.setTransform(CGAffineTransform(scaleX: 0.5, y: 0.5), at: .zero)
    /// let instruction = AVVideoCompositionLayerInstruction(configuration: layer)
    /// print(instruction.trackID)
    /// ```
    ///
    /// What is set counts as ``AVMutableVideoCompositionLayerInstruction`` says.
    public struct Configuration: Sendable {
        var layer: LayerProgram.Layer

        /// The track whose pictures show.
        public var trackID: CMPersistentTrackID {
            get { layer.trackID }
            set { layer.trackID = newValue }
        }

        /// Makes a configuration for the pictures of the track with an identifier.
        public init(trackID: CMPersistentTrackID = .zero) { layer = LayerProgram.Layer(trackID: trackID) }

        /// Makes a configuration for the pictures of a track.
        public init(assetTrack: AVAssetTrack) { self.init(trackID: assetTrack.trackID) }

        /// The ramp of opacity that a time lies in, else the next one; nil behind the last.
        public func opacityRamp(at time: CMTime) -> OpacityRamp? {
            layer.opacity.ramp(for: time).map {
                OpacityRamp(timeRange: $0.range, start: Float($0.start), end: Float($0.end))
            }
        }

        /// The ramp of transforms that a time lies in, else the next one; nil behind the last.
        public func transformRamp(at time: CMTime) -> TransformRamp? {
            layer.transform.ramp(for: time).map {
                TransformRamp(timeRange: $0.range, start: $0.start, end: $0.end)
            }
        }

        /// The ramp of crops that a time lies in, else the next one; nil behind the last.
        public func cropRectangleRamp(at time: CMTime) -> CropRectangleRamp? {
            layer.crop.ramp(for: time).map {
                CropRectangleRamp(timeRange: $0.range, start: $0.start, end: $0.end)
            }
        }

        /// From a time on pictures are as opaque as this says.
        public mutating func setOpacity(_ opacity: Float, at time: CMTime) {
            layer.setOpacity(opacity, at: time, for: Self.self)
        }

        /// In a range of time pictures become more or less opaque.
        public mutating func addOpacityRamp(_ ramp: OpacityRamp) {
            layer.setOpacity(
                from: ramp.start,
                to: ramp.end,
                in: ramp.timeRange,
                "\(Self.self).addOpacityRamp(_:)"
            )
        }

        /// From a time on pictures lie where a transform puts them.
        public mutating func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
            layer.setTransform(transform, at: time, for: Self.self)
        }

        /// In a range of time pictures go from one place to another.
        public mutating func addTransformRamp(_ ramp: TransformRamp) {
            layer.setTransform(
                from: ramp.start,
                to: ramp.end,
                in: ramp.timeRange,
                "\(Self.self).addTransformRamp(_:)"
            )
        }

        /// From a time on this part of the pictures shows.
        public mutating func setCropRectangle(_ rect: CGRect, at time: CMTime) {
            layer.setCropRectangle(rect, at: time, for: Self.self)
        }

        /// In a range of time the part of the pictures that shows changes.
        public mutating func addCropRectangleRamp(_ ramp: CropRectangleRamp) {
            layer.setCropRectangle(
                from: ramp.start,
                to: ramp.end,
                in: ramp.timeRange,
                "\(Self.self).addCropRectangleRamp(_:)"
            )
        }
    }

    /// Makes an instruction of what a configuration says.
    public convenience init(configuration: Configuration) { self.init(configuration.layer) }
}
