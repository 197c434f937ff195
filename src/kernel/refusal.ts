/** An error that the operator can mend: its message is one sentence, shown without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}
