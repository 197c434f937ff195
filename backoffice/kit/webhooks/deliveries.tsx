import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import {
  DELIVERY_STATES,
  type DeliveryState,
  EVENT_RECORDS,
  SENT_EVENTS,
} from '../../../shared/words/webhooks.ts'
import type { Webhook, WebhookDelivery, WebhookDeliveryPage } from '../api/contract.ts'
import css from '../api-keys/keys.module.css'
import { useActs } from '../forms/acts.tsx'
import { Button } from '../ui/button.tsx'
import { Chip, type Tone } from '../ui/chip.tsx'
import { Select } from '../ui/field.tsx'
import { NotYet } from '../ui/message.tsx'
import { Options } from '../ui/options.tsx'
import { moment } from '../words/format.ts'
import { labelOf } from '../words/language.ts'
import { t } from './texts.ts'
import own from './webhooks.module.css'

const TONES: Readonly<Record<DeliveryState, Tone>> = { waiting: 'wait', delivered: 'ok', failed: 'bad' }

type DeliveryRecord = NonNullable<WebhookDelivery['record']>

/** The log of an endpoint: its deliveries, which may be sent again while it is served. */
export function Deliveries<Key extends QueryKey>({
  of,
  reading,
  linked,
  replay,
}: {
  readonly of: Webhook
  reading(query: {
    readonly state?: DeliveryState
  }): UseQueryOptions<WebhookDeliveryPage, Error, WebhookDeliveryPage, Key>
  /** The name of a record as a link to its screen, where it has one. */
  linked(record: DeliveryRecord, name: string): ReactNode
  replay(id: string): Promise<unknown>
}) {
  const [state, setState] = useState<DeliveryState>()
  const { data, error, refetch } = useQuery({
    ...reading(state ? { state } : {}),
    staleTime: 0,
    // The log is read again while something is about to be tried for the first time.
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ state, attempts }) => state === 'waiting' && attempts === 0) ? 2_000 : false,
  })
  const { act, failure } = useActs(refetch)
  return (
    <>
      <Select
        label={t.filter}
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          setState(namesOf(DELIVERY_STATES).find(name => name === value))
        }
      >
        <Options
          none={t.allStates}
          of={namesOf(DELIVERY_STATES).map(name => [name, labelOf(DELIVERY_STATES[name])])}
        />
      </Select>
      {failure}
      <NotYet data={data} error={error} refetch={refetch} />
      {data?.data.length === 0 && <p className="soft second">{state ? t.noneInState : t.noDeliveries}</p>}
      {data && data.data.length > 0 && (
        <List
          of={data.data}
          label={t.logOf(of.nom)}
          linked={linked}
          replay={of.state === 'active' ? id => void act(() => replay(id)) : undefined}
        />
      )}
    </>
  )
}

const nameOf = ({ kind, id, title }: DeliveryRecord) => title ?? t.unnamed(labelOf(EVENT_RECORDS[kind]), id)

function List({
  of,
  label,
  linked,
  replay,
}: {
  readonly of: readonly WebhookDelivery[]
  readonly label: string
  linked(record: DeliveryRecord, name: string): ReactNode
  readonly replay: ((id: string) => void) | undefined
}) {
  const now = new Date()
  return (
    <ul className={css.keys} aria-label={label}>
      {of.map(({ id, event, state, at, attempts, status, error, record, payload }) => (
        <li className="row middle gap-6-10" key={id}>
          <div>
            {labelOf(SENT_EVENTS[event])} {record && <bdi>{linked(record, nameOf(record))}</bdi>}{' '}
            <Chip tone={TONES[state]}>{labelOf(DELIVERY_STATES[state])}</Chip>
            <p className="soft second">
              {[
                moment(new Date(at), now),
                t.attempts(attempts),
                status === null ? error && t.noAnswer : t.answered(status),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <details className="soft second">
              <summary>{t.payload}</summary>
              <pre className={own.payload} dir="ltr">
                {JSON.stringify(payload, null, 2)}
              </pre>
            </details>
          </div>
          {replay && state !== 'waiting' && (
            <Button
              look="quiet"
              aria-label={t.of(t.replay, record ? nameOf(record) : labelOf(SENT_EVENTS[event]))}
              onClick={() => replay(id)}
            >
              {t.replay}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
