extension RunReport {
  /// The JSON schema (draft 2020-12) of the command's `--format json`.
  public static let schema = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A run of reducer-check",
      "type": "object",
      "required": ["format", "command", "specs", "corpus", "isInterrupted"],
      "properties": {
        "format": { "const": 1 },
        "command": { "type": "string" },
        "isInterrupted": { "type": "boolean" },
        "specs": { "type": "array", "items": { "$ref": "#/$defs/spec" } },
        "corpus": { "type": "array", "items": { "$ref": "#/$defs/entry" } }
      },
      "$defs": {
        "spec": {
          "type": "object",
          "required": ["spec", "seed", "walks", "events", "properties", "findings", "coverage", "notes"],
          "properties": {
            "spec": { "type": "string" },
            "seed": { "type": "integer" },
            "walks": { "type": "integer" },
            "events": { "type": "integer" },
            "properties": { "type": "array", "items": { "$ref": "#/$defs/demand" } },
            "findings": { "type": "array", "items": { "$ref": "#/$defs/demand" } },
            "coverage": { "type": "object", "required": ["events", "actions", "endpoints", "mostInFlight"] },
            "notes": { "type": "array", "items": { "type": "string" } },
            "exploration": { "$ref": "#/$defs/exploration" },
            "error": { "type": "string" }
          }
        },
        "demand": {
          "type": "object",
          "required": ["spec", "property", "kind", "verdict", "events", "start", "seed", "inFlight", "asked", "substantial"],
          "properties": {
            "spec": { "type": "string" },
            "property": { "type": "string" },
            "kind": { "enum": ["always", "never", "step", "quiescent", "reachable", "eventually", "leadsTo", "misuse", "impureReducer", "notAFunction", "threadOrder", "uncontrolled", "outlivesEffect", "unsoundMerge", "neverSuspends", "trap", "hang"] },
            "verdict": { "enum": ["proved", "held", "falsified", "reached", "inconclusive"] },
            "length": { "type": "integer" },
            "events": { "type": "array", "items": { "$ref": "#/$defs/event" } },
            "start": { "type": "integer" },
            "seed": { "type": "integer" },
            "reason": { "type": "string" },
            "inFlight": { "type": "array", "items": { "type": "string" } },
            "shrunkFrom": { "type": "integer" },
            "minimality": { "type": "string" },
            "cycle": { "type": "integer" },
            "signature": { "type": "string" },
            "file": { "type": "string" },
            "known": { "type": "string" },
            "asked": { "type": "integer" },
            "substantial": { "type": "integer" },
            "internalError": { "type": "string" }
          }
        },
        "exploration": {
          "type": "object",
          "required": ["distinct", "generated", "depth", "frontierByDepth", "isClosed", "reservations", "isPlain", "workers", "seconds", "bytes", "actions", "outcomes", "fields", "pairs"],
          "properties": {
            "distinct": { "type": "integer" },
            "generated": { "type": "integer" },
            "depth": { "type": "integer" },
            "frontierByDepth": { "type": "array", "items": { "type": "integer" } },
            "isClosed": { "type": "boolean" },
            "stop": { "enum": ["depth", "configurations", "time", "memory", "interruption", "decided", "useless"] },
            "resume": { "type": "string" },
            "reservations": { "type": "array", "items": { "type": "string" } },
            "isPlain": { "type": "boolean" },
            "workers": { "type": "integer" },
            "seconds": { "type": "number" },
            "bytes": { "type": "integer" },
            "actions": { "type": "array", "items": { "type": "object", "required": ["name", "sent", "changed", "delivered"] } },
            "outcomes": { "type": "array", "items": { "type": "object", "required": ["endpoint", "outcome", "count"] } },
            "fields": { "type": "array", "items": { "type": "object", "required": ["name", "count"] } },
            "pairs": { "type": "array", "items": { "type": "object", "required": ["one", "other", "oneFirst", "otherFirst"] } }
          }
        },
        "event": {
          "type": "object",
          "required": ["kind", "text", "changes", "stored"],
          "properties": {
            "kind": { "enum": ["send", "resolve", "serve", "deliver", "advance", "idle", "cancel", "move"] },
            "text": { "type": "string" },
            "changes": { "type": "array", "items": { "type": "string" } },
            "note": { "type": "string" },
            "stored": { "type": "object", "required": ["kind", "text"] }
          }
        },
        "entry": {
          "type": "object",
          "required": ["file", "outcome", "message"],
          "properties": {
            "file": { "type": "string" },
            "outcome": { "enum": ["asExpected", "failsAgain", "noLongerFails", "stale"] },
            "message": { "type": "string" },
            "demand": { "$ref": "#/$defs/demand" }
          }
        }
      }
    }
    """
}
