import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CreatedWebhook, Webhook } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Pager } from '../../kit/desk/pager.tsx'
import { LINKS } from '../../kit/links.ts'
import { NotYet } from '../../kit/ui/message.tsx'
import { Deliveries } from '../../kit/webhooks/deliveries.tsx'
import { WebhookForm } from '../../kit/webhooks/webhook-form.tsx'
import { Webhooks } from '../../kit/webhooks/webhooks.tsx'
import { useLimit } from './limit.tsx'
import { t } from './webhooks-texts.ts'

/** All webhooks, for administrators. */
export function AllWebhooks({
  page = 1,
  onPage,
}: {
  readonly page: number | undefined
  onPage(page: number | undefined): void
}) {
  const { data, error, refetch } = useQuery(reading('GET /api/v1/admin/webhooks', { query: { page } }))
  const of = (id: string) => ({ params: { id } })
  return (
    <>
      <NotYet data={data} error={error} refetch={refetch} />
      {data && (
        <>
          <Webhooks
            endpoints={data.data}
            acts={{
              verify: id => call('POST /api/v1/admin/webhooks/{id}/verify', of(id)),
              disable: id => call('POST /api/v1/admin/webhooks/{id}/disable', of(id)),
              test: id => call('POST /api/v1/admin/webhooks/{id}/test', of(id)),
              exchange: id => call('POST /api/v1/admin/webhooks/{id}/secret', of(id)),
              remove: id => call('DELETE /api/v1/admin/webhooks/{id}', of(id)),
            }}
            form={(onClose, onCreated) => <NewLimitedWebhook onClose={onClose} onCreated={onCreated} />}
            edit={(endpoint, onClose, onSaved) => (
              <WebhookForm
                of={endpoint}
                send={async (body, version) => {
                  await call('PATCH /api/v1/admin/webhooks/{id}', { ...of(endpoint.id), body, version })
                  await onSaved()
                }}
                reread={async () => (await call('GET /api/v1/admin/webhooks/{id}', of(endpoint.id))).data}
                onClose={onClose}
              />
            )}
            log={endpoint => <Log of={endpoint} />}
            onChanged={refetch}
          />
          <Pager page={page} shown={data.data.length} meta={data.meta} onPage={onPage} />
        </>
      )}
    </>
  )
}

function NewLimitedWebhook({
  onClose,
  onCreated,
}: {
  onClose(): void
  onCreated(endpoint: CreatedWebhook): Promise<void>
}) {
  const { limit, input } = useLimit({ limit: t.limit, kinds: t.kinds, add: t.add })
  return (
    <WebhookForm
      onClose={onClose}
      send={async body => {
        const { data } = await call('POST /api/v1/admin/webhooks', { body: { ...body, ...limit } })
        await onCreated(data)
      }}
      limit={{ missing: limit ? undefined : t.missing, input }}
    />
  )
}

function Log({ of }: { readonly of: Webhook }) {
  const params = { id: of.id }
  return (
    <Deliveries
      of={of}
      reading={query => reading('GET /api/v1/admin/webhooks/{id}/deliveries', { params, query })}
      linked={({ kind, id }, name) =>
        kind === 'sync' ? name : <Link {...LINKS[`${kind}s`](id)}>{name}</Link>
      }
      replay={deliveryId =>
        call('POST /api/v1/admin/webhooks/{id}/deliveries/{deliveryId}/replay', {
          params: { ...params, deliveryId },
        })
      }
    />
  )
}
