import { useState } from 'react'
import type { Route } from '../api/send.ts'
import { callForTable } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Failure, sentenceOf } from '../ui/message.tsx'
import { t } from './texts.ts'

/** Downloads the whole filtered list as CSV. */
export function DownloadTable({
  route,
  query,
  name,
}: {
  readonly route: Route
  readonly query: object
  /** The name of the file without its extension. */
  readonly name: string
}) {
  const [state, setState] = useState<'idle' | 'busy' | { readonly failure: string }>('idle')
  const take = async () => {
    setState('busy')
    try {
      save(await callForTable(route, query), `${name}.csv`)
      setState('idle')
    } catch (error) {
      setState({ failure: sentenceOf(error) })
    }
  }
  return (
    <>
      <Button icon="down_to" off={state === 'busy'} onClick={() => void take()}>
        {state === 'busy' ? t.preparing : t.table}
      </Button>
      {typeof state === 'object' && <Failure>{state.failure}</Failure>}
    </>
  )
}

/** Saves a file. The request needs the token in a header, so a plain link cannot download it. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
