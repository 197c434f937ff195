import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MyClaim } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { Loading, Problem } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import { Contest } from '../appeals/contest.tsx'
import { Page } from '../layout.tsx'
import { AskForPage } from './ask.tsx'
import css from './claims.module.css'
import { EnterCode } from './codes.tsx'
import { myClaims } from './my-claims.ts'
import { t } from './texts.ts'
import { ProveTownHall } from './town-hall.tsx'

const TONES = {
  pending: 'wait',
  approved: 'ok',
  rejected: 'bad',
  expired: 'plain',
} as const satisfies Record<MyClaim['status'], Tone>

/** The claims of the user: their state, and what the user can do about each. */
export function MyClaims() {
  const { data, error, refetch } = useQuery(myClaims)
  const claims = data?.data
  const [asks, setAsks] = useState(false)
  const now = new Date()
  return (
    <Page title={t.title} about={t.about}>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!claims && !error && <Loading />}
      {claims && claims.length > 0 && (
        <ul className={`stack gap-14 top-18 ${css.claims}`}>
          {claims.map(claim => (
            <li key={claim.id} className="stack anywhere gap-8 card">
              <h2 dir="auto">
                {claim.acteur.nom}
                {claim.acteur.commune && ` · ${claim.acteur.commune.nom}`}
              </h2>
              <p>
                <Chip tone={TONES[claim.status]}>{t.state[claim.status]}</Chip>{' '}
                <span className="soft second">
                  {claim.decided_at
                    ? t.decided(moment(new Date(claim.decided_at), now))
                    : t.made(moment(new Date(claim.created_at), now))}
                </span>
              </p>
              <State claim={claim} now={now} />
            </li>
          ))}
        </ul>
      )}
      {claims &&
        (asks || claims.length === 0 ? (
          <AskForPage onSent={() => setAsks(false)} />
        ) : (
          <p className="top-18">
            <Button look="primary" onClick={() => setAsks(true)}>
              {t.ask}
            </Button>
          </p>
        ))}
    </Page>
  )
}

function State({ claim, now }: { readonly claim: MyClaim; readonly now: Date }) {
  if (claim.status === 'approved')
    return (
      <>
        <p>{t.approved}</p>
        <p>
          <Link to="/espace" search={{ pour: claim.acteur.id }}>
            {t.open}
          </Link>
        </p>
      </>
    )
  if (claim.status === 'rejected')
    return (
      <>
        <p>{t.rejected}</p>
        {claim.reason && (
          <blockquote className="quote" dir="auto">
            <strong>{t.reason}</strong>
            {'\n'}
            {claim.reason}
          </blockquote>
        )}
        <Contest kind="claim" id={claim.id} nom={claim.acteur.nom} />
      </>
    )
  if (claim.status === 'expired') return <p>{t.expired}</p>
  return (
    <>
      {claim.overturned && (
        <p dir="auto">
          {t.overturned(moment(new Date(claim.overturned.at), now))}{' '}
          {claim.overturned.answer && <q>{claim.overturned.answer}</q>}
        </p>
      )}
      <p>{t.pending(moment(new Date(claim.expires_at), now))}</p>
      {claim.exchange && <p>{t.exchange[claim.exchange]}</p>}
      {claim.letter && !claim.letter.sent_to && (
        <EnterCode letter={claim.letter} words={t.letter} onEnter={code => enterLetter(claim.id, code)} />
      )}
      {claim.town_hall_of && <ProveTownHall communeId={claim.town_hall_of} />}
    </>
  )
}

const enterLetter = (id: string, code: string) =>
  call('POST /api/v1/me/claims/{id}/code', { params: { id }, body: { code } }).finally(() =>
    client.invalidateQueries({ queryKey: myClaims.queryKey }),
  )
