import { number } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Publier un acte',
    from: 'Mes publications',
    mayNot: 'Seule une mairie qui publie sans relecture peut publier des actes.',
    about:
      'Une fois publié, un acte ne change plus : ni son PDF, ni ce que vous écrivez ici. Pour le corriger, publiez un autre acte qui le nomme. Il reste affiché jusqu’à ce que vous le retiriez, deux mois au moins.',
    elsewhere: 'Des actes sont déjà publiés sur un autre site ?',
    register: 'Reprendre un registre',
    personal:
      'Avant de publier, relisez le PDF : il ne doit pas montrer de données personnelles que la loi ne demande pas (adresse d’un administré, situation d’une famille, sanction). Occultez-les.',
    labels: {
      commune_id: 'Commune',
      nature: 'Nature',
      numero: 'Numéro',
      date: 'Date de l’acte',
      title: 'Objet',
      body: 'Résumé',
      signataire: 'Prénom et nom de l’auteur',
      qualite: 'Sa qualité',
      matiere: 'Matière',
      transmis_le: 'Transmis à l’État le',
      corrige: 'Acte corrigé',
      documents: 'PDF de l’acte',
      sans_texte: 'Publier ce PDF sans texte',
    },
    hints: {
      qualite: 'Par exemple : maire, première adjointe.',
      transmis_le:
        'Si ce n’est pas encore fait, vous l’indiquerez plus tard dans Mes publications, une seule fois.',
      corrige: 'Si cet acte en corrige un autre : l’adresse de cet autre acte.',
      matiere: 'Obligatoire pour une délibération : celle de la télétransmission.',
      sans_texte:
        'Ce PDF n’a que des images, ou est protégé : personne ne peut y chercher, le copier ni se le faire lire. Préférez le PDF de votre traitement de texte, sans protection.',
    },
    sameNumber: (day: string, title: string) =>
      `Un acte porte déjà ce numéro cette année-là : « ${title} », du ${day}. Vérifiez le numéro ; vous pouvez publier quand même.`,
    chooseMatter: 'Choisir',
    choose: 'Choisir le PDF',
    remove: 'Enlever le PDF',
    wrong: {
      missing: 'Ce champ est obligatoire.',
      long: (most: number) => `C’est trop long : écrivez ${number(most)} signes au plus.`,
      day: 'Écrivez un jour, comme 15 octobre 2026.',
      document: 'Choisissez le PDF de l’acte.',
      sending: 'Attendez que le PDF soit arrivé.',
      address: 'Ce n’est pas l’adresse d’un acte.',
    },
    send: 'Publier l’acte',
    sent: 'L’acte est publié. Son certificat d’affichage est sur sa page.',
    see: 'Voir la page',
    plainBody: (nature: string, numero: string) => `${nature} n° ${numero}. Le texte est dans le PDF.`,
  },
  en: {
    title: 'Publish an act',
    from: 'My publications',
    mayNot: 'Only a town hall that publishes without review publishes acts.',
    about:
      'Once published, an act no longer changes: neither its PDF nor what you write here. To correct it, publish another act that names it. It stays until you withdraw it, for two months at least.',
    elsewhere: 'Are acts published on another site already?',
    register: 'Take over a register',
    personal:
      'Read the PDF before publishing: it must not show personal data that the law does not ask for (the address of a resident, a family’s situation, a sanction). Black them out.',
    labels: {
      commune_id: 'Commune',
      nature: 'Kind',
      numero: 'Number',
      date: 'Date of the act',
      title: 'Subject',
      body: 'Summary',
      signataire: 'First name and name of the author',
      qualite: 'Their quality',
      matiere: 'Matter',
      transmis_le: 'Sent to the State on',
      corrige: 'Corrected act',
      documents: 'PDF of the act',
      sans_texte: 'Publish this PDF without text',
    },
    hints: {
      qualite: 'For example: mayor, first deputy.',
      transmis_le: 'If it is not done yet, you will say it later in My publications, once.',
      corrige: 'If this act corrects another one: the address of that one.',
      matiere: 'Required for a deliberation: that of the transmission.',
      sans_texte:
        'This PDF has only pictures, or is protected: nobody can search it, copy it or have it read aloud. Prefer the PDF of your word processor, without protection.',
    },
    sameNumber: (day: string, title: string) =>
      `An act of that year has this number already: “${title}”, of ${day}. Check the number; you may publish all the same.`,
    chooseMatter: 'Choose',
    choose: 'Choose the PDF',
    remove: 'Remove the PDF',
    wrong: {
      missing: 'This field is required.',
      long: (most: number) => `This is too long: write ${number(most)} characters at most.`,
      day: 'Write a day, such as 15 October 2026.',
      document: 'Choose the PDF of the act.',
      sending: 'Wait until the PDF has arrived.',
      address: 'This is no address of an act.',
    },
    send: 'Publish the act',
    sent: 'The act is published. Its certificate is on its page.',
    see: 'See the page',
    plainBody: (nature: string, numero: string) => `${nature} no. ${numero}. The text is in the PDF.`,
  },
})
