/** The requests for both sides. Any other status than `status` ends the run. */
export interface Workload {
  readonly name: string
  readonly path: string
  readonly status: 200 | 304
  /** Sent with the page's ETag. The floor has none, so only Parvis is measured. */
  readonly revalidates?: true
  /** Sent as a moderator; the floor ignores it. */
  readonly office?: true
  /** The floor runs the statements of the service on bare `pg` and returns their rows. */
  readonly replayed?: true
  /** Parvis is asked for a packed answer; the floor packs none. */
  readonly packed?: true
  /** A page for residents, from the cache; the floor sends the same bytes from memory. */
  readonly page?: true
  readonly wanted?: number
  /** Lower concurrency for heavy requests. */
  readonly connections?: number
}

const BY_HAND = 'node:http and pg, SQL by hand, the same answer'
const REPLAYED = 'node:http and pg, our own statements'
const PACKED = `${BY_HAND}, not packed`
const SAME_BYTES = 'node:http, the same bytes from memory'
const GO = 'net/http and pgconn of Go, our own statements'
const NONE = 'none: the answer is made, and found to be known'
export const againstOf = ({ revalidates, replayed, page, packed }: Workload, go: boolean) =>
  revalidates ? NONE : go ? GO : packed ? PACKED : replayed ? REPLAYED : page ? SAME_BYTES : BY_HAND

const queue = '/api/v1/admin/publications'

/** Replaces `:commune`, `:slug` and `:publication` by existing ones. */
export const workloads: readonly Workload[] = [
  { name: 'first-page', path: '/api/v1/communes', status: 200, wanted: 0.9 },
  { name: 'page-50', path: '/api/v1/communes?page=50', status: 200, wanted: 0.9 },
  { name: 'search', path: '/api/v1/communes?q=saint', status: 200, replayed: true, wanted: 0.9 },
  { name: 'postal-code', path: '/api/v1/communes?q=01300', status: 200, wanted: 0.9 },
  { name: 'by-slug', path: '/api/v1/communes/rennes', status: 200, wanted: 0.9 },
  { name: 'types', path: '/api/v1/publications/types', status: 200, wanted: 0.9 },
  { name: 'not-modified', path: '/api/v1/communes', status: 304, revalidates: true },
  {
    name: 'commune-page',
    path: '/api/v1/communes/:commune/publications?per_page=20',
    status: 200,
    wanted: 1,
  },
  {
    name: 'commune-page-gzip',
    path: '/api/v1/communes/:commune/publications?per_page=20',
    status: 200,
    packed: true,
  },
  { name: 'publication', path: '/api/v1/publications/:publication', status: 200, wanted: 0.9 },
  {
    name: 'search-words',
    path: '/api/v1/publications?q=biblioth%C3%A8que&per_page=15',
    status: 200,
    replayed: true,
    wanted: 0.9,
    connections: 8,
  },
  {
    name: 'pending-queue',
    path: `${queue}?moderation_status=pending&sort=created_at_desc&per_page=10`,
    status: 200,
    office: true,
    wanted: 3,
  },
  {
    name: 'duplicates',
    path: `${queue}?duplicates=true&moderation_status=pending&per_page=10`,
    status: 200,
    office: true,
    replayed: true,
    wanted: 0.9,
    connections: 4,
  },
  {
    name: 'counts',
    path: '/api/v1/admin/counts',
    status: 200,
    office: true,
    replayed: true,
    wanted: 0.9,
    connections: 4,
  },
  {
    name: 'nearest',
    path: '/api/v1/defibrillateurs?near=48.110000,-1.680000',
    status: 200,
    replayed: true,
    wanted: 0.9,
  },
  { name: 'place', path: '/place/:slug', status: 200, page: true, wanted: 0.8 },
]

/** A short request with keep-alive, like an app's. */
export const headers: Readonly<Record<string, string>> = {
  host: '127.0.0.1',
  accept: 'application/json',
  'x-app-source': 'public',
}

export const browserHeaders: Readonly<Record<string, string>> = {
  host: '127.0.0.1',
  accept: 'text/html',
  'accept-encoding': 'gzip',
}
