// Screens of an X server, through libxcb.
#ifndef CDEVICES_SCREEN_H
#define CDEVICES_SCREEN_H

#endif
