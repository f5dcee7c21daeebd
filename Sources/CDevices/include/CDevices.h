// Cameras of the kernel, sources of sound servers, sound cards, screens, and codes in pictures. Libraries are loaded when they are first
// needed.
#ifndef CDEVICES_H
#define CDEVICES_H

#include "CDevicesALSA.h"
#include "CDevicesCamera.h"
#include "CDevicesCodes.h"
#include "CDevicesPipeWire.h"
#include "CDevicesPortal.h"
#include "CDevicesPulse.h"
#include "CDevicesScreen.h"

#endif
