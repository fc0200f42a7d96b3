import Hummingbird

extension Response {
    /// The same answer; something is done when it has been given, or, if it is a stream, when that has ended.
    func whenEnded(_ done: @escaping @Sendable () -> Void) -> Response {
        guard body.contentLength == nil else {
            done()
            return self
        }
        var response = self
        response.body = ResponseBody { [body] writer in
            defer { done() }
            try await body.write(writer)
        }
        return response
    }
}
