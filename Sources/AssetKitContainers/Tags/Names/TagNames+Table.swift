// The one table of names, for reading and for writing. Keys of one space are separated by bars; the first is the one to
// write. Keys of QuickTime metadata go without the `com.apple.quicktime.` that they begin with.
//
// Sources: QuickTime File Format (user data and metadata keys), the keys of iTunes, 3GPP TS 26.244, ID3 2.2 to 2.4, the
// field recommendations for Vorbis comments and APE, Matroska's tags, the list information chunk of RIFF, the text chunks
// of AIFF, the information strings of CAF; names are FFmpeg's where it has one.
extension TagNames {
    package static let all: [TagName] =
        titles + people + texts + numbers + dates + makers + television + sorting + releases

    private static let titles = [
        tag(
            "title",
            "title",
            iTunes: "©nam",
            quickTime: "title|displayname",
            userData: "©nam|name|titl",
            iso: "titl",
            id3: "TIT2|TT2",
            vorbis: "TITLE",
            matroska: "TITLE",
            riff: "INAM",
            ape: "Title",
            aiff: "NAME",
            caf: "title"
        ),
        tag(
            "subtitle",
            "subtitle",
            userData: "©st3",
            id3: "TIT3|TT3",
            vorbis: "SUBTITLE",
            matroska: "SUBTITLE",
            ape: "Subtitle",
            caf: "subtitle"
        ),
        tag(
            "album",
            "album",
            iTunes: "©alb",
            quickTime: "album",
            userData: "©alb|albm",
            iso: "albm",
            id3: "TALB|TAL",
            vorbis: "ALBUM",
            matroska: "ALBUM",
            riff: "IPRD",
            ape: "Album",
            caf: "album"
        ),
        tag(
            "grouping",
            "grouping",
            "contentgroup",
            iTunes: "©grp",
            id3: "TIT1|TT1|GRP1|GP1",
            vorbis: "GROUPING",
            matroska: "GROUPING",
            ape: "Grouping"
        ),
        tag(
            "genre",
            "genre",
            iTunes: "©gen|gnre",
            quickTime: "genre",
            userData: "©gen|gnre",
            iso: "gnre",
            id3: "TCON|TCO",
            vorbis: "GENRE",
            matroska: "GENRE",
            riff: "IGNR",
            ape: "Genre",
            caf: "genre"
        ),
        tag("mood", "mood", id3: "TMOO", vorbis: "MOOD", matroska: "MOOD", ape: "Mood"),
    ]

    private static let people = [
        tag(
            "artist",
            "artist",
            iTunes: "©ART",
            quickTime: "artist",
            userData: "©ART|perf",
            iso: "perf",
            id3: "TPE1|TP1",
            vorbis: "ARTIST",
            matroska: "ARTIST",
            riff: "IART",
            ape: "Artist",
            caf: "artist"
        ),
        tag(
            "album_artist",
            "album artist",
            "albumartist|album_artist",
            iTunes: "aART",
            id3: "TPE2|TP2",
            vorbis: "ALBUMARTIST|ALBUM ARTIST",
            matroska: "ALBUM_ARTIST",
            ape: "Album Artist"
        ),
        tag(
            "composer",
            "composer",
            iTunes: "©wrt|©com",
            quickTime: "composer",
            userData: "©com|©wrt",
            id3: "TCOM|TCM",
            vorbis: "COMPOSER",
            matroska: "COMPOSER",
            riff: "IMUS",
            ape: "Composer",
            caf: "composer"
        ),
        tag(
            "author",
            "author",
            iTunes: "©aut",
            quickTime: "author",
            userData: "©aut|auth",
            iso: "auth",
            vorbis: "AUTHOR",
            matroska: "WRITTEN_BY|AUTHOR",
            riff: "IWRI",
            aiff: "AUTH"
        ),
        tag(
            "lyricist",
            "lyricist",
            "writer",
            id3: "TEXT|TXT",
            vorbis: "LYRICIST",
            matroska: "LYRICIST",
            ape: "Lyricist",
            caf: "lyricist"
        ),
        tag("conductor", "conductor", id3: "TPE3|TP3", vorbis: "CONDUCTOR", matroska: "CONDUCTOR", ape: "Conductor"),
        tag(
            "performer",
            "performer",
            iTunes: "©prf",
            quickTime: "performer",
            userData: "©prf",
            vorbis: "PERFORMER",
            matroska: "LEAD_PERFORMER",
            ape: "Performer"
        ),
        tag("arranger", "arranger", userData: "©arg", vorbis: "ARRANGER", matroska: "ARRANGER", ape: "Arranger"),
        tag("remixer", "remixer", id3: "TPE4|TP4", vorbis: "REMIXER", matroska: "REMIXED_BY"),
        tag(
            "director",
            "director",
            quickTime: "director",
            userData: "©dir",
            vorbis: "DIRECTOR",
            matroska: "DIRECTOR"
        ),
        tag(
            "producer",
            "producer",
            quickTime: "producer",
            userData: "©prd",
            vorbis: "PRODUCER",
            matroska: "PRODUCER"
        ),
        tag("engineer", "engineer", vorbis: "ENGINEER", matroska: "SOUND_ENGINEER", riff: "IENG"),
        tag("creator", "creator", vorbis: "CREATOR"),
        tag("contributor", "contributor", vorbis: "CONTRIBUTOR"),
        tag(
            "publisher",
            "publisher",
            iTunes: "©pub",
            quickTime: "publisher",
            userData: "©pub",
            id3: "TPUB|TPB",
            vorbis: "PUBLISHER|ORGANIZATION",
            matroska: "PUBLISHER",
            ape: "Publisher"
        ),
        tag("label", "record label", vorbis: "LABEL", matroska: "LABEL", ape: "Label"),
    ]

    private static let texts = [
        tag(
            "comment",
            "comment",
            "comments",
            iTunes: "©cmt",
            quickTime: "comment",
            userData: "©cmt|©inf",
            id3: "COMM|COM",
            vorbis: "COMMENT",
            matroska: "COMMENT",
            riff: "ICMT",
            ape: "Comment",
            aiff: "ANNO|COMT",
            caf: "comments"
        ),
        tag(
            "description",
            "description",
            iTunes: "desc|©des",
            quickTime: "description",
            userData: "©des|dscp",
            iso: "dscp",
            vorbis: "DESCRIPTION",
            matroska: "DESCRIPTION",
            broadcast: "Description"
        ),
        tag(
            "synopsis",
            "long description",
            "long_description|longdesc|ldes",
            iTunes: "ldes",
            vorbis: "SYNOPSIS",
            matroska: "SYNOPSIS|SUMMARY"
        ),
        tag(
            "lyrics",
            "lyrics",
            "unsyncedlyrics|unsynced lyrics",
            iTunes: "©lyr",
            id3: "USLT|ULT",
            vorbis: "LYRICS|UNSYNCEDLYRICS",
            matroska: "LYRICS",
            ape: "Lyrics"
        ),
        tag(
            "keywords",
            "keywords",
            "keyword",
            iTunes: "keyw",
            quickTime: "keywords",
            userData: "©key|kywd",
            iso: "kywd",
            vorbis: "KEYWORDS",
            matroska: "KEYWORDS",
            riff: "IKEY"
        ),
        tag("subject", "subject", vorbis: "SUBJECT", matroska: "SUBJECT", riff: "ISBJ"),
        tag("category", "category", iTunes: "catg", vorbis: "CATEGORY"),
        tag(
            "copyright",
            "copyright",
            "copyrights",
            iTunes: "cprt|©cpy",
            quickTime: "copyright",
            userData: "©cpy|cprt",
            iso: "cprt",
            id3: "TCOP|TCR",
            vorbis: "COPYRIGHT",
            matroska: "COPYRIGHT",
            riff: "ICOP",
            ape: "Copyright",
            aiff: "(c) ",
            caf: "copyright"
        ),
        tag("license", "license", "licence", vorbis: "LICENSE", matroska: "LICENSE"),
        tag(
            "language",
            "language",
            id3: "TLAN|TLA",
            vorbis: "LANGUAGE",
            matroska: "LANGUAGE",
            riff: "ILNG",
            ape: "Language"
        ),
        tag(
            "location",
            "location",
            "location.iso6709",
            iTunes: "©xyz",
            quickTime: "location.ISO6709",
            userData: "©xyz|loci",
            iso: "loci",
            vorbis: "LOCATION",
            matroska: "RECORDING_LOCATION",
            ape: "Record Location"
        ),
    ]

    private static let numbers = [
        tag(
            "track",
            "track number",
            "tracknumber|track_number|part_number",
            .position,
            iTunes: "trkn",
            userData: "©trk",
            id3: "TRCK|TRK",
            vorbis: "TRACKNUMBER|TRACK",
            matroska: "PART_NUMBER|TRACK",
            riff: "IPRT|ITRK",
            ape: "Track",
            caf: "track number"
        ),
        tag(
            "tracktotal",
            "number of tracks",
            "totaltracks|track_total",
            vorbis: "TRACKTOTAL|TOTALTRACKS",
            matroska: "TOTAL_PARTS"
        ),
        tag(
            "disc",
            "disc number",
            "disk|discnumber|disc_number",
            .position,
            iTunes: "disk",
            id3: "TPOS|TPA",
            vorbis: "DISCNUMBER|DISC",
            matroska: "DISC",
            ape: "Disc"
        ),
        tag("disctotal", "number of discs", "totaldiscs|disc_total", vorbis: "DISCTOTAL|TOTALDISCS"),
        tag(
            "bpm",
            "beats per minute",
            "tempo",
            .number,
            iTunes: "tmpo",
            id3: "TBPM|TBP",
            vorbis: "BPM|TEMPO",
            matroska: "BPM",
            ape: "BPM",
            caf: "tempo"
        ),
        tag(
            "initial_key",
            "initial key",
            "initialkey",
            id3: "TKEY|TKE",
            vorbis: "INITIALKEY",
            matroska: "INITIAL_KEY",
            caf: "key signature"
        ),
        tag(
            "compilation",
            "compilation",
            .flag,
            iTunes: "cpil",
            id3: "TCMP|TCP",
            vorbis: "COMPILATION",
            matroska: "COMPILATION",
            ape: "Compilation"
        ),
        tag("gapless_playback", "gapless playback", "gapless", .flag, iTunes: "pgap", vorbis: "GAPLESS_PLAYBACK"),
    ]

    private static let dates = [
        tag(
            "date",
            "date",
            "year",
            iTunes: "©day",
            quickTime: "creationdate",
            userData: "©day|yrrc",
            iso: "yrrc|date",
            id3: "TDRC|TYER|TYE|TDRL",
            vorbis: "DATE|YEAR",
            matroska: "DATE_RELEASED|DATE_RECORDED|DATE",
            riff: "ICRD",
            ape: "Year|Record Date",
            caf: "recorded date|year"
        ),
        tag("creation_time", "creation date", id3: "TDEN", vorbis: "CREATION_TIME", matroska: "CREATION_TIME"),
        tag(
            "original_date",
            "original date",
            "originaldate|originalyear|original_year",
            id3: "TDOR|TORY|TOR",
            vorbis: "ORIGINALDATE|ORIGINALYEAR"
        ),
        tag(
            "modification_date",
            "modification date",
            "date_modified",
            id3: "TDTG",
            vorbis: "MODIFICATION_DATE",
            matroska: "DATE_TAGGED"
        ),
        tag("purchase_date", "date of purchase", iTunes: "purd", vorbis: "PURCHASE_DATE", matroska: "DATE_PURCHASED"),
    ]

    private static let makers = [
        tag(
            "encoder",
            "encoding tool",
            "encoding_tool",
            iTunes: "©too",
            userData: "©swr|©too",
            id3: "TSSE|TSS",
            vorbis: "ENCODER",
            matroska: "ENCODER",
            riff: "ISFT",
            caf: "encoding application"
        ),
        tag(
            "encoder_settings",
            "encoder settings",
            "encodersettings",
            vorbis: "ENCODERSETTINGS",
            matroska: "ENCODER_SETTINGS"
        ),
        tag(
            "encoded_by",
            "encoded by",
            "encodedby",
            iTunes: "©enc",
            userData: "©enc",
            id3: "TENC|TEN",
            vorbis: "ENCODED-BY|ENCODEDBY|ENCODED_BY",
            matroska: "ENCODED_BY",
            riff: "ITCH",
            ape: "EncodedBy"
        ),
        tag("make", "make of the camera", quickTime: "make", userData: "©mak", vorbis: "MAKE"),
        tag("model", "model of the camera", quickTime: "model", userData: "©mod", vorbis: "MODEL"),
        tag("software", "software", quickTime: "software", vorbis: "SOFTWARE"),
        tag("source", "source", userData: "©src", vorbis: "SOURCE", riff: "ISRC"),
        tag(
            "media",
            "source medium",
            "sourcemedia",
            id3: "TMED|TMT",
            vorbis: "SOURCEMEDIA|MEDIA",
            matroska: "ORIGINAL_MEDIA_TYPE",
            riff: "IMED",
            ape: "Media"
        ),
    ]

    private static let television = [
        tag("show", "show", "tvshow|series", iTunes: "tvsh", vorbis: "SHOW"),
        tag("season_number", "season number", "season", .number, iTunes: "tvsn", vorbis: "SEASON_NUMBER"),
        tag(
            "episode_sort",
            "episode number",
            "episode|episode_number",
            .number,
            iTunes: "tves",
            vorbis: "EPISODE_SORT"
        ),
        tag("episode_id", "episode", iTunes: "tven", vorbis: "EPISODE_ID"),
        tag("network", "network", iTunes: "tvnn", vorbis: "NETWORK"),
        tag("media_type", "kind of media", .number, iTunes: "stik", vorbis: "MEDIA_TYPE"),
        tag("hd_video", "high definition", .flag, iTunes: "hdvd", vorbis: "HD_VIDEO"),
        tag("podcast", "podcast", .flag, iTunes: "pcst", id3: "PCST", vorbis: "PODCAST"),
    ]

    private static let sorting = [
        tag("sort_name", "title to sort by", "title-sort|titlesort", iTunes: "sonm", id3: "TSOT", vorbis: "TITLESORT"),
        tag(
            "sort_artist",
            "artist to sort by",
            "artist-sort|artistsort",
            iTunes: "soar",
            id3: "TSOP",
            vorbis: "ARTISTSORT"
        ),
        tag("sort_album", "album to sort by", "album-sort|albumsort", iTunes: "soal", id3: "TSOA", vorbis: "ALBUMSORT"),
        tag(
            "sort_album_artist",
            "album artist to sort by",
            "albumartistsort",
            iTunes: "soaa",
            id3: "TSO2",
            vorbis: "ALBUMARTISTSORT"
        ),
        tag(
            "sort_composer",
            "composer to sort by",
            "composersort",
            iTunes: "soco",
            id3: "TSOC",
            vorbis: "COMPOSERSORT"
        ),
        tag("sort_show", "show to sort by", iTunes: "sosn", vorbis: "SHOWSORT"),
    ]

    private static let releases = [
        tag("isrc", "recording code", userData: "©isr", id3: "TSRC|TRC", vorbis: "ISRC", matroska: "ISRC", ape: "ISRC"),
        tag("barcode", "bar code", vorbis: "BARCODE", matroska: "BARCODE", ape: "Barcode"),
        tag(
            "catalog_number",
            "catalog number",
            "catalognumber",
            vorbis: "CATALOGNUMBER",
            matroska: "CATALOG_NUMBER",
            ape: "CatalogNumber"
        ),
    ]

    // Not inlined: the compiler would take longer for these tables than for half of the module.
    @inline(never)
    private static func tag(
        _ name: String,
        _ title: String,
        _ aliases: String = "",
        _ kind: TagName.Kind = .text,
        iTunes: String = "",
        quickTime: String = "",
        userData: String = "",
        iso: String = "",
        id3: String = "",
        vorbis: String = "",
        matroska: String = "",
        riff: String = "",
        ape: String = "",
        aiff: String = "",
        caf: String = "",
        broadcast: String = ""
    ) -> TagName {
        let spellings: [(TagKeySpace, String)] = [
            (.iTunes, iTunes), (.quickTimeMetadata, quickTime), (.quickTimeUserData, userData), (.isoUserData, iso),
            (.id3, id3), (.vorbis, vorbis), (.matroska, matroska), (.riff, riff), (.ape, ape), (.aiff, aiff),
            (.audioFile, caf), (.broadcastWave, broadcast),
        ]
        var keys: [TagKeySpace: [String]] = [:]
        for (space, text) in spellings where !text.isEmpty {
            let prefix = space == .quickTimeMetadata ? appleKeys : ""
            keys[space] = text.split(separator: "|").map { prefix + $0 }
        }
        return TagName(
            name: name,
            title: title,
            kind: kind,
            aliases: aliases.split(separator: "|").map(String.init),
            keys: keys
        )
    }

    @inline(never)
    private static func tag(
        _ name: String,
        _ title: String,
        _ kind: TagName.Kind,
        iTunes: String = "",
        id3: String = "",
        vorbis: String = "",
        matroska: String = "",
        ape: String = ""
    ) -> TagName {
        tag(name, title, "", kind, iTunes: iTunes, id3: id3, vorbis: vorbis, matroska: matroska, ape: ape)
    }
}
