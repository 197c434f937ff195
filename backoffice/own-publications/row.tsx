import type { OwnPublication } from '../api/contract.ts'
import { Chip } from '../ui/chip.tsx'
import css from './own.module.css'
import { sentenceOf, stateOf, TONES } from './state.ts'
import { t } from './texts.ts'

export function Rows({ of }: { readonly of: readonly OwnPublication[] }) {
  const now = new Date()
  return (
    <ul className={css.rows}>
      {of.map(publication => {
        const state = stateOf(publication, now)
        return (
          <li key={publication.id} className={css.row}>
            <h3 dir="auto">{publication.title}</h3>
            <p>
              <Chip tone={TONES[state]}>{t.state[state]}</Chip> {publication.type.nom} ·{' '}
              {sentenceOf(publication, now)}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
