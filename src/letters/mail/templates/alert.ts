import type { AlertCause } from '../../../../shared/words/mail.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { LINK, STOP } from './example-data.ts'
import { type Content, link, quietLink, says } from './layout.ts'
import { hello, short, subjectOf } from './words.ts'

/** Tells a moderator of publications that several people reported, and of alerts that wait. */

interface Item {
  readonly cause: AlertCause
  readonly title: string
  /** Its open reports. */
  readonly reports: number
  readonly link: string
}

interface Alert {
  /** One or more, of which each is named. */
  readonly items: readonly Item[]
  /** The number of further ones. */
  readonly more: number
  /** The desk. */
  readonly link: string
  /** The page that stops these mails. */
  readonly stop: string
}

const CAUSE = {
  fr: {
    reports: (n: number) => (n > 1 ? `${n} signalements` : 'Un signalement'),
    alerte: () => 'Alerte à relire',
  },
  en: {
    reports: (n: number) => (n > 1 ? `${n} reports` : 'A report'),
    alerte: () => 'Alert to review',
  },
} as const

export function alertMail(language: Language, nom: string, { items, more, ...data }: Alert): Content {
  const causeOf = ({ cause, reports }: Item) => CAUSE[language][cause](reports)
  const subjectFor = (item: Item) => subjectOf(language, causeOf(item), [item.title])
  const number = items.length + more
  const [only] = number === 1 ? items : []
  if (language === 'fr')
    return {
      subject: only ? subjectFor(only) : `${number} publications à voir sans attendre`,
      title: only ? 'Une publication à voir sans attendre' : 'Des publications à voir sans attendre',
      blocks: [
        says(hello('fr', nom)),
        ...items.map(item => quietLink(`${causeOf(item)}, « ${short(item.title)} »`, item.link)),
        ...(more > 0 ? [says(`Et ${more} ${more > 1 ? 'autres' : 'autre'}.`)] : []),
        link('Ouvrir la modération', data.link),
        quietLink('Ne plus recevoir ces alertes, sans se connecter', data.stop),
      ],
      why: 'Vous recevez ce message parce que vous relisez des publications. Ces alertes se règlent dans « Mon compte ».',
    }
  return {
    subject: only ? subjectFor(only) : `${number} publications to look at now`,
    title: only ? 'A publication to look at now' : 'Publications to look at now',
    blocks: [
      says(hello('en', nom)),
      ...items.map(item => quietLink(`${causeOf(item)}, “${short(item.title)}”`, item.link)),
      ...(more > 0 ? [says(`And ${more} more.`)] : []),
      link('Open the moderation desk', data.link),
      quietLink('Stop these alerts, without signing in', data.stop),
    ],
    why: 'You receive this message because you review publications. These alerts are set in “My account”.',
  }
}
alertMail.examples = [
  {
    items: [{ cause: 'reports', title: 'Vide-grenier : réservez', reports: 3, link: LINK }],
    more: 0,
    link: 'https://parvis.example.fr/moderation',
    stop: STOP,
  },
  {
    items: [
      { cause: 'alerte', title: 'Coupure d’eau rue des Lices', reports: 0, link: LINK },
      { cause: 'reports', title: 'Loto', reports: 12, link: LINK },
    ],
    more: 12,
    link: 'https://parvis.example.fr/moderation',
    stop: STOP,
  },
] satisfies Alert[]
