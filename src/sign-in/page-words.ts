import { OTHER_REMEDIES } from '../../shared/words/appeals.ts'
import type { Language } from '../kernel/refusals/errors.ts'

/** The words of the pages for links in mails. */

const PAGES = [
  'verified',
  'declining',
  'declined',
  'stopping',
  'stopped',
  'confirming week',
  'confirmed week',
  'stopping week',
  'stopped week',
  'agreeing',
  'agreed',
  'disagreeing',
  'disagreed',
  'contesting',
  'contested',
] as const
export type PageName = (typeof PAGES)[number]

interface Words {
  readonly title: string
  readonly text: string
  readonly hint: string
  /** Label of the button that posts to this page's own URL. */
  readonly button?: string
  /** Has a form of its own (`inner`). */
  readonly form?: true
}

export type Kind =
  | PageName
  | 'void'
  | 'invitation void'
  | 'digest void'
  | 'week void'
  | 'claim void'
  | 'appeal void'
  | 'appeal exists'
  | 'appeal empty'
  | 'last admin'
  | 'closed'
  | 'later'

/** The link to the pages of a commune. */
export const SEE_PAGE = { fr: 'Voir ce qui s’y passe', en: 'See what happens there' }

export const WORDS: Readonly<Record<Kind, Readonly<Record<Language, Words>>>> = {
  verified: {
    fr: {
      title: 'Votre adresse est confirmée',
      text: 'Merci. Votre compte est prêt : vous pouvez vous connecter.',
      hint: 'Vous pouvez fermer cette page et revenir à l’application.',
    },
    en: {
      title: 'Your address is confirmed',
      text: 'Thank you. Your account is ready: you can sign in.',
      hint: 'You can close this page and go back to the app.',
    },
  },
  declining: {
    fr: {
      title: 'Refuser cette invitation ?',
      text: 'Ce qui vous attendait à cette adresse sera retiré, et les liens de l’invitation n’ouvriront plus rien.',
      hint: 'Aucun compte ne sera ouvert. Vous pourrez être invité de nouveau.',
      button: 'Refuser l’invitation',
    },
    en: {
      title: 'Decline this invitation?',
      text: 'What waited for you at this address will be taken away, and the links of the invitation will open nothing.',
      hint: 'No account will be opened. You may be invited again.',
      button: 'Decline the invitation',
    },
  },
  declined: {
    fr: {
      title: 'L’invitation est refusée',
      text: 'Rien ne vous attend plus à cette adresse, et aucun compte n’a été ouvert.',
      hint: 'Vous pouvez fermer cette page.',
    },
    en: {
      title: 'The invitation is declined',
      text: 'Nothing waits for you at this address any more, and no account was opened.',
      hint: 'You can close this page.',
    },
  },
  'invitation void': {
    fr: {
      title: 'Cette invitation n’attend plus de réponse',
      text: 'Elle a expiré, a été acceptée, ou son lien n’a pas été repris en entier du message.',
      hint: 'Vous pouvez fermer cette page.',
    },
    en: {
      title: 'This invitation waits for no answer',
      text: 'It has expired, was accepted, or its link was not copied whole from the message.',
      hint: 'You can close this page.',
    },
  },
  'last admin': {
    fr: {
      title: 'Cette invitation ne peut pas être refusée',
      text: 'Personne d’autre n’administre ce service pour le moment.',
      hint: 'Écrivez à la personne qui vous a invité.',
    },
    en: {
      title: 'This invitation cannot be declined',
      text: 'Nobody else administers this service for now.',
      hint: 'Write to the person who invited you.',
    },
  },
  stopping: {
    fr: {
      title: 'Ne plus recevoir ces courriels ?',
      text: 'Les courriels comme celui-là ne vous seront plus envoyés. Vos droits ne changent pas.',
      hint: 'Vous pourrez les demander de nouveau dans « Mon compte ».',
      button: 'Ne plus les recevoir',
    },
    en: {
      title: 'Stop these mails?',
      text: 'Mails like that one will no longer be sent to you. Your rights do not change.',
      hint: 'You can ask for them again in “My account”.',
      button: 'Stop them',
    },
  },
  stopped: {
    fr: {
      title: 'Vous ne recevrez plus ces courriels',
      text: 'Les courriels comme celui-là ne vous sont plus envoyés.',
      hint: 'Vous pourrez les demander de nouveau dans « Mon compte ».',
    },
    en: {
      title: 'You will no longer receive these mails',
      text: 'Mails like that one are no longer sent to you.',
      hint: 'You can ask for them again in “My account”.',
    },
  },
  'digest void': {
    fr: {
      title: 'Ce lien n’est plus valable',
      text: 'Il n’a pas été repris en entier du message, ou le compte n’existe plus.',
      hint: 'Ces courriels se règlent aussi dans « Mon compte ».',
    },
    en: {
      title: 'This link is no longer valid',
      text: 'It was not copied whole from the message, or the account no longer exists.',
      hint: 'These mails can also be set in “My account”.',
    },
  },
  'confirming week': {
    fr: {
      title: 'Recevoir « La semaine » ?',
      text: 'Chaque vendredi, un courriel avec les rendez-vous, les alertes et les actualités de la commune.',
      hint: 'Votre adresse ne sert à rien d’autre. Chaque courriel a un lien pour ne plus le recevoir.',
      button: 'Recevoir ce courriel',
    },
    en: {
      title: 'Get the weekly mail?',
      text: 'Each Friday, one mail with events, alerts and news of the commune.',
      hint: 'Your address is used for nothing else. Each mail has a link that stops it.',
      button: 'Get this mail',
    },
  },
  'confirmed week': {
    fr: {
      title: 'C’est confirmé',
      text: 'Le prochain courriel part vendredi à 17 heures, s’il y a du nouveau.',
      hint: 'Chaque courriel a un lien pour ne plus le recevoir.',
    },
    en: {
      title: 'Confirmed',
      text: 'The next mail is sent on Friday at 5 p.m., if there is news.',
      hint: 'Each mail has a link that stops it.',
    },
  },
  'stopping week': {
    fr: {
      title: 'Ne plus recevoir « La semaine » ?',
      text: 'Votre adresse sera effacée.',
      hint: 'Vous pourrez la redonner sur la page de la commune.',
      button: 'Ne plus la recevoir',
    },
    en: {
      title: 'Stop the weekly mail?',
      text: 'Your address will be erased.',
      hint: 'You can give it again on the page of the commune.',
      button: 'Stop it',
    },
  },
  'stopped week': {
    fr: {
      title: 'Vous ne recevrez plus « La semaine »',
      text: 'Votre adresse est effacée.',
      hint: 'Vous pourrez la redonner sur la page de la commune.',
    },
    en: {
      title: 'You will no longer get the weekly mail',
      text: 'Your address is erased.',
      hint: 'You can give it again on the page of the commune.',
    },
  },
  'week void': {
    fr: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a plus de 48 heures, n’a pas été repris en entier du message, ou l’adresse est déjà effacée.',
      hint: 'Rien n’est envoyé à une adresse effacée. Vous pouvez la redonner sur la page de la commune.',
    },
    en: {
      title: 'This link is no longer valid',
      text: 'It is older than 48 hours, was not copied whole from the message, or the address is erased already.',
      hint: 'Nothing is sent to an erased address. You can give it again on the page of the commune.',
    },
  },
  agreeing: {
    fr: {
      title: 'Êtes-vous d’accord ?',
      text: 'Une personne demande à gérer la fiche dont vous êtes responsable. Vous attendiez cette demande.',
      hint: 'Votre avis est transmis à l’équipe, qui décide. Vous garderez vos droits.',
      button: 'Je suis d’accord',
    },
    en: {
      title: 'Do you agree?',
      text: 'Somebody asks to manage the page that you are in charge of. You expected this request.',
      hint: 'Your answer goes to the team, which decides. You keep your rights.',
      button: 'I agree',
    },
  },
  agreed: {
    fr: {
      title: 'Votre accord est transmis',
      text: 'Merci. L’équipe en tient compte pour décider.',
      hint: 'L’autre lien du message permet de changer d’avis tant que rien n’est décidé.',
    },
    en: {
      title: 'Your agreement is recorded',
      text: 'Thank you. The team takes it into account.',
      hint: 'The other link of the message changes your answer until a decision is taken.',
    },
  },
  disagreeing: {
    fr: {
      title: 'Vous n’êtes pas d’accord ?',
      text: 'Une personne demande à gérer la fiche dont vous êtes responsable. Vous ne voulez pas, ou ne la connaissez pas.',
      hint: 'Votre avis est transmis à l’équipe, qui décide. Vous garderez vos droits.',
      button: 'Je ne suis pas d’accord',
    },
    en: {
      title: 'You do not agree?',
      text: 'Somebody asks to manage the page that you are in charge of. You do not want it, or do not know them.',
      hint: 'Your answer goes to the team, which decides. You keep your rights.',
      button: 'I do not agree',
    },
  },
  disagreed: {
    fr: {
      title: 'Votre désaccord est transmis',
      text: 'Merci. L’équipe en tient compte pour décider.',
      hint: 'L’autre lien du message permet de changer d’avis tant que rien n’est décidé.',
    },
    en: {
      title: 'Your objection is recorded',
      text: 'Thank you. The team takes it into account.',
      hint: 'The other link of the message changes your answer until a decision is taken.',
    },
  },
  'claim void': {
    fr: {
      title: 'Cette demande n’attend plus votre avis',
      text: 'Elle est déjà traitée, ou le lien n’a pas été repris en entier du message.',
      hint: 'Écrivez à l’équipe si la décision vous paraît anormale.',
    },
    en: {
      title: 'This request no longer waits for your answer',
      text: 'It is decided already, or the link was not copied whole from the message.',
      hint: 'Write to the team if the decision does not look right to you.',
    },
  },
  contesting: {
    fr: {
      title: 'Contester une décision',
      text: 'Une autre personne de l’équipe de modération la réexaminera. Sa réponse vous parviendra par courriel.',
      hint: OTHER_REMEDIES.fr,
      form: true,
    },
    en: {
      title: 'Contest a decision',
      text: 'Another person of the moderation team will look at it again. You will be told the outcome by e-mail.',
      hint: OTHER_REMEDIES.en,
      form: true,
    },
  },
  contested: {
    fr: {
      title: 'Votre contestation est enregistrée',
      text: 'La décision sera réexaminée. La réponse, avec ses raisons, vous parviendra par courriel.',
      hint: 'Vous pouvez fermer cette page.',
    },
    en: {
      title: 'Your appeal is recorded',
      text: 'The decision will be looked at again. You will be told the outcome and its reasons by e-mail.',
      hint: 'You can close this page.',
    },
  },
  'appeal void': {
    fr: {
      title: 'Cette décision ne peut plus être contestée',
      text: 'Elle a été annulée ou remplacée, elle date de plus de six mois, ou le lien n’a pas été repris en entier du message.',
      hint: OTHER_REMEDIES.fr,
    },
    en: {
      title: 'This decision can no longer be contested',
      text: 'It was undone or replaced, is older than six months, or the link was not copied whole from the message.',
      hint: OTHER_REMEDIES.en,
    },
  },
  'appeal exists': {
    fr: {
      title: 'Cette décision a déjà été contestée',
      text: 'Une décision se conteste une seule fois. La réponse vous parvient par courriel.',
      hint: 'Vous pouvez fermer cette page.',
    },
    en: {
      title: 'This decision was already contested',
      text: 'A decision can be contested once. You are told the outcome by e-mail.',
      hint: 'You can close this page.',
    },
  },
  'appeal empty': {
    fr: {
      title: 'Votre texte est vide ou trop long',
      text: 'Dites en 2 000 caractères au plus pourquoi vous contestez la décision.',
      hint: 'Revenez à la page précédente : ce que vous avez écrit y est encore.',
    },
    en: {
      title: 'Your text is empty or too long',
      text: 'Say in at most 2,000 characters why you contest the decision.',
      hint: 'Go back to the previous page: what you wrote is still there.',
    },
  },
  void: {
    fr: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré, ou n’a pas été repris en entier du message.',
      hint: 'Connectez-vous si votre adresse est déjà confirmée ; sinon, demandez un nouveau lien dans l’application.',
    },
    en: {
      title: 'This link is no longer valid',
      text: 'It has expired, or was not copied whole from the message.',
      hint: 'Sign in if your address is confirmed already; otherwise ask for a new link in the app.',
    },
  },
  closed: {
    fr: {
      title: 'Les inscriptions se font sur invitation',
      text: 'Cette adresse n’est pas attendue ici : le compte n’a pas été ouvert.',
      hint: 'Adressez-vous à votre mairie ou à la personne qui vous a proposé de vous inscrire.',
    },
    en: {
      title: 'Signing up is by invitation',
      text: 'This address is not expected here: no account was opened.',
      hint: 'Ask your town hall, or whoever suggested that you sign up.',
    },
  },
  later: {
    fr: {
      title: 'Réessayez dans un instant',
      text: 'Le service n’a pas pu répondre. Votre lien reste valable.',
      hint: 'Ouvrez-le de nouveau dans une minute.',
    },
    en: {
      title: 'Try again in a moment',
      text: 'The service could not answer. Your link remains valid.',
      hint: 'Open it again in a minute.',
    },
  },
}
