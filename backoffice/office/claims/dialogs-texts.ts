import { texts } from '../../kit/words/language.ts'
import { t as desk } from './texts.ts'

const asked = texts({
  fr: {
    approving: {
      title: 'Accepter la demande',
      role: 'Rôle sur cette fiche',
      ownerHint: 'Peut tout faire pour cet acteur, et reçoit les courriels qui le concernent.',
      editorHint: 'Ne fait que ce qui est coché ci-dessous.',
      rights: 'Droits',
      user: 'Confier à un autre compte',
      userHint: 'Par défaut : la personne qui demande.',
      keep: 'Ne pas accepter',
    },
    rejecting: {
      title: 'Refuser la demande',
      reason: 'Message à la personne',
      reasonHint: 'Elle le lit tel quel dans le courriel.',
      keep: 'Ne pas refuser',
    },
    asking: {
      title: 'Poser une question',
      message: 'Votre question',
      hint: 'Sa réponse revient dans cette demande. Elle a au moins deux semaines pour répondre.',
      missing: 'Écrivez ce que vous voulez savoir.',
      now: 'Envoyer la question',
      keep: 'Ne rien envoyer',
    },
    noteHint: 'La personne ne la lit pas.',
    letter: (to: string) => `Courriel à ${to}`,
    soon: 'Il part dans une minute ; annuler avant l’arrête.',
    noLetter: 'Cette personne n’a laissé aucune adresse : aucun courriel ne part.',
    subject: 'Objet :',
    taken: {
      title: 'Cette demande est déjà traitée',
      theirs: 'Garder cette décision',
      mine: {
        approved: 'L’annuler et accepter',
        rejected: 'L’annuler et refuser',
      },
    },
  },
  en: {
    approving: {
      title: 'Approve the claim',
      role: 'Role on this page',
      ownerHint: 'May do everything for this acteur, and gets the mails about it.',
      editorHint: 'Does only what is ticked below.',
      rights: 'Rights',
      user: 'Give it to another account',
      userHint: 'By default: whoever asks.',
      keep: 'Do not approve',
    },
    rejecting: {
      title: 'Reject the claim',
      reason: 'Message to the person',
      reasonHint: 'They read it as it is, in the mail.',
      keep: 'Do not reject',
    },
    asking: {
      title: 'Ask a question',
      message: 'Your question',
      hint: 'Their answer comes back into this claim. They have two weeks at least to answer.',
      missing: 'Write what you want to know.',
      now: 'Send the question',
      keep: 'Send nothing',
    },
    noteHint: 'The person does not read it.',
    letter: (to: string) => `Mail to ${to}`,
    soon: 'It leaves in a minute; undoing before stops it.',
    noLetter: 'This person left no address: no mail leaves.',
    subject: 'Subject:',
    taken: {
      title: 'This claim has been decided',
      theirs: 'Keep that decision',
      mine: {
        approved: 'Undo it and approve',
        rejected: 'Undo it and reject',
      },
    },
  },
})

/** Includes the texts of the desk, which are loaded already. */
export const t = { ...desk, ...asked }
