import { useState } from 'react'
import { send } from '../api/send.ts'
import { Button } from '../ui/button.tsx'
import { Note, NotYet, sentenceOf } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { moment } from '../words/format.ts'
import css from './account.module.css'
import { deviceOf } from './device-name.ts'
import { useSessions } from './session.ts'
import { t } from './texts.ts'

/** The sessions of this person, each with a button that ends it. */
export function Devices() {
  const { data, error, refetch } = useSessions()
  const [said, setSaid] = useState<{ readonly tone: 'ok' | 'bad'; readonly text: string }>()
  const end = (work: Promise<unknown>, text: string) =>
    work
      .then(() => setSaid({ tone: 'ok', text }))
      .catch(failure => setSaid({ tone: 'bad', text: sentenceOf(failure) }))
      .then(() => refetch())
  const now = new Date()
  return (
    <Section title={t.devices.title}>
      <div role="status">{said && <Note tone={said.tone}>{said.text}</Note>}</div>
      <NotYet data={data} error={error} refetch={refetch} />
      <ul className={css.devices}>
        {data?.map(session => (
          <li key={session.id}>
            <span>
              {deviceOf(session.userAgent) ?? t.devices.unknown}
              {session.current && ` (${t.devices.here})`}
              <small>{t.devices.since(moment(new Date(session.createdAt), now))}</small>
            </span>
            {!session.current && (
              <Button
                onClick={() =>
                  void end(
                    send('POST /auth/revoke-session', { body: { token: session.token } }),
                    t.devices.ended,
                  )
                }
              >
                {t.devices.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data && data.length > 1 && (
        <Actions>
          <Button
            onClick={() => void end(send('POST /auth/revoke-other-sessions', {}), t.devices.othersEnded)}
          >
            {t.devices.endOthers}
          </Button>
        </Actions>
      )}
    </Section>
  )
}
