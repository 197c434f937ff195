import type { ReactNode } from 'react'
import { linkOf } from '../../../shared/typed/link.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../shared/words/webhooks.ts'
import type { NewOwnWebhook, Webhook } from '../api/contract.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useRecord } from '../forms/record.ts'
import { Choices } from '../ui/choices.tsx'
import { Field } from '../ui/field.tsx'
import { actions } from '../words/texts.ts'
import { t } from './texts.ts'

interface Typed {
  readonly nom: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  /** Is held by `limit`; refusals of the service name it. */
  readonly acteur_id: undefined
}

/** The form of a webhook: of a new one without `of`. `limit`: its inputs for a limit, and what is missing in them. */
export function WebhookForm({
  of,
  send,
  reread,
  limit,
  onClose,
}: {
  readonly of?: Webhook
  /** `version`: the one that is changed. */
  send(body: NewOwnWebhook, version: number | undefined): Promise<void>
  /** After a version conflict. */
  reread?(): Promise<Webhook>
  readonly limit?: { readonly missing: string | undefined; readonly input: (error?: string) => ReactNode }
  onClose(): void
}) {
  const form = useRecord<Webhook | undefined, Typed>({
    key: undefined,
    record: of,
    typedOf: record => ({
      nom: record?.nom ?? '',
      url: record?.url ?? '',
      events: record?.events ?? [],
      acteur_id: undefined,
    }),
    labels: { nom: t.nom, url: t.url },
    codes: { source_url_forbidden: { url: t.urlHint } },
    check: ({ nom, url, events }) => ({
      nom: nom.trim() === '' ? t.nomMissing : undefined,
      url: url.trim() === '' ? t.urlMissing : undefined,
      events: events.length === 0 ? t.eventsMissing : undefined,
      acteur_id: limit?.missing,
    }),
    ...(reread && { reread }),
    send: ({ nom, url, events }, base) =>
      send({ nom: nom.trim(), url: linkOf(url), events: [...events] }, base?.version),
  })
  const { errors } = form
  return (
    <FormDialog
      form={form}
      title={of ? t.editing(of.nom) : t.creating}
      onClose={onClose}
      keep={of ? t.notEdit : t.notCreate}
      now={of ? actions.save : t.createNow}
    >
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
        hint={of ? t.urlChanges : t.urlHint}
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
