import { about } from './about.ts'
import { accessibility } from './accessibility.ts'
import { actes } from './actes.ts'
import { acteur } from './acteur.ts'
import { agenda } from './agenda.ts'
import { defibrillateurs } from './defibrillateurs.ts'
import { directory } from './directory.ts'
import { follow } from './follow.ts'
import { claimed } from './forms/claim.ts'
import { told } from './forms/correction.ts'
import { reported } from './forms/report.ts'
import { weeklyMailAsked } from './forms/weekly-mail.ts'
import { home } from './home.ts'
import { news } from './news.ts'
import { panel } from './panel.ts'
import { publication } from './publication.ts'
import { search } from './search.ts'
import { week } from './sheet.ts'
import { townHall } from './town-hall.ts'
import { transparency } from './transparency.ts'
import type { Elsewhere, Page, Visit } from './visit.ts'

type Made = Promise<Page | Elsewhere | undefined>

interface PageRow {
  /** Its word in the menu. */
  readonly entry?: string
  /** Search engines find it in the map of the commune. */
  readonly mapped?: true
  /** The parameters that it reads; all others are dropped, so that none of them makes another page. */
  readonly query?: readonly string[]
  /** `rest`: the segments behind its own. Undefined for what is not there: 404. */
  page(visit: Visit, rest: readonly string[], query: URLSearchParams): Made
}

const alone =
  (page: (visit: Visit, query: URLSearchParams) => Made): PageRow['page'] =>
  async (visit, rest, query) =>
    rest.length === 0 ? await page(visit, query) : undefined

/** TABLE 5: the pages of a commune by the first segment of their address, the menu in this order. */
export const PAGES: Readonly<Record<string, PageRow>> = {
  '': { entry: 'À la une', mapped: true, page: alone(home) },
  agenda: { entry: 'Agenda', mapped: true, query: ['nature', 'depuis', 'pour', 'prix'], page: agenda },
  actualites: { entry: 'Actualités', mapped: true, query: ['apres'], page: news },
  annuaire: {
    entry: 'Annuaire',
    mapped: true,
    query: ['nature', 'q', 'apres'],
    page: async (visit, rest, query) => {
      const [slug] = rest
      if (slug === undefined) return await directory(visit, query)
      return rest.length === 1 ? await acteur(visit, slug) : undefined
    },
  },
  mairie: { entry: 'Mairie', mapped: true, page: alone(townHall) },
  actes: { mapped: true, query: ['annee', 'nature', 'q', 'apres'], page: actes },
  defibrillateurs: { mapped: true, query: ['pres'], page: alone(defibrillateurs) },
  p: { page: publication },
  semaine: { page: alone(week) },
  panneau: { query: ['duree', 'sans'], page: alone(panel) },
  suivre: { mapped: true, query: ['acteur'], page: alone(follow) },
  recherche: { query: ['q'], page: alone(search) },
  signale: { query: ['page'], page: alone(reported) },
  demande: { query: ['page'], page: alone(claimed) },
  merci: { query: ['page'], page: alone(told) },
  verifiez: { query: ['page'], page: alone(weeklyMailAsked) },
  'a-propos': { mapped: true, page: alone(about) },
  accessibilite: { mapped: true, page: alone(accessibility) },
  transparence: { page: alone(transparency) },
}

export const ENTRIES = Object.entries(PAGES).flatMap(([segment, { entry }]) =>
  entry === undefined ? [] : [{ path: `/${segment}`, words: entry }],
)

/** The paths for the map of a commune. */
export const MAPPED = Object.entries(PAGES).flatMap(([segment, { mapped }]) =>
  mapped ? [segment === '' ? '' : `/${segment}`] : [],
)
