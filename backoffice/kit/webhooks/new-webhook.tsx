import type { ReactNode } from 'react'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../shared/words/webhooks.ts'
import type { CreatedWebhook, NewOwnWebhook } from '../api/contract.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useRecord } from '../forms/record.ts'
import { Choices } from '../ui/choices.tsx'
import { Field } from '../ui/field.tsx'
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
  const { errors } = form
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
      <Choices
        legend={t.events}
        words={WEBHOOK_EVENTS}
        chosen={form.value.events}
        error={errors.events}
        onChange={events => form.type({ events })}
      />
    </FormDialog>
  )
}
