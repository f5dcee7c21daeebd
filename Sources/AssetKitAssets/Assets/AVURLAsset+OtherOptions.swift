// Options that name things this system does not have. An asset takes them, and nothing changes.

/// Which session an asset belongs to. There is nothing here that sessions would share: it has no effect.
public let AVURLAssetPrimarySessionIdentifierKey: String = "AVURLAssetPrimarySessionIdentifierKey"

/// Who asked for the media, the user or the program. Nobody here accounts for it: it has no effect.
public let AVURLAssetURLRequestAttributionKey: String = "AVURLAssetURLRequestAttributionKey"

/// Whether the media may come over a mobile network. The kind of a network is not known here: it has no effect.
public let AVURLAssetAllowsCellularAccessKey: String = "AVURLAssetAllowsCellularAccessKey"

/// Whether the media may come over a network that costs money. What a network costs is not known here: it has no effect.
public let AVURLAssetAllowsExpensiveNetworkAccessKey: String = "AVURLAssetAllowsExpensiveNetworkAccessKey"

/// Whether the media may come over a network that is to be spared. Nothing says so here: it has no effect.
public let AVURLAssetAllowsConstrainedNetworkAccessKey: String = "AVURLAssetAllowsConstrainedNetworkAccessKey"

/// Whether references by alias are followed, which only Apple's file systems have. They never are: it has no effect.
public let AVURLAssetShouldSupportAliasDataReferencesKey: String = "AVURLAssetShouldSupportAliasDataReferencesKey"
