internal import RoundtableJSON
@testable internal import RoundtableHTTP
internal import Testing

@Suite("The app that pages lead to")
struct AppIdentityTests {
    private let app = AppIdentity(
        appID: "ABCDE12345.org.example.games", storeID: "123456789", clipID: "ABCDE12345.org.example.games.Clip")

    @Test("messages' URLs are universal links of it, and their pictures are not")
    func association() throws {
        let association = try #require(app.association(under: "https://example.org/games"))
        let details = try #require(association["applinks"]?["details"]?.array?.first)
        #expect(details["appIDs"] == ["ABCDE12345.org.example.games"])
        #expect(details["components"] == [["/": "/games/m/*.png", "exclude": true], ["/": "/games/m/*"]])
        #expect(association["appclips"] == ["apps": ["ABCDE12345.org.example.games.Clip"]])
    }

    @Test("without an identifier there are none, and no App Clip without one of its own")
    func absent() throws {
        #expect(AppIdentity(storeID: "1").association(under: "https://example.org") == nil)
        let association = try #require(AppIdentity(appID: "ABCDE12345.a").association(under: "https://example.org"))
        #expect(association["appclips"] == nil)
    }

    @Test("Safari's banner names the app, the page to open in it, and the App Clip")
    func banner() {
        #expect(
            app.banner(for: "https://example.org/m/t") == "app-id=123456789, "
                + "app-clip-bundle-id=org.example.games.Clip, app-clip-display=card, app-argument=https://example.org/m/t"
        )
        #expect(AppIdentity(storeID: "1").banner(for: "https://x/m/t") == "app-id=1, app-argument=https://x/m/t")
        #expect(AppIdentity(appID: "ABCDE12345.a").banner(for: "https://example.org/m/t") == nil)
    }
}
