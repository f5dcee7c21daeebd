/// The numbers of the elements that are read, as the Matroska and EBML specifications list them.
package enum MatroskaID {
    // EBML header
    static let ebml: UInt32 = 0x1A45_DFA3
    static let ebmlReadVersion: UInt32 = 0x42F7
    package static let docType: UInt32 = 0x4282
    static let docTypeVersion: UInt32 = 0x4287
    static let docTypeReadVersion: UInt32 = 0x4285
    package static let void: UInt32 = 0xEC
    package static let checksum: UInt32 = 0xBF

    // Segment and what lies directly in it
    package static let segment: UInt32 = 0x1853_8067
    package static let seekHead: UInt32 = 0x114D_9B74
    package static let info: UInt32 = 0x1549_A966
    package static let tracks: UInt32 = 0x1654_AE6B
    package static let cluster: UInt32 = 0x1F43_B675
    package static let cues: UInt32 = 0x1C53_BB6B
    package static let attachments: UInt32 = 0x1941_A469
    package static let chapters: UInt32 = 0x1043_A770
    package static let tags: UInt32 = 0x1254_C367
    package static let topLevel: Set<UInt32> = [seekHead, info, tracks, cluster, cues, attachments, chapters, tags]

    // SeekHead
    package static let seek: UInt32 = 0x4DBB
    package static let seekID: UInt32 = 0x53AB
    package static let seekPosition: UInt32 = 0x53AC

    // Cluster
    package static let timestamp: UInt32 = 0xE7
    static let position: UInt32 = 0xA7
    static let previousSize: UInt32 = 0xAB
    package static let simpleBlock: UInt32 = 0xA3
    package static let blockGroup: UInt32 = 0xA0
    package static let block: UInt32 = 0xA1
    static let blockAdditions: UInt32 = 0x75A1
    static let blockMore: UInt32 = 0xA6
    static let blockAddID: UInt32 = 0xEE
    static let blockAdditional: UInt32 = 0xA5
    static let blockDuration: UInt32 = 0x9B
    static let referenceBlock: UInt32 = 0xFB
    package static let discardPadding: UInt32 = 0x75A2

    // Cues
    package static let cuePoint: UInt32 = 0xBB
    package static let cueTime: UInt32 = 0xB3
    package static let cueTrackPositions: UInt32 = 0xB7
    package static let cueTrack: UInt32 = 0xF7
    package static let cueClusterPosition: UInt32 = 0xF1
    static let cueRelativePosition: UInt32 = 0xF0

    // Attachments
    static let attachedFile: UInt32 = 0x61A7
    static let fileDescription: UInt32 = 0x467E
    package static let fileName: UInt32 = 0x466E
    static let fileMediaType: UInt32 = 0x4660
    package static let fileData: UInt32 = 0x465C
    static let fileUID: UInt32 = 0x46AE
}
