#include "CDevicesCamera.h"
