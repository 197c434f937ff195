import { keepDraft } from '../../kit/drafts.ts'

const KINDS = ['approve', 'reject', 'question', 'call'] as const

/** The key of the stored input of a dialog: it is kept until the service has taken the decision. */
export const draftKey = (claim: string, kind: (typeof KINDS)[number]) => `claim ${claim} ${kind}`

export const forgetDrafts = (claim: string): void => {
  for (const kind of KINDS) keepDraft(draftKey(claim, kind), '')
}
