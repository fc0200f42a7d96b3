"""What schemathesis can't know of Roundtable."""

import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    # A held read is as good after one second.
    if str(case.query.get("wait", "")).isdigit():
        case.query["wait"] = min(int(case.query["wait"]), 1)
    # A key belongs to one request; by chance the shortest ones would come again with others.
    key = case.headers.get("Idempotency-Key")
    if key is not None and 0 < len(key.strip()) <= 64:
        case.headers["Idempotency-Key"] = f"{key.strip()}{uuid.uuid4()}"
