import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import { isUnderWay, SyncLine } from '../defibrillateurs/sync-line.tsx'
import { t } from './texts.ts'

/** Syncs the register for this commune alone, and shows the result of the last sync. */
export function Reread({ id }: { readonly id: string }) {
  const latest = useQuery({
    ...reading('GET /api/v1/admin/communes/{id}/defibrillateurs/syncs', {
      params: { id },
      query: { per_page: 1 },
    }),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? 2_000 : false),
  })
  const [sync] = latest.data?.data ?? []
  const finished = sync?.finished_at
  useEffect(() => {
    if (finished)
      void client.invalidateQueries({ queryKey: ['GET /api/v1/admin/communes/{id}/defibrillateurs'] })
  }, [finished])
  const { act, failure } = useActs(latest.refetch)
  const ask = () =>
    call('POST /api/v1/admin/communes/{id}/defibrillateurs/sync', { params: { id }, body: {} })
  return (
    <>
      <Actions>
        <Button off={sync && isUnderWay(sync)} onClick={() => act(ask)}>
          {t.devices.reread}
        </Button>
      </Actions>
      {sync && (
        <div role="status">
          <SyncLine sync={sync} />
        </div>
      )}
      {failure}
    </>
  )
}
