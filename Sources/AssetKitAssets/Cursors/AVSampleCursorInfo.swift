public import Foundation

/// How a sample serves for starting to decode, and whether it can be dropped.
public struct AVSampleCursorSyncInfo: Sendable {
    /// Decoding can start with it.
    public var sampleIsFullSync: ObjCBool
    /// Decoding can start with it, but its leading pictures, which follow it and are presented before it, are lost.
    public var sampleIsPartialSync: ObjCBool
    /// No other sample needs it.
    public var sampleIsDroppable: ObjCBool

    /// Makes one in which nothing is true or known.
    public init() {
        self.init(
            sampleIsFullSync: false,
            sampleIsPartialSync: false,
            sampleIsDroppable: false
        )
    }

    /// Sets every field, for tests of clients: cursors make their own.
    public init(
        sampleIsFullSync: ObjCBool,
        sampleIsPartialSync: ObjCBool,
        sampleIsDroppable: ObjCBool
    ) {
        self.sampleIsFullSync = sampleIsFullSync
        self.sampleIsPartialSync = sampleIsPartialSync
        self.sampleIsDroppable = sampleIsDroppable
    }
}

/// What is known about how a sample and others need each other.
public struct AVSampleCursorDependencyInfo: Sendable {
    /// It is known whether other samples need it.
    public var sampleIndicatesWhetherItHasDependentSamples: ObjCBool
    /// Other samples need it.
    public var sampleHasDependentSamples: ObjCBool
    /// It is known whether it needs other samples.
    public var sampleIndicatesWhetherItDependsOnOthers: ObjCBool
    /// It needs other samples.
    public var sampleDependsOnOthers: ObjCBool
    /// It is known whether it is coded more than once.
    public var sampleIndicatesWhetherItHasRedundantCoding: ObjCBool
    /// It is coded more than once.
    public var sampleHasRedundantCoding: ObjCBool

    /// Makes one in which nothing is true or known.
    public init() {
        self.init(
            sampleIndicatesWhetherItHasDependentSamples: false,
            sampleHasDependentSamples: false,
            sampleIndicatesWhetherItDependsOnOthers: false,
            sampleDependsOnOthers: false,
            sampleIndicatesWhetherItHasRedundantCoding: false,
            sampleHasRedundantCoding: false
        )
    }

    /// Sets every field, for tests of clients: cursors make their own.
    public init(
        sampleIndicatesWhetherItHasDependentSamples: ObjCBool,
        sampleHasDependentSamples: ObjCBool,
        sampleIndicatesWhetherItDependsOnOthers: ObjCBool,
        sampleDependsOnOthers: ObjCBool,
        sampleIndicatesWhetherItHasRedundantCoding: ObjCBool,
        sampleHasRedundantCoding: ObjCBool
    ) {
        self.sampleIndicatesWhetherItHasDependentSamples = sampleIndicatesWhetherItHasDependentSamples
        self.sampleHasDependentSamples = sampleHasDependentSamples
        self.sampleIndicatesWhetherItDependsOnOthers = sampleIndicatesWhetherItDependsOnOthers
        self.sampleDependsOnOthers = sampleDependsOnOthers
        self.sampleIndicatesWhetherItHasRedundantCoding = sampleIndicatesWhetherItHasRedundantCoding
        self.sampleHasRedundantCoding = sampleHasRedundantCoding
    }
}

/// What is true of a chunk.
public struct AVSampleCursorChunkInfo: Sendable {
    /// How many samples it has.
    public var chunkSampleCount: Int64
    /// All its samples have as many bytes.
    public var chunkHasUniformSampleSizes: ObjCBool
    /// All its samples last as long.
    public var chunkHasUniformSampleDurations: ObjCBool
    /// All its samples have the same description.
    public var chunkHasUniformFormatDescriptions: ObjCBool

    /// Makes one in which nothing is true or known.
    public init() {
        self.init(
            chunkSampleCount: 0,
            chunkHasUniformSampleSizes: false,
            chunkHasUniformSampleDurations: false,
            chunkHasUniformFormatDescriptions: false
        )
    }

    /// Sets every field, for tests of clients: cursors make their own.
    public init(
        chunkSampleCount: Int64,
        chunkHasUniformSampleSizes: ObjCBool,
        chunkHasUniformSampleDurations: ObjCBool,
        chunkHasUniformFormatDescriptions: ObjCBool
    ) {
        self.chunkSampleCount = chunkSampleCount
        self.chunkHasUniformSampleSizes = chunkHasUniformSampleSizes
        self.chunkHasUniformSampleDurations = chunkHasUniformSampleDurations
        self.chunkHasUniformFormatDescriptions = chunkHasUniformFormatDescriptions
    }
}

/// Where bytes lie in a file.
public struct AVSampleCursorStorageRange: Sendable {
    /// The first byte; -1 when they are not one piece of the file.
    public var offset: Int64
    /// How many bytes there are.
    public var length: Int64

    /// Makes one of zeros.
    public init() {
        self.init(
            offset: 0,
            length: 0
        )
    }

    /// Sets every field, for tests of clients: cursors make their own.
    public init(
        offset: Int64,
        length: Int64
    ) {
        self.offset = offset
        self.length = length
    }
}

/// How a sample of sound serves for starting to decode.
public struct AVSampleCursorAudioDependencyInfo: Sendable {
    /// Decoding can start with it.
    public var audioSampleIsIndependentlyDecodable: ObjCBool
    /// How many packets must be decoded from it on until what comes out is right.
    public var audioSamplePacketRefreshCount: Int

    /// Makes one in which nothing is true or known.
    public init() {
        self.init(
            audioSampleIsIndependentlyDecodable: false,
            audioSamplePacketRefreshCount: 0
        )
    }

    /// Sets every field, for tests of clients: cursors make their own.
    public init(
        audioSampleIsIndependentlyDecodable: ObjCBool,
        audioSamplePacketRefreshCount: Int
    ) {
        self.audioSampleIsIndependentlyDecodable = audioSampleIsIndependentlyDecodable
        self.audioSamplePacketRefreshCount = audioSamplePacketRefreshCount
    }
}
