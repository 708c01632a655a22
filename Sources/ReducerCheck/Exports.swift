// Generators are part of what a spec is written with.
@_exported import TransitionSystems
