/** The accepted client, as limits, cursors, traces and the log need it. The guard gives actions more. */
export interface Visitor {
  /** The calling app. */
  readonly source: { readonly slug: string }
  readonly caller: { readonly id: string } | undefined
}
