#include "CDevicesPulse.h"
