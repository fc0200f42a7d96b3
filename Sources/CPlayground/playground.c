#include "playground.h"
#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"  // `#embed` is of C23; this compiler knows it in any C.

#define TEXT (const unsigned char[])

static const struct playground_file files[] = {
    {"index.html", TEXT {
#embed "Page/index.html" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct playground_file *playground_files(void) { return files; }
