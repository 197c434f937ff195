import { ACCES } from '../../shared/words/defibrillateurs.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { devicesIn } from '../territory/defibrillateurs/lists/commune.ts'
import { metresOf } from '../territory/defibrillateurs/lists/geography.ts'
import { listNear, NEAREST } from '../territory/defibrillateurs/lists/near.ts'
import { shown } from '../territory/defibrillateurs/lists/records.ts'
import type { Defibrillateur } from '../territory/defibrillateurs/shapes.ts'
import { plan, type Spot } from './defibrillateurs-plan.ts'
import { openTag } from './device-hours.ts'
import type { Located } from './geocoder.ts'
import { type Html, html, type Value } from './html.ts'
import { heading, icon, wayTo } from './parts.ts'
import { number } from './text.ts'
import type { Page, Visit } from './visit.ts'

/** The page says first whom to call, then lists defibrillators: those of the commune by street, or the nearest to an address. */

const BY_STREET = new Intl.Collator('fr', { numeric: true })
/** The longest address that a geocoder accepts. */
const LONGEST = 200
const NEAR = 10
const NBSP = '\u00a0'
/** An hour's walk: further away it is of no use. */
const METRES = 5_000

export async function defibrillateurs(visit: Visit, query: URLSearchParams): Promise<Page> {
  const { town, base, db, slow, config } = visit
  const typed = (query.get('pres') ?? '').trim().slice(0, LONGEST)
  const here = positionIn(typed)
  const asked = here || visit.geocode ? typed : ''
  const located = here ?? (asked && visit.geocode ? await visit.geocode(asked, town) : undefined)
  const place = located instanceof Object ? located : undefined
  const ofTown = await devicesIn({ db, slow }, town.id)
  const near = place ? await nearest(visit, place) : []
  return {
    title: 'Défibrillateurs',
    section: '/mairie',
    description: `Où trouver un défibrillateur à ${town.nom}.`,
    canonical: `${base}/defibrillateurs`,
    ...(asked && { robots: 'noindex' as const }),
    // Only this reader has reached the limit, so no cache may keep the page.
    ...(located === 'limited' && { personal: true as const }),
    script: 'locate',
    body: html`<div class="top"><h1>Défibrillateurs</h1></div>
<p class="urgent">${icon('phone')} <span>Quelqu’un ne respire plus ? <b>Appelez d’abord le <a href="tel:15">15</a> ou le <a href="tel:112">112</a></b>, puis massez${NBSP}; envoyez quelqu’un chercher l’appareil.</span></p>
${
  config.geocoderUrl !== undefined &&
  html`<form class="inline" action="${base}/defibrillateurs"><label for="pres">Près de quelle adresse ?</label><input id="pres" name="pres" value="${here ? '' : asked}" maxlength="${LONGEST}" autocomplete="street-address" aria-describedby="aide-pres"><button>Chercher</button><p class="meta" id="aide-pres">Un numéro et une rue. L’adresse est cherchée par ${new URL(config.geocoderUrl).hostname}, qui ne sait pas qui la demande.</p></form>`
}
<div id="autour" class="around" hidden><button type="button" aria-describedby="aide-autour">Autour de moi</button><p class="meta" id="aide-autour">Votre position, arrondie à cent mètres, n’est pas gardée ici.</p><p role="status"></p></div>
${typeof located === 'string' && html`<p class="state bad" role="status">${WITHOUT_PLACE[located](asked)}</p>`}
${listed(visit, ofTown, place, near)}
<p class="last">Il manque un appareil, ou l’un d’eux a changé ? <a href="${base}/defibrillateurs/signaler">Dites-le</a></p>`,
  }
}

const POSITION = /^(-?\d{1,2}\.\d{1,6}),(-?\d{1,3}\.\d{1,6})$/

/** The position of a reader, which the script puts in the address. */
function positionIn(text: string): Located | undefined {
  const [, latitude, longitude] = (POSITION.exec(text) ?? []).map(Number)
  return latitude === undefined ||
    longitude === undefined ||
    Math.abs(latitude) > 90 ||
    Math.abs(longitude) > 180
    ? undefined
    : { latitude, longitude, label: 'vous' }
}

const WITHOUT_PLACE = {
  unknown: (asked: string) =>
    `L’adresse « ${asked} » n’a pas été trouvée. Essayez avec la rue seule ; voici tous les appareils de la commune.`,
  away: () =>
    'L’adresse n’a pas pu être cherchée : le service qui connaît les adresses ne répond pas. Voici tous les appareils de la commune.',
  limited: () =>
    'Beaucoup d’adresses ont été cherchées depuis votre connexion : réessayez dans quelques minutes. Voici tous les appareils de la commune.',
} as const

const SOURCE = html`<p class="last">Source : Géo’DAE, Licence Ouverte ; corrigé par la mairie.</p>`

/** Those of the commune, also below the nearest ones: a device without a position is near nowhere. */
function listed(
  visit: Visit,
  ofTown: readonly Defibrillateur[],
  here: Located | undefined,
  near: readonly Near[],
): Value {
  const shown = new Set(near.map(keyOf))
  const others = ofTown
    .filter(one => !shown.has(keyOf(one)))
    .sort((one, other) => BY_STREET.compare(one.adresse ?? '', other.adresse ?? ''))
  const isKnown = near.length + others.length > 0
  const none = here ? `à moins de cinq kilomètres de ${here.label}` : 'dans la commune'
  const title = near.length > 0 ? 'Les autres de la commune' : 'Ceux de la commune'
  return html`${near.length === 0 && (here || !isKnown) && html`<p class="empty">Aucun appareil n’est connu ${none}. Appelez le <a href="tel:112">112</a>${NBSP}: on vous dira quoi faire.</p>`}${here && near.length > 0 && nearestShown(visit, here, near)}${
    others.length > 0 &&
    html`${here && html`<h2 class="rule">${title}</h2>`}<ul class="cards">${others.map(one => device(visit, one, here ? 'h3' : 'h2'))}</ul>`
  }${isKnown && SOURCE}`
}

/** The same device in the list of a commune and in that of France. */
const keyOf = ({ gid, id }: Defibrillateur) => gid ?? id

/** `href`: where its name leads. */
export function device(visit: Visit, one: Defibrillateur, level: 'h2' | 'h3', href?: string): Html {
  const { adresse, complement } = one
  const title = titleOf(one)
  const place = accessTo(one)
  return html`<li>${heading(level, html`${href === undefined ? title : html`<a href="${href}">${title}</a>`}${openTag(visit, one)}`)}${adresse && adresse !== title && html`<p>${adresse}</p>`}${place && html`<p class="meta">${place}</p>`}${complement && html`<p class="note lines">${complement}</p>`}<p>${way(visit, one)}</p></li>`
}

const titleOf = ({ nom, adresse }: Defibrillateur) => nom ?? adresse ?? 'Défibrillateur'

/** Extérieur · étage 1 · 7j/7, 24h/24. */
function accessTo({ acces, etage, disponibilite_jours, disponibilite_heures }: Defibrillateur): string {
  const when = [...disponibilite_jours, ...disponibilite_heures].join(', ')
  return [acces && ACCES[acces].fr, etage && `étage ${etage}`, when].filter(Boolean).join('\u00a0· ')
}

function way({ town }: Visit, one: Defibrillateur): Html {
  const title = titleOf(one)
  const to = positionOf(one) ?? `${one.adresse ?? title}, ${town.nom}`
  return html`<a href="${wayTo(to)}">Itinéraire<span class="sr"> vers ${title}</span></a>`
}

const positionOf = ({ latitude, longitude }: Defibrillateur) =>
  latitude === null || longitude === null ? undefined : { latitude, longitude }

type Near = Defibrillateur & { readonly metres: number }

/** In all communes. */
async function nearest({ db, slow, source }: Visit, here: Located): Promise<Near[]> {
  const page = pageOf({ per_page: NEAR }, NEAREST)
  const filter = { words: [], communeIds: source.communeIds, places: [], box: undefined, own: [] }
  const rows = await listNear({ db, slow }, filter, { here, radius: METRES }, page)
  return onPage(page, rows, ({ chord, ...row }) => ({ ...shown(row), metres: metresOf(chord) })).data
}

/** In this and other communes, with their numbers in the drawing. */
function nearestShown(visit: Visit, here: Located, devices: readonly Near[]): Html {
  const spots = devices.flatMap((one, at): Spot[] => {
    const position = positionOf(one)
    return position ? [{ ...position, number: at + 1 }] : []
  })
  return html`<h2 class="rule">Les plus proches de ${here.label}</h2><div class="near"><ol class="dae">${devices.map(
    (one, at) => {
      const { adresse, complement, metres } = one
      const title = titleOf(one)
      const meta = [accessTo(one), complement].filter(Boolean).join('\u00a0· ')
      return html`<li><b aria-hidden="true">${at + 1}</b><div>${heading('h3', html`${title}${openTag(visit, one)}`)}<p>${adresse && adresse !== title && `${adresse}\u00a0· `}${distance(metres)}</p><p class="meta">${meta && `${meta}\u00a0· `}${way(visit, one)}</p></div></li>`
    },
  )}</ol>${plan(here, spots)}</div>`
}

/** 210 m; 1,2 km. */
const distance = (metres: number): string =>
  metres < 1_000 ? `${Math.round(metres / 10) * 10}\u00a0m` : `${number(metres / 1_000)}\u00a0km`
