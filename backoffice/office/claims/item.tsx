import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { inSentence } from '../../../shared/words/word.ts'
import type { Claim, ClaimItem, ClaimMessage } from '../../kit/api/contract.ts'
import { ItemHead } from '../../kit/desk/item-head.tsx'
import { ItemParts, Quoted } from '../../kit/desk/item-parts.tsx'
import { NoItem } from '../../kit/desk/no-item.tsx'
import { ItemPane } from '../../kit/desk/panes.tsx'
import { Team } from '../../kit/desk/team.tsx'
import { t as all } from '../../kit/desk/texts.ts'
import { LINKS } from '../../kit/links.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Loading, Note, Problem } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { moment } from '../../kit/words/format.ts'
import { common, nouns } from '../../kit/words/texts.ts'
import type { Tab } from './address.ts'
import css from './claims.module.css'
import { Comparison } from './comparison.tsx'
import { type Checks, Proof } from './proof.tsx'
import { TONES } from './rules.ts'
import { t } from './texts.ts'
import { Verdict } from './verdict.tsx'

const Work = lazy(() => import('./team.tsx').then(({ Work }) => ({ default: Work })))

interface Props {
  readonly claim: Claim | undefined
  /** The claim with its details. Absent until loaded. */
  readonly whole: ClaimItem | undefined
  readonly missing: unknown
  readonly tab: Tab
  readonly at: number | undefined
  readonly total: number
  onStep(by: 1 | -1): void
  onBack(): void
  onTeam: Parameters<typeof Team>[0]['onChange']
  readonly foot: ReactNode
  /** Absent where the caller’s role does not reach the acteur. */
  readonly checks: Checks | undefined
}

/** All that a decision needs, in the order it is read. */
export function Item({ claim, whole, missing, tab, at, total, onStep, onBack, onTeam, foot, checks }: Props) {
  if (!claim)
    return (
      <ItemPane id={undefined} foot={foot}>
        <NoItem missing={missing} gone={t.gone} none={t.noItem} total={total} />
      </ItemPane>
    )
  const now = new Date()
  return (
    <ItemPane id={claim.id} foot={foot}>
      <ItemHead
        chips={
          <>
            <Chip tone={TONES[claim.status]}>{t.state[claim.status]}</Chip>
            {claim.exchange && (
              <Chip tone={claim.exchange === 'answered' ? 'info' : 'plain'} icon="mail">
                {t.exchange[claim.exchange]}
              </Chip>
            )}
            <span>{all.made(moment(new Date(claim.created_at), now))}</span>
          </>
        }
        title={claim.acteur.nom}
        by={
          <>
            {[claim.nom ?? claim.email ?? t.noName, claim.acteur.commune?.nom].filter(Boolean).join(' · ')}
            {' · '}
            <Link {...LINKS.acteurs(claim.acteur.id)}>{t.seePage}</Link>
          </>
        }
        back={t.tab[tab]}
        at={at}
        total={total}
        onStep={onStep}
        onBack={onBack}
      />
      <ItemParts>
        <Decision claim={claim} whole={whole} now={now} onTakeBack={checks?.onTakeBack} />
        <section>
          <h3>{all.message}</h3>
          <Quoted words={claim.message} forgotten={t.forgotten} />
        </section>
        <Pane part="team" name={nouns.team} of={claim.id}>
          <Team key={claim.id} work={Work} item={claim} onChange={onTeam} />
        </Pane>
        {whole ? (
          <Pane part="around" name={t.compare.title} of={claim.id}>
            <Proof claim={whole} now={now} checks={checks} />
            <Around claim={whole} now={now} checks={checks} />
          </Pane>
        ) : missing ? (
          <Problem error={missing} />
        ) : (
          <Loading />
        )}
      </ItemParts>
    </ItemPane>
  )
}

/** The strength of the evidence and the day the claim expires; after a decision, the decision. */
function Decision({
  claim,
  whole,
  now,
  onTakeBack,
}: {
  readonly claim: Claim
  readonly whole: ClaimItem | undefined
  readonly now: Date
  onTakeBack: (() => void) | undefined
}) {
  const page = !whole ? 'unknown' : whole.acteur.owners_count > 0 ? 'owned' : 'free'
  if (claim.status === 'pending')
    return (
      <>
        {whole && <Verdict claim={whole} />}
        <p className="soft second">{t.expires[page](moment(new Date(claim.expires_at), now))}</p>
        {whole?.official && <OfficialWay official={whole.official} />}
      </>
    )
  if (claim.status === 'expired')
    return (
      <Note tone="info">
        <p>{t.expired[page]}</p>
      </Note>
    )
  return (
    <Note tone={claim.status === 'approved' ? 'ok' : 'bad'}>
      <p>
        {all.took(
          t.state[claim.status],
          whole?.decider?.nom ?? undefined,
          moment(new Date(claim.decided_at ?? now), now),
        )}
      </p>
      {whole?.by_code && claim.status === 'approved' && (
        <>
          <p>{t.granted}</p>
          {onTakeBack && (
            <Button look="bad" onClick={onTakeBack}>
              {t.takeBack}
            </Button>
          )}
        </>
      )}
      {claim.reason && (
        <p dir="auto">
          <strong>{t.reason} :</strong> {claim.reason}
        </p>
      )}
      {claim.note && (
        <p dir="auto">
          <strong>{nouns.note} :</strong> {claim.note}
        </p>
      )}
    </Note>
  )
}

/** Whether a town hall can prove itself, so that a moderator need not. */
const OfficialWay = ({
  official: { to, blocked },
}: {
  readonly official: NonNullable<ClaimItem['official']>
}) => (
  <p className="soft second" dir="auto">
    {to === null ? `${t.cannotProve} ${blocked && inSentence(t.block[blocked])}` : t.canProve(to)}
  </p>
)

function Around({
  claim,
  now,
  checks,
}: {
  readonly claim: ClaimItem
  readonly now: Date
  readonly checks: Checks | undefined
}) {
  const { acteur, conversation, objections, conflicts, earlier } = claim
  const names = acteur.owners.map(({ nom }) => nom ?? common.nameless).join(', ')
  return (
    <>
      {!checks && (
        <Note tone="info">
          <p>{t.beyond}</p>
        </Note>
      )}
      {acteur.deleted_at && (
        <Note tone="bad">
          <p>{t.deleted}</p>
        </Note>
      )}
      <Comparison claim={claim} />
      {conversation.length > 0 && (
        <section>
          <h3>{t.conversation}</h3>
          <Messages messages={conversation} now={now} />
        </section>
      )}
      <section>
        <h3>{t.owners}</h3>
        {acteur.owners.length === 0 ? (
          <p>{t.noOwner}</p>
        ) : (
          <>
            <Note tone="wait" icon="person">
              <p dir="auto">{t.hasOwners(acteur.owners_count, names)}</p>
            </Note>
            {claim.status === 'pending' && checks && (
              <Button icon="mail" onClick={checks.onOwners}>
                {t.askOwners}
              </Button>
            )}
            {objections.length > 0 ? (
              <>
                <h4>{t.objections}</h4>
                <Messages messages={objections} now={now} />
              </>
            ) : (
              <p className="soft second">{t.noObjection}</p>
            )}
          </>
        )}
        {conflicts > 0 && <p>{t.conflicts(conflicts)}</p>}
      </section>
      {earlier.length > 0 && (
        <section>
          <h3>{t.earlier}</h3>
          <ul>
            {earlier.map(one => (
              <li key={one.id}>
                <Chip tone={TONES[one.status]}>{t.state[one.status]}</Chip>{' '}
                <Link
                  from="/demandes"
                  to="/demandes"
                  search={before => ({ ...before, item: one.id })}
                  dir="auto"
                >
                  {one.nom ?? one.email ?? t.noName}
                </Link>
                <span className="soft second">, {moment(new Date(one.created_at), now)}</span>
                {one.note && <p dir="auto">{one.note}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Messages = ({ messages, now }: { readonly messages: readonly ClaimMessage[]; readonly now: Date }) => (
  <ol className={`stack ${css.messages}`}>
    {messages.map(({ id, direction, nom, body, created_at, delivery }) => (
      <li key={id} data-ours={direction === 'outbound' || undefined}>
        <p className="soft second">
          {nom ?? (direction === 'outbound' ? t.us : common.visitor)}, {moment(new Date(created_at), now)}
          {delivery && `, ${inSentence(t.delivery[delivery])}`}
        </p>
        <div className={`anywhere pre ${css.words}`} dir="auto">
          {body}
        </div>
      </li>
    ))}
  </ol>
)
