import { ROLES, type Role } from '../../../../shared/words/access.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import type { Opening } from './accounts.ts'
import { DECLINE, LINK } from './example-data.ts'
import { type Block, type Content, link, quietLink, says } from './layout.ts'
import { inPlainWords, type Rights } from './members.ts'
import { duration, hello, nameOf, short } from './words.ts'

/** `more`: the number of further places, which are not named. */
interface RoleLimits {
  readonly role: Role
  readonly places: readonly string[]
  readonly more: number
}

/**
 * Names the inviter and the purpose, and how to decline. The inviter is an acteur, an operator by name, or else the
 * team of the installation. A member of an acteur is not named: anybody may own one.
 */
export interface Invitation extends Opening {
  readonly by?: { readonly acteur: string } | { readonly colleague: string }
  readonly roles: readonly Role[]
  /** Roles for some places. Absent: all are for everywhere. */
  readonly limits?: readonly RoleLimits[]
  readonly acteurs: readonly Rights[]
  /** The number of further acteurs, which are not named. */
  readonly more: number
  readonly decline: string
}

export function invitation(language: Language, nom: string, data: Invitation, place: string): Content {
  const fr = language === 'fr'
  const { subject, offer } = (fr ? fromFrench : fromEnglish)(data, place)
  const acteurs = data.acteurs.flatMap(rights => [
    nameOf(rights.acteur),
    says(inPlainWords(language, rights)),
  ])
  const purpose: Block[] = [
    ...rolesByPlaces(language, data),
    ...(acteurs.length > 0
      ? [says(fr ? 'L’équipe que vous rejoindrez :' : 'The team you will join:'), ...acteurs]
      : []),
    ...(data.more > 0 ? [says(fr ? `… et ${data.more} de plus.` : `… and ${data.more} more.`)] : []),
  ]
  const blocks = fr
    ? [
        link('Accepter l’invitation', data.link),
        says(`Ce lien est valable ${duration('fr', data.minutes)}.`),
        says(
          'Vous n’attendiez pas cette invitation ? Ignorez ce message, ou refusez-la : aucun compte ne sera ouvert.',
        ),
        quietLink('Refuser l’invitation, sans se connecter', data.decline),
      ]
    : [
        link('Accept the invitation', data.link),
        says(`This link is good for ${duration('en', data.minutes)}.`),
        says(
          'You did not expect this invitation? Ignore this message, or decline it: no account will be opened.',
        ),
        quietLink('Decline the invitation, without signing in', data.decline),
      ]
  return {
    subject,
    title: fr ? 'Une invitation pour vous' : 'An invitation for you',
    blocks: [says(hello(language, nom)), says(offer), ...purpose, ...blocks],
    why: fr
      ? 'Vous recevez ce message parce que cette adresse a été invitée.'
      : 'You receive this message because this address was invited.',
  }
}
invitation.examples = [
  {
    link: LINK,
    minutes: 7 * 24 * 60,
    decline: DECLINE,
    by: { colleague: 'Anne Le Goff' },
    roles: ['operator_moderation', 'operator_support', 'operator_imports'],
    limits: [
      { role: 'operator_moderation', places: ['Rennes Métropole', 'Dinard'], more: 0 },
      { role: 'operator_support', places: ['Rennes Métropole', 'Dinard'], more: 0 },
    ],
    acteurs: [],
    more: 0,
  },
  {
    link: LINK,
    minutes: 7 * 24 * 60,
    decline: DECLINE,
    by: { acteur: 'Club de judo' },
    roles: [],
    acteurs: [{ acteur: 'Club de judo', role: 'editor', permissions: ['manage_publications'] }],
    more: 2,
  },
  {
    link: LINK,
    minutes: 7 * 24 * 60,
    decline: DECLINE,
    roles: ['admin'],
    acteurs: [],
    more: 0,
  },
] satisfies Invitation[]

/** Roles for the same places are one sentence. */
function rolesByPlaces(language: Language, { roles, limits = [] }: Invitation): Block[] {
  const fr = language === 'fr'
  const placesOf = (role: Role) => {
    const limited = limits.find(one => one.role === role)
    if (!limited) return ''
    const names = limited.places.map(short)
    const more = limited.more > 0 ? [fr ? `${limited.more} de plus` : `${limited.more} more`] : []
    return new Intl.ListFormat(language).format([...names, ...more])
  }
  return [...Map.groupBy(roles, placesOf)].map(([places, alike]) => {
    const may = alike.map(role => ROLES[role].may[language])
    return says(
      fr
        ? `Vous pourrez${places && `, pour ${places}`} : ${may.join(' ; ')}.`
        : `You will be able to${places && `, for ${places}`}: ${may.join('; ')}.`,
    )
  })
}

interface Offer {
  readonly subject: string
  readonly offer: string
}

function fromFrench({ by }: Invitation, place: string): Offer {
  if (by && 'acteur' in by) {
    const acteur = short(by.acteur)
    return {
      subject: `${acteur} vous invite sur ${place}`,
      offer: `L’équipe de « ${acteur} » vous propose de la rejoindre sur ${place}.`,
    }
  }
  const who = by
    ? `${short(by.colleague)}, de l’équipe de ${place}, vous propose`
    : `L’équipe de ${place} vous propose`
  return {
    subject: by ? `${short(by.colleague)} vous invite sur ${place}` : `Votre invitation sur ${place}`,
    offer: `${who} un accès à ce service.`,
  }
}

function fromEnglish({ by }: Invitation, place: string): Offer {
  if (by && 'acteur' in by) {
    const acteur = short(by.acteur)
    return {
      subject: `${acteur} invites you to ${place}`,
      offer: `The team of “${acteur}” invites you to join them on ${place}.`,
    }
  }
  const who = by
    ? `${short(by.colleague)}, of the team of ${place}, offers you`
    : `The team of ${place} offers you`
  return {
    subject: by ? `${short(by.colleague)} invites you to ${place}` : `Your invitation to ${place}`,
    offer: `${who} access to this service.`,
  }
}
