/** An error that the operator can mend: its message is one sentence, shown without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/**
 * The sentence for an operator: of a refusal, also one that was wrapped for visitors, and of a file, a name or an address that
 * the system refuses. Undefined for any other error, which is shown with its stack.
 */
export function operatorMessage(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof Refusal) return one.message
    // Of each address of a name that was tried.
    const { syscall, code, message } = (
      one instanceof AggregateError ? one.errors[0] : one
    ) as NodeJS.ErrnoException
    if (syscall && code) return `${message || code}.`
  }
  return undefined
}
