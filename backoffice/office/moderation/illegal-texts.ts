import { texts } from '../../kit/words/language.ts'

/** Texts of the permanent removal of illegal content. */
export const t = texts({
  fr: {
    remove: 'Retirer pour raison légale…',
    title: 'Retirer pour raison légale',
    /** Removes one picture or document. */
    about:
      'Le fichier disparaît tout de suite, partout où il est montré, et ne pourra plus être envoyé. La publication reste. Rien ne peut le ramener.',
    withFilesAbout:
      'La publication va dans la corbeille. Ses images et ses documents, d’avant aussi, disparaissent tout de suite, partout où ils sont montrés, et ne pourront plus être envoyés. Rien ne peut les ramener.',
    why: 'Raison',
    whyHint:
      'Gardée dans le journal pour toujours : pas de nom. Par exemple : contenu illicite, signalé par la gendarmerie.',
    missing: 'Écrivez la raison.',
    keep: 'Ne pas retirer',
    now: 'Retirer pour de bon',
    gone: 'Ce fichier est retiré.',
    purge: {
      title: 'Adresses à purger',
      about:
        'Un cache (CDN) devant le service peut encore montrer ces fichiers pendant une heure. Donnez ces adresses à la personne qui l’administre : elle peut les en enlever tout de suite.',
      copy: 'Copier les adresses',
      copied: 'Les adresses sont copiées.',
      notCopied: 'Les adresses n’ont pas pu être copiées : sélectionnez-les.',
    },
  },
  en: {
    remove: 'Remove for legal reasons…',
    title: 'Remove for legal reasons',
    about:
      'The file disappears at once, wherever it is shown, and cannot be sent again. The publication stays. Nothing brings it back.',
    withFilesAbout:
      'The publication goes into the bin. Its pictures and documents, earlier ones too, disappear at once, wherever they are shown, and cannot be sent again. Nothing brings them back.',
    why: 'Reason',
    whyHint:
      'Kept in the audit trail for good: no names. For example: illegal content, reported by the police.',
    missing: 'Write the reason.',
    keep: 'Do not remove',
    now: 'Remove for good',
    gone: 'This file is removed.',
    purge: {
      title: 'Addresses to purge',
      about:
        'A cache (CDN) in front of the service may show these files for another hour. Give these addresses to its administrator, who can take them out at once.',
      copy: 'Copy the addresses',
      copied: 'The addresses are copied.',
      notCopied: 'The addresses could not be copied: select them.',
    },
  },
})
