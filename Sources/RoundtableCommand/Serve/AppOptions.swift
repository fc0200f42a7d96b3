import ArgumentParser
import Configuration

/// The app that the games are played in, as flags: links open there.
struct AppOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The app that opens messages' URLs as universal links: its team ID and bundle ID.",
            discussion: "ROUNDTABLE_APP_ID; by default none, and no apple-app-site-association",
            valueName: "TEAMID.bundle"))
    var appId: String?

    @Option(
        help: ArgumentHelp(
            "The app's ID in the App Store, for Safari's banner on the web pages of messages.",
            discussion: "ROUNDTABLE_APP_STORE_ID; by default none, and no banner", valueName: "number"))
    var appStoreId: String?

    @Option(
        help: ArgumentHelp(
            "The app's App Clip, which the web pages of messages offer to people without the app.",
            discussion: "ROUNDTABLE_APP_CLIP_ID; by default none", valueName: "TEAMID.bundle"))
    var appClipId: String?

    /// The flags that were given.
    var flags: [AbsoluteConfigKey: ConfigValue] {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        values[["app", "id"]] = appId.map { ConfigValue(.string($0), isSecret: false) }
        values[["app", "store", "id"]] = appStoreId.map { ConfigValue(.string($0), isSecret: false) }
        values[["app", "clip", "id"]] = appClipId.map { ConfigValue(.string($0), isSecret: false) }
        return values
    }
}
