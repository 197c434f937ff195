import type { Asker } from '../asking.ts'
import type { People } from '../play.ts'

/** Authors contest refusals: some appeals wait, one is upheld and one overturned. A claimant contests too. */

const APPEALS: readonly (readonly [message: string, outcome?: 'upheld' | 'overturned', answer?: string])[] = [
  ['Le message n’a été envoyé qu’à notre commune : il annonce la fête de notre rue.'],
  ['Nous ne vendons rien : l’entrée est libre et tout le monde est le bienvenu.'],
  [
    'Le comité annonce le bal du samedi, et nous le repas du dimanche.',
    'overturned',
    'Vous avez raison : ce sont deux rendez-vous différents.',
  ],
  [
    'La salle nous a été promise.',
    'upheld',
    'La mairie confirme que la salle est fermée ce jour-là. Proposez une autre date.',
  ],
]

export async function contest(
  { administrator }: People,
  {
    refused,
    claim,
  }: {
    readonly refused: readonly { readonly id: string; readonly by: Asker }[]
    readonly claim: { readonly id: string; readonly by: Asker }
  },
): Promise<void> {
  for (const [at, [message, status, answer]] of APPEALS.entries()) {
    const one = refused[at]
    if (!one) continue
    const appeal = await one.by.ask('POST', `/me/publications/${one.id}/appeal`, { message })
    if (status) await administrator.ask('PATCH', `/admin/appeals/${appeal.id}`, { status, answer })
  }
  const message = 'Je suis le frère du gérant, qui peut vous le confirmer par téléphone.'
  await claim.by.ask('POST', `/me/claims/${claim.id}/appeal`, { message })
}
