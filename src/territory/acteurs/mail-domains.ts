/** Whether the domain of an e-mail address belongs to an organisation. */

/** Public mail providers: such a domain identifies nobody. */
const ANYBODYS = new Set([
  ...[
    'gmail.com',
    'googlemail.com',
    'orange.fr',
    'wanadoo.fr',
    'free.fr',
    'laposte.net',
    'sfr.fr',
    'neuf.fr',
  ],
  ...['cegetel.net', 'club-internet.fr', 'numericable.fr', 'bbox.fr', 'aol.com', 'aliceadsl.fr', 'voila.fr'],
  ...[
    'hotmail.com',
    'hotmail.fr',
    'outlook.com',
    'outlook.fr',
    'live.com',
    'live.fr',
    'msn.com',
    'yahoo.com',
  ],
  ...['yahoo.fr', 'ymail.com', 'icloud.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com', 'gmx.com'],
  ...['gmx.fr', 'mailo.com', 'mailo.fr', 'zaclys.net', 'posteo.net', 'tutanota.com'],
])

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
export const isPublicMailDomain = (domain: string): boolean => ANYBODYS.has(domain)
