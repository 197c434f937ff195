import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { MODERATION_REASONS } from '../../../shared/words/moderation.ts'
import type { Appeal, AppealItem } from '../../kit/api/contract.ts'
import { ItemHead } from '../../kit/desk/item-head.tsx'
import { ItemParts, Quoted } from '../../kit/desk/item-parts.tsx'
import { NoItem } from '../../kit/desk/no-item.tsx'
import { ItemPane } from '../../kit/desk/panes.tsx'
import { Team } from '../../kit/desk/team.tsx'
import { t as all } from '../../kit/desk/texts.ts'
import { LINKS } from '../../kit/links.ts'
import { Chip } from '../../kit/ui/chip.tsx'
import { Loading, Note } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { moment } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { nouns } from '../../kit/words/texts.ts'
import type { Tab } from './address.ts'
import { TONES, whoOf } from './list.tsx'
import { t } from './texts.ts'

const Contested = lazy(() =>
  import('../moderation/contested.tsx').then(({ Contested }) => ({ default: Contested })),
)

const Work = lazy(() => import('./team.tsx').then(({ Work }) => ({ default: Work })))
const WorkOnClaim = lazy(() => import('./team.tsx').then(({ WorkOnClaim }) => ({ default: WorkOnClaim })))

/** The decision, who contests it and why, the answer, and the publication. */
export function Item({
  appeal,
  whole,
  missing,
  tab,
  at,
  total,
  onStep,
  onBack,
  onTeam,
  foot,
}: {
  readonly appeal: Appeal | undefined
  /** With what only the item says. Absent until loaded. */
  readonly whole: AppealItem | undefined
  readonly missing: unknown
  readonly tab: Tab
  readonly at: number | undefined
  readonly total: number
  onStep(by: 1 | -1): void
  onBack(): void
  readonly onTeam: Parameters<typeof Team>[0]['onChange']
  readonly foot: ReactNode
}) {
  if (!appeal)
    return (
      <ItemPane id={undefined} foot={foot}>
        <NoItem missing={missing} gone={t.gone} none={t.noItem} total={total} />
      </ItemPane>
    )
  const now = new Date()
  const { kind, status, decision, decider, reason_code, reason, report, message, answer, answerer } = appeal
  return (
    <ItemPane id={appeal.id} foot={foot}>
      <ItemHead
        chips={
          <>
            <Chip tone={TONES[status]}>{t.status[status]}</Chip>
            <Chip tone="plain">{t.kind[kind]}</Chip>
            <span>{all.made(moment(new Date(appeal.created_at), now))}</span>
          </>
        }
        title={appeal.nom}
        by={whoOf(appeal)}
        back={t.tab[tab]}
        at={at}
        total={total}
        onStep={onStep}
        onBack={onBack}
      />
      <ItemParts>
        {status === 'pending' && whole?.own_decision && (
          <Note tone="wait">
            <p>{whole.alone ? t.alone : t.own}</p>
          </Note>
        )}
        {status === 'closed' && (
          <Note tone="info">
            <p>{t.closed}</p>
          </Note>
        )}
        <section>
          <h3>{all.message}</h3>
          <Quoted words={message} forgotten={t.forgotten} />
        </section>
        <section>
          <h3>{t.contested}</h3>
          <p dir="auto">
            {all.took(
              t.decision[decision],
              decider?.nom ?? undefined,
              moment(new Date(appeal.decided_at), now),
            )}
          </p>
          {reason_code && (
            <p>
              {t.reason} : {labelOf(MODERATION_REASONS[reason_code])}
            </p>
          )}
          {reason && (
            <p dir="auto">
              {t.words} : {reason}
            </p>
          )}
          <p>
            {appeal.publication_id && (
              <Link {...LINKS.publications(appeal.publication_id)}>{t.open.publication}</Link>
            )}
            {appeal.claim_id && <Link {...LINKS.claims(appeal.claim_id)}>{t.open.claim}</Link>}
          </p>
        </section>
        {status === 'pending' && (
          <Pane part="team" name={nouns.team} of={appeal.id}>
            <Team
              key={appeal.id}
              work={kind === 'claim' ? WorkOnClaim : Work}
              item={appeal}
              onChange={onTeam}
            />
          </Pane>
        )}
        {report && (
          <section>
            <h3>{t.report}</h3>
            <p>
              {labelOf(MODERATION_REASONS[report.reason])}, {moment(new Date(report.created_at), now)}
            </p>
            <Quoted words={report.message} />
          </section>
        )}
        {(status === 'upheld' || status === 'overturned') && (
          <section>
            <h3>{t.answer}</h3>
            <p dir="auto">
              {all.took(
                t.status[status],
                answerer?.nom ?? undefined,
                moment(new Date(appeal.answered_at ?? now), now),
              )}
            </p>
            <Quoted words={answer} />
          </section>
        )}
        {appeal.publication_id && (
          <section>
            <h3>{t.publication}</h3>
            <Pane part="contested" name={t.publication} of={appeal.id}>
              <Suspense fallback={<Loading />}>
                <Contested id={appeal.publication_id} />
              </Suspense>
            </Pane>
          </section>
        )}
      </ItemParts>
    </ItemPane>
  )
}
