"""Samples with words in them: subtitles, chapters, metadata, cover art, timecode."""
import struct
import zlib
from dataclasses import replace
from fractions import Fraction

from encoders import AAC, ALAC, FLAC, H264, MP3, OPUS, VORBIS, VP9
from model import Sample, Sound, Video
from build import run

CUES = [("First line", 500, 1500), ("Zweite Zeile: äöü", 1750, 2250), ("Third\nof two lines", 2500, 2900)]
CHAPTERS = [("Opening", 0, 1000), ("Middle: été", 1000, 2000), ("End", 2000, 3000)]
TAGS = {"title": "Counting Pictures", "artist": "The Test Tones", "album": "Known Truths", "genre": "Test",
        "date": "2024", "comment": "Grüße, 日本"}
CREATED = "2024-02-29T12:34:56.000000Z"
COVER_SIDE = 64


def clock(milliseconds, separator):
    seconds, rest = divmod(milliseconds, 1000)
    return f"00:00:{seconds:02d}{separator}{rest:03d}"


def srt():
    return "".join(f"{number}\n{clock(start, ',')} --> {clock(end, ',')}\n{text}\n\n"
                   for number, (text, start, end) in enumerate(CUES, 1))


def cue_input(workshop):
    return workshop.text("cues.srt", srt())


def chapter_input(workshop):
    parts = [f"[CHAPTER]\nTIMEBASE=1/1000\nSTART={start}\nEND={end}\ntitle={title}\n" for title, start, end in CHAPTERS]
    return workshop.text("chapters.txt", ";FFMETADATA1\n" + "".join(parts))


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def cover_png(workshop):
    """A red square with a white diagonal."""
    rows = b"".join(
        b"\0" + b"".join(b"\xff\xff\xff" if abs(x - y) < 4 else b"\xc0\x20\x20" for x in range(COVER_SIDE))
        for y in range(COVER_SIDE))
    header = struct.pack(">IIBBBBB", COVER_SIDE, COVER_SIDE, 8, 2, 0, 0, 0)
    path = workshop.path("cover.png")
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9))
                   + chunk(b"IEND", b""))
    return path


def cover_jpeg(workshop):
    path = workshop.path("cover.jpg")
    run(["-i", cover_png(workshop), "-threads", "1", "-flags:v", "+bitexact", "-q:v", "4", "-f", "mjpeg", path])
    return path


def subtitles(name, about, container, codec, encoder, video, language):
    track = {"mediaType": "subtitle", "codecName": codec, "language": language,
             "cues": [{"text": text, "start": [start, 1000], "end": [end, 1000]} for text, start, end in CUES]}
    if container == "mp4":
        track["codec"] = "tx3g"
    return Sample(name, about, container, [Video(video)], [], inputs=[["-i", cue_input]], maps=["-map", "1:s"],
                  options=["-c:s", encoder, "-metadata:s:s:0", f"language={language}"], extra_tracks=[track])


def chapters(name, about, container, video, sounds, options=()):
    place = len(video) + len(sounds)
    facts = {"declaresPriming": True} if container == "mp3" else {}
    facts["chapters"] = [{"title": title, "start": [start, 1000], "end": [end, 1000]} for title, start, end in CHAPTERS]
    return Sample(name, about, container, video, sounds, [*options, "-map_chapters", place],
                  inputs=[["-f", "ffmetadata", "-i", chapter_input]], facts=facts)


def tagged(name, about, container, video, sounds, key_space, options=(), tags=None, **more):
    tags = TAGS if tags is None else tags
    arguments = [part for key, value in tags.items() for part in ("-metadata", f"{key}={value}")]
    facts = {"metadata": {"keySpace": key_space, "values": tags}, **more}
    if container == "mp3":
        facts["declaresPriming"] = True
    return Sample(name, about, container, video, sounds, [*options, *arguments], facts=facts)


def covered(name, about, container, sound, source, codec, options=()):
    facts = {"coverArt": {"type": codec, "size": [COVER_SIDE, COVER_SIDE]}}
    if container == "mp3":
        facts["declaresPriming"] = True
    return Sample(name, about, container, [], [sound],
                  [*options, "-c:v", "copy", "-disposition:v", "attached_pic", "-metadata:s:v", "title=Cover",
                   "-metadata:s:v", "comment=Cover (front)"],
                  inputs=[["-i", source]], maps=["-map", "1:v"], facts=facts)


def timecode(name, about, video, start, drop, scale):
    track = {"mediaType": "timecode", "codec": "tmcd", "codecName": "timecode",
             "timecode": {"start": start, "dropFrame": drop, "framesPerSecond": round(video.rate)}}
    return Sample(name, about, "mov", [video], [], ["-timecode", start], movie_timescale=scale, extra_tracks=[track])


def tagged_tracks():
    """Matroska with names and tags of its tracks."""
    sample = tagged("tags.mkv", "Matroska tags of the file and of each track", "matroska", [Video(H264)],
                    [Sound(OPUS, language="eng"), Sound(OPUS, tones=(550, 880), language="fre")], "matroska",
                    ["-metadata:s:v:0", "title=Counting", "-metadata:s:v:0", "DIRECTOR=Nobody",
                     "-metadata:s:a:0", "title=Main", "-metadata:s:a:1", "title=Commentary",
                     "-metadata:s:a:1", "COMPOSER=Sine", "-disposition:a:0", "default", "-disposition:a:1", "comment"])

    def finish(truth):
        named = [("Counting", {"DIRECTOR": "Nobody"}), ("Main", {}), ("Commentary", {"COMPOSER": "Sine"})]
        for track, (title, tags) in zip(truth["tracks"], named):
            track["title"] = title
            if tags:
                track["metadata"] = {"keySpace": "matroska", "values": tags}

    sample.finish = finish
    return sample


SHORT = Sound(AAC, rate=44100)
QUICKTIME_TAGS = {"com.apple.quicktime.title": "Counting Pictures", "com.apple.quicktime.software": "make-samples",
                  "com.apple.quicktime.location.ISO6709": "+48.8584+002.2945+035.000/",
                  "com.apple.quicktime.creationdate": "2024-02-29T12:34:56+0100"}
NTSC = Video(replace(H264), frames=90, rate=Fraction(30000, 1001))
LONG_CHAPTERS = Sound(MP3, rate=44100)
CREATION = ["-metadata", f"creation_time={CREATED}"]

SAMPLES = [
    subtitles("subtitles.mp4", "3GPP timed text", "mp4", "3GPP timed text", "mov_text", H264, "eng"),
    subtitles("subtitles.mkv", "SubRip text", "matroska", "SubRip", "srt", H264, "ger"),
    subtitles("subtitles.webm", "WebVTT text", "webm", "WebVTT", "webvtt", VP9, "eng"),
    chapters("chapters.mp4", "three chapters in a text track, and in Nero's list", "mp4", [Video(H264)], [Sound(AAC)]),
    chapters("chapters.mkv", "three chapters", "matroska", [Video(H264)], []),
    chapters("chapters.mp3", "three ID3 chapters", "mp3", [], [LONG_CHAPTERS], ["-id3v2_version", "4"]),
    covered("cover.m4a", "a JPEG cover", "m4a", SHORT, cover_jpeg, "image/jpeg"),
    covered("cover.mp3", "a PNG cover", "mp3", Sound(MP3, rate=44100), cover_png, "image/png",
            ["-id3v2_version", "3"]),
    covered("cover.flac", "a JPEG cover", "flac", Sound(FLAC, rate=44100, samples=44100), cover_jpeg, "image/jpeg"),
    tagged("tags-itunes.m4a", "iTunes metadata", "m4a", [], [Sound(ALAC, rate=44100, samples=44100)], "itunes",
           [*CREATION, "-metadata", "track=3/12"], creationTime=CREATED),
    tagged("tags-quicktime.mov", "QuickTime metadata", "mov", [Video(H264, frames=50)], [], "quicktime-mdta",
           ["-movflags", "use_metadata_tags", *CREATION], QUICKTIME_TAGS, creationTime=CREATED),
    tagged("tags-id3.mp3", "ID3 2.4 metadata", "mp3", [], [Sound(MP3, rate=44100)], "id3", ["-id3v2_version", "4"]),
    tagged("tags.flac", "Vorbis comments in FLAC", "flac", [], [Sound(FLAC, rate=44100, samples=44100)], "vorbis"),
    tagged("tags.ogg", "Vorbis comments in Ogg", "ogg", [], [Sound(VORBIS, rate=44100)], "vorbis"),
    tagged_tracks(),
    timecode("timecode.mov", "a timecode track from 01:02:03:04", Video(H264), "01:02:03:04", False, 600),
    timecode("timecode-drop-frame.mov", "a drop-frame timecode track that crosses a minute", NTSC, "00:00:58;15", True,
             30000),
]
