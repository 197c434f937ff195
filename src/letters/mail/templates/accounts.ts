import type { Language } from '../../../kernel/refusals/errors.ts'
import { AT, LINK } from './example-data.ts'
import { type Content, link, says } from './layout.ts'
import { duration, hello, moment } from './words.ts'

/** Mails about an account. `nom` is the recipient's name, empty if unknown. */

export interface Opening {
  readonly link: string
  /** How long the link is valid. */
  readonly minutes: number
}

export const verifyEmail = (language: Language, nom: string, data: Opening): Content =>
  language === 'fr'
    ? {
        subject: 'Confirmez votre adresse électronique',
        title: 'Confirmez votre adresse électronique',
        blocks: [
          says(hello('fr', nom)),
          says('Votre compte est presque prêt : il reste à confirmer que cette adresse est bien la vôtre.'),
          link('Confirmer mon adresse', data.link),
          says(`Ce lien est valable ${duration('fr', data.minutes)}.`),
          says('Vous n’avez pas créé de compte ? Ignorez ce message : sans confirmation, rien ne se passe.'),
        ],
        why: 'Vous recevez ce message parce qu’un compte a été demandé avec cette adresse.',
      }
    : {
        subject: 'Confirm your e-mail address',
        title: 'Confirm your e-mail address',
        blocks: [
          says(hello('en', nom)),
          says('Your account is almost ready: please confirm that this address is yours.'),
          link('Confirm my address', data.link),
          says(`This link is good for ${duration('en', data.minutes)}.`),
          says('You did not create an account? Ignore this message: nothing happens without confirmation.'),
        ],
        why: 'You receive this message because an account was requested with this address.',
      }
verifyEmail.examples = [{ link: LINK, minutes: 24 * 60 }] satisfies Opening[]

export const resetPassword = (language: Language, nom: string, data: Opening): Content =>
  language === 'fr'
    ? {
        subject: 'Choisissez un nouveau mot de passe',
        title: 'Choisissez un nouveau mot de passe',
        blocks: [
          says(hello('fr', nom)),
          says('Un nouveau mot de passe a été demandé pour votre compte.'),
          link('Choisir un mot de passe', data.link),
          says(`Ce lien est valable ${duration('fr', data.minutes)} et ne sert qu’une fois.`),
          says('Ce n’était pas vous ? Ignorez ce message : votre mot de passe reste le même.'),
        ],
        why: 'Vous recevez ce message parce qu’un nouveau mot de passe a été demandé pour cette adresse.',
      }
    : {
        subject: 'Choose a new password',
        title: 'Choose a new password',
        blocks: [
          says(hello('en', nom)),
          says('A new password was requested for your account.'),
          link('Choose a password', data.link),
          says(`This link is good for ${duration('en', data.minutes)} and works once.`),
          says('It was not you? Ignore this message: your password stays the same.'),
        ],
        why: 'You receive this message because a new password was requested for this address.',
      }
resetPassword.examples = [{ link: LINK, minutes: 60 }] satisfies Opening[]

/** A sign-up with the address of an existing account: only its owner is told. */
export const accountExists = (
  language: Language,
  nom: string,
  _data: Readonly<Record<string, never>>,
): Content =>
  language === 'fr'
    ? {
        subject: 'Vous avez déjà un compte',
        title: 'Vous avez déjà un compte',
        blocks: [
          says(hello('fr', nom)),
          says('Une inscription vient d’être demandée avec cette adresse, qui a déjà un compte.'),
          says('Connectez-vous avec votre mot de passe ; si vous l’avez oublié, demandez-en un nouveau.'),
          says('Ce n’était pas vous ? Ignorez ce message : rien n’a changé.'),
        ],
        why: 'Vous recevez ce message parce qu’un compte a été demandé avec cette adresse.',
      }
    : {
        subject: 'You already have an account',
        title: 'You already have an account',
        blocks: [
          says(hello('en', nom)),
          says('Somebody has just signed up with this address, which already has an account.'),
          says('Sign in with your password; if you have forgotten it, ask for a new one.'),
          says('It was not you? Ignore this message: nothing has changed.'),
        ],
        why: 'You receive this message because an account was requested with this address.',
      }
accountExists.examples = [{}]

const ALARM = {
  fr: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et prévenez votre administrateur.',
  en: 'If it was not you, choose a new password right away and tell your administrator.',
} as const
const ABOUT_SECURITY = {
  fr: 'Vous recevez ce message parce que la sécurité de votre compte a changé.',
  en: 'You receive this message because the security of your account has changed.',
} as const

export interface At {
  readonly at: Date
}

export const passwordChanged = (language: Language, nom: string, data: At): Content =>
  language === 'fr'
    ? {
        subject: 'Votre mot de passe a changé',
        title: 'Votre mot de passe a changé',
        blocks: [
          says(hello('fr', nom)),
          says(`Le mot de passe de votre compte a été changé le ${moment('fr', data.at)}.`),
          says(`Si c’était vous, tout est en ordre. ${ALARM.fr}`),
        ],
        why: ABOUT_SECURITY.fr,
      }
    : {
        subject: 'Your password has changed',
        title: 'Your password has changed',
        blocks: [
          says(hello('en', nom)),
          says(`The password of your account was changed on ${moment('en', data.at)}.`),
          says(`If it was you, all is well. ${ALARM.en}`),
        ],
        why: ABOUT_SECURITY.en,
      }
passwordChanged.examples = [{ at: AT }] satisfies At[]

interface Passkey extends At {
  readonly added: boolean
}

export function passkeyChanged(language: Language, nom: string, { at, added }: Passkey): Content {
  const title = {
    fr: added ? 'Une clé d’accès a été ajoutée' : 'Une clé d’accès a été retirée',
    en: added ? 'A passkey was added' : 'A passkey was removed',
  }[language]
  const said = {
    fr: added
      ? `Depuis le ${moment('fr', at)}, une clé d’accès de plus ouvre votre compte, sans mot de passe.`
      : `Depuis le ${moment('fr', at)}, une clé d’accès n’ouvre plus votre compte.`,
    en: added
      ? `Since ${moment('en', at)}, one more passkey opens your account, without a password.`
      : `Since ${moment('en', at)}, a passkey no longer opens your account.`,
  }[language]
  const alarm = {
    fr: `Si c’était vous, tout est en ordre. Sinon, retirez les clés que vous ne connaissez pas dans votre compte. ${ALARM.fr}`,
    en: `If it was you, all is well. If not, remove the passkeys that you do not know in your account. ${ALARM.en}`,
  }[language]
  return {
    subject: title,
    title,
    blocks: [says(hello(language, nom)), says(said), says(alarm)],
    why: ABOUT_SECURITY[language],
  }
}
passkeyChanged.examples = [
  { at: AT, added: true },
  { at: AT, added: false },
] satisfies Passkey[]

interface SecondFactor extends At {
  readonly enabled: boolean
}

export function secondFactorChanged(language: Language, nom: string, { at, enabled }: SecondFactor): Content {
  if (language === 'fr') {
    const title = enabled
      ? 'La double authentification est activée'
      : 'La double authentification est désactivée'
    return {
      subject: title,
      title,
      blocks: [
        says(hello('fr', nom)),
        says(
          enabled
            ? `Depuis le ${moment('fr', at)}, un code vous sera demandé en plus de votre mot de passe.`
            : `Depuis le ${moment('fr', at)}, votre mot de passe suffit pour ouvrir votre compte.`,
        ),
        says(`Si c’était vous, tout est en ordre. ${ALARM.fr}`),
      ],
      why: ABOUT_SECURITY.fr,
    }
  }
  const title = enabled ? 'Two-factor authentication is on' : 'Two-factor authentication is off'
  return {
    subject: title,
    title,
    blocks: [
      says(hello('en', nom)),
      says(
        enabled
          ? `Since ${moment('en', at)}, a code is asked for in addition to your password.`
          : `Since ${moment('en', at)}, your password alone opens your account.`,
      ),
      says(`If it was you, all is well. ${ALARM.en}`),
    ],
    why: ABOUT_SECURITY.en,
  }
}
secondFactorChanged.examples = [
  { at: AT, enabled: true },
  { at: AT, enabled: false },
] satisfies SecondFactor[]
