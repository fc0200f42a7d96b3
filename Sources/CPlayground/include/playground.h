/// The files of the playground's page, which are part of the program as CEmbedded's are of the service.

/// A file of the page: where the page finds it, and its text, ended by a zero byte.
struct playground_file {
    const char *path;
    const unsigned char *text;
};

/// All files, ended by one without a path.
const struct playground_file *playground_files(void);
