import { counted } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

/** The texts of the dialog that rejects. It is loaded with the desk; the other dialogs are loaded when they open. */
export const t = texts({
  fr: {
    title: 'Refuser la publication',
    titleMany: (n: number) => `Refuser ${counted(n, 'publication', 'publications')}`,
    withdraw: 'Retirer la publication',
    withdrawMany: (n: number) => `Retirer ${counted(n, 'publication', 'publications')}`,
    withdrawn: 'Ce qui est retiré n’est plus visible des habitants.',
    words: 'Message à l’auteur',
    wordsHint: 'Il le lira tel quel.',
    wordsNeeded: 'À écrire : ce motif n’explique rien à lui seul. Il le lira tel quel.',
    letter: (to: string) =>
      `Un courriel part à ${to} dans une minute : le motif, votre message et la façon de répondre. Annuler d’ici là l’arrête.`,
    author: 'son auteur',
    allAuthors: 'leurs auteurs',
    authors: (n: number) => `leurs ${counted(n, 'auteur', 'auteurs')}`,
    noLetter: 'Personne n’est prévenu : un import l’a apportée, ou son auteur n’est plus là.',
    keep: 'Ne pas refuser',
    keepOnline: 'Ne pas retirer',
    otherMissing: 'Avec « Autre motif », écrivez à l’auteur ce qui ne va pas.',
    missing: 'Choisissez un motif.',
  },
  en: {
    title: 'Reject the publication',
    titleMany: (n: number) => `Reject ${counted(n, 'publication', 'publications')}`,
    withdraw: 'Withdraw the publication',
    withdrawMany: (n: number) => `Withdraw ${counted(n, 'publication', 'publications')}`,
    withdrawn: 'Citizens no longer see what is withdrawn.',
    words: 'Message to the author',
    wordsHint: 'It is read as you write it.',
    wordsNeeded: 'Needed: this reason explains nothing by itself. It is read as you write it.',
    letter: (to: string) =>
      `A mail goes to ${to} in a minute: the reason, your message and how to answer. Undoing until then stops it.`,
    author: 'its author',
    allAuthors: 'their authors',
    authors: (n: number) => `their ${counted(n, 'author', 'authors')}`,
    noLetter: 'Nobody is told: an import brought it, or its author is no longer here.',
    keep: 'Do not reject',
    keepOnline: 'Do not withdraw',
    otherMissing: 'With “another reason”, write to the author what is wrong.',
    missing: 'Choose a reason.',
  },
})
