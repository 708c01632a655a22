// What listings mean by `import ComposableArchitecture`. In no product.
@_exported import ReducerTesting
@_exported import Reducers
