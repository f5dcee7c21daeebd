package import AssetKitBase
internal import AssetKitCore
package import AssetKitFFmpeg
package import AssetKitMedia
package import Foundation

/// Where media comes from, and what it may have opened besides. Opening it is left to whoever reads.
package struct MediaInput: Sendable {
    /// The place of the bytes.
    package enum Place: Sendable {
        case file(path: String)
        case network(URL)
        case bytes(any AKByteSource)
        /// An address that nothing here can read.
        case unsupported(String)
        /// A composition, which has no bytes of its own.
        case composition
    }

    package let place: Place
    /// What people know it by: messages name it, and its ending says what it is where the bytes do not.
    package let name: String
    package let url: URL?
    /// What the client says the bytes are.
    package let fileType: AVFileType?
    package let restrictions: AVAssetReferenceRestrictions
    /// How its address is read, where it has one.
    package var network = NetworkOptions()
    private let pipe = SharedPipe()
    private let remote = RemoteAddress()
    /// How much may be read and listed to open it.
    package var limits = AKOpeningLimits()

    package init(url: URL, fileType: AVFileType?, restrictions: AVAssetReferenceRestrictions) {
        self.url = url
        self.fileType = fileType
        self.restrictions = restrictions
        switch url.scheme?.lowercased() {
        case nil, "file":
            place = .file(path: url.path(percentEncoded: false))
            name = url.path(percentEncoded: false)
        case "http", "https":
            place = .network(url)
            name = url.withoutCredentials.absoluteString
        case let scheme?:
            place = .unsupported(scheme)
            name = url.absoluteString
        }
    }

    package init(source: any AKByteSource, fileType: AVFileType, restrictions: AVAssetReferenceRestrictions) {
        place = .bytes(source)
        name = "media." + (FileTypes.preferredExtension(of: fileType) ?? "bin")
        url = nil
        self.fileType = fileType
        self.restrictions = restrictions
    }

    /// The input of a composition, which has a name for messages and no bytes.
    package init(composition name: String) {
        (place, self.name, url, fileType) = (.composition, name, nil, nil)
        restrictions = []
    }

    /// All of its bytes are at hand: reading more than is needed at once makes nobody wait.
    package var isFile: Bool { if case .file = place { true } else { false } }

    /// What copies of the same input have in common, and no other has.
    package var identity: ObjectIdentifier { ObjectIdentifier(pipe) }

    /// Opens the bytes. Reading them watches the flag.
    package func open(_ flag: CancellationFlag) throws -> any AKByteSource {
        switch place {
        case .file(let path): return try pipe.open(path, flag)
        case .network(let url): return try remote.open(url, network, flag)
        case .bytes(let source): return source
        case .unsupported(let scheme): throw UnsupportedScheme(scheme: scheme)
        case .composition:
            let reason = "a composition has no samples of its own"
            throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason)
        }
    }

    /// What comes over a network and has been opened.
    package var remoteFile: RemoteFile? { remote.file }

    /// A stretch of the file, opened anew: what headers point to and nobody asked for until now.
    package func bytes(_ range: Range<Int64>) throws -> [UInt8] {
        let window = try ByteWindow(open(CancellationFlag()))
        return try window.bytes(at: range.lowerBound, count: range.count)
    }

    func policy(isPlaylist: Bool) -> ReferencePolicy {
        ReferencePolicy(origin: url, restrictions: restrictions, isPlaylist: isPlaylist)
    }

    /// There is nothing that reads addresses of this kind.
    struct UnsupportedScheme: Error {
        let scheme: String
    }
}
