import CLibrsvg
import NIOCore

/// One SVG text drawn with librsvg and cairo; blocks its thread for tens of milliseconds.
///
/// Documents are read from memory without a base URL, so librsvg refuses every reference to a file or to the network;
/// only `data:` URLs work.
enum Drawing {
    /// Width and height of a picture in pixels: 300 points at three times the density.
    static let side = 900

    static func png(svg: String) throws(PictureError) -> ByteBuffer {
        let document = try SVGDocument(svg)
        let canvas = try Canvas(side: side)
        try document.draw(on: canvas)
        return try canvas.png()
    }
}

/// Owner of a parsed document.
private struct SVGDocument: ~Copyable {
    private let handle: UnsafeMutablePointer<RsvgHandle>

    init(_ svg: String) throws(PictureError) {
        var svg = svg
        var error: UnsafeMutablePointer<GError>?
        let handle = svg.withUTF8 { rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), &error) }
        guard let handle else { throw .malformed(takeMessage(of: error)) }
        self.handle = handle
    }

    deinit {
        g_object_unref(handle)
    }

    func draw(on canvas: borrowing Canvas) throws(PictureError) {
        try check(cairo_status(canvas.context))
        let side = Double(canvas.side)
        var viewport = RsvgRectangle(x: 0, y: 0, width: side, height: side)
        var error: UnsafeMutablePointer<GError>?
        guard rsvg_handle_render_document(handle, canvas.context, &viewport, &error) != 0 else {
            throw .malformed(takeMessage(of: error))
        }
    }
}

/// Owner of an opaque white square to draw on.
private struct Canvas: ~Copyable {
    let side: Int
    let context: OpaquePointer
    private let surface: OpaquePointer

    init(side: Int) throws(PictureError) {
        // NB: cairo never returns nil here but objects in an error state, which are destroyed like others.
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(side), Int32(side)),
            let context = cairo_create(surface)
        else { throw .failed("no cairo surface") }
        self.side = side
        self.surface = surface
        self.context = context
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    func png() throws(PictureError) -> ByteBuffer {
        var png = ByteBuffer()
        let status = withUnsafeMutablePointer(to: &png) { destination in
            cairo_surface_write_to_png_stream(surface, appendToBuffer, destination)
        }
        try check(status)
        return png
    }
}

private let appendToBuffer: cairo_write_func_t = { destination, bytes, count in
    destination?.assumingMemoryBound(to: ByteBuffer.self).pointee
        .writeBytes(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
}

private func check(_ status: cairo_status_t) throws(PictureError) {
    guard status != CAIRO_STATUS_SUCCESS else { return }
    throw .failed(String(cString: cairo_status_to_string(status)))
}

private func takeMessage(of error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "no reason given" }
    defer { g_error_free(error) }
    return String(cString: error.pointee.message)
}
