import type { Language } from '../../../kernel/refusals/errors.ts'
import { LINK, STOP } from './example-data.ts'
import { type Content, quietLink, says } from './layout.ts'
import { hello, short, subjectOf } from './words.ts'

/** Tells an author which of their publications went online after a review. */

interface Online {
  /** One or more, of which each is named. */
  readonly items: readonly { readonly title: string; readonly link: string }[]
  /** The number of further ones. */
  readonly more: number
  /** The page that stops these mails. */
  readonly stop: string
}

export function publicationsOnline(language: Language, nom: string, { items, more, stop }: Online): Content {
  const number = items.length + more
  const only = number === 1
  if (language === 'fr') {
    const title = only ? 'Votre publication est en ligne' : `${number} de vos publications sont en ligne`
    return {
      subject: only ? subjectOf('fr', title, [items[0]?.title ?? '']) : title,
      title,
      blocks: [
        says(hello('fr', nom)),
        says(
          only
            ? 'Elle a été relue et acceptée. Les habitants la voient maintenant :'
            : 'Elles ont été relues et acceptées. Les habitants les voient maintenant :',
        ),
        ...items.map(item => quietLink(`« ${short(item.title)} »`, item.link)),
        ...(more > 0 ? [says(`Et ${more} ${more > 1 ? 'autres' : 'autre'}.`)] : []),
        says('Merci de faire vivre votre commune.'),
        quietLink('Ne plus recevoir ces nouvelles, sans se connecter', stop),
      ],
      why: 'Vous recevez ce message, un par jour au plus, parce que vous écrivez des publications. Il se règle dans « Mon compte ».',
    }
  }
  const title = only ? 'Your publication is online' : `${number} of your publications are online`
  return {
    subject: only ? subjectOf('en', title, [items[0]?.title ?? '']) : title,
    title,
    blocks: [
      says(hello('en', nom)),
      says(
        only
          ? 'It was reviewed and accepted. Residents see it now:'
          : 'They were reviewed and accepted. Residents see them now:',
      ),
      ...items.map(item => quietLink(`“${short(item.title)}”`, item.link)),
      ...(more > 0 ? [says(`And ${more} more.`)] : []),
      quietLink('Stop these news, without signing in', stop),
    ],
    why: 'You receive this message, one a day at most, because you write publications. It is set in “My account”.',
  }
}
publicationsOnline.examples = [
  { items: [{ title: 'Vide-grenier : réservez', link: LINK }], more: 0, stop: STOP },
  {
    items: [
      { title: 'Vide-grenier : réservez', link: LINK },
      { title: 'Loto', link: LINK },
    ],
    more: 3,
    stop: STOP,
  },
] satisfies Online[]
