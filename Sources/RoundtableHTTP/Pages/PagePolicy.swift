internal import Digests
internal import Foundation

extension MessagePage {
    /// The value for the `Content-Security-Policy` header of every page: our own style, script and pictures, and
    /// nothing that was ever typed by anybody. The script may ask this service only.
    package static let contentSecurityPolicy = """
        default-src 'none'; img-src 'self'; style-src \(hash(of: PageTemplate.style)); \
        script-src \(hash(of: PageTemplate.script)); connect-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'
        """

    private static func hash(of text: String) -> String {
        "'sha256-\(Data(SHA256.hash(Array(text.utf8))).base64EncodedString())'"
    }
}
