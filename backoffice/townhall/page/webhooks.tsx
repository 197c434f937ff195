import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Webhook } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { NotYet } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { Deliveries } from '../../kit/webhooks/deliveries.tsx'
import { t } from '../../kit/webhooks/texts.ts'
import { WebhookForm } from '../../kit/webhooks/webhook-form.tsx'
import { Webhooks } from '../../kit/webhooks/webhooks.tsx'

/** The webhooks of the acteur, for its owners. */
export function OwnWebhooks({ acteur }: { readonly acteur: string }) {
  const params = { id: acteur }
  const { data, error, refetch } = useQuery(
    reading('GET /api/v1/me/acteurs/{id}/webhooks', { params, query: { per_page: 100 } }),
  )
  const of = (endpointId: string) => ({ params: { id: acteur, endpointId } })
  return (
    <Section title={t.title}>
      <p className="soft second">{t.about}</p>
      <NotYet data={data} error={error} refetch={refetch} />
      {data && (
        <Webhooks
          endpoints={data.data}
          acts={{
            verify: id => call('POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/verify', of(id)),
            disable: id => call('POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/disable', of(id)),
            test: id => call('POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/test', of(id)),
            exchange: id => call('POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/secret', of(id)),
            remove: id => call('DELETE /api/v1/me/acteurs/{id}/webhooks/{endpointId}', of(id)),
          }}
          form={(onClose, onCreated) => (
            <WebhookForm
              send={async body => {
                const { data: made } = await call('POST /api/v1/me/acteurs/{id}/webhooks', { params, body })
                await onCreated(made)
              }}
              onClose={onClose}
            />
          )}
          edit={(endpoint, onClose, onSaved) => (
            <WebhookForm
              of={endpoint}
              send={async (body, version) => {
                await call('PATCH /api/v1/me/acteurs/{id}/webhooks/{endpointId}', {
                  ...of(endpoint.id),
                  body,
                  version,
                })
                await onSaved()
              }}
              reread={async () =>
                (await call('GET /api/v1/me/acteurs/{id}/webhooks/{endpointId}', of(endpoint.id))).data
              }
              onClose={onClose}
            />
          )}
          log={endpoint => <OwnLog acteur={acteur} of={endpoint} />}
          onChanged={refetch}
        />
      )}
    </Section>
  )
}

function OwnLog({ acteur, of }: { readonly acteur: string; readonly of: Webhook }) {
  const params = { id: acteur, endpointId: of.id }
  return (
    <Deliveries
      of={of}
      reading={query =>
        reading('GET /api/v1/me/acteurs/{id}/webhooks/{endpointId}/deliveries', { params, query })
      }
      linked={({ kind, id, title }, name) =>
        kind === 'publication' && title !== null ? (
          <Link to="/espace/ecrire" search={{ publication: id }}>
            {name}
          </Link>
        ) : (
          name
        )
      }
      replay={deliveryId =>
        call('POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/deliveries/{deliveryId}/replay', {
          params: { ...params, deliveryId },
        })
      }
    />
  )
}
