import Foundation
import GameRules
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

@testable import Roundtable

@Suite("The kit and the service in one voice")
@MainActor
struct KitTextTests {
    private struct Nobody: CredentialVault {
        func credential() -> Credential? { nil }
        func keep(_ credential: Credential) -> Credential { credential }
        func forget() {}
    }

    @Test("say with the same sentence that an app is at fault", arguments: TextCatalog.service.languageTags)
    func faultOfApp(language: String) throws {
        let game = MessagesGame(
            in: MessagesExtension(
                MessagesExtension.Settings(
                    service: URL(filePath: "/"), vault: Nobody(), storage: Disk(), language: language)))
        let problem = Problem(type: "t", title: "t", status: 400, detail: "In words.", code: .badRequest)
        let theirs = game.explanation(of: RoundtableError.refused(problem)).text
        #expect(theirs == TextCatalog.service.pattern("problem.app", in: language)?.other)
    }
}
