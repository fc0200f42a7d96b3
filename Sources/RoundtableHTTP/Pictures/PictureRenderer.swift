package import Metrics
internal import NIOConcurrencyHelpers
package import NIOCore
internal import NIOPosix
internal import Roundtable

// swift: importing RoundtableModel in (pictures: PictureRenderer, drawing: String, token: String) async throws

/// Turns SVG texts into PNG pictures of 900×900 pixels on threads of its own, each picture once.
///
/// ```swift
/// let picture = try await pictures.png(svg: drawing, key: token)
/// ```
///
/// Requests for a key that is being drawn share that drawing, finished pictures are cached, and when too many wait,
/// further requests are refused with ``PictureError/busy`` instead of being queued without end.
package final class PictureRenderer: Sendable {
    /// The bounds of the renderer.
    package struct Limits: Sendable {
        /// Threads that draw; a picture keeps one busy for some 40 ms.
        package var threads = 2
        /// Drawings that may wait for a thread.
        package var waiting = 64
        /// Bytes of finished pictures that are kept; a picture has 10 to 60 KB.
        package var cachedBytes = 32 << 20

        /// The defaults, to be changed one by one.
        package init() {}
    }

    private typealias Answer = Result<ByteBuffer, PictureError>
    private typealias Waiter = CheckedContinuation<Answer, Never>

    private let threads: NIOThreadPool
    private let lookups: CacheLookups
    private let queue: NIOLockedValueBox<RenderQueue<Waiter>>

    /// Starts the threads; they end with the renderer.
    package init(limits: Limits = Limits(), metrics: any MetricsFactory = MetricsSystem.factory) {
        lookups = CacheLookups(of: "pictures", metrics)
        threads = NIOThreadPool(numberOfThreads: limits.threads)
        queue = NIOLockedValueBox(
            RenderQueue(limit: limits.threads + limits.waiting, cacheCapacity: limits.cachedBytes))
        threads.start()
    }

    deinit {
        // Nothing is left to be drawn by now: a task that waits for a picture keeps the renderer alive.
        threads.shutdownGracefully { _ in }
    }

    /// The cached picture of a key, for which nothing need be looked up.
    package func cached(key: String) -> ByteBuffer? {
        let png = queue.withLockedValue { $0.cached(key) }
        lookups.count(png == nil ? .miss : .hit)
        return png
    }

    /// Draws the SVG text, or answers with what was drawn for the same key before.
    ///
    /// A key stands for one drawing for ever. Cancelling the task does not stop a drawing, which others may wait for.
    package func png(svg: String, key: String) async throws(PictureError) -> ByteBuffer {
        let answer = await withCheckedContinuation { waiter in
            switch queue.withLockedValue({ $0.requested(key, by: waiter) }) {
            case .answer(let png): waiter.resume(returning: .success(png))
            case .draw: draw(svg, key: key)
            case .wait: break
            case .refuse: waiter.resume(returning: .failure(.busy))
            }
        }
        return try answer.get()
    }

    private func draw(_ svg: String, key: String) {
        threads.submit { [queue] state in
            let answer: Answer =
                switch state {
                case .active: Result { () throws(PictureError) in try Drawing.png(svg: svg) }
                case .cancelled: .failure(.failed("the renderer has ended"))
                }
            for waiter in queue.withLockedValue({ $0.drawn(key, answer) }) {
                waiter.resume(returning: answer)
            }
        }
    }
}
