/** The filter “Suivi par” of a desk, in its address. */
export const WHOSE = { moi: 'me', personne: 'nobody' } as const
/** A filter that is set or not. */
export const YES = { oui: true } as const
export type Whose = keyof typeof WHOSE
