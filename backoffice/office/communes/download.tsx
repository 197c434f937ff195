import { call } from '../../kit/api/session.ts'
import { save } from '../../kit/desk/download.tsx'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { t } from './texts.ts'

/** Downloads everything about a commune as one file. */
export function DownloadCommune({ id, slug }: { readonly id: string; readonly slug: string }) {
  const { act, busy, failure } = useActs()
  const take = async () => {
    const { data } = await call('GET /api/v1/admin/communes/{id}/full', { params: { id } })
    save(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `${slug}.json`)
  }
  return (
    <>
      <Button look="quiet" icon="down_to" off={busy} onClick={() => act(take)}>
        {t.whole}
      </Button>
      {failure}
    </>
  )
}
