import { type Explanation, fillIn, type Params } from '../../../kernel/refusals/explanations.ts'
import { UNREADABLE } from '../explanations.ts'

/** The source is not the register, or not complete: one sentence, without addresses. */
export class UnreadableRegister extends Error {
  readonly explanation: Explanation<keyof typeof UNREADABLE>

  constructor(code: keyof typeof UNREADABLE, params: Params = {}, options: ErrorOptions = {}) {
    super(fillIn(UNREADABLE[code], params, 'en'), options)
    this.explanation = { code, params }
  }
}
