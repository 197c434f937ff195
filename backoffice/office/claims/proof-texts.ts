import { counted } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Ce qui prouve le lien avec la fiche',
    nothing: 'Rien, pour l’instant, ne relie cette personne à la fiche. À vérifier.',
    verdict: {
      against: 'Quelque chose s’oppose à cette demande : lisez-le avant de décider.',
      strong: 'Une preuve solide relie cette personne à la fiche.',
      weak: 'Des indices, mais aucune preuve solide.',
      to_check: 'Rien ne relie encore cette personne à la fiche.',
      nothing: 'Rien ne relie encore cette personne à la fiche.',
    },
    ways: {
      both: 'Vous pouvez envoyer une lettre ou appeler.',
      letter: 'Vous pouvez envoyer une lettre.',
      call: 'Vous pouvez appeler.',
      none: 'Ni adresse postale ni numéro connus : écrivez-les d’abord sur la fiche.',
    },
    colon: '\u00a0:',
    check: 'Vérifier vous-même',
    letter: {
      none: 'Une lettre avec un code à l’adresse postale connue : qui saisit le code l’a lue.',
      noAddress:
        'Aucune adresse postale n’est connue. Pour envoyer une lettre avec un code, il faut d’abord l’écrire sur la fiche.',
      sent: (at: string, left: number) =>
        `Une lettre avec un code est préparée ${at}. Le code n’est pas encore saisi (${counted(left, 'essai reste', 'essais restent')}).`,
      entered: (at: string) => `Le code de la lettre est saisi ${at}.`,
      void: 'Le code de la lettre ne vaut plus : il a expiré, ou trop de codes faux ont été saisis.',
      prepare: 'Préparer une lettre…',
      open: 'Voir la lettre…',
    },
    call: {
      title: 'Appel noté',
      record: 'Noter un appel…',
      replace: 'Remplacer l’appel noté…',
      forget: 'Retirer cet appel',
      none: 'Aucun numéro connu à rappeler. Ne rappelez pas celui de la demande : il ne prouve rien.',
    },
  },
  en: {
    title: 'What proves the tie to the page',
    nothing: 'Nothing ties this person to the page so far. To be checked.',
    verdict: {
      against: 'Something speaks against this claim: read it before you decide.',
      strong: 'A strong proof ties this person to the page.',
      weak: 'Some signs, but no strong proof.',
      to_check: 'Nothing ties this person to the page yet.',
      nothing: 'Nothing ties this person to the page yet.',
    },
    ways: {
      both: 'You can send a letter or call.',
      letter: 'You can send a letter.',
      call: 'You can call.',
      none: 'Neither a postal address nor a number is known: write them on the page first.',
    },
    colon: ':',
    check: 'Check it yourself',
    letter: {
      none: 'A letter with a code to the known postal address: whoever enters the code has read it.',
      noAddress: 'No postal address is known. To send a letter with a code, write it on the page first.',
      sent: (at: string, left: number) =>
        `A letter with a code was prepared ${at}. The code is not entered yet (${counted(left, 'attempt left', 'attempts left')}).`,
      entered: (at: string) => `The code of the letter was entered ${at}.`,
      void: 'The code of the letter is void: it has expired, or too many wrong codes were entered.',
      prepare: 'Prepare a letter…',
      open: 'See the letter…',
    },
    call: {
      title: 'Recorded call',
      record: 'Record a call…',
      replace: 'Replace the recorded call…',
      forget: 'Remove this call',
      none: 'No known number to call. Do not call the one of the claim: it proves nothing.',
    },
  },
})
