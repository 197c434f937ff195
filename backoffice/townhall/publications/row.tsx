import type { ReactNode } from 'react'
import { ALERT_LEVELS } from '../../../shared/words/publications.ts'
import type { OwnPublication } from '../../kit/api/contract.ts'
import { Chip } from '../../kit/ui/chip.tsx'
import { eventInBrief } from '../../kit/ui/event-days.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { endInWords } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { unbroken } from '../../kit/words/typography.ts'
import css from './publications.module.css'
import { acteInWords, LEVEL_TONES, sentenceOf, stateOf, TONES } from './state.ts'
import { t } from './texts.ts'

/** Rows of publications; `acts` are the actions on each. */
export function Rows({
  of,
  byWhom = false,
  within = false,
  acts,
  more,
}: {
  readonly of: readonly OwnPublication[]
  /** Shows the acteur of each row. */
  readonly byWhom?: boolean
  /** The rows have their own heading. */
  readonly within?: boolean
  readonly acts?: (publication: OwnPublication) => ReactNode
  /** Below the words of each. */
  readonly more?: (publication: OwnPublication) => ReactNode
}) {
  const now = new Date()
  return (
    <ul className="card">
      {of.map(publication => (
        <Row
          key={publication.id}
          of={publication}
          now={now}
          byWhom={byWhom}
          Name={within ? 'h3' : 'h2'}
          acts={acts?.(publication)}
          more={more?.(publication)}
        />
      ))}
    </ul>
  )
}

function Row({
  of: publication,
  now,
  byWhom,
  Name,
  acts,
  more,
}: {
  readonly of: OwnPublication
  readonly now: Date
  readonly byWhom: boolean
  readonly Name: 'h2' | 'h3'
  readonly acts: ReactNode
  readonly more: ReactNode
}) {
  const state = stateOf(publication, now)
  const { title, type, acteur, date_debut, epingle, moderation_reason, moderation_reason_code } = publication
  const { annule_le, annule_motif, leve_le, en_vigueur, niveau, fin_le, vues_semaine, acte } = publication
  const isAlert = type.slug === 'alerte' && (state === 'en_ligne' || state === 'programmees')
  const withoutPicture = publication.image_refused && t.withoutPicture[publication.image_refused]
  // “Another reason” says nothing beside its words.
  const category = moderation_reason_code === 'other' && moderation_reason ? null : moderation_reason_code
  const why = [category && t.category(t.reasons[category]), moderation_reason && t.why(moderation_reason)]
  return (
    <li className={`row middle ${css.row}`}>
      <div className={`anywhere fits ${css.words}`}>
        <Name dir="auto">{unbroken(title)}</Name>
        <p>
          <Chip tone={TONES[state]}>{t.state[state]}</Chip>{' '}
          {isAlert && (
            <>
              <Chip
                tone={en_vigueur ? (niveau ? LEVEL_TONES[niveau] : 'bad') : 'plain'}
                icon={en_vigueur ? 'warn' : 'check'}
              >
                {leve_le ? t.alert.lifted : en_vigueur ? t.alert.inForce : t.alert.over}
              </Chip>{' '}
            </>
          )}
          {annule_le && (
            <>
              <Chip tone="bad" icon="cross">
                {t.cancelled}
              </Chip>{' '}
            </>
          )}
          {epingle && !byWhom && (en_vigueur || type.slug !== 'alerte') && (
            <>
              <Chip tone="info" icon="star">
                {t.pinned}
              </Chip>{' '}
            </>
          )}
          <span>
            {[byWhom ? acteur?.nom : type.nom, sentenceOf(publication, now)].filter(Boolean).join(' · ')}
          </span>
        </p>
        {isAlert && (niveau ?? fin_le) && (
          <p className={css.when}>
            {[
              niveau && labelOf(ALERT_LEVELS[niveau]),
              fin_le && t.alert.until(endInWords(new Date(fin_le), now)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {acte && <p>{acteInWords(acte)}</p>}
        {date_debut && (
          <p className={css.when}>
            <Icon name="clock" small /> {eventInBrief({ ...publication, date_debut })}
          </p>
        )}
        {vues_semaine !== 0 && state === 'en_ligne' && <p>{t.viewed(vues_semaine)}</p>}
        {annule_motif && (
          <p className={css.why} dir="auto">
            {annule_motif}
          </p>
        )}
        {(state === 'refusees' || state === 'a_corriger') && why.some(Boolean) && (
          <p className={css.why} dir="auto">
            {why.filter(Boolean).join(' ')}
          </p>
        )}
        {withoutPicture && <p className={css.when}>{withoutPicture}</p>}
        {more}
      </div>
      {acts && <div className="row gap-6 middle">{acts}</div>}
    </li>
  )
}
