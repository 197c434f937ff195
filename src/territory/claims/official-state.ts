import type { Static } from 'typebox'
import { about, Id, List, Nullable, named, Obj, Text, WordOf } from '../../../shared/shapes.ts'
import { OFFICIAL_BLOCKS, SIRET_SIGN_INS, type SiretSignIn } from '../../../shared/words/claims.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { found } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { SignedIn } from '../../people/access/visitors.ts'
import { siretProviders, vouchedSiret } from '../../sign-in/vouched-siret.ts'
import { LetterState, OfficialAddress } from './evidence-shapes.ts'
import { type OfficialSiret, officialAddress, officialFacts, officialSiret } from './official-address.ts'
import { MOST_ATTEMPTS } from './shapes.ts'

/** How a person can prove now that they are the town hall of a commune. */

export const TownHallProof = named(
  'TownHallProof',
  Obj({
    acteur: about(
      'The page of the town hall; null where the proof opens one',
      Nullable(Obj({ id: Id, nom: Text(200) })),
    ),
    official: OfficialAddress,
    letter: about('The code that was mailed for the caller; null without', Nullable(LetterState)),
    siret: Obj({
      sign_in: about('What the caller’s session says', WordOf(SIRET_SIGN_INS)),
      blocked: about('Why no SIRET proves it', Nullable(WordOf(OFFICIAL_BLOCKS))),
      providers: about('Where to sign in for it', List(Obj({ provider: Text(20), label: Text(200) }))),
    }),
  }),
)

interface Asking extends SignedIn {
  readonly config: Config
}

export async function townHallProof(
  db: Db,
  { config, session, caller }: Asking,
  communeId: string,
): Promise<Static<typeof TownHallProof>> {
  const facts = found(await officialFacts(db, communeId))
  const official = officialSiret(facts)
  const letter = await db.one<Static<typeof LetterState>>(sql`
    select sent_to, issued_at, expires_at, null as confirmed_at, case when expires_at > now() then ${MOST_ATTEMPTS} - attempts else 0 end as attempts_left
    from town_hall_codes where commune_id = ${communeId} and user_id = ${caller.id}`)
  return {
    acteur: facts.acteur,
    official: officialAddress(facts),
    letter: letter ?? null,
    siret: {
      sign_in: signInFor(official, await vouchedSiret(db, config, session)),
      blocked: official.blocked,
      providers: siretProviders(config).map(({ id, label }) => ({ provider: id, label })),
    },
  }
}

export function signInFor(
  official: OfficialSiret,
  vouched: Awaited<ReturnType<typeof vouchedSiret>>,
): SiretSignIn {
  if (!vouched) return 'none'
  if (!vouched.isFresh) return 'stale'
  return vouched.siret === official.siret ? 'right' : 'other'
}
