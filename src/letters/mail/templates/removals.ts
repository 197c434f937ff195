import type { Language } from '../../../kernel/refusals/errors.ts'
import { AT, LINK } from './example-data.ts'
import { type Content, quietLink, quote, says } from './layout.ts'
import { hello, moment, short } from './words.ts'

/** Tells administrators that a colleague removed files for legal reasons. */

interface Removed {
  /** The name of the colleague; empty if unknown. */
  readonly by: string
  readonly reason: string
  readonly at: Date
  /** How many files were removed. */
  readonly files: number
  /** Until when an operator can bring them back; null where nothing was kept. */
  readonly until: Date | null
  readonly items: readonly { readonly title: string; readonly link: string }[]
  /** The number of further publications. */
  readonly more: number
}

export function filesRemoved(language: Language, nom: string, data: Removed): Content {
  const { by, reason, at, files, until, items, more } = data
  const shown = items.map(({ title, link }) => quietLink(`« ${short(title)} »`, link))
  if (language === 'fr') {
    const who = by === '' ? 'Un collègue' : short(by)
    return {
      subject: 'Des fichiers sont retirés pour raison légale',
      title: 'Des fichiers sont retirés pour raison légale',
      blocks: [
        says(hello('fr', nom)),
        says(
          `Le ${moment('fr', at)}, ${who} a retiré ${files > 1 ? `${files} fichiers` : 'un fichier'} pour raison légale :`,
        ),
        quote(reason),
        ...(items.length > 0 ? [says('Publications concernées :')] : []),
        ...shown,
        ...(more > 0 ? [says(`Et ${more} ${more > 1 ? 'autres' : 'autre'}.`)] : []),
        says(
          until === null
            ? 'Rien n’en a été gardé.'
            : `Plus personne ne les voit. Le service les garde chiffrés jusqu’au ${moment('fr', until)}, puis les efface. D’ici là, la personne qui exploite le serveur peut les ramener : parvis media unseal, avec leur clé, que donne le journal.`,
        ),
        says(
          'Si ce retrait vous étonne, suspendez ce compte sur la page des utilisateurs : il ne peut alors plus rien retirer.',
        ),
      ],
      why: 'Vous recevez ce message parce que vous administrez le service.',
    }
  }
  const who = by === '' ? 'A colleague' : short(by)
  return {
    subject: 'Files were removed for legal reasons',
    title: 'Files were removed for legal reasons',
    blocks: [
      says(hello('en', nom)),
      says(
        `On ${moment('en', at)}, ${who} removed ${files === 1 ? 'a file' : `${files} files`} for legal reasons:`,
      ),
      quote(reason),
      ...(items.length > 0 ? [says('Publications:')] : []),
      ...shown,
      ...(more > 0 ? [says(`And ${more} more.`)] : []),
      says(
        until === null
          ? 'Nothing of it was kept.'
          : `Nobody sees them any more. The service keeps them encrypted until ${moment('en', until)}, then deletes them. Until then the operator of the server can bring them back: parvis media unseal, with their key, which is in the audit trail.`,
      ),
      says(
        'If you did not expect this removal, suspend the account on the page of users: it cannot remove anything any more.',
      ),
    ],
    why: 'You receive this message because you administer the service.',
  }
}
filesRemoved.examples = [
  {
    by: 'Camille',
    reason: 'Contenu illicite signalé par la gendarmerie.',
    at: AT,
    files: 2,
    until: AT,
    items: [{ title: 'Vide-grenier', link: LINK }],
    more: 1,
  },
  {
    by: '',
    reason: 'Contenu illicite.',
    at: AT,
    files: 1,
    until: null,
    items: [],
    more: 0,
  },
] satisfies Removed[]
