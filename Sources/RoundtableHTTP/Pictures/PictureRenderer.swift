package import Metrics
package import NIOCore
import NIOPosix
package import Roundtable

/// Turns SVG texts into PNG pictures of 900×900 pixels on threads of its own, of low priority, each picture once.
///
/// Requests for a picture that is being drawn share that drawing, and finished pictures are cached. Addresses (of IPv6,
/// networks) take turns at the threads. When too many requests wait, further ones are refused instead of being queued
/// without end.
package final class PictureRenderer: Sendable {
    /// What a picture shows. Two pictures of one subject are equal, whenever they are drawn.
    package enum Subject: Hashable, Sendable {
        case board(PicturedBoard)
        /// The icon of the pages.
        case icon
    }

    /// The bounds of the renderer.
    package struct Limits: Sendable {
        /// Threads that draw; a picture keeps one busy for some 20 ms.
        package var threads = 2
        /// Requests that may wait to be drawn.
        package var waiting = 64
        /// Of those the ones from one address.
        package var waitingOfAddress = 4
        /// Bytes of finished pictures that are kept; a picture has 20 to 350 KB.
        package var cachedBytes = 32 << 20

        package init() {}
    }

    private let threads: NIOThreadPool
    private let places: FairQueue<ClientAddress.Network>
    private let pictures: SharedValues<Subject, ByteBuffer, any Error>

    /// Starts the threads; they end with the renderer.
    package init(limits: Limits = Limits(), metrics: any MetricsFactory = MetricsSystem.factory) {
        threads = NIOThreadPool(numberOfThreads: limits.threads)
        // While the threads draw, the next pictures are described.
        places = FairQueue(
            places: 2 * limits.threads, waiting: limits.waiting, ofGroup: limits.waitingOfAddress)
        pictures = SharedValues(
            limit: limits.cachedBytes, lookups: CacheLookups(of: "pictures", metrics),
            refusal: ServiceError.tooManyWaiting)
        threads.start()
    }

    deinit {
        // Nothing is left to be drawn by now: a task that waits for a picture keeps the renderer alive.
        threads.shutdownGracefully { _ in }
    }

    /// The picture of a subject: cached, or drawn as soon as it is the client's turn.
    ///
    /// - Parameters:
    ///   - charge: charges the client; only if the picture is to be drawn.
    ///   - svg: describes the picture; asked only if it is to be drawn.
    /// - Throws: ``PictureError``; what `charge` and `svg` throw.
    package func png(
        of subject: Subject, for client: ClientAddress, charge: () throws -> Void = {}, svg: () async throws -> String
    ) async throws -> ByteBuffer {
        try await pictures.value(of: subject) { () async throws in
            // NB: before anybody can wait for the same picture, and be refused with it.
            try charge()
            let network = client.widestNetwork
            let png = try await places.withPlace(for: network, refused: { PictureError($0) as any Error }) {
                () async throws in try await draw(try await svg())
            }
            return (png, png.readableBytes)
        }
    }

    private func draw(_ svg: String) async throws(PictureError) -> ByteBuffer {
        let drawing = await withCheckedContinuation { waiter in
            threads.submit { state in
                yieldToOthers()
                let result: Result<ByteBuffer, PictureError> =
                    switch state {
                    case .active: Result { () throws(PictureError) in try Drawing.png(svg: svg) }
                    case .cancelled: .failure(.failed("the renderer has ended"))
                    }
                waiter.resume(returning: result)
            }
        }
        return try drawing.get()
    }
}

/// Why a picture could not be made.
package enum PictureError: Error, Equatable {
    /// Too many pictures are waiting to be drawn; retry shortly.
    case busy
    /// Too many pictures are waiting to be drawn for one address; retry shortly.
    case tooManyFromAddress
    /// The SVG can't be parsed or drawn, and never will be. Carries librsvg's message, for the log only.
    case malformed(String)
    /// Drawing or encoding failed, for example for lack of memory, or the renderer has shut down. Carries a message,
    /// for the log only.
    case failed(String)
}

extension PictureError {
    fileprivate init(_ refusal: FairQueue<ClientAddress.Network>.Refusal) {
        switch refusal {
        case .groupIsFull: self = .tooManyFromAddress
        case .isFull: self = .busy
        }
    }
}
