import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Pager } from '../../kit/desk/pager.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { Deliveries } from '../../kit/webhooks/deliveries.tsx'
import { NewWebhook } from '../../kit/webhooks/new-webhook.tsx'
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
              exchange: id => call('POST /api/v1/admin/webhooks/{id}/secret', of(id)),
              remove: id => call('DELETE /api/v1/admin/webhooks/{id}', of(id)),
            }}
            form={(onClose, onCreated) => <NewLimitedWebhook onClose={onClose} onCreated={onCreated} />}
            log={endpoint => <Log of={endpoint} />}
            onChanged={refetch}
          />
          <Pager page={page} shown={data.data.length} meta={data.meta} onPage={onPage} />
        </>
      )}
    </>
  )
}

function NewLimitedWebhook(props: Pick<Parameters<typeof NewWebhook>[0], 'onClose' | 'onCreated'>) {
  const { limit, input } = useLimit({ limit: t.limit, kinds: t.kinds, add: t.add })
  return (
    <NewWebhook
      {...props}
      send={body => call('POST /api/v1/admin/webhooks', { body: { ...body, ...limit } })}
      limit={{ missing: limit ? undefined : t.missing, input }}
    />
  )
}

function Log({ of }: { readonly of: Webhook }) {
  const params = { id: of.id }
  const log = useQuery(reading('GET /api/v1/admin/webhooks/{id}/deliveries', { params }))
  return (
    <Deliveries
      of={of}
      log={log}
      replay={deliveryId =>
        call('POST /api/v1/admin/webhooks/{id}/deliveries/{deliveryId}/replay', {
          params: { ...params, deliveryId },
        })
      }
    />
  )
}
