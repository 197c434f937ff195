import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { FormState, Unsaved } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Content, PageHead } from '../../kit/page.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { BLANK, errorsOf, LABELS, SettingsFields, settingsOf, type Typed } from './form.tsx'
import css from './imports.module.css'
import { RunResult } from './run-result.tsx'
import { t } from './texts.ts'

/** Adds a source after a preview. Changed settings need a new preview. */
export function NewSource() {
  const navigate = useNavigate()
  const preview = useMutation({
    mutationFn: (body: ReturnType<typeof settingsOf>) =>
      call('POST /api/v1/admin/import-sources/preview', { body }),
    onSuccess({ data: { title } }) {
      if (form.value.nom === '' && title) form.type({ nom: title })
    },
  })
  const form = useRecord<undefined, Typed>({
    key: 'import new',
    record: undefined,
    typedOf: () => BLANK,
    labels: LABELS,
    secrets: ['api_key'],
    // The preview finds the name, where the source has one.
    check: typed => ({ ...errorsOf(typed), ...(!preview.data && { nom: undefined }) }),
    async send(typed) {
      const { data } = await call('POST /api/v1/admin/import-sources', { body: settingsOf(typed) })
      void client.invalidateQueries()
      void navigate({ to: '/imports/$id', params: { id: data.id }, search: { onglet: 'lectures' } })
    },
  })
  const { value: typed } = form
  const look = () => form.isRight() && preview.mutate(settingsOf({ ...typed, nom: typed.nom.trim() || '…' }))
  /** Without its name, which changes nothing of what was read. */
  const reads = ({ nom: _, ...rest }: ReturnType<typeof settingsOf>) => JSON.stringify(rest)
  const isCurrent = preview.variables && reads(preview.variables) === reads(settingsOf(typed))
  const seen = isCurrent ? preview.data?.data : undefined
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
          <Unsaved of={form} />
          <SettingsFields form={form} hasKey={false} />
          <FormState of={form} />
          <div className={css.acts}>
            <Button look={seen ? 'plain' : 'primary'} type="submit" off={preview.isPending}>
              {preview.isPending ? t.trial.going : seen ? t.preview.lookAgain : t.preview.look}
            </Button>
            {seen && (
              <Button
                look={seen.error ? 'plain' : 'primary'}
                off={form.busy}
                onClick={() => void form.submit()}
              >
                {seen.error ? t.preview.anyway : t.preview.add}
              </Button>
            )}
          </div>
        </form>
        {preview.error && <Problem error={preview.error} />}
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
