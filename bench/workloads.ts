/** What is asked of both, again and again. `status` is the only answer that counts; anything else ends the run. */
export interface Workload {
  readonly name: string
  readonly path: string
  readonly status: 200 | 304
  /** Asked with the ETag of the page: the floor has none, so only Parvis is measured, for information. */
  readonly revalidates?: true
  /** Asked by a moderator; the floor does not look. */
  readonly office?: true
}

export const workloads: readonly Workload[] = [
  { name: 'first-page', path: '/api/v1/communes', status: 200 },
  { name: 'page-50', path: '/api/v1/communes?page=50', status: 200 },
  { name: 'search', path: '/api/v1/communes?q=saint', status: 200 },
  { name: 'postal-code', path: '/api/v1/communes?q=01300', status: 200 },
  { name: 'by-slug', path: '/api/v1/communes/rennes', status: 200 },
  { name: 'types', path: '/api/v1/publications/types', status: 200 },
  { name: 'not-modified', path: '/api/v1/communes', status: 304, revalidates: true },
]

/** On a stock of publications (`--rows`). `:commune` and `:publication` are found in it. */
export const publicationWorkloads: readonly Workload[] = [
  { name: 'commune-page', path: '/api/v1/communes/:commune/publications?per_page=20', status: 200 },
  { name: 'publication', path: '/api/v1/publications/:publication', status: 200 },
  {
    name: 'pending-queue',
    path: '/api/v1/admin/publications?moderation_status=pending&sort=created_at_desc&per_page=10',
    status: 200,
    office: true,
  },
]

/** As an app sends it: a short request, the connection kept. */
export const headers: Readonly<Record<string, string>> = {
  host: '127.0.0.1',
  accept: 'application/json',
  'x-app-source': 'public',
}
