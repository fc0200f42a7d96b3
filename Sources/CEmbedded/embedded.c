#include "embedded.h"
#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"  // `#embed` is of C23; this compiler knows it in any C.

#define CONTENT (const unsigned char[])

static const struct embedded_file migrations[] = {
    {"0001_sessions", CONTENT {
#embed "../../sql/0001_sessions.sql" suffix(, 0)
    }},
    {"0002_claims", CONTENT {
#embed "../../sql/0002_claims.sql" suffix(, 0)
    }},
    {"0003_people", CONTENT {
#embed "../../sql/0003_people.sql" suffix(, 0)
    }},
    {"0004_versions", CONTENT {
#embed "../../sql/0004_versions.sql" suffix(, 0)
    }},
    {"0005_credentials", CONTENT {
#embed "../../sql/0005_credentials.sql" suffix(, 0)
    }},
    {"0006_operations", CONTENT {
#embed "../../sql/0006_operations.sql" suffix(, 0)
    }},
    {"0007_fillfactor", CONTENT {
#embed "../../sql/0007_fillfactor.sql" suffix(, 0)
    }},
    {"0008_session_json", CONTENT {
#embed "../../sql/0008_session_json.sql" suffix(, 0)
    }},
    {"0009_event_json", CONTENT {
#embed "../../sql/0009_event_json.sql" suffix(, 0)
    }},
    {"0010_draft_json", CONTENT {
#embed "../../sql/0010_draft_json.sql" suffix(, 0)
    }},
    {"0011_answer_json", CONTENT {
#embed "../../sql/0011_answer_json.sql" suffix(, 0)
    }},
    {"0012_witnesses", CONTENT {
#embed "../../sql/0012_witnesses.sql" suffix(, 0)
    }},
    {"0013_faults", CONTENT {
#embed "../../sql/0013_faults.sql" suffix(, 0)
    }},
    {"0014_quotas", CONTENT {
#embed "../../sql/0014_quotas.sql" suffix(, 0)
    }},
    {"0015_one_claim", CONTENT {
#embed "../../sql/0015_one_claim.sql" suffix(, 0)
    }},
    {"0016_first_answers", CONTENT {
#embed "../../sql/0016_first_answers.sql" suffix(, 0)
    }},
    {"0017_live", CONTENT {
#embed "../../sql/0017_live.sql" suffix(, 0)
    }},
    {"0018_rules", CONTENT {
#embed "../../sql/0018_rules.sql" suffix(, 0)
    }},
    {"0019_resting_sessions", CONTENT {
#embed "../../sql/0019_resting_sessions.sql" suffix(, 0)
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
