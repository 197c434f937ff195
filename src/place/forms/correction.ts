import { oneLine } from '../../letters/mail/addresses.ts'
import { shownHere } from '../acteur.ts'
import { html, type Value } from '../html.ts'
import { shownText } from '../text.ts'
import type { Visit } from '../visit.ts'
import { CONTACT } from './claim.ts'
import { type Form, sent } from './form.ts'

/** The form that tells what is wrong or missing: a message to the support, which names the page. */

interface About {
  /** Below the base of the commune. */
  readonly page: string
  readonly words: string
  /** What the message is about. */
  readonly subject: string
  readonly question: string
  /** By default that of an error. */
  readonly heading?: string
  readonly hint?: string
  /** A better way than a message, for some. */
  readonly instead?: Value
}

const PAGES: Readonly<Record<string, Omit<About, 'page'>>> = {
  annuaire: {
    words: 'Annuaire',
    subject: 'Il manque quelqu’un dans l’annuaire',
    heading: 'Vous n’y êtes pas ?',
    question: 'Qui manque dans l’annuaire, ou qu’est-ce qui ne va pas ?',
    hint: 'Pour qui manque : son nom, ce qu’il fait, son adresse, son téléphone, son site.',
  },
  mairie: {
    words: 'Mairie',
    subject: 'Horaires et contacts de la mairie',
    question: 'Qu’est-ce qui est faux ou manque : un horaire, un contact, une collecte ?',
  },
  'a-propos': {
    words: 'À propos de cette place',
    subject: 'Une question sur le site',
    heading: 'Écrire à l’équipe',
    question: 'Que voulez-vous dire ou demander ?',
  },
  defibrillateurs: {
    words: 'Défibrillateurs',
    subject: 'Défibrillateurs',
    question: 'Quel appareil manque, a changé de place ou ne marche plus ?',
  },
}

export const pageCorrection = async (visit: Visit, page: string): Promise<Form | undefined> => {
  const about = Object.hasOwn(PAGES, page) ? PAGES[page] : undefined
  const instead = page === 'annuaire' && ownPage(visit)
  return about && form(visit, { ...about, page: `/${page}`, instead })
}

/** The account opens on the claim of a page, with this commune filled in. */
const ownPage = ({ config, publicUrl, town }: Visit) =>
  config.backoffice === 'on' &&
  html`<p><b>Vous tenez une association, un commerce ou un service ?</b> <a href="${publicUrl}/inscription?commune=${town.slug}">Ouvrez un compte</a> et demandez votre page : vous l’écrirez vous-même, gratuitement.</p>`

export async function acteurCorrection(visit: Visit, slug: string): Promise<Form | undefined> {
  const acteur = await shownHere(visit, slug)
  if (!acteur) return undefined
  const nom = shownText(acteur.nom)
  return form(visit, {
    page: `/annuaire/${acteur.slug}`,
    words: nom,
    subject: `Une erreur sur la page « ${nom} »`,
    question: 'Qu’est-ce qui est faux ou a changé ?',
  })
}

const form = (
  { base, origin, town }: Visit,
  { page, words, subject, question, hint, instead, heading = 'Signaler une erreur' }: About,
): Form => ({
  path: `${base}${page}/signaler`,
  about: { path: base + page, words },
  heading,
  title: `${heading} : ${words}`,
  intro: html`<p class="quoted" dir="auto">${words}, ${town.nom}</p>${instead}`,
  fields: [
    {
      name: 'message',
      label: question,
      kind: 'lines',
      most: 2_000,
      missing: 'Écrivez votre message',
      ...(hint && { hint }),
    },
    ...CONTACT,
  ],
  button: 'Envoyer',
  note: 'Votre nom et votre courriel servent à vous répondre, et ne sont montrés qu’à qui vous répond.',
  route: '/messages',
  payload: ({ message, nom, email }) => ({
    subject: oneLine(subject, 200),
    nom,
    email,
    commune_id: town.id,
    body: `${message}\n\nPage : ${origin}${base}${page}`,
  }),
  thanks: '/merci',
})

export const told = sent('Merci, votre message est arrivé', 'Quelqu’un le lit et vous répond par courriel.')
