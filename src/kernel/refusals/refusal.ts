/** An error that the operator can fix: its message is a sentence, shown without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The message of a Refusal (also as the cause of another error) or of a system error. Undefined for any other error. */
export function operatorMessage(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof Refusal) return one.message
    // An AggregateError has one error for each address of a host name.
    const { syscall, code, message } = (
      one instanceof AggregateError ? one.errors[0] : one
    ) as NodeJS.ErrnoException
    if (syscall && code) return `${message || code}.`
  }
  return undefined
}
