/**
 * The reason phrase of each HTTP status. An ESM import of `node:http` would load all of its exports, including `fetch`, and
 * take a tenth of the start time.
 */
export const REASON_PHRASES = process.getBuiltinModule('node:http').STATUS_CODES
