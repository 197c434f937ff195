import type { Language } from '../../../kernel/refusals/errors.ts'
import { withoutLinks } from '../../../kernel/texts/plain-names.ts'
import { oneLine } from '../addresses.ts'
import { LINK, STOP_WEEK } from './example-data.ts'
import { type Block, type Content, entry, heading, link, quietLink, says } from './layout.ts'
import { duration, short } from './words.ts'

/** The week of a commune, for residents without an account, and the confirmation of their address. */

interface Confirmation {
  readonly commune: string
  readonly link: string
  readonly minutes: number
}

/** The recipient may be somebody else than the person who typed the address: no greeting by name. */
export const weekConfirmation = (
  language: Language,
  _nom: string,
  { commune, minutes, ...data }: Confirmation,
): Content =>
  language === 'fr'
    ? {
        subject: `Confirmez votre adresse pour « ${titleOf('fr', commune)} »`,
        title: 'Confirmez votre adresse',
        blocks: [
          says(
            `Vous avez demandé à recevoir « ${titleOf('fr', commune)} » : chaque vendredi, un courriel avec les rendez-vous, les alertes et les actualités.`,
          ),
          link('Confirmer cette adresse', data.link),
          says(`Ce lien est valable ${duration('fr', minutes)}. D’ici là, rien ne vous est envoyé.`),
          says('Vous n’avez rien demandé ? Ignorez ce message : cette adresse sera oubliée.'),
        ],
        why: 'Vous recevez ce message parce que cette adresse a été donnée sur la page de la commune.',
      }
    : {
        subject: `Confirm your address for “${titleOf('en', commune)}”`,
        title: 'Confirm your address',
        blocks: [
          says(
            `You asked for “${titleOf('en', commune)}”: each Friday, one mail with events, alerts and news.`,
          ),
          link('Confirm this address', data.link),
          says(`This link is good for ${duration('en', minutes)}. Nothing is sent to you until then.`),
          says('You did not ask for it? Ignore this message: this address will be forgotten.'),
        ],
        why: 'You receive this message because this address was given on the page of the commune.',
      }
weekConfirmation.examples = [
  { commune: 'Sainte-Œuvre-sur-Loire', link: LINK, minutes: 48 * 60 },
] satisfies Confirmation[]

export interface WeekEntry {
  /** When, where, or by whom; above the title. */
  readonly when: string
  readonly title: string
  readonly link: string
}

export interface WeekShown {
  readonly commune: string
  readonly alerts: readonly WeekEntry[]
  readonly agenda: readonly WeekEntry[]
  readonly news: readonly WeekEntry[]
  readonly collections: readonly string[]
  /** The front page of the commune. */
  readonly link: string
  /** The page that stops these mails. */
  readonly stop: string
}

export function weekMail(language: Language, _nom: string, { commune, ...data }: WeekShown): Content {
  const t = TEXTS[language]
  const section = (title: string, blocks: readonly Block[]) =>
    blocks.length > 0 ? [heading(title), ...blocks] : []
  const entries = (of: readonly WeekEntry[]) => of.map(one => entry(one.when, one.title, one.link))
  const title = titleOf(language, commune)
  return {
    subject: title,
    title,
    blocks: [
      ...section(t.alerts, entries(data.alerts)),
      ...section(t.agenda, entries(data.agenda)),
      ...section(t.news, entries(data.news)),
      ...section(
        t.collections,
        data.collections.map(line => says(oneLine(withoutLinks(line), 200))),
      ),
      link(t.open, data.link),
      quietLink(t.stop, data.stop),
    ],
    why: t.why,
  }
}
weekMail.examples = [
  {
    commune: 'Le Mesnil',
    alerts: [{ when: 'Alerte jusqu’à ce soir', title: 'Coupure d’eau rue des Lices', link: LINK }],
    agenda: [
      { when: 'Samedi 28 novembre, 10 h, place du marché', title: 'Marché de Noël', link: LINK },
      { when: 'Mardi 1er décembre', title: 'Annulé\u00a0: Loto', link: LINK },
    ],
    news: [{ when: 'Mairie', title: 'La bibliothèque rouvre', link: LINK }],
    collections: ['Ordures ménagères : mardi 1er décembre'],
    link: 'https://parvis.example.fr/place/le-mesnil',
    stop: STOP_WEEK,
  },
] satisfies WeekShown[]

const TEXTS = {
  fr: {
    alerts: 'Alertes en cours',
    agenda: 'Agenda',
    news: 'Actualités',
    collections: 'Collectes',
    open: 'Ouvrir la page de la commune',
    stop: 'Ne plus recevoir ce courriel',
    why: 'Vous recevez ce courriel chaque vendredi parce que vous avez confirmé cette adresse.',
  },
  en: {
    alerts: 'Alerts in force',
    agenda: 'Agenda',
    news: 'News',
    collections: 'Waste collections',
    open: 'Open the page of the commune',
    stop: 'Stop this mail',
    why: 'You receive this mail each Friday because you confirmed this address.',
  },
} as const

/** La semaine à Rennes, au Mans, aux Sables-d’Olonne. */
function titleOf(language: Language, commune: string): string {
  const name = short(commune)
  if (language === 'en') return `The week in ${name}`
  const [, article, rest] = /^(Les?) (.+)$/.exec(name) ?? []
  return `La semaine ${article === 'Le' ? `au ${rest}` : article === 'Les' ? `aux ${rest}` : `à ${name}`}`
}
