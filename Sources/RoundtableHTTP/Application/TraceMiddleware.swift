import HTTPTypes
import Hummingbird
import Tracing

/// Makes every request a span of the trace that its sender tells of, by the tracer of the program.
///
/// NB: not the one that comes with Hummingbird, which records paths: there are tokens in ours.
struct TraceMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: PlayerContext, next: @concurrent (Request, PlayerContext) async throws -> Response
    ) async throws -> Response {
        var trace = InstrumentationContext.topLevel
        InstrumentationSystem.instrument.extract(request.headers, into: &trace, using: FieldExtractor())
        return try await withSpan(request.method.rawValue, context: trace, ofKind: .server) { span in
            let response = try await next(request, context)
            span.operationName = "\(request.method.rawValue) \(context.endpointPath ?? "/")"
            span.attributes["http.request.method"] = request.method.rawValue
            span.attributes["http.route"] = context.endpointPath
            span.attributes["http.response.status_code"] = response.status.code
            return response
        }
    }
}

private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}
