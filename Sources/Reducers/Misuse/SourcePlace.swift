/// Where in the source something was written; its text is the same in every process.
package struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  package let fileID: String
  package let line: Int
  package let column: Int

  package init(fileID: String, line: Int, column: Int) {
    self.fileID = fileID
    self.line = line
    self.column = column
  }

  package var description: String { "\(fileID):\(line):\(column)" }
}
