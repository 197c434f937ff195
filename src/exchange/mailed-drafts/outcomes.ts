import { namesOf } from '../../../shared/fields/field.ts'

/** Why a mail to the address of an acteur became no draft. */
export const REFUSALS = {
  unknown_address: 'no acteur has this address, or it was renewed',
  not_checked: 'the mail server said nothing about the sender',
  not_proven: 'the mail server does not vouch for the sender',
  not_a_member: 'the sender is no member who may write for the acteur',
  automatic: 'a program answered, or a draft came back',
  unreadable: 'the mail cannot be read',
  too_many: 'the member or the acteur has sent more than the limit',
  drafts_full: 'the member has as many drafts as a member may have',
} as const satisfies Readonly<Record<string, string>>
export type Refusal = keyof typeof REFUSALS

/** The states of a mail: begun, then the outcome. */
export const MAIL_OUTCOMES = ['begun', 'draft', ...namesOf(REFUSALS)] as const
export type Outcome = (typeof MAIL_OUTCOMES)[number]
