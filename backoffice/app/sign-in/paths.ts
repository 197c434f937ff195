/** Addresses of somebody who is not signed in: mails lead here. Everywhere else the sign-in stands before the page. */
export const PATHS = {
  signIn: '/connexion',
  newPassword: '/mot-de-passe',
  signUp: '/inscription',
} as const

const ALL: readonly string[] = Object.values(PATHS)
export const isSignInPath = (path: string): boolean => ALL.includes(path)
