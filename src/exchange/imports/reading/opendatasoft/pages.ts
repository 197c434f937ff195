import { explain } from '../../explanations.ts'
import { type SourceToRead, Unreadable } from '../item.ts'
import { number, record } from '../json-fields.ts'
import { parseJson } from '../json-text.ts'
import { refuseOther } from '../page/web-page.ts'
import type { Page, PageFacts, PagePlan } from '../pages.ts'
import { recordsIn } from './read-records.ts'

/** A portal answers ten records a page, unless it is asked for more, and ten thousand in all. */

const EXPLORE = /^(\/.{0,100})?\/api\/explore\/v2\.[01]\/catalog\/datasets\/[^/]{1,200}\/records\/?$/
const SEARCH = /^\/api\/records\/1\.0\/search\/?$/
/** What a clerk copies from the browser, or what another page shows. */
const SCREEN = /^\/explore\/(?:embed\/)?dataset\/([\w@-]{1,200})(?:\/[a-z]{0,30})?\/?$/
const PER_PAGE = 100
const MOST_RECORDS = 1000

/** How the records of such an address are fetched; filters in it stay. Undefined for any other address. */
export function opendatasoftPlan({ url, kind }: SourceToRead, now: Date): PagePlan | undefined {
  const asked = URL.parse(url)
  if (!asked || (kind !== 'auto' && kind !== 'json_events')) return undefined
  const first = SCREEN.test(asked.pathname) ? recordsBehind(asked) : asked
  const names = EXPLORE.test(first.pathname)
    ? { size: 'limit', from: 'offset', total: 'total_count' }
    : SEARCH.test(first.pathname)
      ? { size: 'rows', from: 'start', total: 'nhits' }
      : undefined
  if (!names) return undefined
  first.searchParams.delete(names.from)
  first.searchParams.set(names.size, String(PER_PAGE))
  if (/\/datasets\/[\w-]*openagenda[\w-]*\//.test(first.pathname)) onlyComing(first.searchParams, now)
  return {
    first,
    // Past ones count too.
    most: MOST_RECORDS,
    pageOf: (text, page) => recordsPage(text, page, names),
    whole: records => ({ total_count: records.length, results: [...records] }),
  }
}

/** `/explore/dataset/agenda/table/?refine.city=Mende&q=fête`: the same records by the API. */
function recordsBehind(screen: URL): URL {
  const [, dataset = ''] = SCREEN.exec(screen.pathname) ?? []
  const first = new URL(`/api/explore/v2.1/catalog/datasets/${dataset}/records`, screen)
  for (const [name, value] of screen.searchParams) {
    const field = /^refine\.(\w{1,100})$/.exec(name)?.[1]
    if (field) first.searchParams.append('refine', `${field}:${JSON.stringify(value)}`)
    if (name === 'q' && value.trim() !== '') first.searchParams.set('where', JSON.stringify(value))
  }
  return first
}

/** The data set of OpenAgenda's public events holds those of ten years, in no order. */
function onlyComing(params: URLSearchParams, now: Date): void {
  const where = params.get('where')
  if (/date_(?:begin|end)/.test(where ?? '')) return
  const coming = `lastdate_end >= date'${now.toISOString().slice(0, 10)}'`
  params.set('where', where ? `(${where}) and ${coming}` : coming)
  if (!params.has('order_by')) params.set('order_by', 'firstdate_begin')
}

interface Names {
  readonly size: string
  readonly from: string
  readonly total: string
}

function recordsPage(text: string, { address, number: page, notes }: PageFacts, names: Names): Page {
  if (!/^\s*[{[]/.test(text)) refuseOther(text, address.href)
  const document = parseJson(text, notes)
  const found = recordsIn(document)
  if (!found) throw new Unreadable(explain('json_not_a_feed'))
  const total = number(record(document)?.[names.total]) ?? 0
  const next = new URL(address)
  next.searchParams.set(names.from, String(page * PER_PAGE))
  return { found, next: page * PER_PAGE < total ? next : undefined }
}
