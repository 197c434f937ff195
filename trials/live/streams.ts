import { get } from 'node:http'
import type { Database } from '../../src/kernel/db/database.ts'
import { sql } from '../../src/kernel/db/db.ts'
import { secretsFrom } from '../../src/kernel/settings/secrets.ts'
import { embeddedTokens } from '../../src/kernel/tokens/tokens.ts'
import { createUser, grantRole, subjectForToken } from '../../src/people/users/queries.ts'
import { SECRET } from '../service.ts'

/** Every other user is limited to one of so many communes. */
const TERRITORIES = 25

export async function tokensFor(
  db: Database,
  url: string,
  count: number,
  commune: string,
): Promise<string[]> {
  const issuer = await embeddedTokens(db.pool, secretsFrom(SECRET), () => url)
  const others = await db.pool.all<{ id: string }>(
    sql`select id from communes where id <> ${commune} order by id limit ${TERRITORIES - 1}`,
  )
  const tokens: string[] = []
  for (let at = 0; at < count; at++) {
    const subject = await db.transaction(async tx => {
      const { id = '' } = (await createUser(tx, { email: `m${at}@parvis.trial`, nom: `M ${at}` })) ?? {}
      await grantRole(tx, id, 'operator_moderation')
      if (at % 2 === 1) {
        const other = others[at % others.length]?.id ?? commune
        await tx.run(sql`update user_roles set commune_ids = ${[commune, other]} where user_id = ${id}`)
      }
      return (await subjectForToken(tx, id)) ?? ''
    })
    tokens.push(await issuer.sign(subject, 3_600))
  }
  return tokens
}

/** The rows alone: how they come to be is not what is measured. */
export const pendingOnes = async (db: Database, commune: string, count: number): Promise<string[]> =>
  (
    await db.pool.all<{ id: string }>(sql`
      insert into publications (title, body, type_id, commune_id, commune_ids, moderation_status, valide, moderation_by,
        duplicate_key, duplicate_reason)
      select 'Titre ' || n, 'Texte', (select id from publication_types where slug = 'actualite'), ${commune}, array[${commune}::uuid],
        'pending', false, 'member', gen_random_uuid(), 'signature'
      from generate_series(1, ${count}::int) n returning id`)
  ).map(({ id }) => id)

export function follow(url: string, at: number, token: string, hear: (id: string) => void) {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-app-source': 'backoffice',
    'x-forwarded-for': `198.18.${at >> 8}.${at & 255}`,
  }
  const request = get(`${url}/api/v1/admin/live`, { headers, agent: false })
  request.on('error', () => {})
  const opened = new Promise<void>((resolve, reject) => {
    request.once('response', response => {
      if (response.statusCode !== 200)
        return reject(new Error(`A stream was answered ${response.statusCode}.`))
      let text = ''
      response.setEncoding('utf8').on('data', piece => {
        text += piece
        const end = text.lastIndexOf('\n\n')
        if (end < 0) return
        resolve()
        for (const [, id = ''] of text.slice(0, end).matchAll(/"id":"([^"]+)"/g)) hear(id)
        text = text.slice(end + 2)
      })
    })
  })
  return { request, opened }
}
