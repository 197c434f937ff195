/** Links and a time for the examples of the templates. */

export const LINK =
  'https://parvis.example.fr/auth/verify-email?token=4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG&lang=fr'
export const DECLINE = 'https://parvis.example.fr/auth/decline-invitation/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG'
export const STOP = 'https://parvis.example.fr/auth/stop-digest/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG'
export const STOP_WEEK = 'https://parvis.example.fr/auth/stop-week/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG'
export const ANSWERS = {
  agree: 'https://parvis.example.fr/auth/claim-agree/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG',
  disagree: 'https://parvis.example.fr/auth/claim-disagree/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG',
}
export const HELP = 'https://parvis.example.fr/espace/aide'
export const CONTEST = 'https://parvis.example.fr/auth/appeal/4fZ0q9vK2mW7rT1xB6nD8sJ3pL5cH0aG'
export const AT = new Date('2026-11-20T08:14:00Z')
