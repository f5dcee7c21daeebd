internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitFFmpeg
internal import AssetKitMedia

extension MediaInput.UnsupportedScheme: ExplainedError {
    var explanation: (code: AVError.Code, reason: String) {
        (.contentIsUnavailable, "nothing here reads addresses that begin with '\(scheme):'")
    }
}
