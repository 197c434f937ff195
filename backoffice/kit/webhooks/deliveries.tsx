import type { UseQueryResult } from '@tanstack/react-query'
import { DELIVERY_STATES, type DeliveryState, WEBHOOK_EVENTS } from '../../../shared/words/webhooks.ts'
import type { Webhook, WebhookDelivery } from '../api/contract.ts'
import css from '../api-keys/keys.module.css'
import { Button } from '../ui/button.tsx'
import { Chip, type Tone } from '../ui/chip.tsx'
import { NotYet } from '../ui/message.tsx'
import { moment } from '../words/format.ts'
import { labelOf } from '../words/language.ts'
import { t } from './texts.ts'

const TONES: Readonly<Record<DeliveryState, Tone>> = { waiting: 'wait', delivered: 'ok', failed: 'bad' }

/** The log of an endpoint: its deliveries, which may be sent again while it is served. */
export function Deliveries({
  of,
  log: { data, error, refetch },
  replay,
}: {
  readonly of: Webhook
  readonly log: Pick<
    UseQueryResult<{ readonly data: readonly WebhookDelivery[] }>,
    'data' | 'error' | 'refetch'
  >
  replay(id: string): Promise<unknown>
}) {
  const again = async (id: string) => {
    await replay(id)
    await refetch()
  }
  return (
    <>
      <NotYet data={data} error={error} refetch={refetch} />
      {data && (
        <List
          of={data.data}
          label={t.logOf(of.nom)}
          replay={of.state === 'active' ? id => void again(id) : undefined}
        />
      )}
    </>
  )
}

function List({
  of,
  label,
  replay,
}: {
  readonly of: readonly WebhookDelivery[]
  readonly label: string
  readonly replay: ((id: string) => void) | undefined
}) {
  if (of.length === 0) return <p className={css.soft}>{t.noDeliveries}</p>
  const now = new Date()
  return (
    <ul className={css.keys} aria-label={label}>
      {of.map(({ id, event, state, at, attempts, status, error }) => (
        <li key={id}>
          <div>
            {labelOf(WEBHOOK_EVENTS[event])}{' '}
            <Chip tone={TONES[state]}>{labelOf(DELIVERY_STATES[state])}</Chip>
            <p className={css.soft}>
              {[
                moment(new Date(at), now),
                t.attempts(attempts),
                status === null ? error && t.noAnswer : t.answered(status),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          {replay && state !== 'waiting' && (
            <Button look="quiet" onClick={() => replay(id)}>
              {t.replay}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
