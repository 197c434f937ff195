import { useState } from 'react'
import type { ImportRun } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import css from './imports.module.css'
import { RunResult, Seen } from './run-result.tsx'
import { t } from './texts.ts'

/** A dry run: the changes that a run would make, by item and field. Nothing is written. */
export function DryRun({ id }: { readonly id: string }) {
  const [seen, setSeen] = useState<ImportRun>()
  const { act, busy, failure } = useActs(() => client.invalidateQueries())
  const run = async () => {
    setSeen(undefined)
    const { data } = await call('POST /api/v1/admin/import-sources/{id}/run', {
      params: { id },
      query: { dry_run: true },
    })
    setSeen(data)
  }
  return (
    <>
      <p className={css.intro}>{t.trial.about}</p>
      <Button look="primary" off={busy} onClick={() => act(run)}>
        {busy ? t.trial.going : t.trial.go}
      </Button>
      {failure}
      <Seen of={seen}>{seen && <RunResult of={seen} />}</Seen>
    </>
  )
}
