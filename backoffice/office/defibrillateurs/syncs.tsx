import { useQuery } from '@tanstack/react-query'
import { listing } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Pager } from '../../kit/desk/pager.tsx'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { number } from '../../kit/words/format.ts'
import { refreshDevices } from './bulk.tsx'
import css from './devices.module.css'
import { isUnderWay, SyncLine } from './sync-line.tsx'
import { t } from './texts.ts'

/** The syncs of the register: running, done, or held until an operator confirms. */
export function Syncs({ page, onPage }: { readonly page: number; onPage(page: number | undefined): void }) {
  const { act, busy, failure } = useActs(refreshDevices)
  const { data, error, refetch } = useQuery({
    ...listing('GET /api/v1/admin/defibrillateurs-france/syncs', { query: { page } }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 2_000 : false),
  })
  const ask = (force: boolean) =>
    act(() =>
      call('POST /api/v1/admin/defibrillateurs-france/sync', {
        body: force ? { force } : {},
        once: crypto.randomUUID(),
      }),
    )
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
  const [latest] = data.data
  return (
    <Section title={t.tab.lectures}>
      <p className="soft">{t.syncs.about}</p>
      <Actions>
        <Button off={busy || (latest !== undefined && isUnderWay(latest))} onClick={() => ask(false)}>
          {t.syncs.ask}
        </Button>
      </Actions>
      {failure}
      {data.data.length === 0 && <Empty title={t.syncs.none} />}
      <ul className={`stack gap-16 ${css.syncs}`}>
        {data.data.map(sync => (
          <li className="stack gap-4" key={sync.id}>
            <SyncLine sync={sync} />
            {sync === latest && sync.status === 'held' && page === 1 && (
              <Actions>
                <Button look="grave" off={busy} onClick={() => ask(true)}>
                  {t.syncs.letThrough(number(sync.would_withdraw ?? 0))}
                </Button>
              </Actions>
            )}
          </li>
        ))}
      </ul>
      <Pager page={page} shown={data.data.length} meta={data.meta} onPage={onPage} />
    </Section>
  )
}
