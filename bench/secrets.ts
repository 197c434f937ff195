/** Used only by the bench. */
export const SECRET = 'the secret of the bench, long enough for all'
export const WEBHOOK_SECRET = 'the secret of the bench for its events'
export const PERSON = { email: 'person@parvis.bench', password: 'the password of the bench, long enough' }
