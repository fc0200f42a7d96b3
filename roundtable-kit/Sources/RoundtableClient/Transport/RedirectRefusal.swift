import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Follows no redirection: the request carries a credential, which is for the service that it was sent to. The status
/// of the redirection is the answer.
///
/// NB: `@unchecked Sendable` as it has no state, and its subclass only constants that are Sendable.
class RedirectRefusal: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
