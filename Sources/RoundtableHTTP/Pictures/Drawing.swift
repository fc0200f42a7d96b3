import CLibrsvg
import CZlib
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
        return try png(of: surface)
    }

    /// A surface as a PNG file (ISO/IEC 15948).
    ///
    /// NB: its rows are not filtered. To try five filters on each row, as libpng does for cairo, takes more time than
    /// the drawing, and makes few of the files smaller.
    private static func png(of surface: OpaquePointer) throws(PictureError) -> ByteBuffer {
        cairo_surface_flush(surface)
        guard let pixels = cairo_image_surface_get_data(surface) else { throw .failed("no pixels") }
        let stride = Int(cairo_image_surface_get_stride(surface))
        let rows = [UInt8](unsafeUninitializedCapacity: side * (1 + 3 * side)) { rows, count in
            for y in 0..<side {
                rows[count] = 0
                count += 1
                for x in 0..<side {
                    let pixel = UnsafeRawPointer(pixels).load(fromByteOffset: y * stride + 4 * x, as: UInt32.self)
                    rows[count] = UInt8(truncatingIfNeeded: pixel >> 16)
                    rows[count + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                    rows[count + 2] = UInt8(truncatingIfNeeded: pixel)
                    count += 3
                }
            }
        }
        var size = compressBound(uLong(rows.count))
        var status = Z_OK
        let data = [UInt8](unsafeUninitializedCapacity: Int(size)) { data, count in
            status = compress(data.baseAddress, &size, rows, uLong(rows.count))
            count = Int(size)
        }
        guard status == Z_OK else { throw .failed("zlib: \(status)") }
        var file = ByteBuffer(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var header = ByteBuffer(integer: UInt32(side))
        // Eight bits a sample, three samples a pixel.
        header.writeMultipleIntegers(UInt32(side), UInt8(8), UInt8(2), UInt8(0), UInt8(0), UInt8(0))
        file.write(chunk: "IHDR", Array(header.readableBytesView))
        file.write(chunk: "IDAT", data)
        file.write(chunk: "IEND", [])
        return file
    }
}

extension ByteBuffer {
    /// Appends a part of a PNG file: length, name, content and checksum.
    fileprivate mutating func write(chunk name: String, _ content: [UInt8]) {
        let named = Array(name.utf8) + content
        writeInteger(UInt32(content.count))
        writeBytes(named)
        writeInteger(UInt32(crc32(0, named, uInt(named.count))))
    }
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
