// The parts of FFmpeg's libavutil that the benchmarks call as a peer.
#include <libavutil/avutil.h>
#include <libavutil/mathematics.h>
#include <libavutil/mem.h>
#include <libavutil/rational.h>
