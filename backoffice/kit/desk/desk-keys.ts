/**
 * The keys of the desks: a key means the same on each of them (`desk-keys.test.ts`). `R` answers the person: with a
 * refusal, or with a message.
 */
export const KEYS = {
  next: 'J',
  previous: 'K',
  /** Takes it, or lets it go. */
  take: 'S',
  give: 'I',
  note: 'N',
  publish: 'P',
  /** Says yes to what somebody asks for. */
  accept: 'A',
  /** Leaves a decision as it is. */
  maintain: 'M',
  refuse: 'R',
  reply: 'R',
  /** Asks the person for something before deciding. */
  askFor: 'V',
  schedule: 'T',
  correct: 'E',
  compare: 'D',
  feature: 'F',
  remove: 'Delete',
  select: 'X',
  undo: 'U',
  close: 'C',
  unread: 'L',
  leave: 'Escape',
  find: '/',
} as const
