import { nextDaysOf } from './event-days.ts'
import { html, type Value } from './html.ts'
import { dayItems, story } from './parts.ts'
import { type Page, publicationsOf, type Visit } from './visit.ts'

/** What other sites show in a frame: the agenda or the news, and one link. Links open in the page around it. */

const DAYS = 6
const NEWS = 6
/** Enough for six days in a busy week. */
const MOST = 40

export async function agendaFrame(visit: Visit): Promise<Page> {
  const wanted = { order: 'date_debut_asc', most: MOST, from: visit.today } as const
  const { data } = await publicationsOf(visit, wanted)
  const days = nextDaysOf(data, visit.today).slice(0, DAYS)
  const list = html`<h2 class="sr">À venir</h2><ol class="days">${dayItems(visit, days, false)}</ol>`
  return frame(
    visit,
    'Agenda',
    '/agenda',
    days.length > 0 ? list : html`<p>Rien de prévu pour le moment.</p>`,
  )
}

export async function newsFrame(visit: Visit): Promise<Page> {
  const { data } = await publicationsOf(visit, { order: 'publie_le_desc', most: NEWS, isNews: true })
  const list = html`<ul class="stories list">${data.map(one => story(visit, one, 'h2', { dating: 'news' }))}</ul>`
  return frame(
    visit,
    'Actualités',
    '/actualites',
    data.length > 0 ? list : html`<p>Rien n’est encore publié.</p>`,
  )
}

const frame = ({ town, base }: Visit, title: string, path: string, list: Value): Page => ({
  title,
  canonical: base + path,
  robots: 'noindex',
  alone: 'embed',
  body: html`<main id="contenu"><h1 class="sr">${title} de ${town.nom}</h1>${list}<p class="more"><a href="${base}${path}">${path === '/agenda' ? 'Tout l’agenda' : 'Toutes les actualités'} de ${town.nom}</a></p></main>`,
})
