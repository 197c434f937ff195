import type { Limit } from '../kernel/routes/limits.ts'

/** How often something of `/auth` may be asked, and by whom it is counted. */

export interface SignInLimit extends Omit<Limit, 'by'> {
  readonly by: 'address' | 'email' | 'address and email'
  /** Not for a client network from which the account was opened before: strangers must not shut its owner out. */
  readonly unlessKnown?: true
}

const QUARTER = 900
const HOUR = 3600
export const signIn: SignInLimit = { name: 'sign-in', most: 10, seconds: QUARTER, by: 'address and email' }
export const signInClientNetwork: SignInLimit = {
  name: 'sign-in-household',
  most: 50,
  seconds: QUARTER,
  by: 'address',
}
export const signInMailbox: SignInLimit = {
  name: 'sign-in-mailbox',
  most: 100,
  seconds: HOUR,
  by: 'email',
  unlessKnown: true,
}
export const signUp: SignInLimit = { name: 'sign-up', most: 5, seconds: HOUR, by: 'address' }
export const signUpMailbox: SignInLimit = { name: 'sign-up-mailbox', most: 3, seconds: HOUR, by: 'email' }
export const reset: SignInLimit = { name: 'password-reset', most: 3, seconds: HOUR, by: 'email' }
export const resetClientNetwork: SignInLimit = {
  name: 'password-reset-household',
  most: 20,
  seconds: HOUR,
  by: 'address',
}
export const resend: SignInLimit = { name: 'verification', most: 3, seconds: HOUR, by: 'email' }
export const resendClientNetwork: SignInLimit = {
  name: 'verification-household',
  most: 20,
  seconds: HOUR,
  by: 'address',
}
export const secondFactor: SignInLimit = { name: 'second-factor', most: 10, seconds: QUARTER, by: 'address' }
export const declining: SignInLimit = { name: 'declining', most: 30, seconds: HOUR, by: 'address' }
export const passwordCheck: SignInLimit = {
  name: 'password-check',
  most: 10,
  seconds: QUARTER,
  by: 'address',
}
export const addressChange: SignInLimit = { name: 'address-change', most: 5, seconds: HOUR, by: 'address' }
export const outside: SignInLimit = { name: 'outside-sign-in', most: 30, seconds: QUARTER, by: 'address' }
