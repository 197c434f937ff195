import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ImportEntry } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Select } from '../../kit/ui/field.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Empty, Loading, Problem } from '../../kit/ui/message.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { moment, namedDay } from '../../kit/words/format.ts'
import css from './imports.module.css'
import { Why } from './run-result.tsx'
import { Result } from './state.tsx'
import { t } from './texts.ts'

/** The log of a day: the latest with an entry, unless the address names one. */
export function Log({ id, day }: { readonly id: string; readonly day: string | undefined }) {
  const navigate = useNavigate()
  const days = useQuery(reading('GET /api/v1/admin/import-sources/{id}/runs/days', { params: { id } }))
  const date = day ?? days.data?.data[0]?.date ?? ''
  const log = useQuery({
    ...reading('GET /api/v1/admin/import-sources/{id}/logs/{date}', { params: { id, date } }),
    enabled: date !== '',
  })
  const error = days.error ?? log.error
  if (error) return <Problem error={error} retry={() => void (days.error ? days.refetch() : log.refetch())} />
  if (!days.data) return <Loading />
  if (days.data.data.length === 0) return <Empty title={t.log.none} />
  return (
    <>
      <div className={css.day}>
        <Select
          label={t.log.day}
          value={date}
          onChange={event =>
            void navigate({
              to: '/imports/$id',
              params: { id },
              search: { onglet: 'journal', jour: event.currentTarget.value },
            })
          }
        >
          <Options
            of={days.data.data.map(one => [
              one.date,
              `${namedDay(one.date)} (${t.log.ofDay(one.runs, one.failed)})`,
            ])}
          />
        </Select>
      </div>
      {!log.data && <Loading />}
      {log.data?.data.runs.map(run => (
        <section key={run.id} className={css.run}>
          <h3 className="row middle gap-8">
            {t.runs.of(moment(new Date(run.created_at), new Date()))} <Result of={run} />
          </h3>
          {run.error && <Why why={run.error} />}
          <ul className={`stack gap-2 ${css.lines}`}>
            {run.entries
              // The end of the run is shown above.
              .filter(({ message }) => message !== run.error?.message)
              .map((entry, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log never move
                <Line key={at} entry={entry} />
              ))}
            {run.entries.length === 0 && <li className="stack anywhere gap-8">{t.log.quiet}</li>}
          </ul>
        </section>
      ))}
    </>
  )
}

const ICONS = { info: 'check', warning: 'clock', error: 'warn' } as const

const Line = ({ entry: { level, message } }: { readonly entry: ImportEntry }) => (
  <li className={`stack anywhere gap-8 ${css[level]}`}>
    <span>
      <Icon name={ICONS[level]} small />
      <span className="unseen">{t.log.level[level]}</span>
    </span>
    <span dir="auto">{message}</span>
  </li>
)
