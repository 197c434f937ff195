/**
 * Whoever was let in, as far as the way of a request has to know: for limits, cursors, traces and the log. The guard
 * tells the actions more than that.
 */
export interface Visitor {
  /** The app that calls. */
  readonly source: { readonly slug: string }
  readonly caller: { readonly id: string } | undefined
}
