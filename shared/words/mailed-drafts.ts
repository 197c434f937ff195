import type { Words } from './word.ts'

/** What a person has to look at in a draft that was made of a mail. Each stands before the texts that it is about. */
export const MAIL_NOTES = {
  several_events: {
    fr: 'Ce courriel annonce plusieurs événements : faites une publication pour chacun, avec son jour',
    en: 'This mail announces several events: write a publication for each, with its day',
    means: 'the mail announces several events; the texts are their days, and the draft has none',
  },
  other_days: {
    fr: 'Le texte nomme aussi d’autres jours',
    en: 'The text also names other days',
    means: 'the text names other days than those of the draft; the texts are these days',
  },
  unsure_day: {
    fr: 'Ce jour de la semaine n’est pas celui de la date : vérifiez-la',
    en: 'This weekday is not that of the date: check it',
    means:
      'the text names a weekday that is not that of its date; the text is what it says, and the draft has no day',
  },
  no_title: {
    fr: 'L’objet du courriel ne dit pas de quoi il s’agit : donnez un titre',
    en: 'The subject of the mail does not say what it is about: give a title',
    means: 'neither the subject nor the text gave a title',
  },
  no_text: {
    fr: 'Le courriel n’a pas de texte : recopiez ce que dit l’affiche',
    en: 'The mail has no text: copy what the poster says',
    means: 'the mail has files alone',
  },
  remote_pictures: {
    fr: 'Les images qui restent sur un autre site ne sont pas reprises : joignez-les si vous en avez le droit',
    en: 'Pictures that stay on another site are not copied: attach them if you may',
    means: 'the text of the mail shows pictures of other sites',
  },
  left_out: {
    fr: 'Ces pièces jointes ne sont pas reprises',
    en: 'These attachments are not in the draft',
    means:
      'attachments that are no picture and no PDF, that are too many or that cannot be read; the texts are their names',
  },
  no_room: {
    fr: 'Il n’y a plus de place pour ces pièces jointes',
    en: 'There is no room left for these attachments',
    means: 'attachments beyond the quota of the acteur; the texts are their names',
  },
  outlook_file: {
    fr: 'Outlook a emballé les pièces jointes dans un fichier winmail.dat que lui seul ouvre : demandez-les à l’expéditeur en « texte enrichi HTML »',
    en: 'Outlook packed the attachments into a file winmail.dat that it alone opens: ask the sender for them in HTML format',
    means: 'the attachments are in a file of Outlook (winmail.dat)',
  },
  poster_text: {
    fr: 'Le texte vient de l’affiche jointe : relisez-le',
    en: 'The text comes from the attached poster: read it again',
    means: 'title, day or text were read from an attached PDF',
  },
} as const satisfies Words

export interface MailNote {
  readonly code: keyof typeof MAIL_NOTES
  readonly texts: readonly string[]
}
