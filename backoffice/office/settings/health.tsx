import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HealthCheck } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { Note, NotYet, Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { moment } from '../../kit/words/format.ts'
import { unbroken } from '../../kit/words/typography.ts'
import { t } from './health-texts.ts'
import css from './settings.module.css'

const TONES = { wrong: 'bad', note: 'wait', ok: 'ok' } as const satisfies Record<HealthCheck['state'], Tone>

/** The results of `parvis doctor`: failures first, then warnings, then the rest. */
export function Health() {
  const { data, error, refetch, isFetching } = useQuery(reading('GET /api/v1/admin/health', {}))
  if (!data) return <NotYet data={data} error={error} refetch={refetch} />
  const { checks, looked_at } = data.data
  const of = (state: HealthCheck['state']) => checks.filter(check => check.state === state)
  const count = (state: HealthCheck['state']) => of(state).length
  const [wrong, worth] = [count('wrong'), count('note')]
  return (
    <div className={css.part}>
      <Section title={t.title}>
        <div role="status">
          <Note tone={wrong > 0 ? 'bad' : 'ok'}>
            {[wrong > 0 ? t.wrong(wrong) : t.fine, worth > 0 && t.worth(worth)].filter(Boolean).join(' ')}
          </Note>
        </div>
        {error && <Problem error={error} />}
        <Checks checks={[...of('wrong'), ...of('note')]} />
        {/* Nobody acts on them: they are folded, so that the others are seen. */}
        {count('ok') > 0 && (
          <details open={wrong + worth === 0}>
            <summary>{t.inOrder(count('ok'))}</summary>
            <Checks checks={of('ok')} />
          </details>
        )}
        <div className={`row middle ${css.foot}`}>
          <Button off={isFetching} onClick={() => void refetch()}>
            {t.again}
          </Button>
          <span className="soft">{t.lookedAt(moment(new Date(looked_at), new Date()))}</span>
        </div>
      </Section>
    </div>
  )
}

const Checks = ({ checks }: { readonly checks: readonly HealthCheck[] }) =>
  checks.length > 0 && (
    <ul className={css.types}>
      {checks.map(check => (
        <li className="row middle gap-6-10" key={check.about}>
          <div>
            <b>{check.title}</b>
            <p className="second">{unbroken(check.message)}</p>
            {check.todo && <p className="second soft">{wayOf(check.code) ?? unbroken(check.todo)}</p>}
          </div>
          <Chip tone={TONES[check.state]}>{t.state[check.state]}</Chip>
        </li>
      ))}
    </ul>
  )

/** The link to the screen that fixes a problem, if there is one. */
function wayOf(code: HealthCheck['code']) {
  if (code === 'mails_failed' || code === 'mails_wait')
    return (
      <Link to="/sante" search={{ onglet: 'courriels' }}>
        {t.toMails}
      </Link>
    )
  if (code === 'worker_with_failures')
    return (
      <Link to="/sante" search={{ onglet: 'travaux' }}>
        {t.toJobs}
      </Link>
    )
  if (code === 'payments_failed')
    return (
      <Link to="/abonnements" search={{ onglet: 'echecs' }}>
        {t.toPayments}
      </Link>
    )
  return undefined
}
