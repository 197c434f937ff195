import { call } from '../../kit/api/session.ts'
import { PageForm } from '../../kit/forms/page-form.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { usePerson } from '../../kit/person.ts'
import { Field, TextArea } from '../../kit/ui/field.tsx'
import { Section } from '../../kit/ui/section.tsx'
import css from './help.module.css'
import { t } from './texts.ts'

/** A question to the support, answered by mail. */
export function WriteToUs() {
  const person = usePerson()
  const form = useRecord<undefined, { readonly subject: string; readonly body: string }>({
    key: 'question',
    record: undefined,
    typedOf: () => ({ subject: '', body: '' }),
    labels: { subject: t.form.subject, body: t.form.body },
    check: ({ subject, body }) => ({
      subject: subject.trim() === '' ? t.form.subjectMissing : undefined,
      body: body.trim() === '' ? t.form.bodyMissing : undefined,
    }),
    async send({ subject, body }) {
      await call('POST /api/v1/messages', {
        body: {
          subject: subject.trim(),
          body: body.trim(),
          email: person?.email ?? '',
          ...(person?.nom && { nom: person.nom }),
        },
      })
    },
  })
  if (!person?.email) return null
  return (
    <div className={css.form}>
      <Section title={t.form.title}>
        <PageForm
          form={form}
          className="stack gap-14"
          save={t.form.send}
          saved={t.form.sent}
          above={<p className="soft anywhere">{t.form.answerTo(person.email)}</p>}
        >
          <Field {...form.field('subject')} maxLength={200} />
          <TextArea {...form.field('body')} rows={5} maxLength={5000} />
        </PageForm>
      </Section>
    </div>
  )
}
