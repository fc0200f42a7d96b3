#include "playground.h"
#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"  // `#embed` is of C23; this compiler knows it in any C.

#define TEXT (const unsigned char[])

static const struct playground_file files[] = {
    {"app.js", TEXT {
#embed "Page/app.js" suffix(, 0)
    }},
    {"boards.css", TEXT {
#embed "Page/boards.css" suffix(, 0)
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
    {"boards/all.js", TEXT {
#embed "Page/boards/all.js" suffix(, 0)
    }},
    {"boards/cards.js", TEXT {
#embed "Page/boards/cards.js" suffix(, 0)
    }},
    {"boards/chess-pieces.js", TEXT {
#embed "Page/boards/chess-pieces.js" suffix(, 0)
    }},
    {"boards/chess.js", TEXT {
#embed "Page/boards/chess.js" suffix(, 0)
    }},
    {"boards/crazy-eights.js", TEXT {
#embed "Page/boards/crazy-eights.js" suffix(, 0)
    }},
    {"boards/dots-and-boxes.js", TEXT {
#embed "Page/boards/dots-and-boxes.js" suffix(, 0)
    }},
    {"boards/grid.js", TEXT {
#embed "Page/boards/grid.js" suffix(, 0)
    }},
    {"boards/ice-cream-drawing.js", TEXT {
#embed "Page/boards/ice-cream-drawing.js" suffix(, 0)
    }},
    {"boards/ice-cream.js", TEXT {
#embed "Page/boards/ice-cream.js" suffix(, 0)
    }},
    {"boards/lines.js", TEXT {
#embed "Page/boards/lines.js" suffix(, 0)
    }},
    {"boards/reversi.js", TEXT {
#embed "Page/boards/reversi.js" suffix(, 0)
    }},
    {"boards/rock-paper-scissors.js", TEXT {
#embed "Page/boards/rock-paper-scissors.js" suffix(, 0)
    }},
    {"boards/sea-battle.js", TEXT {
#embed "Page/boards/sea-battle.js" suffix(, 0)
    }},
    {"boards/twenty-one.js", TEXT {
#embed "Page/boards/twenty-one.js" suffix(, 0)
    }},
    {"boards/yacht.js", TEXT {
#embed "Page/boards/yacht.js" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct playground_file *playground_files(void) { return files; }
