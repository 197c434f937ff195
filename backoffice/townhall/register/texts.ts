import type { ActRegister } from '../../kit/api/contract.ts'
import { counted } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Reprendre un registre',
    from: 'Publier un acte',
    mayNot: 'Seule une mairie qui publie sans relecture peut reprendre un registre d’actes.',
    about:
      'Vos délibérations et arrêtés sont publiés sur un autre site ? Donnez leur tableau : Parvis va chercher chaque PDF à son adresse et le montre dans « Actes officiels ». Gardez l’ancien site ouvert jusqu’à la fin.',
    columns:
      'La première ligne nomme les colonnes. Il faut Numéro, Date, Objet et Lien (l’adresse du PDF). Peuvent s’ajouter Nature, Matière, Transmis le, Signataire et Qualité. Le fichier « deliberations.csv » (SCDL) convient aussi.',
    choose: 'Choisir un fichier CSV',
    unread: {
      workbook:
        'C’est un classeur. Ouvrez-le, sélectionnez toutes les cellules, copiez-les, puis collez-les ci-dessous.',
      long: 'Ce fichier est trop long : donnez-le année par année.',
      empty:
        'Ce fichier est vide : il n’a peut-être pas fini d’arriver sur cet appareil. Ouvrez-le, puis choisissez-le à nouveau.',
    },
    labels: { commune_id: 'Commune', nature: 'Nature des actes', text: 'Tableau' },
    hints: {
      text: 'Ou copiez les lignes de votre tableur, titres compris, et collez-les ici. 2 000 lignes au plus à la fois.',
      nature: 'Pour les lignes qui ne la disent pas.',
    },
    missing: 'Choisissez un fichier, ou collez votre tableau.',
    look: 'Voir ce qui est compris',
    understood: 'Ce qui est compris',
    found: ({ total, left, known }: ActRegister) =>
      `${[
        counted(total, 'acte à reprendre', 'actes à reprendre'),
        known > 0 && counted(known, 'déjà ici', 'déjà ici'),
        left > 0 && counted(left, 'ligne non comprise', 'lignes non comprises'),
      ]
        .filter(Boolean)
        .join(', ')}.`,
    left: (left: number) => counted(left, 'ligne n’est pas reprise', 'lignes ne sont pas reprises'),
    line: (line: number, numero: string | null) =>
      numero ? `Ligne ${line} (${numero}) :` : `Ligne ${line} :`,
    more: (more: number) => `Et ${counted(more, 'autre', 'autres')}.`,
    sample: 'Par exemple',
    column: { nature: 'Nature', numero: 'Numéro', date: 'Date', objet: 'Objet' },
    quiet:
      'Personne n’en est prévenu. Un acte repris ne change plus ; sa page dit depuis quand il est affiché ici, et où il l’était. Recommencer ne crée pas de doublon.',
    begin: (total: number) => (total > 1 ? `Reprendre ces ${total} actes` : 'Reprendre cet acte'),
    running: 'Reprise en cours',
    last: (day: string) => `La dernière reprise, ${day}`,
    taken: (taken: number, total: number) => `${counted(taken, 'acte repris', 'actes repris')} sur ${total}.`,
    leave: 'Vous pouvez quitter cette page : la reprise continue.',
  },
  en: {
    title: 'Take over a register',
    from: 'Publish an act',
    mayNot: 'Only a town hall that publishes without review takes over a register of acts.',
    about:
      'Are your decisions published on another site? Give their table: Parvis fetches each PDF from its address and shows it among the acts. Leave the former site open until the end.',
    columns:
      'The first line names the columns, in French. Needed are Numéro, Date, Objet and Lien (the address of the PDF). There may be Nature, Matière, Transmis le, Signataire and Qualité. The file “deliberations.csv” (SCDL) will do too.',
    choose: 'Choose a CSV file',
    unread: {
      workbook: 'This is a workbook. Open it, select all cells, copy them, then paste them below.',
      long: 'This file is too long: give it year by year.',
      empty: 'This file is empty: it may not have arrived on this device yet. Open it, then choose it again.',
    },
    labels: { commune_id: 'Commune', nature: 'Kind of the acts', text: 'Table' },
    hints: {
      text: 'Or copy the lines of your spreadsheet, with the titles, and paste them here. At most 2000 lines at once.',
      nature: 'Of lines that do not say it.',
    },
    missing: 'Choose a file, or paste your table.',
    look: 'See what is understood',
    understood: 'What is understood',
    found: ({ total, left, known }: ActRegister) =>
      `${[
        counted(total, 'act to take over', 'acts to take over'),
        known > 0 && counted(known, 'here already', 'here already'),
        left > 0 && counted(left, 'line not understood', 'lines not understood'),
      ]
        .filter(Boolean)
        .join(', ')}.`,
    left: (left: number) => counted(left, 'line is not taken over', 'lines are not taken over'),
    line: (line: number, numero: string | null) => (numero ? `Line ${line} (${numero}):` : `Line ${line}:`),
    more: (more: number) => `And ${counted(more, 'other', 'others')}.`,
    sample: 'For example',
    column: { nature: 'Kind', numero: 'Number', date: 'Date', objet: 'Subject' },
    quiet:
      'Nobody is told. An act that was taken over does not change; its page says since when it is shown here, and where it was before. Doing it again doubles nothing.',
    begin: (total: number) => (total > 1 ? `Take over these ${total} acts` : 'Take over this act'),
    running: 'Being taken over',
    last: (day: string) => `The last time, ${day}`,
    taken: (taken: number, total: number) => `${counted(taken, 'act', 'acts')} of ${total} taken over.`,
    leave: 'You may leave this page: it goes on.',
  },
})
