import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { AdminPublicationPage } from '../../kit/api/contract.ts'
import { activeFilters, FilterBar, showAll } from '../../kit/desk/filter-bar.tsx'
import { ItemLink } from '../../kit/desk/item-link.tsx'
import { Pager } from '../../kit/desk/pager.tsx'
import { ListPane } from '../../kit/desk/panes.tsx'
import { Row } from '../../kit/desk/row.tsx'
import { Rows } from '../../kit/desk/rows.tsx'
import { teamFilters } from '../../kit/desk/team-filters.ts'
import { useTeamSettings } from '../../kit/desk/team-settings.ts'
import { t as desk } from '../../kit/desk/texts.ts'
import { WaitingSince } from '../../kit/desk/waiting-since.tsx'
import { LazyDialog } from '../../kit/lazy-dialog.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Empty, Loading } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { age, namedDay, upcoming } from '../../kit/words/format.ts'
import { actions, nouns } from '../../kit/words/texts.ts'
import type { DeskAddress } from './address.ts'
import type { useArrivals } from './arrivals.ts'
import type { Counted } from './counted.ts'
import { useTypes } from './facts.ts'
import css from './list.module.css'
import { Order } from './order.tsx'
import { inRow, isPutOff, marksOf, type Publication, type State, stateOf, TONES, whereFrom } from './rules.ts'
import type { Selection } from './selection.ts'
import { t } from './texts.ts'
import { isSettled, type Outcome } from './use-moderation.ts'
import { Whole } from './whole.tsx'

const Elsewhere = lazy(() => import('./elsewhere.tsx').then(({ Elsewhere }) => ({ default: Elsewhere })))
const NothingHere = lazy(() =>
  import('./elsewhere.tsx').then(({ NothingHere }) => ({ default: NothingHere })),
)
const Filters = lazy(() => import('./filters.tsx').then(({ Filters }) => ({ default: Filters })))

interface Props {
  readonly address: DeskAddress
  readonly listed: UseQueryResult<AdminPublicationPage>
  readonly rows: readonly Publication[]
  readonly openId: string | undefined
  readonly outcomes: Readonly<Record<string, Outcome>>
  readonly counted: Counted
  readonly selection: Selection
  readonly arrivals: Pick<ReturnType<typeof useArrivals>, 'count' | 'comeFirst'>
  readonly allDone: boolean
  onShow(id: string): void
  onNext(): void
  onOrder(order: DeskAddress['tri']): void
  go(change: Partial<DeskAddress>, replace?: boolean): void
}

export function List(props: Props) {
  const { address, listed, counted, rows, selection, arrivals, allDone, go } = props
  const [filtering, setFiltering] = useState(false)
  const [mistyped, setMistyped] = useState<{ readonly typed: string; readonly words: string }>()
  const tab = address.onglet ?? 'attente'
  const change = (filters: Partial<DeskAddress>) => go({ page: undefined, item: undefined, ...filters })
  const types = useTypes()
  const isUrgentFirst = useTeamSettings()?.urgent_first
  const { type, commune, acteur, auteur, source, du, au, par, motif, decide_du, decide_au } = address
  const filters = activeFilters(address, [
    {
      label: nouns.type,
      value: type && (types.find(({ id }) => id === type)?.nom ?? '…'),
      keys: ['type'],
    },
    { label: nouns.commune, value: commune && ['communes', commune], keys: ['commune'] },
    { label: nouns.acteur, value: acteur && ['acteurs', acteur], keys: ['acteur'] },
    { label: t.filters.author, value: auteur && ['users', auteur], keys: ['auteur'] },
    ...teamFilters(address),
    { label: t.filters.source, value: source && ['importSources', source], keys: ['source'] },
    { label: t.filters.from, value: du && namedDay(du), keys: ['du'] },
    { label: t.filters.to, value: au && namedDay(au), keys: ['au'] },
    { label: t.filters.decider, value: par && ['users', par], keys: ['par'] },
    { label: t.filters.decidedFrom, value: decide_du && namedDay(decide_du), keys: ['decide_du'] },
    { label: t.filters.decidedTo, value: decide_au && namedDay(decide_au), keys: ['decide_au'] },
    { label: t.filters.reason, value: motif && t.reasons[motif], keys: ['motif'] },
  ])
  const onShowAll = showAll(filters, change)
  const searchInstead = (words: string) => {
    setMistyped({ typed: address.q ?? '', words })
    go({ q: words, page: undefined, item: undefined }, true)
  }
  const now = new Date()
  return (
    <ListPane
      label={t.tab[tab]}
      tools={
        <FilterBar
          label={t.searchIn}
          address={address}
          filters={filters}
          onChange={change}
          end={
            <Button icon="sliders" onClick={() => setFiltering(true)}>
              {actions.filter}
            </Button>
          }
        />
      }
      above={
        <>
          <div className={`flex middle soft second gap-10 ${css.bulk}`}>
            {isChosenFrom(tab) && (
              <label className="flex middle gap-10">
                <input
                  type="checkbox"
                  checked={selection.isPage}
                  onChange={event => selection.choosePage(event.currentTarget.checked)}
                />
                {t.chooseAll}
              </label>
            )}
            {tab !== 'doublons' && (
              <Order address={address} isUrgentFirst={isUrgentFirst} onChange={props.onOrder} />
            )}
          </div>
          <div role="status">
            {mistyped && mistyped.words === address.q && (
              <p className={`row second gap-4-16 ${css.elsewhere}`}>
                {t.corrected(mistyped.words, mistyped.typed)}
              </p>
            )}
            {address.q && rows.length > 0 && (
              <Pane part="elsewhere" name={t.elsewhere}>
                <Suspense>
                  <Elsewhere address={address} tab={tab} />
                </Suspense>
              </Pane>
            )}
            {selection.isPage && tab !== 'doublons' && counted.total > rows.length && (
              <Whole selection={selection} shown={rows.length} counted={counted} />
            )}
            {arrivals.count > 0 && (
              <div className={css.arrivals}>
                <Button wide icon="down" onClick={props.onNext}>
                  {(arrivals.comeFirst ? t.arrivals : t.arrivalsAnywhere)(arrivals.count)}
                </Button>
              </div>
            )}
          </div>
        </>
      }
      below={
        <Pager
          page={address.page ?? 1}
          shown={rows.length}
          meta={{ total: counted.total, per_page: listed.data?.meta.per_page ?? 0 }}
          isExact={counted.isExact}
          onPage={page => go({ page, item: undefined })}
        />
      }
    >
      <Rows
        listed={listed}
        empty={t.empty[tab]}
        emptyNext={t.emptyNext}
        onShowAll={onShowAll}
        nothing={
          address.q &&
          onShowAll && (
            <div role="status">
              <Suspense fallback={<Loading />}>
                {listed.isPlaceholderData ? (
                  <Loading />
                ) : (
                  <NothingHere
                    address={address}
                    tab={tab}
                    q={address.q}
                    isFiltered={filters.length > 1}
                    onCorrected={searchInstead}
                    onShowAll={onShowAll}
                  />
                )}
              </Suspense>
            </div>
          )
        }
      >
        {rows.map(row => (
          <PublicationRow key={row.id} publication={row} now={now} {...props} />
        ))}
      </Rows>
      {allDone && (
        <Empty title={t.allDone}>
          <Button look="primary" onClick={props.onNext}>
            {desk.nextPage}
          </Button>
        </Empty>
      )}
      <LazyDialog onClose={() => setFiltering(false)}>
        {filtering && (
          <Filters
            address={address}
            types={types}
            onClose={() => setFiltering(false)}
            onShowAll={() => onShowAll?.()}
            go={change}
          />
        )}
      </LazyDialog>
    </ListPane>
  )
}

/** Deleted publications are restored one at a time. */
const isChosenFrom = (tab: DeskAddress['onglet']) => tab !== 'corbeille'

function PublicationRow({
  address,
  publication,
  now,
  openId,
  outcomes,
  selection,
  onShow,
}: Props & { readonly publication: Publication; readonly now: Date }) {
  const { id, title, created_at, publie_le, waits_since } = publication
  const outcome = outcomes[id]
  const isDone = isSettled(outcome)
  const isOpen = id === openId
  const marks = isDone ? [] : inRow(marksOf(publication, now))
  return (
    <Row
      isOpen={isOpen}
      isDone={isDone}
      choice={
        isChosenFrom(address.onglet) ? (
          <input
            type="checkbox"
            aria-label={t.choose(title)}
            checked={selection.has(id)}
            onChange={() => {}}
            onClick={event => selection.choose(id, event.currentTarget.checked, event.shiftKey)}
          />
        ) : null
      }
      title={<ItemLink desk="/moderation" id={id} title={title} isOpen={isOpen} onShow={onShow} />}
      meta={whereFrom(publication)}
      marks={
        (isDone || marks.length > 0) && (
          <>
            {isDone && <StateChip {...outcome} />}
            {marks.map(({ text, tone, icon }) => (
              <Chip key={text} tone={tone} icon={icon}>
                {text}
              </Chip>
            ))}
          </>
        )
      }
      time={
        isPutOff(publication, now) && publie_le !== null ? (
          <time dateTime={publie_le}>{upcoming(new Date(publie_le), now)}</time>
        ) : waits_since && !isDone ? (
          <WaitingSince at={waits_since} now={now} />
        ) : (
          <time dateTime={created_at} className="figures">
            {age(new Date(created_at), now)}
          </time>
        )
      }
    />
  )
}

/** The state after a decision, shown before the service answers. The other actions leave it. */
const BECOMES: Partial<Record<Outcome['kind'], State>> = {
  publish: 'published',
  reject: 'rejected',
  'send back': 'changes_requested',
  schedule: 'approved',
  hold: 'pending',
  delete: 'deleted',
  'keep other': 'rejected',
}

function StateChip({ at, publication, kind }: Outcome) {
  const state = (at === 'theirs' ? undefined : BECOMES[kind]) ?? stateOf(publication, new Date())
  return <Chip tone={TONES[state]}>{t.state[state]}</Chip>
}
