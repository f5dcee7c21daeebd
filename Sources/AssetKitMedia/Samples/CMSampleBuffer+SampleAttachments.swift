public import AssetKitBase
public import CMTimeLib
internal import Foundation

extension CMSampleBuffer {
    /// The name of an attachment of the whole buffer.
    public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString

        /// Makes a name of a text.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }
    }

    /// The attachments of one sample. A window on the buffer: changes show there at once.
    public struct PerSampleAttachmentsDictionary: Sequence {
        /// The name of an attachment.
        public struct Key: RawRepresentable, Hashable, Sendable {
            public let rawValue: CFString

            /// Makes a name of a text.
            public init(rawValue: CFString) {
                self.rawValue = rawValue
            }
        }

        fileprivate let buffer: CMSampleBuffer
        fileprivate let sample: Int

        /// The attachment of a name; nil removes it.
        public subscript(key: Key) -> Any? {
            get { buffer.sampleDictionary(sample, creates: false)?[key.rawValue] }
            nonmutating set {
                let dictionary = buffer.sampleDictionary(sample, creates: newValue != nil)
                guard let newValue else {
                    dictionary?.removeObject(forKey: key.rawValue)
                    return
                }
                dictionary?[key.rawValue] = newValue
            }
        }

        /// Names and values.
        public struct Iterator: IteratorProtocol {
            fileprivate var rest: [(key: Key, value: Any)].SubSequence

            /// The next name and value.
            public mutating func next() -> (key: Key, value: Any)? { rest.popFirst() }
        }

        /// Begins at the first name in alphabetical order.
        public func makeIterator() -> Iterator {
            let values = PropertyList.dictionary(buffer.sampleDictionary(sample, creates: false)) ?? [:]
            let pairs = values.sorted { $0.key < $1.key }.map { (key: Key(rawValue: $0.key), value: $0.value) }
            return Iterator(rest: pairs[...])
        }
    }

    /// The attachments of every sample.
    public struct SampleAttachmentsArray: RandomAccessCollection {
        fileprivate let buffer: CMSampleBuffer

        public var startIndex: Int { 0 }
        /// How many samples there are.
        public var endIndex: Int { buffer.numSamples }

        /// The attachments of one sample.
        public subscript(sample: Int) -> PerSampleAttachmentsDictionary {
            get {
                require(indices.contains(sample), "CMSampleBuffer.sampleAttachments: no sample \(sample) of \(count)")
                return PerSampleAttachmentsDictionary(buffer: buffer, sample: sample)
            }
            nonmutating set { buffer.setSampleAttachments(Array(newValue), at: sample) }
        }
    }

    /// The attachments of every sample.
    public var sampleAttachments: SampleAttachmentsArray {
        get { SampleAttachmentsArray(buffer: self) }
        set {
            for index in newValue.indices where index < numSamples && newValue.buffer !== self {
                setSampleAttachments(Array(newValue[index]), at: index)
            }
        }
    }

    private func setSampleAttachments(_ pairs: [(key: PerSampleAttachmentsDictionary.Key, value: Any)], at index: Int) {
        require(
            (0..<numSamples).contains(index),
            "CMSampleBuffer.sampleAttachments: no sample \(index) of \(numSamples)"
        )
        // The object that was handed out stays the one that counts.
        let dictionary = sampleDictionary(index, creates: true)
        dictionary?.removeAllObjects()
        for (key, value) in pairs { dictionary?[key.rawValue] = value }
    }

    /// The live dictionary of one sample.
    fileprivate func sampleDictionary(_ index: Int, creates: Bool) -> NSMutableDictionary? {
        state.withLock { state in
            if let found = state.sampleAttachments[index] { return found }
            guard creates else { return nil }
            let made = NSMutableDictionary()
            state.sampleAttachments[index] = made
            return made
        }
    }

    /// More dictionaries than anybody looks through; a buffer of more samples is uncompressed sound.
    private static let maximumDictionaries = 1 << 16

    /// The live dictionaries of all samples; nil where there are none and `creates` is not set.
    func sampleDictionaries(creates: Bool) -> [NSMutableDictionary]? {
        guard numSamples > 0, numSamples <= Self.maximumDictionaries else { return nil }
        guard creates || state.withLock({ !$0.sampleAttachments.isEmpty }) else { return nil }
        return (0..<numSamples).compactMap { sampleDictionary($0, creates: true) }
    }
}

/// The dictionaries of all samples, as `NSMutableDictionary` objects that change the buffer; nil where there are none and
/// `createIfNecessary` is not set.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
    sbuf.sampleDictionaries(creates: createIfNecessary)
}
