internal import AssetKitBase
public import Foundation

/// Asks a client for the value of an item that the client said it would supply.
///
/// The first answer counts. A request that nobody holds any more, and that was not answered, fails.
///
/// SAFETY: `item` is set in init only, and the runtime synchronises reading weak references; the rest does not change.
open class AVMetadataItemValueRequest: NSObject, @unchecked Sendable {
    private weak var item: AVMetadataItem?
    private let answer: MetadataValueAnswer

    init(item: AVMetadataItem?, answer: MetadataValueAnswer) {
        self.item = item
        self.answer = answer
        super.init()
    }

    deinit {
        answer.give(.failure(AVError(.failedToLoadMediaData, "the client let its request for a value go unanswered")))
    }

    /// The item whose value is wanted.
    open var metadataItem: AVMetadataItem? { item }

    /// Supplies the value. A copy is kept.
    open func respond(value: any NSCopying & NSObjectProtocol) {
        answer.give(.success(MetadataValue(copying: value)))
    }

    /// Says why there is no value.
    open func respond(error: any Error) {
        answer.give(.failure(error))
    }
}

extension AVMetadataItem {
    /// Makes an item that says what another says, with a value that `handler` supplies when somebody asks for it.
    /// `handler` is called once, on a thread of its own, and answers the request now or later.
    @preconcurrency
    public convenience init(
        propertiesOf metadataItem: AVMetadataItem,
        valueLoadingHandler handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void
    ) {
        let target = WeakMetadataItem()
        var state = metadataItem.state.withLock { $0 }
        let loader = Loader<MetadataValue> { _ in
            let answer = MetadataValueAnswer()
            handler(AVMetadataItemValueRequest(item: target.item, answer: answer))
            return try answer.waited()
        } describe: { error in
            AVError.supplyingValue(because: error)
        }
        state.setLoader(loader)
        self.init(state: state)
        target.item = self
    }

    /// The older name of ``init(propertiesOf:valueLoadingHandler:)``.
    @preconcurrency
    public convenience init(
        propertiesOfMetadataItem metadataItem: AVMetadataItem,
        valueLoadingHandler handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void
    ) {
        self.init(propertiesOf: metadataItem, valueLoadingHandler: handler)
    }
}

extension AVError {
    fileprivate static func supplyingValue(because error: any Error) -> AVError {
        if let error = error as? AVError { return error }
        let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
        return AVError(.failedToLoadMediaData, "no value was supplied for the metadata: \(reason)", underlying: error)
    }
}

/// An item that a closure knows without keeping it.
///
/// SAFETY: `item` is set before anybody can ask the item for its value, and only read afterwards.
private final class WeakMetadataItem: @unchecked Sendable {
    weak var item: AVMetadataItem?
}
