// Sources of a PulseAudio server (or PipeWire in its place), through libpulse.
#ifndef CDEVICES_PULSE_H
#define CDEVICES_PULSE_H

#endif
