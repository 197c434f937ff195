import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminPublicationPage } from '../api/contract.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { Empty, Loading, Problem } from '../ui/message.tsx'
import { age } from '../words/format.ts'
import { unbroken } from '../words/typography.ts'
import { type DeskAddress, filtersIn, orderOf, PER_PAGE } from './address.ts'
import { Filters } from './filters.tsx'
import css from './list.module.css'
import { MARKS_IN_A_ROW, marksOf, type Publication, stateOf, TONES } from './rules.ts'
import { t } from './texts.ts'
import type { Outcome } from './work.ts'

interface Props {
  readonly address: DeskAddress
  readonly listed: UseQueryResult<AdminPublicationPage>
  readonly rows: readonly Publication[]
  readonly openId: string | undefined
  readonly outcomes: Readonly<Record<string, Outcome>>
  readonly chosen: ReadonlySet<string>
  readonly arrivals: number
  readonly allDone: boolean
  /** On a narrow screen the open item takes its place. */
  readonly hidden: boolean
  onChoose(id: string, on: boolean, range: boolean): void
  onChooseAll(on: boolean): void
  onShow(id: string): void
  onNext(): void
  go(change: Partial<DeskAddress>): void
}

export function List(props: Props) {
  const { address, listed, rows, chosen, arrivals, allDone, hidden, go } = props
  const [filtering, setFiltering] = useState(false)
  const tab = address.onglet ?? 'attente'
  const filters = filtersIn(address)
  const total = listed.data?.meta.total ?? 0
  return (
    <section className={hidden ? `${css.list} ${css.hidden}` : css.list} aria-label={t.tab[tab]}>
      <search className={css.filters}>
        <Find q={address.q ?? ''} onFind={q => go({ q: q || undefined, page: undefined, item: undefined })} />
        <Button icon="sliders" onClick={() => setFiltering(true)}>
          {filters > 0 ? t.filterOn(filters) : t.filter}
        </Button>
      </search>
      <div className={css.bulk}>
        <label>
          <input
            type="checkbox"
            checked={rows.length > 0 && chosen.size === rows.length}
            onChange={event => props.onChooseAll(event.currentTarget.checked)}
          />
          {t.chooseAll}
        </label>
        {tab !== 'doublons' && (
          <button type="button" className={css.order} onClick={() => setFiltering(true)}>
            <Icon name="sort" small /> {t.order[orderOf(address)]}
          </button>
        )}
      </div>
      <div role="status">
        {arrivals > 0 && (
          <div className={css.arrivals}>
            <Button wide icon="down" onClick={props.onNext}>
              {t.arrivals(arrivals)}
            </Button>
          </div>
        )}
      </div>
      <div className={css.scroll}>
        <Rows {...props} />
        {allDone && (
          <Empty title={t.allDone}>
            <Button look="primary" onClick={props.onNext}>
              {t.nextPage}
            </Button>
          </Empty>
        )}
      </div>
      <Pager address={address} shown={rows.length} total={total} go={go} />
      {filtering && <Filters address={address} onClose={() => setFiltering(false)} go={go} />}
    </section>
  )
}

function Rows(props: Props) {
  const { address, listed, rows, go } = props
  if (listed.error && !listed.data)
    return <Problem error={listed.error} retry={() => void listed.refetch()} />
  if (!listed.data) return <Loading />
  if (rows.length === 0) {
    if (address.q || filtersIn(address) > 0)
      return (
        <Empty title={t.nothingFound}>
          <p>{t.nothingFoundNext}</p>
          <Button onClick={() => go(NO_FILTERS)}>{t.withoutFilters}</Button>
        </Empty>
      )
    return (
      <Empty title={t.empty[address.onglet ?? 'attente']}>
        <p>{t.emptyNext}</p>
      </Empty>
    )
  }
  const now = new Date()
  return (
    <ol>
      {rows.map(row => (
        <Row key={row.id} publication={row} now={now} {...props} />
      ))}
    </ol>
  )
}

const NO_FILTERS = {
  q: undefined,
  type: undefined,
  commune: undefined,
  acteur: undefined,
  du: undefined,
  au: undefined,
  page: undefined,
} as const

function Row({
  publication,
  now,
  openId,
  outcomes,
  chosen,
  onChoose,
  onShow,
}: Props & { readonly publication: Publication; readonly now: Date }) {
  const { id, title, acteur, created_at } = publication
  const outcome = outcomes[id]
  const done = outcome !== undefined && outcome.at !== 'failed'
  const marks = done ? [] : marksOf(publication, now).slice(0, MARKS_IN_A_ROW)
  return (
    <li className={css.row} data-open={id === openId || undefined} data-done={done || undefined}>
      <input
        type="checkbox"
        aria-label={t.choose(title)}
        checked={chosen.has(id)}
        onChange={() => {}}
        onClick={event => onChoose(id, event.currentTarget.checked, event.shiftKey)}
      />
      <div>
        <Link
          className={css.title}
          to="/moderation"
          search={before => ({ ...before, item: id })}
          activeProps={{}}
          aria-current={id === openId ? 'true' : undefined}
          dir="auto"
          onClick={event => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onShow(id)
          }}
        >
          {unbroken(title)}
        </Link>
        <p className={css.meta} dir="auto">
          {whereFrom(publication, acteur?.nom)}
        </p>
        {(done || marks.length > 0) && (
          <p className={css.marks}>
            {outcome && done && <StateChip publication={outcome.publication} kind={outcome.kind} />}
            {marks.map(({ text, tone, icon }) => (
              <Chip key={text} tone={tone} icon={icon}>
                {text}
              </Chip>
            ))}
          </p>
        )}
      </div>
      <time dateTime={created_at} className="figures">
        {age(new Date(created_at), now)}
      </time>
    </li>
  )
}

/** As it will be: the answer of the service only confirms it. */
const BECOMES = {
  publish: 'published',
  reject: 'rejected',
  schedule: 'approved',
  hold: 'pending',
  delete: 'deleted',
  restore: undefined,
  feature: undefined,
  unfeature: undefined,
} as const

function StateChip({ publication, kind }: Pick<Outcome, 'publication' | 'kind'>) {
  const state = BECOMES[kind] ?? stateOf(publication)
  return <Chip tone={TONES[state]}>{t.state[state]}</Chip>
}

const whereFrom = ({ communes }: Publication, acteur: string | undefined): string =>
  [acteur ?? t.noActeur, t.communes(communes[0]?.nom, communes.length - 1)].join(' · ')

function Find({ q, onFind }: { readonly q: string; readonly onFind: (q: string) => void }) {
  return (
    <form
      className={css.find}
      onSubmit={event => {
        event.preventDefault()
        onFind(String(new FormData(event.currentTarget).get('q') ?? '').trim())
      }}
    >
      <Icon name="search" />
      <input
        key={q}
        id="desk-search"
        name="q"
        type="search"
        defaultValue={q}
        maxLength={200}
        aria-label={t.searchIn}
        placeholder={t.search}
        enterKeyHint="search"
        onKeyDown={event => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      {q === '' && (
        <span aria-hidden="true">
          <kbd data-letter="">/</kbd>
        </span>
      )}
    </form>
  )
}

function Pager({
  address,
  shown,
  total,
  go,
}: Pick<Props, 'address' | 'go'> & { readonly shown: number; readonly total: number }) {
  const page = address.page ?? 1
  const first = (page - 1) * PER_PAGE + 1
  const hasMore = first + shown - 1 < total
  const to = (next: number) => go({ page: next > 1 ? next : undefined, item: undefined })
  return (
    <div className={css.pages}>
      <span className="figures">{shown > 0 && t.range(first, first + shown - 1, total)}</span>
      <span>
        <IconButton icon="back" label={t.previousPage} off={page === 1} onClick={() => to(page - 1)} />
        <IconButton icon="forward" label={t.nextPage} off={!hasMore} onClick={() => to(page + 1)} />
      </span>
    </div>
  )
}
