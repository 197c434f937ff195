import { send } from '../api/send.ts'
import { useActs } from '../forms/acts.tsx'
import { Button } from '../ui/button.tsx'
import { NotYet } from '../ui/message.tsx'
import { Actions, Section } from '../ui/section.tsx'
import { moment } from '../words/format.ts'
import css from './account.module.css'
import { deviceOf } from './device-name.ts'
import { useSessions } from './session.ts'
import { t } from './texts.ts'

/** The sessions of this person, each with a button that ends it. */
export function Devices() {
  const { data, error, refetch } = useSessions()
  const { act, outcome } = useActs(refetch)
  const now = new Date()
  return (
    <Section title={t.devices.title}>
      {outcome}
      <NotYet data={data} error={error} refetch={refetch} />
      <ul className={css.devices}>
        {data?.map(session => (
          <li className="row middle apart gap-12" key={session.id}>
            <span>
              {deviceOf(session.userAgent) ?? t.devices.unknown}
              {session.current && ` (${t.devices.here})`}
              <small className="soft second block">
                {t.devices.since(moment(new Date(session.createdAt), now))}
              </small>
            </span>
            {!session.current && (
              <Button
                onClick={() =>
                  act(
                    () => send('POST /auth/revoke-session', { body: { token: session.token } }),
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
            onClick={() => act(() => send('POST /auth/revoke-other-sessions', {}), t.devices.othersEnded)}
          >
            {t.devices.endOthers}
          </Button>
        </Actions>
      )}
    </Section>
  )
}
