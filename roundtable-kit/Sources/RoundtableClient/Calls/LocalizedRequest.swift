@_spi(Roundtable) import RoundtableJSON
import RoundtableModel

/// A request whose answer has composed texts.
protocol LocalizedRequest {
    /// Their language; nil for the client's.
    var locale: String? { get set }
}

extension LocalizedRequest {
    /// The same in a client's language, unless it names one.
    func inLanguage(of client: RoundtableClient) -> Self {
        var request = self
        request.locale = (locale ?? client.language).map { LanguageTag.truncated($0) }
        return request
    }
}

extension Turn: LocalizedRequest {}
extension SeatRequest: LocalizedRequest {}
extension ActionRequest: LocalizedRequest {}
extension FreshMessageRequest: LocalizedRequest {}
extension NewSession: LocalizedRequest {}
