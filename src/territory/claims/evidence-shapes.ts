import type { Static } from 'typebox'
import { about, Nullable, named, Obj, Optional, Text, Timestamp, WordOf } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { CALL_OUTCOMES, CALLED_NUMBERS, OFFICIAL_BLOCKS } from '../../../shared/words/claims.ts'
import { EVIDENCE, EVIDENCE_STRENGTHS } from '../../../shared/words/evidence.ts'
import { PersonInBrief } from '../../people/access/in-brief.ts'

/** The evidence about a claim, the letter with a code, and the call. */

export const Evidence = named(
  'ClaimEvidence',
  Obj({
    kind: WordOf(EVIDENCE),
    strength: WordOf(EVIDENCE_STRENGTHS),
    by: about('Who recorded it, or the owner who answered', Nullable(PersonInBrief)),
    at: Nullable(Timestamp),
  }),
)

export const LetterState = named(
  'ClaimLetterState',
  Obj({
    sent_to: about('Null for a printed letter', Nullable(Text(254))),
    issued_at: Timestamp,
    expires_at: Timestamp,
    confirmed_at: about('When the claimant entered the code; null before', Nullable(Timestamp)),
    attempts_left: about('0 if no code can be entered any more', Type.Integer({ minimum: 0 })),
  }),
)

export const OfficialAddress = named(
  'OfficialAddress',
  Obj({
    to: about('Where a code can be mailed', Nullable(Text(254))),
    blocked: about('Why none can be', Nullable(WordOf(OFFICIAL_BLOCKS))),
  }),
)

const CallText = {
  answered_by: Nullable(Text(200)),
  note: Nullable(Text(1000)),
}
const CalledNumber = named('CalledNumber', WordOf(CALLED_NUMBERS))
const CallOutcome = named('CallOutcome', WordOf(CALL_OUTCOMES))
export const Call = named(
  'ClaimCall',
  Obj({
    number: CalledNumber,
    outcome: CallOutcome,
    answered_by: about('Who answered: a name or a function', CallText.answered_by),
    note: CallText.note,
    by: about('Who called', Nullable(PersonInBrief)),
    at: Timestamp,
  }),
)
export const NewCall = named(
  'NewClaimCall',
  Obj({
    number: CalledNumber,
    outcome: CallOutcome,
    answered_by: Optional(about('Required unless nobody answered', CallText.answered_by)),
    note: Optional(CallText.note),
  }),
  { number: 'page', outcome: 'confirmed', answered_by: 'La présidente', note: null },
)
export type NewCall = Static<typeof NewCall>

export const PrintedLetter = named(
  'ClaimPrintedLetter',
  Obj({
    acteur: Text(200),
    adresse: about('The postal address; null if none is known', Nullable(Text(500))),
    from_register: about('The address is that of the national directory of town halls', Type.Boolean()),
    commune: Nullable(Text(200)),
    ville: about(
      'The last line of the address; null where the address has a postcode itself. Without a postcode where the commune has several',
      Nullable(Text(210)),
    ),
    code: Text(20),
    page: about('Where the claimant enters the code', Text(500)),
    from: about('The name of the sender: that of the service’s mails', Text(100)),
    issued_at: Timestamp,
    expires_at: Timestamp,
  }),
)
export const LetterCode = named('ClaimLetterCode', Obj({ code: Text(40) }), { code: 'K7QM-2XWD' })
