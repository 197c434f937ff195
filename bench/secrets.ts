/** Of the bench, and of nobody else. */
export const SECRET = 'the secret of the bench, long enough for all'
export const WEBHOOK_SECRET = 'the secret of the bench for its events'
