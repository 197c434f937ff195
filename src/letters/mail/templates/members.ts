import type { MemberRole } from '../../../../shared/words/access.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { LINK } from './example-data.ts'
import { type Content, link, says } from './layout.ts'
import { hello, nameOf, subjectOf } from './words.ts'

/** Mails about membership in an acteur, and its end. */

export interface Rights {
  readonly acteur: string
  readonly role: MemberRole
  readonly permissions: readonly string[]
}

/** The rights in words, as on the team's page. */
export function inPlainWords(language: Language, { role, permissions }: Rights): string {
  const may = (one: string) => role === 'owner' || permissions.includes(one)
  const fr = [
    ...(may('manage_publications') ? ['écrire, corriger et retirer des publications', 'tenir la fiche'] : []),
    ...(may('publish_publications') ? ['publier sans relecture, si cette équipe en a le droit'] : []),
    ...(role === 'owner' ? ['inviter des personnes et choisir ce qu’elles peuvent faire'] : []),
  ]
  const en = [
    ...(may('manage_publications') ? ['write, correct and withdraw publications', 'keep the page'] : []),
    ...(may('publish_publications') ? ['publish without review, if this team may'] : []),
    ...(role === 'owner' ? ['invite people and choose what they may do'] : []),
  ]
  const list = language === 'fr' ? fr : en
  if (list.length === 0)
    return language === 'fr'
      ? 'Pour le moment, vous pouvez lire, sans rien publier.'
      : 'For now you may read, and publish nothing.'
  return language === 'fr'
    ? `Vous pourrez : ${list.join(' ; ')}.`
    : `You will be able to: ${list.join('; ')}.`
}

interface MemberRights extends Rights {
  readonly link: string
  readonly isNew: boolean
  /** Opening the page accepts the invitation. */
  readonly asked?: boolean
}

const ACCEPTING = {
  fr: 'En ouvrant cette page, vous acceptez : l’équipe verra alors votre nom. Vous pouvez quitter l’équipe à tout moment.',
  en: 'By opening this page you accept: the team sees your name from then on. You may leave the team at any time.',
} as const

/** The subject promises nothing: the text names the rights. */
export function memberRights(language: Language, nom: string, data: MemberRights): Content {
  const { acteur, isNew, asked } = data
  const t = MEMBER_RIGHTS[language]
  const title = isNew ? t.joined : t.changed
  return {
    subject: subjectOf(language, title, [acteur]),
    title,
    blocks: [
      says(hello(language, nom)),
      says(isNew ? t.nowIn : t.changedIn),
      nameOf(acteur),
      says(inPlainWords(language, data)),
      ...(asked ? [says(ACCEPTING[language])] : []),
      link(t.open, data.link),
    ],
    why: t.why,
  }
}
memberRights.examples = [
  { acteur: 'Club de judo', role: 'owner', permissions: [], isNew: true, asked: true, link: LINK },
  { acteur: 'Club de judo', role: 'editor', permissions: [], isNew: false, link: LINK },
] satisfies MemberRights[]

const MEMBER_RIGHTS = {
  fr: {
    joined: 'Vous rejoignez une équipe',
    changed: 'Vos droits ont changé',
    nowIn: 'Vous faites maintenant partie de l’équipe de cette page :',
    changedIn: 'Vos droits ont changé dans l’équipe de cette page :',
    open: 'Ouvrir',
    why: 'Vous recevez ce message parce que vous faites partie de cette équipe.',
  },
  en: {
    joined: 'You join a team',
    changed: 'Your rights have changed',
    nowIn: 'You are now in the team of this page:',
    changedIn: 'Your rights have changed in the team of this page:',
    open: 'Open',
    why: 'You receive this message because you are in this team.',
  },
} as const

interface Removal {
  readonly acteur: string
}

export const memberRemoved = (language: Language, nom: string, { acteur }: Removal): Content =>
  language === 'fr'
    ? {
        subject: subjectOf('fr', 'Vous ne faites plus partie d’une équipe', [acteur]),
        title: 'Vous ne faites plus partie de cette équipe',
        blocks: [
          says(hello('fr', nom)),
          says('Vous ne faites plus partie de l’équipe de cette page :'),
          nameOf(acteur),
          says('Ce que vous avez écrit reste en ligne. Votre compte reste ouvert.'),
          says('Si cela vous étonne, demandez-le à un responsable de cette équipe.'),
        ],
        why: 'Vous recevez ce message parce que vous faisiez partie de cette équipe.',
      }
    : {
        subject: subjectOf('en', 'You are no longer in a team', [acteur]),
        title: 'You are no longer in this team',
        blocks: [
          says(hello('en', nom)),
          says('You are no longer in the team of this page:'),
          nameOf(acteur),
          says('What you wrote stays online. Your account stays open.'),
          says('If this surprises you, ask somebody who is in charge of this team.'),
        ],
        why: 'You receive this message because you were in this team.',
      }
memberRemoved.examples = [{ acteur: 'Club de judo' }] satisfies Removal[]
