import { hoursInBrief } from '../../shared/typed/opening-hours.ts'
import { type Html, html, link, type Value } from './html.ts'
import { dialled } from './parts.ts'
import type { Visit } from './visit.ts'

/** The front page of a commune where nothing is published: how to reach the town hall, and a word to it while nobody keeps its page. */
export function empty(visit: Visit, others: Value): Html {
  const { town, base, publicUrl, config } = visit
  const { adresse, telephone, email, site_web, horaires, sources } = town.contacts
  const contact = (label: string, words: Value) => html`<dt>${label}</dt><dd>${words}</dd>`
  const contacts = [
    adresse && contact('Adresse', adresse),
    telephone && contact('Téléphone', html`<a href="${dialled(telephone)}">${telephone}</a>`),
    email && contact('Courriel', html`<a href="mailto:${encodeURI(email)}">${email}</a>`),
    site_web &&
      contact('Site', html`<a href="${link(site_web)}">${site_web.replace(/^https?:\/\/|\/$/g, '')}</a>`),
    horaires && contact('Horaires', html`<span class="lines">${hoursInBrief(horaires)}</span>`),
  ].filter(Boolean)
  const isOwn = [sources.adresse, sources.telephone, sources.horaires].includes('mairie')
  const meanwhile = isOwn ? 'voici comment la joindre.' : 'voici ce que disent les registres publics.'
  const begin =
    config.backoffice === 'on' ? `${publicUrl}/inscription?commune=${town.slug}` : `${base}/mairie/signaler`
  return html`<div class="empty"><h2>Rien n’est encore publié à ${town.nom}</h2><p>La mairie n’a pas commencé à écrire ici.${contacts.length > 0 && ` En attendant, ${meanwhile}`}</p>${!town.isHeld && html`<p><b>Vous êtes la mairie ?</b> Écrire une publication prend deux minutes. <a href="${begin}">Commencer</a></p>`}</div>
<div class="below">${
    contacts.length > 0 &&
    html`<section aria-labelledby="joindre"><h2 id="joindre" class="rule">Joindre la mairie</h2><dl class="contact">${contacts}</dl></section>`
  }${others}</div>`
}
