#include "playground.h"
#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"  // `#embed` is of C23; this compiler knows it in any C.

#define TEXT (const unsigned char[])

static const struct playground_file files[] = {
    {"app.js", TEXT {
#embed "Page/app.js" suffix(, 0)
    }},
    {"board.js", TEXT {
#embed "Page/board.js" suffix(, 0)
    }},
    {"boards.css", TEXT {
#embed "Page/boards.css" suffix(, 0)
    }},
    {"clock.js", TEXT {
#embed "Page/clock.js" suffix(, 0)
    }},
    {"dom.js", TEXT {
#embed "Page/dom.js" suffix(, 0)
    }},
    {"icon.svg", TEXT {
#embed "Page/icon.svg" suffix(, 0)
    }},
    {"icons.js", TEXT {
#embed "Page/icons.js" suffix(, 0)
    }},
    {"index.html", TEXT {
#embed "Page/index.html" suffix(, 0)
    }},
    {"main.js", TEXT {
#embed "Page/main.js" suffix(, 0)
    }},
    {"offers.js", TEXT {
#embed "Page/offers.js" suffix(, 0)
    }},
    {"phone.css", TEXT {
#embed "Page/phone.css" suffix(, 0)
    }},
    {"phone.js", TEXT {
#embed "Page/phone.js" suffix(, 0)
    }},
    {"requests.js", TEXT {
#embed "Page/requests.js" suffix(, 0)
    }},
    {"style.css", TEXT {
#embed "Page/style.css" suffix(, 0)
    }},
    {"tools.js", TEXT {
#embed "Page/tools.js" suffix(, 0)
    }},
    {"transcript.js", TEXT {
#embed "Page/transcript.js" suffix(, 0)
    }},
    {"twenty-one.js", TEXT {
#embed "Page/twenty-one.js" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct playground_file *playground_files(void) { return files; }
