#include "embedded.h"
#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"  // `#embed` is of C23; this compiler knows it in any C.

#define CONTENT (const unsigned char[])

static const struct embedded_file migrations[] = {
    {"0001_schema", CONTENT {
#embed "../../sql/0001_schema.sql" suffix(, 0)
    }},
    {NULL, NULL},
};

const struct embedded_file *embedded_migrations(void) { return migrations; }

const unsigned char *embedded_openapi(void) {
    static const unsigned char content[] = {
#embed "../RoundtableHTTP/OpenAPI/openapi.yaml" suffix(, 0)
    };
    return content;
}
