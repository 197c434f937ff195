import { useQuery } from '@tanstack/react-query'
import type { PersonInBrief } from '../api/contract.ts'
import type { reading } from '../api/queries.ts'
import { usePerson } from '../person.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from './choice.tsx'
import css from './notes.module.css'
import { t as team } from './team-texts.ts'
import { t } from './team-work-texts.ts'

/** The query of those who may read the records. */
export type Colleagues = ReturnType<typeof reading<'GET /api/v1/admin/messages/colleagues'>>

const MOST = 10

/** The colleagues whom a note mentions, each with a button that takes them out. */
export function Mentions({
  colleagues,
  chosen,
  onChange,
}: {
  readonly colleagues: Colleagues
  readonly chosen: readonly PersonInBrief[]
  onChange(chosen: readonly PersonInBrief[]): void
}) {
  const me = usePerson()
  const { data } = useQuery({ ...colleagues, staleTime: 60_000 })
  const others = (data?.data ?? []).filter(({ id }) => id !== me?.id && !chosen.some(one => one.id === id))
  if (others.length === 0 && chosen.length === 0) return null
  return (
    <div className={`stack second gap-8 ${css.mentions}`}>
      {chosen.length < MOST && (
        <Choice
          label={t.mention}
          value={undefined}
          all={t.choose}
          options={others.map(({ id, nom }) => [id, nom ?? team.unknown])}
          onChange={id => onChange([...chosen, ...others.filter(one => one.id === id)])}
        />
      )}
      <ul className="row gap-8 if-any">
        {chosen.map(({ id, nom }) => (
          <li key={id}>
            <Button
              icon="cross"
              aria-label={t.takeOut(nom ?? team.unknown)}
              onClick={() => onChange(chosen.filter(one => one.id !== id))}
            >
              {nom ?? team.unknown}
            </Button>
          </li>
        ))}
      </ul>
      <p className="soft">{t.mentionHint}</p>
    </div>
  )
}
