export const BASE = '/auth'
/** Path of the page that declines an invitation; its token follows. */
export const DECLINING = '/decline-invitation/'
/** Path of the page that stops the digests; its token follows. */
export const STOPPING = '/stop-digest/'
