import { Refused } from '../../../packages/client/src/refused.ts'

export { Refused } from '../../../packages/client/src/refused.ts'

/** No answer of the service. */
export const unreachable = (): Refused => new Refused()

/** The record changed since it was read (412). */
export const isVersionConflict = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'stale_version'
