export const BASE = '/auth'
/** The page that declines an invitation: before its token. */
export const DECLINING = '/decline-invitation/'
