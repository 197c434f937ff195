import { ACCES } from '../../shared/words/defibrillateurs.ts'
import { shownIn } from '../defibrillateurs/lists/commune.ts'
import type { Defibrillateur } from '../defibrillateurs/shapes.ts'
import { type Html, html } from './html.ts'
import { icon } from './parts.ts'
import type { Page, Visit } from './visit.ts'

const BY_STREET = new Intl.Collator('fr', { numeric: true })

/** The defibrillators of the commune by street, after whom to call first. */
export async function defibrillateurs({ town, base, db, slow }: Visit): Promise<Page> {
  const { defibrillateurs: all } = await shownIn({ db, slow }, town.id)
  const devices = all.toSorted((one, other) => BY_STREET.compare(one.adresse ?? '', other.adresse ?? ''))
  return {
    title: 'Défibrillateurs',
    section: '/mairie',
    description: `Où trouver un défibrillateur à ${town.nom}.`,
    body: html`<div class="top"><h1>Défibrillateurs</h1></div>
<p class="urgent">${icon('phone')} <span>Quelqu’un ne respire plus ? <b>Appelez d’abord le <a href="tel:15">15</a> ou le <a href="tel:112">112</a></b>, puis massez ; envoyez quelqu’un chercher l’appareil.</span></p>
${
  devices.length > 0
    ? html`<ul class="cards">${devices.map(one => device(one, town.nom))}</ul><p class="last">Source : Géo’DAE, Licence Ouverte ; corrigé par la mairie.</p>`
    : html`<p class="empty">Aucun appareil n’est connu dans la commune. Appelez le <a href="tel:112">112</a> : on vous dira quoi faire.</p>`
}
<p class="last">Il manque un appareil, ou l’un d’eux a changé ? <a href="${base}/defibrillateurs/signaler">Dites-le</a></p>`,
  }
}

function device(one: Defibrillateur, town: string): Html {
  const { nom, adresse, acces, etage, complement, latitude, longitude } = one
  const title = nom ?? adresse ?? 'Défibrillateur'
  const when = [...one.disponibilite_jours, ...one.disponibilite_heures].join(', ')
  const place = [acces && ACCES[acces].fr, etage && `étage ${etage}`, when].filter(Boolean).join(' · ')
  const address = `${adresse ?? title}, ${town}`
  const way =
    latitude !== null && longitude !== null
      ? `geo:${latitude},${longitude}?q=${latitude},${longitude}`
      : `geo:0,0?q=${encodeURIComponent(address)}`
  return html`<li><h2 dir="auto">${title}</h2>${adresse && adresse !== title && html`<p>${adresse}</p>`}${place && html`<p class="meta">${place}</p>`}${complement && html`<p class="note lines">${complement}</p>`}<p><a href="${way}">Itinéraire<span class="sr"> vers ${title}</span></a></p></li>`
}
