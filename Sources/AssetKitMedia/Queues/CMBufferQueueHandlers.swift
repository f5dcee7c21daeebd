public import CMTimeLib
internal import Foundation

/// What a buffer queue holds.
public typealias CMBuffer = AnyObject
/// Says a time of a buffer.
public typealias CMBufferGetTimeHandler = (CMBuffer) -> CMTime
/// Says yes or no about a buffer.
public typealias CMBufferGetBooleanHandler = (CMBuffer) -> Bool
/// Says which of two buffers comes first.
public typealias CMBufferCompareHandler = (CMBuffer, CMBuffer) -> CFComparisonResult
/// Says how many bytes a buffer has.
public typealias CMBufferGetSizeHandler = (CMBuffer) -> Int
/// Runs when a trigger's condition has become true.
public typealias CMBufferQueueTriggerHandler = (CMBufferQueueTriggerToken) -> Void

/// Which of two things comes first.
public enum CFComparisonResult: Int, Sendable {
    /// The first.
    case compareLessThan = -1
    /// Neither.
    case compareEqualTo = 0
    /// The second.
    case compareGreaterThan = 1
}

extension CMBufferQueue {
    /// How a queue asks its buffers.
    public struct Handlers {
        /// When a buffer is decoded.
        public let getDecodeTimeStamp: CMBufferGetTimeHandler?
        /// When a buffer is shown.
        public let getPresentationTimeStamp: CMBufferGetTimeHandler?
        /// How long a buffer lasts.
        public let getDuration: CMBufferGetTimeHandler
        /// Whether a buffer's data is there.
        public let isDataReady: CMBufferGetBooleanHandler?
        /// Which of two buffers comes first; without it, the one that was added first.
        public let compare: CMBufferCompareHandler?
        /// The notification that a buffer posts when its data is there.
        public let dataBecameReadyNotification: String?
        /// How many bytes a buffer has.
        public let getSize: CMBufferGetSizeHandler?

        /// Collects handlers.
        public struct Builder {
            /// The notification that a buffer posts when its data is there.
            public var dataBecameReadyNotification: String?
            package var decodeTime: CMBufferGetTimeHandler?
            package var presentationTime: CMBufferGetTimeHandler?
            package var duration: CMBufferGetTimeHandler = { _ in .invalid }
            package var ready: CMBufferGetBooleanHandler?
            package var order: CMBufferCompareHandler?
            package var size: CMBufferGetSizeHandler?

            /// Sets how to ask when a buffer is decoded.
            public mutating func getDecodeTimeStamp(_ body: @escaping CMBufferGetTimeHandler) { decodeTime = body }
            /// Sets how to ask when a buffer is shown.
            public mutating func getPresentationTimeStamp(_ body: @escaping CMBufferGetTimeHandler) {
                presentationTime = body
            }
            /// Sets how to ask how long a buffer lasts.
            public mutating func getDuration(_ body: @escaping CMBufferGetTimeHandler) { duration = body }
            /// Sets how to ask whether a buffer's data is there.
            public mutating func isDataReady(_ body: @escaping CMBufferGetBooleanHandler) { ready = body }
            /// Sets how to ask which of two buffers comes first.
            public mutating func compare(_ body: @escaping CMBufferCompareHandler) { order = body }
            /// Sets how to ask how many bytes a buffer has.
            public mutating func getSize(_ body: @escaping CMBufferGetSizeHandler) { size = body }
        }

        /// Makes handlers of what `body` sets.
        public init(withHandlers body: (inout Handlers.Builder) -> Void) {
            var builder = Builder()
            body(&builder)
            self.init(builder)
        }

        /// The same handlers, with what `body` sets in their place.
        public func withHandlers(_ body: (inout Handlers.Builder) -> Void) -> Handlers {
            var builder = Builder()
            builder.dataBecameReadyNotification = dataBecameReadyNotification
            builder.decodeTime = getDecodeTimeStamp
            builder.presentationTime = getPresentationTimeStamp
            builder.duration = getDuration
            builder.ready = isDataReady
            builder.order = compare
            builder.size = getSize
            body(&builder)
            return Handlers(builder)
        }

        private init(_ builder: Builder) {
            getDecodeTimeStamp = builder.decodeTime
            getPresentationTimeStamp = builder.presentationTime
            getDuration = builder.duration
            isDataReady = builder.ready
            compare = builder.order
            dataBecameReadyNotification = builder.dataBecameReadyNotification
            getSize = builder.size
        }

        /// For sample buffers, in the order in which they are added.
        public static var unsortedSampleBuffers: Handlers {
            func ask<Answer>(_ other: Answer, _ question: @escaping (CMSampleBuffer) -> Answer) -> (CMBuffer) -> Answer
            {
                { buffer in (buffer as? CMSampleBuffer).map(question) ?? other }
            }
            return Handlers { builder in
                builder.getDecodeTimeStamp(ask(.invalid) { $0.outputDecodeTimeStamp })
                builder.getPresentationTimeStamp(ask(.invalid) { $0.outputPresentationTimeStamp })
                builder.getDuration(ask(.invalid) { $0.outputDuration })
                builder.isDataReady(ask(false) { $0.dataReadiness == .ready })
                builder.getSize(ask(0) { $0.totalSampleSize })
                builder.dataBecameReadyNotification = kCMSampleBufferNotification_DataBecameReady
            }
        }

        /// For sample buffers, in the order of their presentation times.
        public static var outputPTSSortedSampleBuffers: Handlers {
            unsortedSampleBuffers.withHandlers { builder in
                builder.compare { first, second in
                    guard let first = first as? CMSampleBuffer, let second = second as? CMSampleBuffer else {
                        return .compareEqualTo
                    }
                    let order = CMTimeCompare(first.outputPresentationTimeStamp, second.outputPresentationTimeStamp)
                    return CFComparisonResult(rawValue: Int(order.signum())) ?? .compareEqualTo
                }
            }
        }
    }
}
