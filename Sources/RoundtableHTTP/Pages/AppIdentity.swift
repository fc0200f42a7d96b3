import Foundation
import RoundtableJSON

/// The app that plays the games of this service, so that its links open there.
package struct AppIdentity: Sendable, Equatable {
    /// The team's and the app's identifier, such as `ABCDE12345.org.example.games`: its universal links are ours.
    package var appID: String?
    /// Its number in the App Store.
    package var storeID: String?
    /// The same as ``appID`` of its App Clip.
    package var clipID: String?

    /// No app, or one that is in the store, has universal links, or both.
    package init(appID: String? = nil, storeID: String? = nil, clipID: String? = nil) {
        self.appID = appID
        self.storeID = storeID
        self.clipID = clipID
    }

    var storeURL: String? { storeID.map { "https://apps.apple.com/app/id\($0)" } }

    /// The content of the meta element `apple-itunes-app`, by which Safari offers to open a page in the app.
    func banner(for page: String) -> String? {
        storeID.map { store in
            // NB: the bundle's identifier, without the team's.
            let clip = clipID.map { ", app-clip-bundle-id=\($0.drop { $0 != "." }.dropFirst()), app-clip-display=card" }
            return "app-id=\(store)\(clip ?? ""), app-argument=\(page)"
        }
    }

    /// The file by which a domain says which app its links belong to; nil without an ``appID``.
    ///
    /// - Parameter publicURL: the address under which messages' URLs are reached.
    func association(under publicURL: String) -> JSONValue? {
        guard let appID else { return nil }
        let path = URLComponents(string: publicURL)?.path ?? ""
        let links: JSONValue = [
            "details": [
                [
                    "appIDs": [.string(appID)],
                    "components": [["/": .string("\(path)/m/*.png"), "exclude": true], ["/": .string("\(path)/m/*")]],
                ]
            ]
        ]
        var members: [JSONName: JSONValue] = ["applinks": links]
        members["appclips"] = clipID.map { ["apps": [.string($0)]] }
        return .object(members)
    }
}
