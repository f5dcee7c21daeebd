// Sound servers, sound cards, windows and pictures in terminals. Their libraries are loaded when they are first needed.
#ifndef CTARGETS_H
#define CTARGETS_H

#include "CTargetsALSA.h"
#include "CTargetsPulse.h"
#include "CTargetsSixel.h"
#include "CTargetsWindow.h"

#endif
