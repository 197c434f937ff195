import { type Db, sql } from '../kernel/db/db.ts'
import { invalid } from '../kernel/refusals/errors.ts'
import { EMBEDDED } from '../kernel/tokens/tokens.ts'
import { isKnownPassword } from '../people/users/known-passwords.ts'
import { currentExchange } from './issuer/exchange.ts'

/** `names`: what a stranger knows about the person. */
export function refuseKnownPassword(path: string, password: unknown, names: readonly string[]): void {
  if (isKnownPassword(String(password), names))
    throw invalid(
      path,
      'Ce mot de passe est trop connu ou trop facile à deviner. Choisissez-en un autre, par exemple quatre mots sans lien entre eux',
      'This password is too well known or too easy to guess. Choose another one, for example four unrelated words',
    )
}

/** The address and name of an account, and the names of its acteurs and their communes. */
export async function namesAround(accountId: string): Promise<string[]> {
  const db: Db = currentExchange().reads()
  const row = await db.one<{ names: string[] }>(sql`
    select array[a.email, a.name] || coalesce(array(
        select unnest(array[u.nom, e.nom, c.nom]) from user_identities i join users u on u.id = i.user_id
        left join actor_users m on m.user_id = u.id
        left join acteurs e on e.id = m.acteur_id
        left join communes c on c.id = e.commune_id
        where i.issuer = ${EMBEDDED} and i.subject = a.id::text limit 100), '{}') as names
    from auth_users a where a.id = ${accountId}`)
  return (row?.names ?? []).filter(name => name !== null)
}
