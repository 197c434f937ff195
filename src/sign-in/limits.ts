import type { Limit } from '../kernel/routes/limits.ts'

/** Rate limits of `/auth`, and what they count by. */

export interface SignInLimit extends Omit<Limit, 'by'> {
  readonly by: 'address' | 'email' | 'address and email'
  /** Does not apply to known client networks, so that strangers cannot lock out the owner. */
  readonly unlessKnown?: true
}

const QUARTER = 900
const HOUR = 3600
const limit = (name: string, most: number, seconds: number, by: SignInLimit['by']): SignInLimit => ({
  name,
  most,
  seconds,
  by,
})
export const signIn = limit('sign-in', 10, QUARTER, 'address and email')
export const signInClientNetwork = limit('sign-in-household', 50, QUARTER, 'address')
export const signInMailbox = { ...limit('sign-in-mailbox', 100, HOUR, 'email'), unlessKnown: true } as const
export const signUp = limit('sign-up', 5, HOUR, 'address')
export const signUpMailbox = limit('sign-up-mailbox', 3, HOUR, 'email')
export const reset = limit('password-reset', 3, HOUR, 'email')
export const resetClientNetwork = limit('password-reset-household', 20, HOUR, 'address')
export const resend = limit('verification', 3, HOUR, 'email')
export const resendClientNetwork = limit('verification-household', 20, HOUR, 'address')
export const secondFactor = limit('second-factor', 10, QUARTER, 'address')
/** Each sign-in page asks for a challenge as it opens. */
export const passkeyChallenge = limit('passkey-challenge', 200, QUARTER, 'address')
export const passkey = limit('passkey', 50, QUARTER, 'address')
export const declining = limit('declining', 30, HOUR, 'address')
export const stopping = limit('stop-digest', 30, HOUR, 'address')
export const confirmingWeek = limit('confirm-week', 30, HOUR, 'address')
/** Mail providers post for all of their users from a few addresses. */
export const stoppingWeek = limit('stop-week', 600, HOUR, 'address')
export const answering = limit('claim-answer', 30, HOUR, 'address')
export const contesting = limit('appeal', 30, HOUR, 'address')
export const passwordCheck = limit('password-check', 10, QUARTER, 'address')
export const addressChange = limit('address-change', 5, HOUR, 'address')
/** A provider posts for all of its users from a few addresses. */
export const backChannelLogout = limit('back-channel-logout', 3_000, QUARTER, 'address')
export const outside = limit('outside-sign-in', 30, QUARTER, 'address')
