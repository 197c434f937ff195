import { useMutation } from '@tanstack/react-query'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import css from './imports.module.css'
import { RunResult, Seen } from './run-result.tsx'
import { t } from './texts.ts'

/** A dry run: the changes that a run would make, by item and field. Nothing is written. */
export function DryRun({ id }: { readonly id: string }) {
  const run = useMutation({
    mutationFn: () =>
      call('POST /api/v1/admin/import-sources/{id}/run', { params: { id }, query: { dry_run: true } }),
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <>
      <p className={css.intro}>{t.trial.about}</p>
      <Button look="primary" off={run.isPending} onClick={() => run.mutate()}>
        {run.isPending ? t.trial.going : t.trial.go}
      </Button>
      {run.error && <Problem error={run.error} />}
      <Seen of={run.data?.data}>{run.data && <RunResult of={run.data.data} />}</Seen>
    </>
  )
}
