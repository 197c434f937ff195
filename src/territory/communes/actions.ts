import { Data, Obj, Slug } from '../../../shared/shapes.ts'
import { lastPage, NumberedPages, onPage, PER_PAGE_OF_APPS, pageOf } from '../../kernel/lists/paging.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Redirect } from '../../kernel/routes/action.ts'
import { refuseOutsideCommunes } from '../../people/access/app-sources.ts'
import { anyone } from '../../people/access/visitors.ts'
import { BY_NAME, type CommuneFilter, countCommunes, findCommuneBySlug, listCommunes } from './queries.ts'
import { searchWithDepartement } from './rules.ts'
import { Commune, CommunesQuery } from './shapes.ts'
import { shownCommune } from './shown-commune.ts'

export const list = anyone.read({
  summary: 'Communes by name; `q` searches the beginning of names, postal codes and INSEE codes',
  query: CommunesQuery,
  reply: NumberedPages(Commune),
  errors: ['page_too_deep'],
  async run({ db, query, source, config }) {
    const page = pageOf(query, BY_NAME, PER_PAGE_OF_APPS)
    const filter: CommuneFilter = { communeIds: source.communeIds, ...searchWithDepartement(query) }
    const [rows, total] = await Promise.all([listCommunes(db, filter, page), countCommunes(db, filter)])
    const { data, next } = onPage(page, rows, ({ cle: _, ...item }) => shownCommune(item, config))
    const { perPage: per_page } = page
    return { data, meta: { page: page.number, per_page, total, last_page: lastPage(total, per_page), next } }
  },
})

export const bySlug = anyone.read({
  summary: 'One commune by its slug; a former slug or an id redirects there',
  params: Obj({ slug: Slug }),
  reply: Data(Commune),
  errors: ['not_found', 'scope_violation'],
  redirects: true,
  async run({ db, params, source, config }) {
    const commune = await findCommuneBySlug(db, params.slug)
    if (!commune) throw new Problem('not_found')
    refuseOutsideCommunes(source, commune.id)
    if (commune.slug !== params.slug) return new Redirect(`/api/v1/communes/${commune.slug}`)
    return { data: shownCommune(commune, config) }
  },
})
