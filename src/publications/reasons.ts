/** The reasons of a report or refusal. */
export const REASON_CODES = [
  'spam',
  'inappropriate',
  'false_information',
  'illegal',
  'duplicate',
  'off_topic',
  'other',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]
