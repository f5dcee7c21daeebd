// Sound servers, sound cards and windows. Their libraries are loaded when they are first needed.
#ifndef CTARGETS_H
#define CTARGETS_H

#include "CTargetsALSA.h"
#include "CTargetsPulse.h"
#include "CTargetsWindow.h"

#endif
