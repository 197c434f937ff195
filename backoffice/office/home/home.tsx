import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { ROLES } from '../../../shared/words/access.ts'
import { counts, reading } from '../../kit/api/queries.ts'
import { Content, PageHead } from '../../kit/page.tsx'
import { usePerson } from '../../kit/person.ts'
import { NotYet } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { moment } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { nouns } from '../../kit/words/texts.ts'
import { Welcome } from '../account/welcome.tsx'
import { Broken } from './broken.tsx'
import { Curves } from './curves.tsx'
import { ForMe } from './for-me.tsx'
import css from './home.module.css'
import { StoppedOperations } from './stopped.tsx'
import { t as stoppedTexts } from './stopped-texts.ts'
import { t } from './texts.ts'

const FirstCommune = lazy(() =>
  import('../first-commune/first-commune.tsx').then(({ FirstCommune }) => ({ default: FirstCommune })),
)

/** What waits, as sentences with links. */
export function Home() {
  const person = usePerson()
  const { data, error, refetch } = useQuery(counts())
  const { moderation, claims, support, imports, communes, dashboard, reserved } = data?.data ?? {}
  const hours = dashboard?.target_hours ?? 0
  const { data: totals } = useQuery(reading('GET /api/v1/admin/dashboard', {}))
  const moderates = person?.areas.includes('moderation') ?? false
  const oldest = moderation?.oldest_pending_at
  const lines: readonly (readonly [number | undefined, (n: number) => ReactNode])[] = [
    [
      moderation?.pending,
      n => (
        <>
          <Link to="/moderation">{t.pending(n)}</Link>
          {oldest && <span className="soft">{t.oldest(moment(new Date(oldest), new Date()))}</span>}
        </>
      ),
    ],
    [
      moderation?.late,
      n => (
        <Link to="/moderation" search={{ retard: 'oui' }}>
          {t.late(n, hours)}
        </Link>
      ),
    ],
    [
      moderation?.reported,
      n => (
        <Link to="/moderation" search={{ onglet: 'signalees' }}>
          {t.reported(n)}
        </Link>
      ),
    ],
    [
      moderation?.duplicates,
      n => (
        <Link to="/moderation" search={{ onglet: 'doublons' }}>
          {t.duplicates(n)}
        </Link>
      ),
    ],
    [claims?.pending, n => <Link to="/demandes">{t.claims(n)}</Link>],
    [
      claims?.late,
      n => (
        <Link to="/demandes" search={{ retard: 'oui' }}>
          {t.lateClaims(n, hours)}
        </Link>
      ),
    ],
    [
      claims?.by_code,
      n => (
        <Link to="/demandes" search={{ onglet: 'acceptees', code: 'oui' }}>
          {t.byCode(n)}
        </Link>
      ),
    ],
    [
      (moderation?.appeals ?? 0) + (claims?.appeals ?? 0),
      n => <Link to="/contestations">{t.appeals(n)}</Link>,
    ],
    [support?.awaiting, n => <Link to="/messages">{t.messages(n)}</Link>],
    [
      support?.late,
      n => (
        <Link to="/messages" search={{ retard: 'oui' }}>
          {t.lateMessages(n, hours)}
        </Link>
      ),
    ],
    [
      support?.failed,
      n => (
        <Link to="/messages" search={{ onglet: 'echecs' }}>
          {t.undelivered(n)}
        </Link>
      ),
    ],
    [
      communes?.syncs_failing,
      n => (
        <Link to="/defibrillateurs" search={{ onglet: 'lectures' }}>
          {t.syncs(n)}
        </Link>
      ),
    ],
    [
      imports?.failing,
      n => (
        <Link to="/imports" search={{ etat: 'echec' }}>
          {t.imports(n)}
        </Link>
      ),
    ],
    [
      reserved?.mails_failing,
      n => (
        <Link to="/sante" search={{ onglet: 'courriels' }}>
          {t.mails(n)}
        </Link>
      ),
    ],
    [
      reserved?.jobs_failing,
      n => (
        <Link to="/sante" search={{ onglet: 'travaux' }}>
          {t.jobs(n)}
        </Link>
      ),
    ],
    [
      reserved?.payments_failing,
      n => (
        <Link to="/abonnements" search={{ onglet: 'echecs' }}>
          {t.payments(n)}
        </Link>
      ),
    ],
  ]
  const waiting = lines.filter(([n]) => n)
  return (
    <>
      <PageHead title={nouns.home} about={person?.nom ? t.hello(person.nom) : undefined} />
      <Content>
        {person?.areas.includes('reserved') && (
          <Pane part="broken" name={t.broken}>
            <Broken />
          </Pane>
        )}
        <Welcome />
        {reserved?.first_commune && (
          <Pane part="first-commune">
            <Suspense>
              <FirstCommune />
            </Suspense>
          </Pane>
        )}
        {person?.territories.map(({ role, epcis, communes }) => (
          <p key={role} className={`soft ${css.soft}`} dir="auto">
            {t.limited(labelOf(ROLES[role]), [...epcis, ...communes].map(({ nom }) => nom).join(', '))}
          </p>
        ))}
        <NotYet data={data} error={error} refetch={refetch} />
        {data && waiting.length === 0 && <p className={css.nothing}>{t.nothing}</p>}
        <ul className={`card stack top-16 if-any ${css.lines}`}>
          {waiting.map(([n, line], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of the sentences is fixed
            <li key={at}>{line(n ?? 0)}</li>
          ))}
        </ul>
        {person?.areas.includes('reserved') && (
          <div className={`top-16 ${css.rest}`}>
            <Pane part="stopped" name={stoppedTexts.title}>
              <StoppedOperations />
            </Pane>
          </div>
        )}
        <div className={`top-16 ${css.rest}`}>
          <Pane part="for-me" name={t.forMe}>
            <ForMe />
          </Pane>
        </div>
        {moderation?.mine_today ? (
          <p className={`soft ${css.soft}`}>{t.mine(moderation.mine_today)}</p>
        ) : null}
        {totals?.publications !== undefined && totals.acteurs !== undefined && (
          <p className={`soft ${css.soft}`}>{t.inAll(totals.publications, totals.acteurs)}</p>
        )}
        {moderates && (
          <div className={`top-16 ${css.rest}`}>
            <Pane part="curves" name={t.curves}>
              <Curves />
            </Pane>
          </div>
        )}
      </Content>
    </>
  )
}
