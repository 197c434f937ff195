import { useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import { acteurPageOf, frontPageOf } from '../../kit/place.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import type { Acteur } from '../acteur.ts'
import css from './home.module.css'
import { t } from './texts.ts'

/** How often it was read this week, and its pages for residents. */
export function AtAGlance({ acteur: { acteur_id, type, communes } }: { readonly acteur: Acteur }) {
  const read = useQuery(reading('GET /api/v1/me/publications/counts', { query: { acteur_id } })).data?.data
    .vues_semaine
  const [commune] = communes
  const front = commune && frontPageOf(commune.id)
  const own = type === 'mairie' ? front : commune && acteurPageOf(acteur_id, commune.id)
  if (!read && !front) return null
  return (
    <ul className={`row middle ${css.glance}`}>
      {read !== undefined && read !== 0 && <li>{t.read(read)}</li>}
      {own && (
        <li>
          <a className="middle gap-8" href={own} target="_blank" rel="noopener">
            <Icon name="eye" small /> {type === 'mairie' ? t.place : t.page}
          </a>
        </li>
      )}
      {front && (
        <li>
          <a className="middle gap-8" href={`${front}/semaine`} target="_blank" rel="noopener">
            <Icon name="book" small /> {t.week}
          </a>
        </li>
      )}
    </ul>
  )
}
