#ifndef CTARGETS_H
#define CTARGETS_H

// Sound servers, sound cards and windows. Their libraries are loaded when they are first needed.

#endif
