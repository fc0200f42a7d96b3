import ArgumentParser

/// Flags of what is told outside.
struct DeliveryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of the app's own backend that gets a POST for each turn, as Standard Webhooks has it.",
            discussion: "ROUNDTABLE_WEBHOOK_URL; by default none", valueName: "url"))
    var webhookUrl: String?

    @Option(
        help: ArgumentHelp(
            "A file of secrets that sign those requests, a line each: whsec_ and 24 to 64 random bytes in base64. "
                + "All of them sign.",
            discussion: "ROUNDTABLE_WEBHOOK_SECRET_FILE", valueName: "file"))
    var webhookSecretFile: String?

    @Option(
        help: ArgumentHelp(
            "A file of keys for Apple's push service, a line each: the app's bundle ID, the team's ID, the key's ID, "
                + "and the key's file, such as AuthKey_ABC123DEFG.p8 beside this one.",
            discussion: "ROUNDTABLE_PUSH_KEYS_FILE; by default nobody is notified", valueName: "file"))
    var pushKeysFile: String?

    @Option(
        help: ArgumentHelp(
            "The address of a server to use instead of Apple's push service, for tests.",
            discussion: "ROUNDTABLE_PUSH_URL", valueName: "url"))
    var pushUrl: String?

    @Option(
        help: ArgumentHelp(
            "A file of certificates, as PEM, that the servers of webhook and pushes are trusted by, instead of the "
                + "system's.",
            discussion: "ROUNDTABLE_CA_FILE", valueName: "file"))
    var caFile: String?
}
