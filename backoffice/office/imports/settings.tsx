import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportSource, ImportSourceChanges } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Facts } from '../../kit/ui/facts.tsx'
import { Unsaved, useKept } from '../../kit/ui/kept.tsx'
import { Note, Problem } from '../../kit/ui/message.tsx'
import { errorsOf, SettingsFields, settingsOf, type Typed, typedOf } from './form.tsx'
import css from './imports.module.css'
import { t } from './texts.ts'

interface Change {
  readonly version: number
  readonly body: ImportSourceChanges
  /** What stood in the fields. */
  readonly sent: Typed
}

const isStale = (error: unknown) => error instanceof Refused && error.status === 412

/** The settings of a source; what somebody else saved meanwhile is shown, and chosen about. */
export function Settings({
  source,
  onSaved,
}: {
  readonly source: ImportSource
  onSaved(now: ImportSource): void
}) {
  const params = { id: source.id }
  const navigate = useNavigate()
  const kept = useKept<ImportSource, Typed>(`import ${source.id}`, source, typedOf)
  const { base: from, value: typed, isTyped: isTouched } = kept
  const [tried, setTried] = useState(false)
  const [theirs, setTheirs] = useState<ImportSource>()
  const [deleting, setDeleting] = useState(false)
  const errors = errorsOf(typed)
  const save = useMutation({
    mutationFn: ({ version, body }: Change) =>
      call('PATCH /api/v1/admin/import-sources/{id}', { params, version, body }),
    onSuccess: ({ data }, { sent }) => {
      kept.settle(data, sent)
      setTried(false)
      onSaved(data)
    },
    onError: async error => {
      if (isStale(error)) setTheirs((await call('GET /api/v1/admin/import-sources/{id}', { params })).data)
    },
  })
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/v1/admin/import-sources/{id}', { params, version }),
    onSuccess: async () => {
      await navigate({ to: '/imports' })
      void client.invalidateQueries()
    },
  })
  const { version, enabled } = from
  const submit = () => {
    setTried(true)
    if (Object.keys(errors).length === 0 && isTouched && !save.isPending)
      save.mutate({ version, body: settingsOf(typed), sent: typed })
  }
  // What is half typed is no part of it, and stays.
  const turn = () => save.mutate({ version, body: { enabled: !enabled }, sent: typedOf(from) })
  if (source.version > from.version && !theirs) kept.follow(source)
  return (
    <>
      <form
        className={css.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {kept.isUnsaved && <Unsaved onDrop={() => kept.fill(source)} />}
        <SettingsFields
          typed={typed}
          errors={tried ? errors : {}}
          hasKey={from.options.has_api_key}
          onType={kept.type}
        />
        {save.error && !isStale(save.error) && <Problem error={save.error} />}
        {remove.error && <Problem error={remove.error} />}
        {save.isSuccess && !isTouched && (
          <div role="status">
            <Note tone="ok">{t.form.saved}</Note>
          </div>
        )}
        <div className={css.acts}>
          <Button look="primary" type="submit" off={!isTouched || save.isPending}>
            {t.form.save}
          </Button>
          <Button off={save.isPending} onClick={turn}>
            {enabled ? t.disable : t.off.enable}
          </Button>
          <Button look="bad" onClick={() => setDeleting(true)}>
            {t.delete}
          </Button>
        </div>
      </form>
      {theirs && (
        <Dialog
          title={t.stale.title}
          about={t.stale.about}
          onClose={() => setTheirs(undefined)}
          onSubmit={() => {
            setTheirs(undefined)
            setTried(false)
            kept.fill(theirs)
            onSaved(theirs)
          }}
        >
          <Facts facts={apart(from, theirs)} />
          <Acts>
            <Button
              onClick={() => {
                setTheirs(undefined)
                kept.insist(theirs)
                if (save.variables) save.mutate({ ...save.variables, version: theirs.version })
              }}
            >
              {t.stale.mine}
            </Button>
            <Button look="primary" type="submit" data-first="">
              {t.stale.theirs}
            </Button>
          </Acts>
        </Dialog>
      )}
      {deleting && (
        <Dialog
          title={t.deleting.title}
          about={t.deleting.about}
          onClose={() => setDeleting(false)}
          onSubmit={() => setDeleting(false)}
        >
          <Acts>
            <Button type="submit">{t.deleting.keep}</Button>
            <Button look="grave" off={remove.isPending} onClick={() => remove.mutate()}>
              {t.delete}
            </Button>
          </Acts>
        </Dialog>
      )}
    </>
  )
}

/** What somebody else made of it, in words. */
function apart(before: ImportSource, now: ImportSource) {
  const said = (one: ImportSource) =>
    [
      [t.form.nom, one.nom],
      [t.form.url, one.url],
      [t.kindLabel, t.kind[one.kind]],
      [t.form.acteur, one.acteur?.nom ?? '—'],
      [t.form.commune, one.commune?.nom ?? '—'],
      [t.form.type, one.type?.nom ?? t.form.typeAny],
      [t.form.schedule, t.schedule[one.schedule]],
      [t.form.moderation, t.moderation[one.moderation]],
      [t.form.most, String(one.options.max_items)],
      [t.form.age, String(one.options.max_age_days ?? '—')],
      [t.column.state, one.enabled ? t.is.active : t.is.off],
    ] as const
  const was = said(before)
  return said(now).filter(([, value], at) => value !== was[at]?.[1])
}
