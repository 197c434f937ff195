import { namesOf } from '../../../shared/fields/field.ts'
import { named, Obj, Timestamp, WordOf } from '../../../shared/shapes.ts'
import { SENT_EVENTS, type SentEvent } from '../../../shared/words/webhooks.ts'
import type { Outgoing } from '../../kernel/openapi/document.ts'
import { EVENT_RECORD_ROWS, EVENTS, TEST } from './events.ts'
import { EventData, Sequence } from './shapes.ts'

/** The events in the OpenAPI document. */

const HEADERS = {
  'webhook-id': 'The same at each attempt',
  'webhook-timestamp': 'When it was sent, in seconds since 1970',
  'webhook-signature':
    '`v1,…` of `id.timestamp.body`, as Standard Webhooks says; two while the secret is exchanged',
}
const RESPONSES = {
  204: 'Received; so says any 2xx within 15 seconds',
  410: 'The endpoint is disabled; anything else is sent again',
}

const { status: _, ...ids } = EventData.properties
const Ids = named('EventIds', Obj(ids))
function shapeOf(event: SentEvent) {
  const record = event === TEST ? undefined : EVENTS[event].record
  const statuses = record && EVENT_RECORD_ROWS[record].statuses
  // By the name that the record's own status has, so that its values are explained once.
  const data =
    record && statuses
      ? Obj({
          ...ids,
          status: named(`${record.replace(/^./, first => first.toUpperCase())}Status`, WordOf(statuses)),
        })
      : Ids
  const name = event.replaceAll(/(?:^|[.])(\w)/g, (_, first: string) => first.toUpperCase())
  return named(
    `${name}Event`,
    Obj({
      type: WordOf({ [event]: SENT_EVENTS[event] }),
      timestamp: Timestamp,
      sequence: Sequence,
      data,
    }),
  )
}

export const sentEvents: readonly Outgoing[] = namesOf(SENT_EVENTS).map(event => ({
  name: event,
  summary: `Event: ${SENT_EVENTS[event].means}`,
  body: shapeOf(event),
  headers: HEADERS,
  responses: RESPONSES,
  tag: 'own-webhooks',
}))
