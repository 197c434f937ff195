/** With https, `__Host-`: no other host of the domain can set these cookies. */
export const cookiePrefixAt = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? '__Host-parvis' : 'parvis'

export const BASE = '/auth'
/** Where a provider sends the browser after a sign-out, and where it tells of ended sessions. */
export const SIGNED_OUT = '/signed-out'
export const BACK_CHANNEL_LOGOUT = '/back-channel-logout'
/** Path of the page that declines an invitation; its token follows. */
export const DECLINING = '/decline-invitation/'
/** Path of the page that stops the digests; its token follows. */
export const STOPPING = '/stop-digest/'
/** Paths of the pages that confirm, and stop, the weekly mail of a commune; a token follows. */
export const CONFIRMING_WEEK = '/confirm-week/'
export const STOPPING_WEEK = '/stop-week/'
/** Paths of the pages that record an owner’s answer to a claim; a token follows. */
export const AGREEING = '/claim-agree/'
export const DISAGREEING = '/claim-disagree/'
