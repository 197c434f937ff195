import { useState } from 'react'
import { call } from '../../kit/api/session.ts'
import { draft, keepDraft } from '../../kit/drafts.ts'
import { text, useAsking } from '../../kit/forms/asking.ts'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field, TextArea } from '../../kit/ui/field.tsx'
import { Failure, Note } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import css from './help.module.css'
import { t } from './texts.ts'

const KEPT = 'question'

/** A question to the support: answered by mail. */
export function WriteToUs() {
  const person = usePerson()
  const [sent, setSent] = useState(0)
  const asking = useAsking(
    values => ({
      subject: text(values, 'subject') === '' ? t.form.subjectMissing : undefined,
      body: text(values, 'body') === '' ? t.form.bodyMissing : undefined,
    }),
    async values => {
      await call('POST /api/v1/messages', {
        body: {
          subject: text(values, 'subject'),
          body: text(values, 'body'),
          email: person?.email ?? '',
          ...(person?.nom && { nom: person.nom }),
        },
      })
      keepDraft(KEPT, '')
      setSent(sent + 1)
    },
  )
  if (!person?.email) return null
  return (
    <div className={css.form}>
      <Section title={t.form.title}>
        <form key={sent} className={css.fields} onSubmit={asking.submit} noValidate>
          <div role="status">{sent > 0 && !asking.failure && <Note tone="ok">{t.form.sent}</Note>}</div>
          {asking.failure && <Failure>{asking.failure}</Failure>}
          <Field label={t.form.subject} name="subject" maxLength={200} error={asking.errors.subject} />
          <TextArea
            label={t.form.body}
            name="body"
            rows={5}
            maxLength={5000}
            defaultValue={draft(KEPT)}
            onChange={event => keepDraft(KEPT, event.currentTarget.value)}
            error={asking.errors.body}
          />
          <p className={css.soft}>{t.form.answerTo(person.email)}</p>
          <Actions>
            <Button look="primary" type="submit" off={asking.busy}>
              {t.form.send}
            </Button>
          </Actions>
        </form>
      </Section>
    </div>
  )
}
