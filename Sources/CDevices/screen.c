#include "CDevicesScreen.h"
