// OpenSSL would rather have its digests made through EVP, which allocates for each of them. These functions work in the
// caller's memory.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bn.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

/// A new private key on the curve P-256; NULL if there is none to be had.
static inline EVP_PKEY *crypto_new_p256_key(void) { return EVP_EC_gen("P-256"); }
