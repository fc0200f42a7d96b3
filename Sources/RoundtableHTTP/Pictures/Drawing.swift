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
        var svg = svg
        var error: UnsafeMutablePointer<GError>?
        let document = svg.withUTF8 { rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), &error) }
        guard let document else { throw .malformed(takeMessage(of: error)) }
        defer { g_object_unref(document) }
        // NB: cairo never returns nil here but objects in an error state, which are destroyed like others.
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(side), Int32(side)),
            let context = cairo_create(surface)
        else { throw .failed("no cairo surface") }
        defer {
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        // The square is white, and nothing of it is transparent.
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        try check(cairo_status(context))
        var viewport = RsvgRectangle(x: 0, y: 0, width: Double(side), height: Double(side))
        guard rsvg_handle_render_document(document, context, &viewport, &error) != 0 else {
            throw .malformed(takeMessage(of: error))
        }
        var png = ByteBuffer()
        try check(withUnsafeMutablePointer(to: &png) { cairo_surface_write_to_png_stream(surface, appendToBuffer, $0) })
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
