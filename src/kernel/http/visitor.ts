/** The accepted client, as limits, cursors, traces and the log need it. The guard gives actions more. */
export interface Visitor {
  /** The calling app. */
  readonly source: { readonly slug: string }
  readonly caller: Identified | undefined
}

/** A user, or an API key: a key is never recorded as a user. */
export interface Identified {
  readonly id: string
  readonly kind?: 'user' | 'key'
}

/** The id under its name in the log and in the audit trail. */
export const userOrKey = (caller: Identified | undefined) =>
  caller?.kind === 'key' ? { userId: undefined, keyId: caller.id } : { userId: caller?.id, keyId: undefined }
