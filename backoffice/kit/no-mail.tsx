import { Note } from './ui/message.tsx'
import { texts } from './words/language.ts'

/** Where no mail server is set, mails are files on the service’s machine: their links are for its operator alone. */

export const sendsMails = document.documentElement.dataset.mails !== 'off'

const t = texts({
  fr: {
    about:
      'Aucun courriel ne part de ce service. Prévenez la personne qui a installé Parvis : elle trouvera l’invitation dans le dossier « outbox », et la transmettra.',
    kept: 'C’est enregistré. Aucun courriel ne part : la personne qui a installé Parvis trouve l’invitation dans le dossier « outbox ».',
  },
  en: {
    about:
      'No mail leaves this service. Tell the person who installed Parvis: the invitation will be in the folder “outbox”, and they can pass it on.',
    kept: 'Saved. No mail is sent: the person who installed Parvis finds the invitation in the folder “outbox”.',
  },
})

/** Above the form of an invitation. */
export const NoMail = () => !sendsMails && <Note tone="wait">{t.about}</Note>

/** After something that a mail tells: `sent`, unless none leaves. */
export const mailed = (sent: string): string => (sendsMails ? sent : t.kept)
