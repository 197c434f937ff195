import type { MemberRole } from '../../../shared/words/access.ts'
import type { Language } from '../../kernel/errors.ts'
import { type Block, type Content, link, says } from './layout.ts'
import { hello, nameOf, short } from './words.ts'

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
    ...(may('publish_publications')
      ? ['publier sans relecture, si vos publications n’ont pas besoin d’être relues']
      : []),
    ...(role === 'owner' ? ['inviter des personnes et choisir ce qu’elles peuvent faire'] : []),
  ]
  const en = [
    ...(may('manage_publications') ? ['write, correct and withdraw publications', 'keep the page'] : []),
    ...(may('publish_publications')
      ? ['publish without review, where your publications need no review']
      : []),
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

export function memberRights(language: Language, nom: string, data: MemberRights): Content {
  const { acteur, isNew } = data
  const words = (before: string, label: string): Block[] => [
    says(hello(language, nom)),
    says(before),
    nameOf(acteur),
    says(inPlainWords(language, data)),
    ...(data.asked ? [says(ACCEPTING[language])] : []),
    link(label, data.link),
  ]
  if (language === 'fr') {
    const title = isNew ? 'Vous rejoignez une équipe' : 'Vos droits ont changé'
    return {
      subject: isNew
        ? `Vous pouvez publier pour ${short(acteur)}`
        : `${short(acteur)} : vos droits ont changé`,
      title,
      blocks: words(
        isNew ? 'Vous faites maintenant partie de l’équipe qui écrit pour :' : 'Vous écrivez pour :',
        'Ouvrir',
      ),
      why: 'Vous recevez ce message parce que vous faites partie de cette équipe.',
    }
  }
  return {
    subject: isNew ? `You may publish for ${short(acteur)}` : `${short(acteur)}: your rights have changed`,
    title: isNew ? 'You join a team' : 'Your rights have changed',
    blocks: words(isNew ? 'You are now in the team that writes for:' : 'You write for:', 'Open'),
    why: 'You receive this message because you are in this team.',
  }
}

export const memberRemoved = (
  language: Language,
  nom: string,
  { acteur }: { readonly acteur: string },
): Content =>
  language === 'fr'
    ? {
        subject: `Vous ne publiez plus pour ${short(acteur)}`,
        title: 'Vous ne faites plus partie de cette équipe',
        blocks: [
          says(hello('fr', nom)),
          says('Vous ne pouvez plus écrire pour :'),
          nameOf(acteur),
          says('Ce que vous avez écrit reste en ligne. Votre compte reste ouvert.'),
          says('Si cela vous étonne, demandez-le à un responsable de cette équipe.'),
        ],
        why: 'Vous recevez ce message parce que vous faisiez partie de cette équipe.',
      }
    : {
        subject: `You publish for ${short(acteur)} no more`,
        title: 'You are in this team no more',
        blocks: [
          says(hello('en', nom)),
          says('You can no longer write for:'),
          nameOf(acteur),
          says('What you wrote stays online. Your account stays open.'),
          says('If this surprises you, ask somebody who is in charge of this team.'),
        ],
        why: 'You receive this message because you were in this team.',
      }
