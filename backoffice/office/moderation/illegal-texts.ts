import { texts } from '../../kit/words/language.ts'

/** Texts of the removal of illegal content. */
export const t = texts({
  fr: {
    remove: 'Retirer pour raison légale…',
    title: 'Retirer pour raison légale',
    /** Removes one picture or document. */
    about:
      'Le fichier disparaît tout de suite, partout où il est montré, et ne pourra plus être envoyé. La publication reste. Le service garde le fichier chiffré sept jours, puis l’efface pour de bon : d’ici là, seule la personne qui exploite le serveur peut le ramener. Les personnes qui administrent le service en sont prévenues.',
    withFilesAbout:
      'La publication va dans la corbeille. Ses images et ses documents, d’avant aussi, disparaissent tout de suite, partout où ils sont montrés, et ne pourront plus être envoyés. Le service les garde chiffrés sept jours, puis les efface pour de bon : d’ici là, seule la personne qui exploite le serveur peut les ramener. Les personnes qui administrent le service en sont prévenues.',
    why: 'Raison',
    whyHint:
      'Gardée dans le journal pour toujours : pas de nom. Par exemple : contenu illicite, signalé par la gendarmerie.',
    missing: 'Écrivez la raison.',
    keep: 'Ne pas retirer',
    now: 'Retirer maintenant',
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
      'The file disappears at once, wherever it is shown, and cannot be sent again. The publication stays. The service keeps the file encrypted for seven days, then deletes it for good: until then, only the operator of the server can bring it back. The administrators are told.',
    withFilesAbout:
      'The publication goes into the bin. Its pictures and documents, earlier ones too, disappear at once, wherever they are shown, and cannot be sent again. The service keeps them encrypted for seven days, then deletes them for good: until then, only the operator of the server can bring them back. The administrators are told.',
    why: 'Reason',
    whyHint:
      'Kept in the audit trail for good: no names. For example: illegal content, reported by the police.',
    missing: 'Write the reason.',
    keep: 'Do not remove',
    now: 'Remove now',
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
