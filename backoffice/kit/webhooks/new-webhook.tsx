import { type ReactNode, useId } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../shared/words/webhooks.ts'
import type { CreatedWebhook, NewOwnWebhook } from '../api/contract.ts'
import css from '../api-keys/keys.module.css'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useRecord } from '../forms/record.ts'
import { Check, Field, FieldError } from '../ui/field.tsx'
import { labelOf } from '../words/language.ts'
import { t } from './texts.ts'

interface Typed {
  readonly nom: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Is held by `limit`; refusals of the service name it. */
  readonly acteur_id: undefined
}

/** The form of a new webhook. `limit`: its inputs for a limit, and what is missing in them. */
export function NewWebhook({
  send,
  limit,
  onClose,
  onCreated,
}: {
  send(body: NewOwnWebhook): Promise<{ readonly data: CreatedWebhook }>
  readonly limit?: { readonly missing: string | undefined; readonly input: (error?: string) => ReactNode }
  onClose(): void
  onCreated(endpoint: CreatedWebhook): Promise<void>
}) {
  const id = useId()
  const form = useRecord<undefined, Typed>({
    key: undefined,
    record: undefined,
    typedOf: () => ({ nom: '', url: '', events: [], acteur_id: undefined }),
    labels: { nom: t.nom, url: t.url },
    codes: { source_url_forbidden: { url: t.urlHint } },
    check: ({ nom, url, events }) => ({
      nom: nom.trim() === '' ? t.nomMissing : undefined,
      url: url.trim() === '' ? t.urlMissing : undefined,
      events: events.length === 0 ? t.eventsMissing : undefined,
      acteur_id: limit?.missing,
    }),
    async send({ nom, url, events }) {
      const { data } = await send({ nom: nom.trim(), url: url.trim(), events })
      await onCreated(data)
    },
  })
  const { events } = form.value
  const { errors } = form
  const toggle = (event: WebhookEvent) =>
    form.type({ events: events.includes(event) ? events.filter(one => one !== event) : [...events, event] })
  return (
    <FormDialog form={form} title={t.creating} onClose={onClose} keep={t.notCreate} now={t.createNow}>
      <Field
        {...form.field('nom')}
        hint={t.nomHint}
        maxLength={100}
        autoComplete="off"
        autoFocus
        dir="auto"
      />
      <Field
        {...form.field('url')}
        hint={t.urlHint}
        type="url"
        maxLength={2000}
        autoComplete="off"
        dir="ltr"
      />
      {limit?.input(errors.acteur_id)}
      <fieldset className={css.scopes} aria-describedby={errors.events && id}>
        <legend>{t.events}</legend>
        {namesOf(WEBHOOK_EVENTS).map(event => (
          <Check
            key={event}
            label={labelOf(WEBHOOK_EVENTS[event])}
            checked={events.includes(event)}
            aria-invalid={errors.events ? true : undefined}
            onChange={() => toggle(event)}
          />
        ))}
        <FieldError id={id}>{errors.events}</FieldError>
      </fieldset>
    </FormDialog>
  )
}
