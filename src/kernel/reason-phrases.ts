/**
 * The words of each status. Not by an import of `node:http`: to offer its names, Node would load everything behind them, its
 * own `fetch` too, which nothing here uses: a tenth of a start.
 */
export const REASON_PHRASES = process.getBuiltinModule('node:http').STATUS_CODES
