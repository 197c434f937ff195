import { listTypes } from '../publishing/publications/types.ts'
import { newsFrame } from './embed.ts'
import { html } from './html.ts'
import { type Choice, filters, icon, plural, story } from './parts.ts'
import type { Page, Visit } from './visit.ts'
import { publicationsOf } from './visit.ts'

/**
 * News by their day of publication: all of them, or those of one type. An event is looked for by its own day: it stands in the
 * agenda alone, and `/actualites/evenement` says which were announced last.
 */

const MOST = 20
/** Types with a page of their own, to which the filter leads. */
const OWN_PAGES: Readonly<Record<string, string>> = { evenement: 'agenda', acte: 'actes' }

export async function news(
  visit: Visit,
  rest: readonly string[],
  query: URLSearchParams,
): Promise<Page | undefined> {
  const [type] = rest
  if (type === 'cadre' && rest.length === 1) return await newsFrame(visit)
  const after = query.get('apres') ?? undefined
  const [types, { data, next }] = await Promise.all([
    listTypes(visit.db, false),
    publicationsOf(visit, {
      order: 'publie_le_desc',
      most: MOST,
      ...(type === undefined ? { isNews: true } : { type }),
      ...(after !== undefined && { after }),
    }),
  ])
  const chosen = types.find(({ slug }) => slug === type)
  if (rest.length > 1 || (type !== undefined && !chosen)) return undefined
  const here = `${visit.base}/actualites${chosen ? `/${chosen.slug}` : ''}`
  const choices: Choice[] = [
    { href: `${visit.base}/actualites`, words: 'Tout', on: chosen === undefined },
    ...types.map(({ slug, nom }) => ({
      href: `${visit.base}/${(slug !== type && OWN_PAGES[slug]) || `actualites/${slug}`}`,
      // The entry of the menu has this name, and leads to all of them.
      words: plural(nom) === 'Actualités' ? 'Actualités seules' : plural(nom),
      on: slug === type,
    })),
  ]
  return {
    title: chosen ? `Actualités : ${chosen.nom}` : 'Actualités',
    description: `Les nouvelles de ${visit.town.nom}, de la plus récente à la plus ancienne. Les rendez-vous sont dans l’agenda.`,
    ...(after !== undefined && { robots: 'noindex,follow' as const }),
    body: html`<div class="top"><h1>Actualités</h1><p class="acts"><a class="btn" href="${visit.base}/suivre">${icon('feed')} S’abonner</a></p></div>
${filters('Nature', choices)}
${data.length > 0 ? html`<ul class="stories columns">${data.map(one => story(visit, one, 'h2', { dating: 'news' }))}</ul>` : html`<p class="empty">Aucune nouvelle n’est publiée ici. <a href="${visit.base}/agenda">L’agenda</a> a les rendez-vous.</p>`}
${next && html`<nav class="pager" aria-label="Suite"><a rel="next" href="${here}?apres=${encodeURIComponent(next)}">Plus anciennes</a></nav>`}`,
  }
}
