import { isOpenPlace } from '../communes/places/queries.ts'
import { BY_NAME, listCommunes } from '../communes/queries.ts'
import { searchWithDepartement } from '../communes/rules.ts'
import { type Db, sql } from '../kernel/db/db.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { slugOf } from '../kernel/texts.ts'
import { communePath } from './addresses.ts'
import { html } from './html.ts'
import { Elsewhere, type Page } from './visit.ts'

const MOST = 30
const LONGEST = 100

/** Finds any commune by its name or postal code. The only one found, or the only one of that very name, is opened at once. */
export async function communes(
  db: Db,
  communeIds: readonly string[] | null,
  query: URLSearchParams,
): Promise<(Page & { readonly canonical: string }) | Elsewhere> {
  const q = (query.get('q') ?? '').trim().slice(0, LONGEST)
  const page = pageOf({ per_page: MOST }, BY_NAME)
  const rows =
    q === ''
      ? []
      : await listCommunes(
          db,
          { communeIds, also: [isOpenPlace(sql`communes.id`)], ...searchWithDepartement({ q }) },
          page,
        )
  const { data, next } = onPage(page, rows)
  const exact = data.length === 1 ? data : data.filter(({ nom }) => slugOf(nom) === slugOf(q))
  const [only, second] = exact
  if (only && !second) return new Elsewhere(communePath(only.slug), 303)
  return {
    title: 'Que se passe-t-il dans votre commune ?',
    description: 'Actualités, agenda, alertes, mairie et collectes de votre commune.',
    canonical: '/place',
    ...(q !== '' && { robots: 'noindex,follow' as const }),
    body: html`<div class="gate"><h1>Que se passe-t-il chez vous ?</h1><form class="inline" action="/place"><label for="c">Votre commune ou son code postal</label><input id="c" name="q" value="${q}" maxlength="${LONGEST}" autocomplete="postal-code"><button>Chercher</button></form>
${
  q !== '' &&
  html`<section aria-labelledby="res"><h2 id="res">${data.length > 0 ? `Communes pour « ${q} »` : `Aucune commune ne correspond à « ${q} »`}</h2><ul class="towns">${data.map(
    ({ slug, nom, departement, codes_postaux: [postal] }) =>
      html`<li><a href="${communePath(slug)}"><b>${nom}</b> <span>${[departement, postal].filter(Boolean).join(', ')}</span></a></li>`,
  )}</ul>${next && html`<p class="meta">Il y en a d’autres : écrivez-en plus, ou le code postal.</p>`}</section>`
}</div>`,
  }
}
