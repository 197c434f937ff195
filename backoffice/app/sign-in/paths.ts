/** Addresses that need no session: mails link to them. Every other address asks for the sign-in first. */
export const PATHS = {
  signIn: '/connexion',
  newPassword: '/mot-de-passe',
  signUp: '/inscription',
} as const

const ALL: readonly string[] = Object.values(PATHS)
export const isSignInPath = (path: string): boolean => ALL.includes(path)
