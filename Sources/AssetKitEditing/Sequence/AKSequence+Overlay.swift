public import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import CMTimeLib
internal import Foundation

extension AKSequence {
    /// A picture above all parts, from the start to the end. It fades with them.
    public struct Overlay: Sendable {
        /// Where on the frame it is.
        public enum Position: String, Sendable, CaseIterable {
            /// In the upper left corner.
            case topLeft = "top-left"
            /// In the middle of the upper edge.
            case top
            /// In the upper right corner.
            case topRight = "top-right"
            /// In the middle of the left edge.
            case left
            /// In the middle.
            case center
            /// In the middle of the right edge.
            case right
            /// In the lower left corner.
            case bottomLeft = "bottom-left"
            /// In the middle of the lower edge.
            case bottom
            /// In the lower right corner.
            case bottomRight = "bottom-right"
        }

        /// What is laid over the pictures.
        public var picture: AKOverlay
        /// Where it is.
        public var position: Position
        /// How far it is from the edges of the frame that its position names: in parts of the frame's shorter side.
        public var margin: Double
        /// How wide it is, in parts of the frame's width; nil for as many pixels as it has.
        public var width: Double?

        /// Makes an overlay.
        public init(
            _ picture: AKOverlay,
            at position: Position = .bottomRight,
            margin: Double = 0.05,
            width: Double? = nil
        ) {
            (self.picture, self.position, self.margin, self.width) = (picture, position, margin, width)
        }
    }
}

extension AKSequence.Overlay {
    /// From its own pixels to a frame.
    func transform(in frame: CGSize) -> CGAffineTransform {
        let (width, height) = (Double(picture.size.width), Double(picture.size.height))
        let scale = self.width.map { $0 * Double(frame.width) / width } ?? 1
        let space = margin * Double(min(frame.width, frame.height))
        let rest = (Double(frame.width) - width * scale, Double(frame.height) - height * scale)
        let x = position.isLeft ? space : position.isRight ? rest.0 - space : rest.0 / 2
        let y = position.isTop ? space : position.isBottom ? rest.1 - space : rest.1 / 2
        // On whole pixels, so that what has its own size stays sharp.
        return CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x.rounded(), ty: y.rounded())
    }

    /// How it shows while all fades.
    func layer(_ trackID: Int32, in frame: CGSize, _ fade: RampList<Double>) -> AVVideoCompositionLayerInstruction {
        let layer = AVMutableVideoCompositionLayerInstruction()
        layer.trackID = trackID
        layer.setTransform(transform(in: frame), at: .zero)
        for ramp in fade.ramps {
            let (start, end) = (Float(ramp.start), Float(ramp.end))
            layer.setOpacityRamp(fromStartOpacity: start, toEndOpacity: end, timeRange: ramp.range)
        }
        return layer
    }
}

extension AKSequence.Overlay.Position {
    fileprivate var isLeft: Bool { [.topLeft, .left, .bottomLeft].contains(self) }
    fileprivate var isRight: Bool { [.topRight, .right, .bottomRight].contains(self) }
    fileprivate var isTop: Bool { [.topLeft, .top, .topRight].contains(self) }
    fileprivate var isBottom: Bool { [.bottomLeft, .bottom, .bottomRight].contains(self) }
}
