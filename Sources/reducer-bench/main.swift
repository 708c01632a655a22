import ReducerCheck
import Specs

let speed = try FuzzingSpeed.measure(contador.erased, seconds: 2)
print("fuzzing Contador: \(Int(speed.rate)) events a second (\(speed.events) in \(speed.seconds) s)")
