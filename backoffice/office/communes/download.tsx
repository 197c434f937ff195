import { useState } from 'react'
import { call } from '../../kit/api/session.ts'
import { save } from '../../kit/desk/download.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Failure, sentenceOf } from '../../kit/ui/message.tsx'
import { t } from './texts.ts'

/** Downloads everything about a commune as one file. */
export function DownloadCommune({ id, slug }: { readonly id: string; readonly slug: string }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const take = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { data } = await call('GET /api/v1/admin/communes/{id}/full', { params: { id } })
      save(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), `${slug}.json`)
    } catch (error) {
      setFailure(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <>
      <Button look="quiet" icon="down_to" off={busy} onClick={() => void take()}>
        {t.whole}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </>
  )
}
