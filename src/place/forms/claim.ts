import { shownHere } from '../acteur.ts'
import { html } from '../html.ts'
import { shownText } from '../text.ts'
import type { Visit } from '../visit.ts'
import { type Form, sent } from './form.ts'

/** The form by which somebody asks to keep the page of an acteur. */

export async function claimForm(visit: Visit, slug: string): Promise<Form | undefined> {
  const acteur = await shownHere(visit, slug)
  if (!acteur) return undefined
  const { base } = visit
  const nom = shownText(acteur.nom)
  const path = `${base}/annuaire/${acteur.slug}`
  return {
    path: `${path}/revendiquer`,
    about: { path, words: nom },
    heading: 'Cette page est la vôtre ?',
    title: `Tenir la page de « ${nom} »`,
    intro: html`<p class="chapo">Vous écrirez vous-même vos actualités et vos rendez-vous, et tiendrez à jour vos horaires. C’est gratuit.</p>${acteur.type === 'mairie' && proveByCode(visit)}`,
    fields: [
      {
        name: 'message',
        label: `Qui êtes-vous pour « ${nom} » ?`,
        kind: 'lines',
        most: 2_000,
        hint: 'Votre fonction, et ce qui le montre : le numéro RNA ou SIRET, une adresse de l’association ou de l’entreprise, quelqu’un qui vous connaît à la mairie.',
        missing: 'Écrivez qui vous êtes',
      },
      ...CONTACT,
      { name: 'telephone', label: 'Votre téléphone', kind: 'tel', most: 30, autocomplete: 'tel' },
    ],
    button: 'Envoyer la demande',
    note: html`Quelqu’un vérifie et vous répond par courriel. Qui tient déjà la page est prévenu. Ce que vous écrivez est effacé un an après la décision. <a href="${base}/a-propos#vie-privee">Vos droits</a>`,
    route: '/claims',
    payload: ({ message, nom: name, email, telephone }) => ({
      acteur_id: acteur.id,
      message,
      nom: name,
      email,
      telephone: telephone || null,
    }),
    thanks: '/demande',
  }
}

/** A town hall whose official address receives a code needs no moderator. */
const proveByCode = ({ config, publicUrl, town }: Visit) =>
  config.backoffice === 'on' &&
  html`<p><b>Vous êtes la mairie ?</b> <a href="${publicUrl}/inscription?commune=${town.slug}">Ouvrez un compte</a> : un code envoyé à l’adresse officielle de la mairie suffit, et la page est à vous aussitôt, même si quelqu’un l’a déjà demandée.</p>`

/** Who writes, and where an answer goes. */
export const CONTACT = [
  {
    name: 'nom',
    label: 'Votre nom',
    kind: 'text',
    most: 200,
    autocomplete: 'name',
    missing: 'Écrivez votre nom',
  },
  {
    name: 'email',
    label: 'Votre courriel',
    kind: 'email',
    autocomplete: 'email',
    missing: 'Écrivez votre courriel',
  },
] as const satisfies Form['fields']

export const claimed = sent(
  'Merci, votre demande est arrivée',
  'Quelqu’un la vérifie et vous répond par courriel. Personne ne tient la page à votre place d’ici là.',
)
