import type { Answer, Requests, TestApp, TestUser } from '../app.ts'
import * as make from '../factories.ts'

/** The users, acteurs and states of publications that the matrix combines. */

export type Status = 'pending' | 'changes_requested' | 'approved' | 'published' | 'rejected'
export type Decider = 'member' | 'mairie' | 'backoffice' | 'import'

export interface State {
  readonly moderation_status: Status
  readonly valide: boolean
  readonly publie_le: Date | null
  readonly moderation_by: Decider
  readonly moderation_reason: string | null
  readonly epingle: boolean
  readonly en_avant: boolean
  readonly featured_until: Date | null
  readonly deleted: boolean
}

const MINUTE = 60_000
const PAST = new Date(Date.now() - 90 * MINUTE)
const FUTURE = new Date(Date.now() + 48 * 60 * MINUTE)

const state = (
  moderation_status: Status,
  valide: boolean,
  publie_le: Date | null,
  moderation_by: Decider,
  more: Partial<State> = {},
): State => ({
  moderation_status,
  valide,
  publie_le,
  moderation_by,
  moderation_reason: null,
  epingle: false,
  en_avant: false,
  featured_until: null,
  deleted: false,
  ...more,
})

/** The states of a publication before a request. */
export const STATES = {
  pending: state('pending', false, null, 'member'),
  'published by a member': state('published', true, PAST, 'member'),
  'published by the back-office': state('published', true, PAST, 'backoffice'),
  'rejected by the back-office': state('rejected', false, PAST, 'backoffice'),
  'rejected by a member': state('rejected', false, PAST, 'member'),
  'sent back by the back-office': state('changes_requested', false, null, 'backoffice', {
    moderation_reason: 'Où est-ce ?',
  }),
  'held by the mairie': state('pending', false, PAST, 'mairie'),
  'pending after an edit': state('pending', false, PAST, 'member'),
  'scheduled by the back-office': state('approved', true, FUTURE, 'backoffice'),
  'approved without a time': state('approved', true, null, 'backoffice'),
  'switched off by the back-office': state('published', false, PAST, 'backoffice'),
  'published by an import, pinned': state('published', true, PAST, 'import', { epingle: true }),
  featured: state('published', true, PAST, 'member', { en_avant: true, featured_until: FUTURE }),
  deleted: state('published', true, PAST, 'member', { deleted: true }),
} as const satisfies Record<string, State>
export type StateName = keyof typeof STATES
export const STATE_NAMES = Object.keys(STATES) as StateName[]

export interface Acteur {
  readonly id: string
  readonly name: string
  readonly can_publish: boolean
  readonly active: boolean
  readonly deleted: boolean
  /** Its own commune, and the others of its zone. */
  readonly commune: string
  readonly zone: readonly string[]
}

export interface Rights {
  readonly manage: boolean
  readonly publish: boolean
}

/** A user for the oracle, without database or token. */
export interface Who {
  readonly name: string
  readonly admin: boolean
  readonly moderates: boolean
  readonly suspended: boolean
  /** Absent for acteurs of which the user is no member. */
  readonly rights: ReadonlyMap<string, Rights>
  readonly user: TestUser
}

export interface World {
  readonly app: TestApp
  /** The commune of the mairie, one in A's zone, and one that only B has. */
  readonly communes: { readonly home: string; readonly zone: string; readonly away: string }
  /** The acteur A in each state, B, and the mairie of `home`. */
  readonly a: readonly [open: Acteur, closed: Acteur, inactive: Acteur, deleted: Acteur]
  readonly b: Acteur
  readonly mairie: Acteur
  readonly people: readonly Who[]
  readonly types: Readonly<Record<string, string>>
}

const EVERYTHING: Rights = { manage: true, publish: true }

export async function buildWorld(app: TestApp): Promise<World> {
  const [home, zone, away] = [await make.commune(app), await make.commune(app), await make.commune(app)]
  const acteur = async (name: string, commune: string, zones: string[], fields = {}): Promise<Acteur> => {
    const all = { can_publish: true, active: true, deleted_at: null as Date | null, ...fields }
    const id = await make.acteur(app, commune, all)
    for (const one of zones)
      await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [id, one])
    const { can_publish, active, deleted_at } = all
    return { id, name, can_publish, active, deleted: deleted_at !== null, commune, zone: zones }
  }
  const a: World['a'] = [
    await acteur('A', home, [zone]),
    await acteur('A without the right to publish', home, [zone], { can_publish: false }),
    await acteur('A inactive', home, [zone], { active: false }),
    await acteur('A deleted', home, [zone], { deleted_at: new Date() }),
  ]
  const b = await acteur('B', away, [home])
  const townHall = await make.mairie(app, home)
  const mairie: Acteur = {
    id: townHall,
    name: 'the mairie',
    can_publish: true,
    active: true,
    deleted: false,
    commune: home,
    zone: [],
  }

  const person = async (
    name: string,
    member: { of?: readonly Acteur[]; permissions?: string[] } = {},
    role?: 'admin' | 'operator_moderation' | 'operator_claims',
  ): Promise<Who> => {
    const user = await app.user(role ? [role] : [])
    const { of = [], permissions } = member
    for (const one of of)
      await make.member(app, one.id, user, permissions ? 'editor' : 'owner', permissions ?? [])
    const rights = permissions
      ? {
          manage: permissions.includes('manage_publications'),
          publish: permissions.includes('publish_publications'),
        }
      : EVERYTHING
    return {
      name,
      admin: role === 'admin',
      moderates: role === 'admin' || role === 'operator_moderation',
      suspended: false,
      rights: new Map(of.map(one => [one.id, rights])),
      user,
    }
  }
  const suspended = await person('suspended owner of A', { of: a })
  await app.owner.query(`update users set status = 'suspended' where id = $1`, [suspended.user.id])
  const people = [
    await person('administrator', {}, 'admin'),
    await person('operator_moderation', {}, 'operator_moderation'),
    await person('operator_claims', {}, 'operator_claims'),
    await person('owner of A', { of: a }),
    await person('editor of A', { of: a, permissions: [] }),
    await person('editor of A who manages', { of: a, permissions: ['manage_publications'] }),
    await person('editor of A who publishes', { of: a, permissions: ['publish_publications'] }),
    await person('editor of A who does both', {
      of: a,
      permissions: ['manage_publications', 'publish_publications'],
    }),
    await person('owner of B', { of: [b] }),
    await person('owner of the mairie', { of: [mairie] }),
    await person('editor of the mairie', { of: [mairie], permissions: [] }),
    await person('nobody in particular'),
    { ...suspended, suspended: true },
  ]
  const { rows } = await app.owner.query('select slug, id from publication_types')
  return {
    app,
    communes: { home, zone, away },
    a,
    b,
    mairie,
    people,
    types: Object.fromEntries(rows.map(({ slug, id }) => [slug, id])),
  }
}

/** A user's requests, through the back-office's app for its paths and the public app otherwise. */
export const through = (world: World, who: Who, path: string): Requests =>
  world.app.as(who.user, path.startsWith('/admin/') ? 'backoffice' : 'public')

export interface Target {
  readonly id: string
  readonly acteur: Acteur
  readonly state: State
  readonly stateName: string
  readonly communes: readonly string[]
  readonly type: string
}

/** A's and the mairie's publications belong to `home`, B's to its own commune and to `home`. */
export const target = (acteur: Acteur, stateName: StateName, more: Partial<Target> = {}): Target => ({
  id: crypto.randomUUID(),
  acteur,
  state: STATES[stateName],
  stateName,
  communes: [acteur.commune, ...(acteur.name === 'B' ? acteur.zone : [])],
  type: 'actualite',
  ...more,
})

/** Inserts all at once; each case has a publication of its own. */
export async function lay(world: World, targets: readonly Target[]): Promise<void> {
  const rows = targets.map(({ id, acteur, state: { deleted, ...columns }, communes, type }) => ({
    ...columns,
    id,
    title: `Titre ${id}`,
    acteur_id: acteur.id,
    type_id: world.types[type],
    commune_id: communes[0],
    commune_ids: communes,
    deleted_at: deleted ? PAST : null,
    created_by: world.people[0]?.user.id,
  }))
  await world.app.owner.query(
    `insert into publications (id, title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
       publie_le, moderation_by, moderation_reason, epingle, en_avant, featured_until, deleted_at, created_by,
       duplicate_key, duplicate_reason)
     select id, title, 'Texte', acteur_id, type_id, commune_id, commune_ids, moderation_status, valide, publie_le,
       moderation_by, moderation_reason, epingle, en_avant, featured_until, deleted_at, created_by, gen_random_uuid(),
       'signature'
     from jsonb_to_recordset($1) as r (id uuid, title text, acteur_id uuid, type_id uuid, commune_id uuid,
       commune_ids uuid[], moderation_status text, valide boolean, publie_le timestamptz, moderation_by text,
       moderation_reason text, epingle boolean, en_avant boolean, featured_until timestamptz, deleted_at timestamptz,
       created_by uuid)`,
    [JSON.stringify(rows)],
  )
}

// biome-ignore lint/suspicious/noExplicitAny: a row as PostgreSQL gives it
export type Row = Record<string, any>

export async function rowsOf(app: TestApp, ids: readonly string[]): Promise<Map<string, Row>> {
  const { rows } = await app.owner.query('select * from publications where id = any($1::uuid[])', [ids])
  return new Map(rows.map(row => [row.id, row]))
}

/** The audit rows by publication. */
export async function trailOf(app: TestApp, ids: readonly string[]): Promise<Map<string, Row[]>> {
  const { rows } = await app.owner.query(
    'select entity_id, action, user_id, before, after from audit_log where entity_id = any($1::text[]) order by id',
    [ids],
  )
  return Map.groupBy(rows, row => row.entity_id)
}

/** Eight at a time keep the service busy without exhausting its pool. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at] as T)
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return results
}

export const outcome = ({ status, body }: Answer) =>
  status < 400 ? `${status}` : `${status} ${body?.error ?? '?'}`
