import { each } from '../../../shared/fields/field.ts'
import { MAIL_KINDS } from '../../../shared/words/mail.ts'
import { counted, number } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Courriels non partis',
    about:
      'Ceux qui ont un prochain essai sont renvoyés d’eux-mêmes. Les autres attendent qu’on les renvoie ou qu’on y renonce, trente jours au plus. Les réponses aux messages sont dans leur conversation.',
    toMessages: 'Voir les réponses non arrivées',
    none: 'Tous les courriels sont partis.',
    noneOfKind: 'Aucun courriel de cette sorte.',
    noneNext: 'Ceux que le serveur refuse, ou qui reviennent, se montreront ici.',
    byKind: 'Par sorte',
    count: (n: number) => counted(n, 'courriel', 'courriels'),
    show: 'Voir',
    showAll: 'Voir les autres',
    ofKind: (act: string, kind: string) => `${act} : ${kind}`,
    retry: 'Renvoyer',
    retryAll: (n: number) => (n > 1 ? `Renvoyer les ${number(n)}` : 'Renvoyer'),
    retryOne: (kind: string, whom: string) => `Renvoyer à ${whom} : ${kind}`,
    giveUp: 'Renoncer',
    giveUpThis: (kind: string) => `Renoncer à tous ceux-ci : ${kind}`,
    giveUpOne: (kind: string, whom: string) => `Renoncer à écrire à ${whom} : ${kind}`,
    giveUpAll: (n: number, kind: string) => `Renoncer à ${counted(n, 'courriel', 'courriels')} : ${kind}`,
    giveUpAbout: 'Ces personnes ne recevront pas ce qui leur était destiné. Ils ne seront plus montrés ici.',
    keep: 'Ne pas y renoncer',
    retried: (whom: string) => `Le courriel pour ${whom} repart.`,
    givenUp: (whom: string) => `Le courriel pour ${whom} n’est plus à renvoyer.`,
    allRetried: (n: number, left: number) =>
      `${counted(n, 'courriel repart', 'courriels repartent')}.${left > 0 ? ` Il en reste ${number(left)}.` : ''}`,
    allGivenUp: (n: number, left: number) =>
      `${counted(n, 'courriel n’est plus à renvoyer', 'courriels ne sont plus à renvoyer')}.${left > 0 ? ` Il en reste ${number(left)}.` : ''}`,
    linkGone: 'Son lien n’est plus gardé : la personne en demande un autre, ou on l’invite de nouveau.',
    openThread: 'Ouvrir la conversation',
    cameBack: (when: string) => `revenu ${when}`,
    again: (tries: number, when: string) => `${counted(tries, 'essai', 'essais')}, le prochain ${when}`,
    byItself: 'Rien : il est renvoyé de lui-même.',
    column: { mail: 'Courriel', to: 'Pour', when: 'Décidé', why: 'Pourquoi', what: 'Que faire' },
    kind: each(MAIL_KINDS, 'fr'),
  },
  en: {
    title: 'Mails that did not leave',
    about:
      'Those with a next try are sent again by themselves. The others wait to be sent again or left at that, thirty days at most. Answers to messages are in their conversation.',
    toMessages: 'See the answers that did not arrive',
    none: 'Every mail has left.',
    noneOfKind: 'No mail of this kind.',
    noneNext: 'Those that the server refuses, or that come back, will show here.',
    byKind: 'By kind',
    count: (n: number) => counted(n, 'mail', 'mails'),
    show: 'See',
    showAll: 'See the others',
    ofKind: (act: string, kind: string) => `${act}: ${kind}`,
    retry: 'Send again',
    retryAll: (n: number) => (n > 1 ? `Send ${number(n)} again` : 'Send again'),
    retryOne: (kind: string, whom: string) => `Send again to ${whom}: ${kind}`,
    giveUp: 'Give up',
    giveUpThis: (kind: string) => `Give up on all of these: ${kind}`,
    giveUpOne: (kind: string, whom: string) => `Give up on writing to ${whom}: ${kind}`,
    giveUpAll: (n: number, kind: string) => `Give up on ${counted(n, 'mail', 'mails')}: ${kind}`,
    giveUpAbout: 'These people will not have what was meant for them. It will no longer be shown here.',
    keep: 'Do not give up',
    retried: (whom: string) => `The mail for ${whom} leaves again.`,
    givenUp: (whom: string) => `The mail for ${whom} no longer waits to be sent again.`,
    allRetried: (n: number, left: number) =>
      `${counted(n, 'mail leaves', 'mails leave')} again.${left > 0 ? ` ${number(left)} are left.` : ''}`,
    allGivenUp: (n: number, left: number) =>
      `${counted(n, 'mail no longer waits', 'mails no longer wait')} to be sent again.${left > 0 ? ` ${number(left)} are left.` : ''}`,
    linkGone: 'Its link is no longer kept: the person asks for another, or is invited again.',
    openThread: 'Open the conversation',
    cameBack: (when: string) => `came back ${when}`,
    again: (tries: number, when: string) => `${counted(tries, 'try', 'tries')}, the next ${when}`,
    byItself: 'Nothing: it is tried again by itself.',
    column: { mail: 'Mail', to: 'For', when: 'Decided', why: 'Why', what: 'What to do' },
    kind: each(MAIL_KINDS, 'en'),
  },
})
