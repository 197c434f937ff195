import type { Language } from '../../../kernel/refusals/errors.ts'
import type { At, Opening } from './accounts.ts'
import { AT, LINK } from './example-data.ts'
import { type Content, link, says } from './layout.ts'
import { duration, hello, moment } from './words.ts'

/** Mails about changes of the recipient's own account: another address, or its end. */

export const confirmAddress = (language: Language, nom: string, data: Opening): Content =>
  language === 'fr'
    ? {
        subject: 'Confirmez votre nouvelle adresse',
        title: 'Confirmez votre nouvelle adresse',
        blocks: [
          says(hello('fr', nom)),
          says('Vous avez demandé que cette adresse devienne celle de votre compte.'),
          link('Confirmer cette adresse', data.link),
          says(`Ce lien est valable ${duration('fr', data.minutes)}. D’ici là, rien ne change.`),
          says('Vous n’avez rien demandé ? Ignorez ce message.'),
        ],
        why: 'Vous recevez ce message parce que cette adresse a été donnée pour un compte.',
      }
    : {
        subject: 'Confirm your new address',
        title: 'Confirm your new address',
        blocks: [
          says(hello('en', nom)),
          says('You asked for this address to be that of your account.'),
          link('Confirm this address', data.link),
          says(`This link is good for ${duration('en', data.minutes)}. Nothing changes until then.`),
          says('You did not ask for it? Ignore this message.'),
        ],
        why: 'You receive this message because this address was given for an account.',
      }
confirmAddress.examples = [{ link: LINK, minutes: 24 * 60 }] satisfies Opening[]

interface AddressChanged extends At {
  /** Confirmed, or only requested. */
  readonly done: boolean
}

/** Sent to the previous address. */
export function addressChanged(language: Language, nom: string, { at, done }: AddressChanged): Content {
  if (language === 'fr') {
    const title = done ? 'L’adresse de votre compte a changé' : 'Une autre adresse est demandée'
    return {
      subject: title,
      title,
      blocks: [
        says(hello('fr', nom)),
        says(
          done
            ? `Depuis le ${moment('fr', at)}, votre compte s’ouvre avec une autre adresse que celle-ci.`
            : `Le ${moment('fr', at)}, une autre adresse a été demandée pour votre compte. Rien ne change tant qu’elle n’est pas confirmée.`,
        ),
        says(
          done
            ? 'Si ce n’était pas vous, prévenez tout de suite votre administrateur.'
            : 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe.',
        ),
      ],
      why: 'Vous recevez ce message parce que cette adresse est, ou était, celle de votre compte.',
    }
  }
  const title = done ? 'The address of your account has changed' : 'Another address is asked for'
  return {
    subject: title,
    title,
    blocks: [
      says(hello('en', nom)),
      says(
        done
          ? `Since ${moment('en', at)}, your account opens with another address than this one.`
          : `On ${moment('en', at)}, another address was asked for your account. Nothing changes until it is confirmed.`,
      ),
      says(
        done
          ? 'If it was not you, tell your administrator right away.'
          : 'If it was not you, choose a new password right away.',
      ),
    ],
    why: 'You receive this message because this address is, or was, that of your account.',
  }
}
addressChanged.examples = [
  { at: AT, done: false },
  { at: AT, done: true },
] satisfies AddressChanged[]

export const accountClosed = (language: Language, nom: string, { at }: At): Content =>
  language === 'fr'
    ? {
        subject: 'Votre compte est fermé',
        title: 'Votre compte est fermé',
        blocks: [
          says(hello('fr', nom)),
          says(
            `Votre compte a été fermé le ${moment('fr', at)}, et ce qui vous concernait a été effacé. Ce que vous avez publié reste en ligne, sans votre nom.`,
          ),
          says('Si ce n’était pas vous, prévenez tout de suite votre administrateur.'),
        ],
        why: 'Vous recevez ce message parce que cette adresse était celle de votre compte.',
      }
    : {
        subject: 'Your account is closed',
        title: 'Your account is closed',
        blocks: [
          says(hello('en', nom)),
          says(
            `Your account was closed on ${moment('en', at)}, and what was held about you was erased. What you published stays online, without your name.`,
          ),
          says('If it was not you, tell your administrator right away.'),
        ],
        why: 'You receive this message because this address was that of your account.',
      }
accountClosed.examples = [{ at: AT }] satisfies At[]
