import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { namesOf } from '../../../shared/fields/field.ts'
import { dayOf } from '../../../shared/wall-clock.ts'
import { MODERATION_REASONS } from '../../../shared/words/moderation.ts'
import { changing } from '../../kit/address.ts'
import type { TransparencyMonth } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { DownloadTable } from '../../kit/desk/download.tsx'
import { insteadOf } from '../../kit/error-pages.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { FieldRow, Select } from '../../kit/ui/field.tsx'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { type Column, Table } from '../../kit/ui/table.tsx'
import { number } from '../../kit/words/format.ts'
import { labelOf, language } from '../../kit/words/language.ts'
import { MONTHS, type transparencyAddress } from './address.ts'
import { t } from './texts.ts'
import css from './transparency.module.css'

type Name = Exclude<keyof TransparencyMonth, 'month' | 'automated_decisions'>
const REASONS = namesOf(MODERATION_REASONS)
const SECTIONS = {
  publications: [
    'submitted',
    'decisions',
    'accepted',
    'changes_requested',
    'refused',
    'decisions_median_hours',
    'hidden',
    'undone',
  ],
  refusals: REASONS.map(code => `refused_${code}` as const),
  reports: [
    'reports_received',
    'reports_closed',
    'reports_kept',
    'reports_removed',
    'reports_removed_illegal',
    'reports_median_hours',
  ],
  appeals: [
    'appeals_received',
    'appeals_upheld',
    'appeals_overturned',
    'appeals_closed',
    'appeals_median_hours',
  ],
} as const satisfies Readonly<Record<string, readonly Name[]>>

const REFUSALS = Object.fromEntries(
  REASONS.map(code => [`refused_${code}`, labelOf(MODERATION_REASONS[code])]),
) as Readonly<Record<(typeof SECTIONS.refusals)[number], string>>
const NAMES: Readonly<Record<Name, string>> = { ...t.names, ...REFUSALS }
const isMedian = (name: Name) => name.endsWith('_median_hours')

/** Years offered, the newest first. */
const YEARS = 6

/** The figures of moderation by month: a table to read, to print and to download. */
export function Transparency() {
  const address: ReturnType<typeof transparencyAddress> = useSearch({ from: '/transparence' })
  const navigate = useNavigate({ from: '/transparence' })
  const change = changing<typeof address>(navigate)
  const thisYear = Number(dayOf(new Date()).slice(0, 4))
  const { annee: year = thisYear, mois: month } = address
  const query = { year }
  const { data, error, refetch } = useQuery(reading('GET /api/v1/admin/transparency', { query }))
  const months = data?.data.filter(one => month === undefined || one.month === monthOf(year, month)) ?? []
  const years = Array.from({ length: YEARS }, (_, at) => thisYear - at)
  return (
    insteadOf(error) ?? (
      <>
        <PageHead title={t.title}>
          <Button onClick={() => window.print()}>{t.print}</Button>
          <DownloadTable route="GET /api/v1/admin/transparency" query={query} name={t.file(year)} />
        </PageHead>
        <Content>
          <div className={`stack gap-16 ${css.report}`}>
            <details>
              <summary>{t.how}</summary>
              <p className={css.soft}>{t.about}</p>
            </details>
            <div className={css.choice}>
              <FieldRow>
                <Select
                  label={t.year}
                  value={year}
                  onChange={event => change({ annee: Number(event.currentTarget.value), mois: undefined })}
                >
                  {(years.includes(year) ? years : [year, ...years]).map(one => (
                    <option key={one}>{one}</option>
                  ))}
                </Select>
                <Select
                  label={t.month}
                  value={month ?? ''}
                  onChange={event =>
                    change({ mois: MONTHS.find(one => `${one}` === event.currentTarget.value) })
                  }
                >
                  <Options none={t.wholeYear} of={MONTHS.map(one => [one, nameOf(monthOf(year, one))])} />
                </Select>
              </FieldRow>
            </div>
            <NotYet data={data} error={error} refetch={refetch} />
            {data && months.length === 0 && <Empty title={month === undefined ? t.nothing : t.none} />}
            {months.length > 0 &&
              namesOf(SECTIONS).map(section => (
                <Section key={section} title={t.sections[section]}>
                  <Figures section={section} months={months} />
                </Section>
              ))}
            <p className={css.soft}>{t.automated}</p>
            <p className={css.soft}>{t.medians}</p>
          </div>
        </Content>
      </>
    )
  )
}

/** The months, as the file has them, and of the reasons those that were given. */
function Figures({
  section,
  months,
}: {
  readonly section: keyof typeof SECTIONS
  readonly months: readonly Row[]
}) {
  const names: readonly Name[] = SECTIONS[section]
  if (!months.some(month => names.some(name => month[name]))) return <p className={css.soft}>{t.nothing}</p>
  const given = names.filter(name => section !== 'refusals' || months.some(month => month[name]))
  return (
    <Table
      caption={t.sections[section]}
      columns={columnsOf(given)}
      rows={months.length > 1 ? [...months, totalOf(months)] : months}
      keyOf={({ month }) => month}
    />
  )
}

const columnsOf = (names: readonly Name[]): readonly Column<Row>[] => [
  { name: t.month, of: ({ month }) => (month === TOTAL ? t.total : nameOf(month)) },
  ...names.map(name => ({
    name: NAMES[name],
    of: (row: Row) => shownValue(name, row[name]),
    isNumber: true,
  })),
]

type Row = Readonly<Record<Name, number | null>> & { readonly month: string }
const TOTAL = 'total'
/** Medians of months have no sum. */
const totalOf = (months: readonly Row[]): Row => {
  const sums = namesOf(NAMES).map(name => [
    name,
    isMedian(name) ? null : months.reduce((sum, one) => sum + (one[name] ?? 0), 0),
  ])
  return { ...(Object.fromEntries(sums) as Record<Name, number | null>), month: TOTAL }
}

const shownValue = (name: Name, value: number | null) =>
  value === null ? '–' : isMedian(name) ? t.hours(decimal.format(value)) : number(value)
const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })

const monthOf = (year: number, month: number) => `${year}-${String(month).padStart(2, '0')}`
const longMonth = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' })
const nameOf = (month: string) => longMonth.format(new Date(`${month}-01T00:00:00Z`))
