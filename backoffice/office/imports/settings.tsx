import { useNavigate } from '@tanstack/react-router'
import type { ImportSource } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { Columns } from './columns.tsx'
import { errorsOf, LABELS, SettingsFields, say, settingsOf, type Typed, typedOf } from './form.tsx'
import css from './imports.module.css'
import { RunResult, Seen } from './run-result.tsx'
import { readSource, switchSource } from './switch-source.ts'
import { t } from './texts.ts'
import { usePreview } from './use-preview.ts'

/** The settings of a source, a button that enables or disables it at once, and its deletion. */
export function Settings({
  source,
  onSaved,
}: {
  readonly source: ImportSource
  onSaved(now: ImportSource): void
}) {
  const params = { id: source.id }
  const navigate = useNavigate()
  const form = useRecord<ImportSource, Typed>({
    key: `import ${source.id}`,
    record: source,
    typedOf,
    labels: LABELS,
    secrets: ['api_key'],
    check: errorsOf,
    async send(typed, { version }) {
      const body = settingsOf(typed)
      const { data } = await call('PATCH /api/v1/admin/import-sources/{id}', { params, version, body })
      onSaved(data)
      return data
    },
    reread: () => readSource(source.id),
    say,
  })
  // The form keeps the version that its input is based on, and the page may not have read what the form has saved.
  const newest = form.base.version > source.version ? form.base : source
  const { version, enabled } = newest
  const { queryKey } = reading('GET /api/v1/admin/import-sources/{id}', { params })
  const { act, confirm, busy, failure, dialog } = useActs(() => client.invalidateQueries({ queryKey }))
  const turn = async () => onSaved(await switchSource(newest, !enabled))
  const remove = () =>
    confirm({
      ...t.deleting,
      now: t.delete,
      async work() {
        await call('DELETE /api/v1/admin/import-sources/{id}', { params, version })
        await navigate({ to: '/imports', state: { notice: t.deleted(source.nom) } })
        void client.invalidateQueries()
      },
    })
  const { value: typed } = form
  const preview = usePreview({
    sourceId: source.id,
    settingsNow: () => settingsOf(typed),
    onEnd: form.fail,
  })
  const seen = preview.seenOf(settingsOf(typed))
  const columns = preview.columnsOf(settingsOf(typed))
  return (
    <div className={css.beside}>
      <form className={`stack anywhere gap-14 ${css.form}`} noValidate onSubmit={form.onSubmit}>
        <FormHead of={form} />
        <SettingsFields form={form} isNew={false} hasKey={form.base.options.has_api_key} />
        {columns && (
          <Columns
            of={columns}
            chosen={typed.columns}
            error={form.errors.columns}
            onChoose={columns => {
              form.type({ columns })
              if (columns.title) preview.lookSoon(settingsOf({ ...typed, columns }))
            }}
          />
        )}
        <FormState of={form} saved={t.form.saved} />
        {failure}
        {source.may.includes('govern') && (
          <div className={`row gap-10 ${css.acts}`}>
            <Button look="primary" type="submit" off={!form.isTyped || form.busy}>
              {t.form.save}
            </Button>
            <Button
              off={preview.isPending}
              onClick={() => {
                if (form.isRight()) preview.look(settingsOf(typed))
              }}
            >
              {preview.isPending ? t.trial.going : t.preview.lookChanged}
            </Button>
            <Button off={busy} onClick={() => act(turn)}>
              {enabled ? t.disable : t.off.enable}
            </Button>
            <Button look="bad" onClick={remove}>
              {t.delete}
            </Button>
          </div>
        )}
      </form>
      <div className={css.result}>
        <Seen of={seen}>
          <Section title={t.preview.changed}>{seen && <RunResult of={seen} />}</Section>
        </Seen>
      </div>
      {dialog}
    </div>
  )
}
