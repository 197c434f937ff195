import { ACCES } from '../../shared/words/defibrillateurs.ts'
import { shownIn } from '../defibrillateurs/lists/commune.ts'
import { metresOf } from '../defibrillateurs/lists/geography.ts'
import { listNear, NEAREST } from '../defibrillateurs/lists/near.ts'
import { shown } from '../defibrillateurs/lists/public-record.ts'
import type { Defibrillateur } from '../defibrillateurs/shapes.ts'
import { onPage, pageOf } from '../kernel/lists/paging.ts'
import { plan, type Spot } from './defibrillateurs-plan.ts'
import type { Located } from './geocoder.ts'
import { type Html, html, type Value } from './html.ts'
import { icon } from './parts.ts'
import { number } from './text.ts'
import type { Page, Visit } from './visit.ts'

/** Where a defibrillator is, after whom to call first: those of the commune by street, or the nearest to an address. */

const BY_STREET = new Intl.Collator('fr', { numeric: true })
/** The longest address that a geocoder accepts. */
const LONGEST = 200
const NEAR = 10
/** An hour's walk: further away it is of no use. */
const METRES = 5_000

export async function defibrillateurs(visit: Visit, query: URLSearchParams): Promise<Page> {
  const { town, base, config } = visit
  const near = (query.get('pres') ?? '').trim().slice(0, LONGEST)
  const here = positionIn(near)
  const asked = here || visit.geocode ? near : ''
  const located = here ?? (asked && visit.geocode ? await visit.geocode(asked, town) : undefined)
  const list = located instanceof Object ? await nearestShown(visit, located) : await byStreetShown(visit)
  return {
    title: 'Défibrillateurs',
    section: '/mairie',
    description: `Où trouver un défibrillateur à ${town.nom}.`,
    canonical: `${base}/defibrillateurs`,
    ...(asked && { robots: 'noindex' as const }),
    // Of this reader alone.
    ...(located === 'limited' && { personal: true as const }),
    script: 'locate',
    body: html`<div class="top"><h1>Défibrillateurs</h1></div>
<p class="urgent">${icon('phone')} <span>Quelqu’un ne respire plus ? <b>Appelez d’abord le <a href="tel:15">15</a> ou le <a href="tel:112">112</a></b>, puis massez ; envoyez quelqu’un chercher l’appareil.</span></p>
${
  config.geocoderUrl !== undefined &&
  html`<form class="inline" action="${base}/defibrillateurs"><label for="pres">Près de quelle adresse ?</label><input id="pres" name="pres" value="${here ? '' : asked}" maxlength="${LONGEST}" autocomplete="street-address" aria-describedby="aide-pres"><button>Chercher</button><p class="meta" id="aide-pres">Un numéro et une rue. L’adresse est cherchée par ${new URL(config.geocoderUrl).hostname}, qui ne sait pas qui la demande.</p></form>`
}
<div id="autour" class="around" hidden><button type="button" aria-describedby="aide-autour">Autour de moi</button><p class="meta" id="aide-autour">Votre position, arrondie à cent mètres, n’est pas gardée ici.</p><p role="status"></p></div>
${typeof located === 'string' && html`<p class="state bad" role="status">${WITHOUT_PLACE[located](asked)}</p>`}
${list}
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

async function byStreetShown({ town, db, slow }: Visit): Promise<Value> {
  const { defibrillateurs: all } = await shownIn({ db, slow }, town.id)
  const devices = all.toSorted((one, other) => BY_STREET.compare(one.adresse ?? '', other.adresse ?? ''))
  return devices.length > 0
    ? html`<ul class="cards">${devices.map(one => device(one, town.nom))}</ul>${SOURCE}`
    : html`<p class="empty">Aucun appareil n’est connu dans la commune. Appelez le <a href="tel:112">112</a>${'\u00a0'}: on vous dira quoi faire.</p>`
}

function device(one: Defibrillateur, town: string): Html {
  const { adresse, complement } = one
  const title = titleOf(one)
  const place = accessTo(one)
  return html`<li><h2 dir="auto">${title}</h2>${adresse && adresse !== title && html`<p>${adresse}</p>`}${place && html`<p class="meta">${place}</p>`}${complement && html`<p class="note lines">${complement}</p>`}<p>${wayTo(one, town)}</p></li>`
}

const titleOf = ({ nom, adresse }: Defibrillateur) => nom ?? adresse ?? 'Défibrillateur'

/** Extérieur · étage 1 · 7j/7, 24h/24. */
function accessTo({ acces, etage, disponibilite_jours, disponibilite_heures }: Defibrillateur): string {
  const when = [...disponibilite_jours, ...disponibilite_heures].join(', ')
  return [acces && ACCES[acces].fr, etage && `étage ${etage}`, when].filter(Boolean).join(' · ')
}

function wayTo(one: Defibrillateur, town: string): Html {
  const { adresse, latitude, longitude } = one
  const title = titleOf(one)
  const way =
    latitude !== null && longitude !== null
      ? `geo:${latitude},${longitude}?q=${latitude},${longitude}`
      : `geo:0,0?q=${encodeURIComponent(`${adresse ?? title}, ${town}`)}`
  return html`<a href="${way}">Itinéraire<span class="sr"> vers ${title}</span></a>`
}

/** In this and other communes, with their numbers in the drawing. */
async function nearestShown({ town, db, slow, source }: Visit, here: Located): Promise<Value> {
  const page = pageOf({ per_page: NEAR }, NEAREST)
  const filter = { words: [], communeIds: source.communeIds, places: [], box: undefined }
  const rows = await listNear({ db, slow }, filter, { here, radius: METRES }, page)
  const devices = onPage(page, rows, ({ chord, ...row }) => ({ ...shown(row), metres: metresOf(chord) })).data
  if (devices.length === 0)
    return html`<p class="empty">Aucun appareil n’est connu à moins de cinq kilomètres de ${here.label}. Appelez le <a href="tel:112">112</a>${'\u00a0'}: on vous dira quoi faire.</p>`
  const spots = devices.flatMap(({ latitude, longitude }, at): Spot[] =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude, number: at + 1 }],
  )
  return html`<h2 class="rule">Les plus proches de ${here.label}</h2><div class="near"><ol class="dae">${devices.map(
    (one, at) => {
      const { adresse, complement, metres } = one
      const title = titleOf(one)
      const meta = [accessTo(one), complement].filter(Boolean).join(' · ')
      return html`<li><b aria-hidden="true">${at + 1}</b><div><h3 dir="auto">${title}</h3><p>${adresse && adresse !== title && `${adresse} · `}${distance(metres)}</p><p class="meta">${meta && `${meta} · `}${wayTo(one, town.nom)}</p></div></li>`
    },
  )}</ol>${plan(here, spots)}</div>${SOURCE}`
}

/** 210 m; 1,2 km. */
const distance = (metres: number): string =>
  metres < 1_000 ? `${Math.round(metres / 10) * 10}\u00a0m` : `${number(metres / 1_000)}\u00a0km`
