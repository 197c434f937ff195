/** Whether the domain of an e-mail address belongs to an organisation. */

/** Public mail providers: such a domain identifies nobody. */
const ANYBODYS = new Set([
  'gmail.com',
  'googlemail.com',
  'orange.fr',
  'wanadoo.fr',
  'free.fr',
  'laposte.net',
  'sfr.fr',
  'neuf.fr',
  'cegetel.net',
  'club-internet.fr',
  'numericable.fr',
  'bbox.fr',
  'aol.com',
  'aliceadsl.fr',
  'voila.fr',
  'hotmail.com',
  'hotmail.fr',
  'outlook.com',
  'outlook.fr',
  'live.com',
  'live.fr',
  'msn.com',
  'yahoo.com',
  'yahoo.fr',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'gmx.fr',
  'mailo.com',
  'mailo.fr',
  'zaclys.net',
  'posteo.net',
  'tutanota.com',
])

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
export const isPublicMailDomain = (domain: string): boolean => ANYBODYS.has(domain)

/** Mailboxes that anybody may open and read: whatever is written before the @, it arrives. */
const CATCH_ALLS = new Set([
  'yopmail.com',
  'yopmail.fr',
  'jetable.org',
  'mailinator.com',
  'guerrillamail.com',
  'sharklasers.com',
  'trashmail.com',
  'temp-mail.org',
  '10minutemail.com',
  'getnada.com',
  'dispostable.com',
  'maildrop.cc',
])
export const isCatchAllDomain = (domain: string): boolean => CATCH_ALLS.has(domain)

/** Endings below which organisations have their domains. */
const WIDE = new Set(['gouv.fr', 'asso.fr', 'com.fr', 'nom.fr', 'prd.fr', 'tm.fr', 'eu.org'])
/** The domain that its holder registered: `vallee.fr` of `accueil@bourg.vallee.fr`. */
export function registeredDomainOf(email: string): string {
  const labels = domainOf(email).split('.')
  return labels.slice(WIDE.has(labels.slice(-2).join('.')) ? -3 : -2).join('.')
}
