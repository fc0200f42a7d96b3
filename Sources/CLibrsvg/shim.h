#ifndef ROUNDTABLE_CLIBRSVG_SHIM_H
#define ROUNDTABLE_CLIBRSVG_SHIM_H

#include <cairo.h>
#include <librsvg/rsvg.h>

#endif
