import Foundation

/// The memory of this process, and how much it may have.
enum MemoryUse {
  /// Bytes resident now; 0 where the system does not say.
  static var now: Int {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
        return 0
      }
      let fields = text.split(separator: " ")
      return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    #elseif canImport(Darwin)
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(
        MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let result = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int(info.resident_size) : 0
    #else
      return 0
    #endif
  }

  /// The most bytes that were ever resident; 0 where the system does not say.
  static var peak: Int {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
      else { return 0 }
      return line.split(separator: " ").compactMap { Int($0) }.first.map { $0 << 10 } ?? 0
    #else
      return 0
    #endif
  }

  /// 80 % of what the machine has, or of what its control group allows if that is less.
  static var allowed: Int {
    var most = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    for file in ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"] {
      if let text = try? String(contentsOfFile: file, encoding: .utf8),
        let limit = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)), limit > 0
      {
        most = min(most, limit)
      }
    }
    return most / 10 * 8
  }
}
