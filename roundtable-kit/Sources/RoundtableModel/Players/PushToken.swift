public import RoundtableJSON

/// A device on which the player is told that it is their turn: the body of `POST /v1/players/me/push-tokens`.
public struct PushToken: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The environments of Apple's push service.
    public enum Environment: String, CaseIterable, JSONConvertible, Sendable {
        /// Apps from the App Store and from TestFlight.
        case production
        /// Apps that Xcode has installed.
        case sandbox
    }

    /// The device token, in hexadecimal digits.
    public var token: String
    /// The bundle ID of the containing app.
    public var topic: String
    /// The environment that the token was made for.
    public var environment: Environment
    /// The language of the notices, as a language tag; nil for English.
    public var locale: String?
    /// The name of the time zone in which the player is not reminded at night; nil for none. A service that does not
    /// know the zone takes it for none.
    public var timeZone: String?

    /// A device.
    public init(
        token: String, topic: String, environment: Environment, locale: String? = nil, timeZone: String? = nil
    ) {
        self.token = token
        self.topic = topic
        self.environment = environment
        self.locale = locale
        self.timeZone = timeZone
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("environment", environment)
        json.member("locale", ifPresent: locale)
        json.member("timeZone", ifPresent: timeZone)
        json.member("token", token)
        json.member("topic", topic)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            token: json.read("token", atMost: JSONElement.longestText),
            topic: json.read("topic", atMost: JSONElement.longestText), environment: json.read("environment"),
            locale: json.locale(), timeZone: json.readIfPresent("timeZone", atMost: JSONElement.longestText))
    }
}
