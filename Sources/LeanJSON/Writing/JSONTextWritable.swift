/// A value that is written too often to be asked how it encodes itself.
package protocol JSONTextWritable {
    /// Writes the text that the value encodes to.
    func write(to text: inout JSONText)
}

extension Array: JSONTextWritable where Element: JSONTextWritable {
    package func write(to text: inout JSONText) { text.array(self) { $1.write(to: &$0) } }
}
