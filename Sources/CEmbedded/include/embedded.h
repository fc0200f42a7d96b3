/// Files that are part of the program. The C compiler takes them in as they are (`#embed`); as Swift literals of bytes
/// they took several seconds of every build.

/// The content of a file, ended by a zero byte.
struct embedded_file {
    const char *name;
    const unsigned char *content;
};

/// The files of `sql/` in their order, ended by one without a name.
const struct embedded_file *embedded_migrations(void);

/// The contract of the HTTP interface.
const unsigned char *embedded_openapi(void);
