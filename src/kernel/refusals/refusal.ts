import { isDiskFull } from './db-errors.ts'

/** An error that the operator can fix: its message is a sentence, shown without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** For a full disk, whether PostgreSQL says so in a statement or does not start. */
export const FREE_ROOM = 'Free room on the disk of the database, or give it a larger one, then start again.'

/** The message of a Refusal (also as the cause of another error) of a system error, or of a full disk. Undefined for any other error. */
export function operatorMessage(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof Refusal) return one.message
    if (isDiskFull(one)) return `${error instanceof Error ? error.message : one.message}. ${FREE_ROOM}`
    // An AggregateError has one error for each address of a host name.
    const { syscall, code, message } = (
      one instanceof AggregateError ? one.errors[0] : one
    ) as NodeJS.ErrnoException
    if (syscall && code) return `${message || code}.`
  }
  return undefined
}
