import { CALL_OUTCOMES, CALLED_NUMBERS } from '../../../shared/words/claims.ts'
import { EVIDENCE, EVIDENCE_STRENGTHS, UNPROVEN_ADDRESS } from '../../../shared/words/evidence.ts'
import type { ClaimItem } from '../../kit/api/contract.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { moment } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { common } from '../../kit/words/texts.ts'
import { t } from './proof-texts.ts'
import { hasAddress, numbersToCall, STRENGTH_TONES } from './rules.ts'

/** The ways to get stronger evidence. */
export interface Checks {
  onLetter(): void
  onCall(): void
  onForgetCall(): void
  onOwners(): void
  onTakeBack(): void
}

interface Props {
  readonly claim: ClaimItem
  readonly now: Date
  /** Absent where the caller’s role does not reach the acteur. */
  readonly checks: Checks | undefined
}

/** The evidence of a claim, strongest first, and buttons to collect more. */
export function Proof({ claim, now, checks }: Props) {
  const { evidence } = claim
  return (
    <section>
      <h3>{t.title}</h3>
      {evidence.length === 0 ? (
        <p>{t.nothing}</p>
      ) : (
        <ul>
          {evidence.map(({ kind, strength, by, at }) => (
            <li key={`${kind} ${by?.id} ${at}`} className="stack gap-6 start">
              <p>
                <Chip tone={STRENGTH_TONES[strength]}>{labelOf(EVIDENCE_STRENGTHS[strength])}</Chip>{' '}
                <strong>{labelOf(EVIDENCE[kind])}</strong>
              </p>
              <p>{labelOf(EVIDENCE[kind].proves)}</p>
              {strength === 'to_check' && EVIDENCE[kind].strength !== 'to_check' && (
                <p>{labelOf(UNPROVEN_ADDRESS)}</p>
              )}
              {at && (
                <p className="soft second">
                  {[by ? (by.nom ?? common.nameless) : undefined, moment(new Date(at), now)]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {claim.call && <Called claim={claim} call={claim.call} now={now} checks={checks} />}
      {claim.status === 'pending' && checks && <ToCheck claim={claim} now={now} checks={checks} />}
    </section>
  )
}

/** The recorded call, whatever was answered. */
function Called({
  claim,
  call: { number, outcome, answered_by, note, by, at },
  now,
  checks,
}: Props & { readonly call: NonNullable<ClaimItem['call']> }) {
  return (
    <div className="stack gap-6 start">
      <h4>{t.call.title}</h4>
      <p>
        <strong>{labelOf(CALL_OUTCOMES[outcome])}</strong>
        {answered_by && (
          <>
            {t.colon} <bdi>{answered_by}</bdi>
          </>
        )}
      </p>
      {note && <p dir="auto">{note}</p>}
      <p className="soft second">
        {[labelOf(CALLED_NUMBERS[number]), by?.nom ?? common.nameless, moment(new Date(at), now)].join(', ')}
      </p>
      {claim.status === 'pending' && checks && <Button onClick={checks.onForgetCall}>{t.call.forget}</Button>}
    </div>
  )
}

/** A letter with a code, and a call to the known number: never to that of the claim. */
function ToCheck({ claim, now, checks }: Props & { readonly checks: Checks }) {
  const { letter, call } = claim
  const numbers = numbersToCall(claim)
  const canWrite = letter !== null || hasAddress(claim)
  return (
    <>
      <h4>{t.check}</h4>
      <ul>
        <li className="stack gap-6 start">
          <p>
            {letter === null
              ? canWrite
                ? t.letter.none
                : t.letter.noAddress
              : letter.confirmed_at
                ? t.letter.entered(moment(new Date(letter.confirmed_at), now))
                : letter.attempts_left === 0
                  ? t.letter.void
                  : t.letter.sent(moment(new Date(letter.issued_at), now), letter.attempts_left)}
          </p>
          {canWrite && !letter?.confirmed_at && (
            <Button icon="mail" onClick={checks.onLetter}>
              {letter ? t.letter.open : t.letter.prepare}
            </Button>
          )}
        </li>
        <li className="stack gap-6 start">
          {numbers.map(({ number, telephone }) => (
            <p key={number}>
              {labelOf(CALLED_NUMBERS[number])}
              {t.colon} <a href={`tel:${telephone.replaceAll(/[^\d+]/g, '')}`}>{telephone}</a>
            </p>
          ))}
          {numbers.length > 0 ? (
            <Button onClick={checks.onCall}>{call ? t.call.replace : t.call.record}</Button>
          ) : (
            <p>{t.call.none}</p>
          )}
        </li>
      </ul>
    </>
  )
}
