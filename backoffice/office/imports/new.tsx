import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Content, PageHead } from '../../kit/page.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Unsaved, useKept } from '../../kit/ui/kept.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { BLANK, errorsOf, SettingsFields, settingsOf, type Typed } from './form.tsx'
import css from './imports.module.css'
import { RunResult } from './run-result.tsx'
import { t } from './texts.ts'

/** A source is seen before it is added: what is added is what was seen. */
export function NewSource() {
  const navigate = useNavigate()
  const kept = useKept('import', BLANK, blank => blank)
  const typed = kept.value
  const [tried, setTried] = useState(false)
  const errors = errorsOf(typed)
  const preview = useMutation({
    mutationFn: (body: ReturnType<typeof settingsOf>) =>
      call('POST /api/v1/admin/import-sources/preview', { body }),
    onSuccess({ data: { title } }) {
      if (typed.nom === '' && title) kept.type({ nom: title })
    },
  })
  const add = useMutation({
    mutationFn: () => call('POST /api/v1/admin/import-sources', { body: settingsOf(typed) }),
    onSuccess: ({ data: { id } }) => {
      kept.fill(BLANK)
      void client.invalidateQueries()
      void navigate({ to: '/imports/$id', params: { id }, search: { onglet: 'lectures' } })
    },
  })
  const look = () => {
    setTried(true)
    // Its name is its own to say, where it says one.
    const { nom: _, ...others } = errors
    if (Object.keys(others).length > 0) return
    preview.mutate(settingsOf({ ...typed, nom: typed.nom.trim() || '…' }))
  }
  const type = (next: Typed) => {
    kept.type(next)
    const reads = ({ nom: _, ...rest }: Typed) => JSON.stringify(rest)
    if (reads(next) !== reads(typed)) preview.reset()
  }
  const seen = preview.data?.data
  return (
    <>
      <PageHead title={t.preview.title} about={t.preview.about} />
      <Content>
        <BackLink>
          <Link to="/imports">{t.back}</Link>
        </BackLink>
        <form
          className={css.form}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            look()
          }}
        >
          {kept.isUnsaved && <Unsaved onDrop={() => type(BLANK)} />}
          <SettingsFields
            typed={typed}
            errors={tried ? (seen ? errors : { ...errors, nom: undefined }) : {}}
            hasKey={false}
            onType={type}
          />
          <div className={css.acts}>
            <Button look={seen ? 'plain' : 'primary'} type="submit" off={preview.isPending}>
              {preview.isPending ? t.trial.going : seen ? t.preview.lookAgain : t.preview.look}
            </Button>
            {seen && (
              <Button
                look={seen.error ? 'plain' : 'primary'}
                off={add.isPending || errors.nom !== undefined}
                onClick={() => add.mutate()}
              >
                {seen.error ? t.preview.anyway : t.preview.add}
              </Button>
            )}
          </div>
        </form>
        {(preview.error ?? add.error) && <Problem error={preview.error ?? add.error} />}
        {seen && (
          <div className={css.seen} aria-live="polite">
            <Section
              title={seen.kind ? t.preview.found(t.kind[seen.kind], seen.title ?? '') : t.failed.title}
            >
              <RunResult of={seen} />
            </Section>
          </div>
        )}
      </Content>
    </>
  )
}
