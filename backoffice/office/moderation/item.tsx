import { lazy, type ReactNode, Suspense } from 'react'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { ItemHead } from '../../kit/desk/item-head.tsx'
import { NoItem } from '../../kit/desk/no-item.tsx'
import { ItemPane } from '../../kit/desk/panes.tsx'
import { Team } from '../../kit/desk/team.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { moment } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import type { Tab } from './address.ts'
import type { Outcomes } from './alike.ts'
import type { Counted } from './counted.ts'
import css from './item.module.css'
import { type Publication, stateOf, TONES } from './rules.ts'
import { t } from './texts.ts'
import { HistoryOf, ReportsOf, Written } from './written.tsx'

const Twins = lazy(() => import('./twins.tsx').then(({ Twins }) => ({ default: Twins })))
const Work = lazy(() => import('./team.tsx').then(({ Work }) => ({ default: Work })))

interface Props {
  readonly publication: Publication | undefined
  /** Why the open publication cannot be shown. */
  readonly missing: unknown
  /** From 1. Absent: this page of the list does not have it. */
  readonly place: number | undefined
  readonly counted: Pick<Counted, 'total' | 'isExact'>
  readonly tab: Tab
  /** Earlier decisions of this desk: a duplicate may have gone online since. */
  readonly outcomes: Outcomes
  onStep(by: 1 | -1): void
  onCompare(): void
  onBack(): void
  onTeam: Parameters<typeof Team>[0]['onChange']
  /** The decision bar. */
  readonly foot: ReactNode
}

/** All that a decision needs, in the order it is read. */
export function Item(props: Props) {
  const { publication, missing, counted, foot } = props
  return (
    <ItemPane id={publication?.id} foot={foot}>
      {publication ? (
        <Details {...props} publication={publication} />
      ) : (
        <NoItem missing={missing} gone={t.gone} goneNext={t.goneNext} none={t.noItem} total={counted.total} />
      )}
    </ItemPane>
  )
}

function Details({
  publication,
  place,
  counted,
  tab,
  outcomes,
  onStep,
  onCompare,
  onBack,
  onTeam,
}: Props & { readonly publication: Publication }) {
  const now = new Date()
  const state = stateOf(publication, now)
  return (
    <>
      <ItemHead
        chips={
          <>
            <Chip tone={TONES[state]}>{t.state[state]}</Chip>
            <Chip tone="plain">{publication.type.nom}</Chip>
            <span>{t.proposed(moment(new Date(publication.created_at), now))}</span>
          </>
        }
        title={publication.title}
        by={
          <>
            {publication.acteur?.nom ?? t.noActeur}
            {publication.api_key && ` (${t.byKey(publication.api_key.nom)})`} ·{' '}
            {publication.communes.map(({ nom }) => nom).join(', ')}
          </>
        }
        back={t.tab[tab]}
        at={place}
        total={counted.total}
        isExact={counted.isExact}
        onStep={onStep}
        onBack={onBack}
      />
      <Written publication={publication}>
        {publication.duplicates_count > 0 && (
          <div className="top-16 to-680">
            <Note tone="wait" icon="twins">
              <Suspense fallback={<span>{t.alike(publication.duplicates_count)}</span>}>
                <Twins publication={publication} outcomes={outcomes} />
              </Suspense>{' '}
              <Button look="link" hint={KEYS.compare} onClick={onCompare}>
                {t.do.compare}
              </Button>
            </Note>
          </div>
        )}
      </Written>
      <div className={`stack gap-16 to-680 ${css.beside}`}>
        {state === 'changes_requested' && publication.moderation_reason && (
          <Note tone="info">
            <p>
              <strong>{t.askedOfAuthor}</strong>
            </p>
            <p dir="auto">{publication.moderation_reason}</p>
          </Note>
        )}
        {state !== 'changes_requested' && publication.moderation_reason_code && (
          <Note tone="bad">
            <p>
              <strong>
                {nouns.reason} : {t.reasons[publication.moderation_reason_code]}
              </strong>
            </p>
            {publication.moderation_reason && <p dir="auto">{publication.moderation_reason}</p>}
          </Note>
        )}
        <ReportsOf publication={publication} />
        <Pane part="team" name={nouns.team} of={publication.id}>
          <Team key={publication.id} work={Work} item={publication} onChange={onTeam} />
        </Pane>
        <HistoryOf publication={publication} />
      </div>
    </>
  )
}
