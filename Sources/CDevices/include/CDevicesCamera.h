// Cameras of the kernel (V4L2).
#ifndef CDEVICES_CAMERA_H
#define CDEVICES_CAMERA_H

#endif
