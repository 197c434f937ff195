import { type ReactNode, useRef } from 'react'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { type Fields, useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { Columns } from './columns.tsx'
import { errorsOf, LABELS, settingsOf, type Typed } from './form.tsx'
import { type Found, FoundSources, isOfPage, sourceOf } from './found.tsx'
import css from './imports.module.css'
import { RunResult, Seen } from './run-result.tsx'
import { t } from './texts.ts'
import { usePreview } from './use-preview.ts'

/** Adds a source, or those found on a page, after a preview. Changed settings need a new preview. */
export function AddSource({
  draft,
  start,
  fields,
  otherwise,
  onAdded,
}: {
  /** Names the stored input. */
  readonly draft: string
  readonly start: Typed
  readonly fields: (form: Fields<Typed>) => ReactNode
  /** Another way on, beside the buttons. */
  readonly otherwise?: ReactNode
  /** The sources that were added, by their ids. */
  onAdded(ids: readonly string[]): void
}) {
  /** The action of a valid form: adds the address itself or the sources found there. Empty: only previews. */
  const purpose = useRef<'add' | readonly Found[]>([])
  const added = useRef(new Map<string, string>())
  const preview = usePreview({
    settingsNow: () => settings(form.value),
    onEnd(error, title) {
      form.fail(error)
      if (title && form.value.nom === '') form.type({ nom: title })
    },
  })
  const form = useRecord<undefined, Typed>({
    key: draft,
    record: undefined,
    typedOf: () => start,
    labels: LABELS,
    secrets: ['api_key'],
    // Only a source that is added needs a name: the preview fills it in, and what was found on a page has its own.
    check: typed => ({ ...errorsOf(typed), ...(purpose.current !== 'add' && { nom: undefined }) }),
    async send(typed) {
      if (purpose.current !== 'add') return await addChosen(typed, purpose.current)
      // Stores the columns of the preview, so that a column renamed later fails the run instead of being misread.
      const columns = typed.columns ?? preview.columnsOf(settingsOf(typed))?.used ?? null
      const body = settingsOf({ ...typed, columns })
      const { data } = await call('POST /api/v1/admin/import-sources', { body })
      void client.invalidateQueries()
      onAdded([data.id])
    },
  })
  const addChosen = async (typed: Typed, all: readonly Found[]) => {
    for (const found of all) {
      // After a failure, only the others are added by the next attempt.
      if (added.current.has(found.url)) continue
      const body = sourceOf(found, settingsOf(typed), all.length === 1)
      const { data } = await call('POST /api/v1/admin/import-sources', { body })
      added.current.set(found.url, data.id)
    }
    void client.invalidateQueries()
    onAdded([...added.current.values()])
  }
  const { value: typed } = form
  /** The service asks for a name, which the preview may fill in. */
  const settings = (from: Typed) => settingsOf({ ...from, nom: from.nom.trim() || '…' })
  const look = () => {
    purpose.current = []
    if (form.isRight()) preview.look(settings(typed))
  }
  const seen = preview.seenOf(settings(typed))
  const columns = preview.columnsOf(settings(typed))
  return (
    <div className={css.beside}>
      <form
        className={`stack anywhere gap-14 ${css.form}`}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          look()
        }}
      >
        <FormHead of={form} />
        {fields(form)}
        {columns && (
          <Columns
            of={columns}
            chosen={typed.columns}
            error={form.errors.columns}
            onChoose={columns => {
              form.type({ columns })
              if (columns.title) preview.lookSoon(settings({ ...typed, columns }))
            }}
          />
        )}
        <FormState of={form} />
        <div className={`row gap-10 ${css.acts}`}>
          <Button look={seen ? 'plain' : 'primary'} type="submit" off={preview.isPending}>
            {preview.isPending ? t.trial.going : seen ? t.preview.lookAgain : t.preview.look}
          </Button>
          {seen && (
            <Button
              look={seen.error ? 'plain' : 'primary'}
              off={form.busy}
              onClick={() => {
                purpose.current = 'add'
                void form.submit()
              }}
            >
              {seen.error ? t.preview.anyway : t.preview.add}
            </Button>
          )}
          {otherwise}
        </div>
      </form>
      <div className={css.result}>
        <Seen of={seen?.error && isOfPage(seen) ? undefined : seen}>
          {seen && (
            <Section
              title={seen.kind ? t.preview.found(t.kind[seen.kind], seen.title ?? '') : t.preview.failed}
            >
              <RunResult of={seen} isNew />
            </Section>
          )}
        </Seen>
        {seen && isOfPage(seen) && (
          <div className="top-20">
            <FoundSources
              key={typed.url}
              url={settingsOf(typed).url}
              busy={form.busy}
              onAdd={found => {
                purpose.current = found
                void form.submit()
              }}
              onTake={url => form.type({ url })}
            />
          </div>
        )}
      </div>
    </div>
  )
}
