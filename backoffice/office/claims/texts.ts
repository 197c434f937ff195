import { each } from '../../../shared/fields/field.ts'
import { CLAIM_STATUSES, EMAIL_MARKS, EXCHANGES, MARKS, SIRET_MARKS } from '../../../shared/words/claims.ts'
import { MAIL_STATUSES } from '../../../shared/words/mail.ts'
import { counted, number } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    documentTitle: (n: number) => `Demandes, ${number(n)} en attente`,
    states: 'États des demandes',
    tab: { attente: 'En attente', acceptees: 'Acceptées', refusees: 'Refusées', expirees: 'Expirées' },
    searchIn: 'Rechercher dans les demandes',
    empty: {
      attente: 'Aucune demande n’attend.',
      acceptees: 'Aucune demande n’est acceptée.',
      refusees: 'Aucune demande n’est refusée.',
      expirees: 'Aucune demande n’a expiré.',
    },
    emptyNext: 'Une demande arrive ici quand quelqu’un veut gérer la fiche d’un acteur.',
    state: each(CLAIM_STATUSES, 'fr'),
    exchange: each(EXCHANGES, 'fr'),
    left: (days: number) => (days === 0 ? 'Expire aujourd’hui' : `Expire dans ${number(days)} j`),
    noName: 'Sans nom',
    made: (at: string) => `faite ${at}`,
    seePage: 'Voir la fiche',
    noItem: 'Choisissez une demande dans la liste.',
    gone: 'Cette demande n’existe plus.',
    message: 'Ce que la personne écrit',
    forgotten: 'Son message et ses coordonnées sont effacés un an après la décision.',
    compare: {
      title: 'La personne et la fiche',
      what: 'Coordonnée',
      claim: 'Dans la demande',
      acteur: 'Sur la fiche',
      mark: 'Ce qui concorde',
      inMessage: 'cité dans le message',
      none: 'non indiqué',
      verified: 'adresse prouvée',
      unverified: 'adresse non prouvée',
    },
    mark: { ...each(MARKS, 'fr'), ...each(EMAIL_MARKS, 'fr'), ...each(SIRET_MARKS, 'fr') },
    owners: 'Responsables de la fiche',
    noOwner: 'Personne n’est encore responsable de cette fiche.',
    hasOwners: (n: number, names: string) =>
      `${counted(n, 'personne est déjà responsable', 'personnes sont déjà responsables')} : ${names}. Un courriel ${n === 1 ? 'l’a prévenue' : 'les a prévenues'} de cette demande. Accepter ajoute quelqu’un et ne retire personne.`,
    objections: 'Leurs messages depuis',
    noObjection: 'Pas de réponse de leur part depuis.',
    conflicts: (n: number) =>
      `${counted(n, 'autre demande a été refusée', 'autres demandes ont été refusées')} pour cette fiche depuis : une seule peut être en cours.`,
    expires: {
      unknown: (at: string) => `Sans décision, elle expire ${at} et la personne en est avertie.`,
      owned: (at: string) =>
        `Sans décision, elle expire ${at} : la fiche garde ses responsables et la personne en est avertie.`,
      free: (at: string) =>
        `Sans décision, elle expire ${at} : la fiche redevient libre et la personne en est avertie.`,
    },
    expired: {
      unknown: 'Personne n’a décidé à temps. La personne en a été avertie.',
      owned:
        'Personne n’a décidé à temps. La fiche a gardé ses responsables et la personne en a été avertie.',
      free: 'Personne n’a décidé à temps. La fiche est redevenue libre et la personne en a été avertie.',
    },
    deleted: 'La fiche est supprimée : restaurez-la avant d’accepter.',
    conversation: 'Précisions demandées',
    us: 'nous',
    delivery: each(MAIL_STATUSES, 'fr'),
    decision: (state: string, who: string | undefined, at: string) =>
      `${state}${who ? ` par ${who}` : ''}, ${at}.`,
    reason: 'Expliqué à la personne',
    earlier: 'Demandes précédentes pour cette fiche',
    do: {
      next: 'Demande suivante',
      previous: 'Demande précédente',
      approve: 'Accepter…',
      reject: 'Refuser…',
      ask: 'Poser une question…',
      back: 'revenir à la liste',
    },
    undoOf: (nom: string) => `Annuler pour « ${nom} »`,
    done: {
      approved: (nom: string) => `La demande pour « ${nom} » est acceptée.`,
      rejected: (nom: string) => `La demande pour « ${nom} » est refusée.`,
    },
    asked: (nom: string) => `Des précisions sont demandées pour « ${nom} ».`,
    askOwners: 'Redemander leur avis',
    ownersAsked: (n: number) =>
      n === 0
        ? 'Tous ont déjà répondu.'
        : `${counted(n, 'courriel part', 'courriels partent')} pour demander leur avis.`,
    called: (nom: string) => `Votre appel est noté pour « ${nom} ».`,
    callRemoved: (nom: string) => `L’appel est retiré pour « ${nom} ».`,
    undone: (nom: string) => `La demande pour « ${nom} » attend à nouveau.`,
    failed: (nom: string) => `Rien n’a changé pour « ${nom} ».`,
    nothingToUndo: 'Il n’y a plus rien à annuler.',
  },
  en: {
    documentTitle: (n: number) => `Claims, ${number(n)} waiting`,
    states: 'States of the claims',
    tab: { attente: 'Waiting', acceptees: 'Approved', refusees: 'Rejected', expirees: 'Expired' },
    searchIn: 'Search the claims',
    empty: {
      attente: 'No claim is waiting.',
      acceptees: 'No claim is approved.',
      refusees: 'No claim is rejected.',
      expirees: 'No claim has expired.',
    },
    emptyNext: 'A claim comes here when somebody wants to manage the page of an acteur.',
    state: each(CLAIM_STATUSES, 'en'),
    exchange: each(EXCHANGES, 'en'),
    left: (days: number) => (days === 0 ? 'Expires today' : `Expires in ${number(days)} d`),
    noName: 'Without a name',
    made: (at: string) => `made ${at}`,
    seePage: 'See the page',
    noItem: 'Choose a claim in the list.',
    gone: 'This claim no longer exists.',
    message: 'What the person writes',
    forgotten: 'Their message and contacts are removed a year after the decision.',
    compare: {
      title: 'The person and the page',
      what: 'Contact',
      claim: 'In the claim',
      acteur: 'On the page',
      mark: 'What agrees',
      inMessage: 'named in the message',
      none: 'not given',
      verified: 'proven address',
      unverified: 'unproven address',
    },
    mark: { ...each(MARKS, 'en'), ...each(EMAIL_MARKS, 'en'), ...each(SIRET_MARKS, 'en') },
    owners: 'People in charge of the page',
    noOwner: 'Nobody is in charge of this page yet.',
    hasOwners: (n: number, names: string) =>
      `${counted(n, 'person is', 'people are')} in charge already: ${names}. A mail told ${n === 1 ? 'that person' : 'them'} of this claim. Approving adds somebody and removes nobody.`,
    objections: 'What they have written since',
    noObjection: 'No answer of theirs since.',
    conflicts: (n: number) =>
      `${counted(n, 'other claim was', 'other claims were')} refused for this page since: only one may be open.`,
    expires: {
      unknown: (at: string) => `Without a decision it expires ${at}, and the person is told.`,
      owned: (at: string) =>
        `Without a decision it expires ${at}: the page keeps its owners, and the person is told.`,
      free: (at: string) =>
        `Without a decision it expires ${at}: the page is free again, and the person is told.`,
    },
    expired: {
      unknown: 'Nobody decided in time. The person was told.',
      owned: 'Nobody decided in time. The page kept its owners, and the person was told.',
      free: 'Nobody decided in time. The page became free again, and the person was told.',
    },
    deleted: 'The page is deleted: restore it before you approve.',
    conversation: 'Asked for more',
    us: 'us',
    delivery: each(MAIL_STATUSES, 'en'),
    decision: (state: string, who: string | undefined, at: string) =>
      `${state}${who ? ` by ${who}` : ''}, ${at}.`,
    reason: 'Explained to the person',
    earlier: 'Earlier claims for this page',
    do: {
      next: 'Next claim',
      previous: 'Previous claim',
      approve: 'Approve…',
      reject: 'Reject…',
      ask: 'Ask a question…',
      back: 'back to the list',
    },
    undoOf: (nom: string) => `Undo for “${nom}”`,
    done: {
      approved: (nom: string) => `The claim for “${nom}” is approved.`,
      rejected: (nom: string) => `The claim for “${nom}” is rejected.`,
    },
    asked: (nom: string) => `They are asked for more about “${nom}”.`,
    askOwners: 'Ask them again',
    ownersAsked: (n: number) =>
      n === 0 ? 'All have answered already.' : `${counted(n, 'mail asks', 'mails ask')} what they think.`,
    called: (nom: string) => `Your call is recorded for “${nom}”.`,
    callRemoved: (nom: string) => `The call is removed for “${nom}”.`,
    undone: (nom: string) => `The claim for “${nom}” waits again.`,
    failed: (nom: string) => `Nothing has changed for “${nom}”.`,
    nothingToUndo: 'There is nothing left to undo.',
  },
})
