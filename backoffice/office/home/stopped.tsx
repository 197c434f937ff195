import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Operation } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { moment } from '../../kit/words/format.ts'
import { common } from '../../kit/words/texts.ts'
import css from './for-me.module.css'
import { t } from './stopped-texts.ts'

const stopped = () => reading('GET /api/v1/admin/operations', { query: { state: 'stopped', per_page: 5 } })

/** Bulk operations that ended because their user lost the right: what was done, what was not, and the undo of it. */
export function StoppedOperations() {
  const { data, error, refetch } = useQuery(stopped())
  const [isUndoing, setUndoing] = useState(false)
  const { act, outcomeLine } = useActs(() => client.invalidateQueries({ queryKey: stopped().queryKey }))
  const undo = ({ id }: Operation) =>
    act(async () => {
      await call('POST /api/v1/admin/operations/{id}/undo', { params: { id } })
      setUndoing(true)
    }, t.undoing)
  if (error && !data) return <Problem error={error} retry={() => void refetch()} />
  if (!data || (data.data.length === 0 && !isUndoing)) return null
  const now = new Date()
  return (
    <Section title={t.title}>
      <ul className={`card stack to-720 ${css.list}`}>
        {data.data.map(operation => {
          const { id, at, user, action, total, updated, restored, done } = operation
          const left = updated - restored
          return (
            <li className="row anywhere" key={id}>
              <div>
                <p dir="auto">
                  <b>{user?.nom ?? common.nameless}</b> · {t.asked[action](total)},{' '}
                  {moment(new Date(at), now)}
                </p>
                <p>{restored > 0 ? t.partlyUndone(left, restored) : t.stopped(updated, total - done)}</p>
              </div>
              {left > 0 && <Button onClick={() => undo(operation)}>{t.undo}</Button>}
            </li>
          )
        })}
      </ul>
      {outcomeLine('soft second')}
    </Section>
  )
}
