import type { Route } from '../api/send.ts'
import { callForTable } from '../api/session.ts'
import { useActs } from '../forms/acts.tsx'
import { Button } from '../ui/button.tsx'
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
  const { act, busy, failure } = useActs()
  const take = async () => save(await callForTable(route, query), `${name}.csv`)
  return (
    <>
      <Button icon="down_to" off={busy} onClick={() => act(take)}>
        {busy ? t.preparing : t.table}
      </Button>
      {failure}
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
