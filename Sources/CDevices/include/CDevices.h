// Cameras of the kernel, sources of sound servers, and screens. Libraries are loaded when they are first needed.
#ifndef CDEVICES_H
#define CDEVICES_H

#include "CDevicesCamera.h"
#include "CDevicesPulse.h"
#include "CDevicesScreen.h"

#endif
