"""Samples that hold sound only, or more of it than usual."""
import boxes
from encoders import AAC, AC3, ALAC, FLAC, H264, MP3, OPUS, VORBIS, pcm
from model import AudioCodec, Sample, Sound, Video

XING = {"declaresPriming": True}
SURROUND = dict(tones=(440, 660, 550, 60, 330, 880), layout="5.1", silent_clicks=(3,), facts={"channelLayout": "5.1"})
AC3_SURROUND = AudioCodec("AC-3", "ac-3", ["-c:a", "ac3", "-b:a", "192k"], priming=256, packet=1536)
AAC_SURROUND = AudioCodec("AAC LC", "mp4a", ["-c:a", "aac", "-b:a", "160k"], priming=1024, packet=1024)
EAC3 = AudioCodec("Enhanced AC-3", "ec-3", ["-c:a", "eac3", "-b:a", "64k"], priming=256, packet=1536)
TWO_SECONDS = 2 * 44100



def trim(path, _):
    """FFmpeg lets the last packet of AC-3 sound on; the edit list can say where the source ends."""
    def change(movie):
        track = boxes.tracks(movie, b"soun")[0]
        boxes.set_edits(movie, track, [(1800, 256, 1)])

    boxes.change_movie(path, change)


SAMPLES = [
    Sample("aac.m4a", "AAC with its priming in an edit list", "m4a", [], [Sound(AAC, rate=44100)],
           movie_timescale=44100),
    Sample("alac.m4a", "Apple Lossless", "m4a", [], [Sound(ALAC, rate=44100, samples=TWO_SECONDS)],
           movie_timescale=44100),
    Sample("aac.aac", "AAC in ADTS: nothing tells of the priming", "adts", [], [Sound(AAC, rate=44100)]),
    Sample("mp3-xing.mp3", "MP3 with a Xing header that tells the encoder's delay", "mp3", [],
           [Sound(MP3, rate=44100)], ["-id3v2_version", "0"], facts=XING),
    Sample("mp3-no-xing.mp3", "MP3 without a Xing header", "mp3", [], [Sound(MP3, rate=44100)],
           ["-id3v2_version", "0", "-write_xing", "0"]),
    Sample("mp3-vbr.mp3", "MP3 with a variable bit rate and a Xing table of contents", "mp3", [],
           [Sound(AudioCodec("MP3", ".mp3", ["-c:a", "libmp3lame", "-q:a", "6"], priming=1105, packet=1152),
                  rate=44100, samples=6 * 44100)], ["-id3v2_version", "0"], facts=XING),
    Sample("flac.flac", "FLAC", "flac", [], [Sound(FLAC, rate=44100, samples=TWO_SECONDS)]),
    Sample("flac-24bit.flac", "FLAC with 24 bits at 96 kHz", "flac", [],
           [Sound(AudioCodec("FLAC", "fLaC", ["-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24"],
                             lossless=True), rate=96000, samples=96000, bits=24, tones=(440,))]),
    Sample("wav-16bit.wav", "16-bit PCM", "wav", [], [Sound(pcm("s16le"), rate=44100, samples=TWO_SECONDS)]),
    Sample("wav-24bit.wav", "24-bit PCM, one channel", "wav", [],
           [Sound(pcm("s24le"), samples=96000, bits=24, tones=(440,))]),
    Sample("wav-float.wav", "32-bit floating-point PCM, one channel", "wav", [],
           [Sound(pcm("f32le"), rate=22050, samples=44100, bits=32, tones=(440,), facts={"floatingPoint": True})]),
    Sample("wav-8khz.wav", "16-bit PCM, one channel at 8 kHz", "wav", [],
           [Sound(pcm("s16le"), rate=8000, samples=32000, tones=(440,))]),
    Sample("aiff.aiff", "16-bit big-endian PCM", "aiff", [],
           [Sound(pcm("s16be"), rate=44100, samples=TWO_SECONDS, tones=(440,))]),
    Sample("caf.caf", "16-bit PCM in a Core Audio file", "caf", [],
           [Sound(pcm("s16le"), rate=32000, samples=64000, tones=(440,))]),
    Sample("vorbis.ogg", "Vorbis", "ogg", [], [Sound(VORBIS, rate=44100)]),
    Sample("opus.ogg", "Opus with a pre-skip of 312", "ogg", [], [Sound(OPUS)]),
    Sample("surround-aac.m4a", "5.1 channels of AAC", "m4a", [], [Sound(AAC_SURROUND, **SURROUND)],
           movie_timescale=48000),
    Sample("surround-ac3.mp4", "5.1 channels of AC-3 beside pictures", "mp4", [Video(H264)],
           [Sound(AC3_SURROUND, **SURROUND)], change=trim),
    Sample("eac3.mp4", "Enhanced AC-3", "mp4", [], [Sound(EAC3)], change=trim),
    Sample("two-languages.mp4", "English and French sound", "mp4", [Video(H264)],
           [Sound(AAC, language="eng"), Sound(AAC, tones=(550, 880), language="fra")]),
    Sample("two-languages.mkv", "English Opus and French AC-3", "matroska", [Video(H264)],
           [Sound(OPUS, language="eng"), Sound(AC3, tones=(550, 880), language="fre")]),
]
