import { randomBytes } from 'node:crypto'
import type { TestApp, TestUser } from './app.ts'
import { actPdf, sendFile } from './fixtures/own-pictures.ts'

/** Inserts a small town directly into the database, as the initial state of tests. */

type Fields = Readonly<Record<string, unknown>>

async function insert(app: TestApp, table: string, fields: Fields): Promise<string> {
  const names = Object.keys(fields)
  const { rows } = await app.owner.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(fields),
  )
  return rows[0].id
}

/** Every number has six digits: a search takes five for a postal code, and fewer are found by what a test searches for. */
const FIRST = 543_210
let made = FIRST

/** Names have no number at the end, which a search would take for a département. */
export const commune = (app: TestApp, fields: Fields = {}) =>
  insert(app, 'communes', { slug: `ville-${++made}`, nom: `Ville-${made}`, ...fields })

export const acteur = (app: TestApp, commune_id: string, fields: Fields = {}) =>
  insert(app, 'acteurs', { nom: `Acteur ${++made}`, slug: `acteur-${made}`, commune_id, ...fields })

/** A key of the operator, whose secret nobody knows unless `hash` is given. */
export const apiKey = (app: TestApp, fields: Fields) =>
  insert(app, 'api_keys', {
    nom: 'Site',
    hash: randomBytes(32),
    prefix: 'pk_parvis_test',
    granted_to: 'operator',
    scopes: ['publications:read'],
    expires_at: new Date(Date.now() + 86_400_000),
    ...fields,
  })

/** A webhook that is served; nobody knows its secret. */
export const webhook = (app: TestApp, fields: Fields) =>
  insert(app, 'webhook_endpoints', {
    nom: 'Site',
    url: 'https://exemple.fr/parvis',
    events: ['alert.started'],
    granted_to: 'admin',
    secret_sealed: 'x',
    state: 'active',
    ...fields,
  })

/** A delivered event. */
export const delivery = (app: TestApp, endpoint_id: string, resource_id: string) =>
  insert(app, 'webhook_deliveries', {
    endpoint_id,
    seq: 1,
    event: 'alert.started',
    resource_id,
    at: new Date(),
    data: { id: resource_id, acteur_ids: [], commune_ids: [] },
    attempts: 1,
    status: 200,
    state: 'delivered',
    delivered_at: new Date(),
    tried_at: new Date(),
  })

/** Its town hall, owned by `members`. */
export async function mairie(app: TestApp, communeId: string, ...members: TestUser[]): Promise<string> {
  const id = await acteur(app, communeId, { nom: 'Mairie', can_publish: true })
  await app.owner.query('update communes set mairie_actor_id = $1 where id = $2', [id, communeId])
  for (const user of members) await member(app, id, user)
  return id
}

/** An act of a town hall, published by a member who may. */
export async function acte(app: TestApp, by: TestUser, hall: string, fields: object = {}): Promise<string> {
  const { body: sent } = await sendFile(app, by, hall, actPdf())
  const { status, body } = await app.as(by, 'mairie').post(`/mairie/acteurs/${hall}/publications`, {
    title: 'Tarifs de la cantine',
    body: 'Le texte est dans le PDF.',
    documents: [{ id: sent.data.id }],
    acte: {
      nature: 'arrete',
      numero: 'A-1',
      date: '2026-10-15',
      signataire: 'Jeanne Petit',
      qualite: 'maire',
      ...fields,
    },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data.id
}

export const member = (
  app: TestApp,
  acteurId: string,
  user: Pick<TestUser, 'id'> & Partial<TestUser>,
  role: 'owner' | 'editor' = 'owner',
  permissions: readonly string[] = [],
) =>
  app.owner.query(
    `insert into actor_users (acteur_id, user_id, role, permissions) values ($1, $2, $3, $4)
     on conflict (acteur_id, user_id) do update set role = excluded.role, permissions = excluded.permissions`,
    [acteurId, user.id, role, permissions],
  )

/** Visible now, unless `fields` say otherwise. */
export async function publication(
  app: TestApp,
  acteurId: string | null,
  communeId: string,
  fields: Fields = {},
): Promise<string> {
  const { type = 'actualite', commune_ids = [communeId], ...rest } = fields
  const {
    rows: [found],
  } = await app.owner.query('select id from publication_types where slug = $1', [type])
  return await insert(app, 'publications', {
    title: `Titre ${++made}`,
    body: `Texte ${made}`,
    acteur_id: acteurId,
    type_id: found.id,
    commune_id: communeId,
    commune_ids,
    moderation_status: 'published',
    valide: true,
    publie_le: new Date(Date.now() - 60_000 + made - FIRST),
    moderation_by: 'member',
    duplicate_key: crypto.randomUUID(),
    duplicate_reason: 'signature',
    ...rest,
  })
}

export const row = async (app: TestApp, id: string) =>
  (await app.owner.query('select * from publications where id = $1', [id])).rows[0]

export const auditOf = async (app: TestApp, id: string) =>
  (await app.owner.query('select * from audit_log where entity_id = $1 order by id', [id])).rows

/** Sequentially, because ids sort by age. */
export async function several(count: number, one: (at: number) => Promise<string>): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) ids.push(await one(at))
  return ids
}
