import { listTypes } from '../publishing/publications/types.ts'
import { newsFrame } from './embed.ts'
import { html } from './html.ts'
import { type Choice, filters, icon, plural, story } from './parts.ts'
import type { Page, Visit } from './visit.ts'
import { publicationsOf } from './visit.ts'

/** News, newest first: all of them, or those of one type. */

const MOST = 20

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
      ...(type !== undefined && { type }),
      ...(after !== undefined && { after }),
    }),
  ])
  const chosen = types.find(({ slug }) => slug === type)
  if (rest.length > 1 || (type !== undefined && !chosen)) return undefined
  const here = `${visit.base}/actualites${chosen ? `/${chosen.slug}` : ''}`
  const choices: Choice[] = [
    { href: `${visit.base}/actualites`, words: 'Tout', on: chosen === undefined },
    ...types.map(({ slug, nom }) => ({
      href: `${visit.base}/actualites/${slug}`,
      // The entry of the menu has this name, and leads to all of them.
      words: plural(nom) === 'Actualités' ? 'Actualités seules' : plural(nom),
      on: slug === type,
    })),
  ]
  return {
    title: chosen ? `Actualités : ${chosen.nom}` : 'Actualités',
    description: `Ce qui est publié à ${visit.town.nom}, du plus récent au plus ancien.`,
    ...(after !== undefined && { robots: 'noindex,follow' as const }),
    body: html`<div class="top"><h1>Actualités</h1><p class="acts"><a class="btn" href="${visit.base}/suivre">${icon('feed')} S’abonner</a></p></div>
${filters('Nature', choices)}
${data.length > 0 ? html`<ul class="stories columns">${data.map(one => story(visit, one, 'h2', { dating: 'news' }))}</ul>` : html`<p class="empty">Rien n’est encore publié ici.</p>`}
${next && html`<nav class="pager" aria-label="Suite"><a rel="next" href="${here}?apres=${encodeURIComponent(next)}">Plus anciennes</a></nav>`}`,
  }
}
