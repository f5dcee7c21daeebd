#include "CTargets.h"
