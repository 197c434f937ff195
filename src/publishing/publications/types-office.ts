import { randomUUID } from 'node:crypto'
import type { Static } from 'typebox'
import {
  about,
  Data,
  Formed,
  Id,
  List,
  named,
  Obj,
  Optional,
  Patch,
  Slug,
  Text,
  Timestamp,
  Version,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Db, sql, type Tx } from '../../kernel/db/db.ts'
import { found, invalid } from '../../kernel/refusals/errors.ts'
import { read, write } from '../../kernel/routes/action.ts'
import { slugOf } from '../../kernel/texts/texts.ts'
import { ACTE } from '../actes/rules.ts'

/** The publication types, managed by the back-office: created, renamed, sorted, retired and restored. */

const written = {
  nom: about('The name to show; must be unique', Text(100)),
  couleur: about(
    'The colour of its label, as `#rrggbb`',
    Formed('^#[0-9a-f]{6}$', ['attend une couleur : #1a2b3c', 'takes a colour: #1a2b3c']),
  ),
  icone: about(
    'The name of its icon, for apps',
    Formed('^[a-z0-9-]{1,40}$', [
      'attend des minuscules, des chiffres et des traits d’union, 40 au plus',
      'takes lower-case letters, digits and hyphens, 40 at most',
    ]),
  ),
}
const KeptType = named(
  'KeptPublicationType',
  Obj({
    id: Id,
    slug: Slug,
    ...written,
    place: about('Its position in lists, from 1', Type.Integer({ minimum: 1 })),
    retired: about('Existing publications keep the type, but new ones cannot have it', Type.Boolean()),
    needed: about('A default type of imports and new publications, so it cannot be retired', Type.Boolean()),
    version: Version,
    updated_at: Timestamp,
  }),
)
type KeptType = Static<typeof KeptType>
const NewType = named(
  'NewPublicationType',
  Obj({ nom: written.nom, couleur: Optional(written.couleur), icone: Optional(written.icone) }),
  { nom: 'Appel à bénévoles', couleur: '#0f766e' },
)
const TypeChanges = named(
  'PublicationTypeChanges',
  Patch({
    ...written,
    place: about('Its new position; the types behind it move', Type.Integer({ minimum: 1, maximum: 10_000 })),
    retired: Type.Boolean(),
  }),
  { place: 1 },
)

/** Types that the program needs: the default, for imports, for alerts, for acts. */
const NEEDED = ['actualite', 'evenement', 'alerte', ACTE]

const listKept = (db: Db) =>
  db.all<KeptType>(sql`
    select id, slug, nom, couleur, icone, row_number() over (order by ordre, slug)::int as place,
      retired_at is not null as retired, slug = any(${NEEDED}::text[]) as needed, version, updated_at
    from publication_types order by ordre, slug`)

/** Serialises changes, since places depend on each other. Publications that take a type meanwhile do not wait. */
async function lockAll(tx: Tx): Promise<KeptType[]> {
  await tx.all(sql`select id from publication_types order by id for no key update`)
  return await listKept(tx)
}

const conflicts = {
  publication_types_nom_taken: {
    code: 'conflict',
    path: 'nom',
    fr: 'Un type porte déjà ce nom.',
    en: 'Another type has this name already.',
  },
  publication_types_slug_key: {
    code: 'conflict',
    path: 'nom',
    fr: 'Un type s’est déjà appelé ainsi : renommez-le, ou remettez-le en service.',
    en: 'A type was called so before: rename it, or bring it back.',
  },
} as const

export const list = read({
  summary: 'Publication types in their order, including retired ones',
  reply: Data(List(KeptType)),
  run: async ({ db }) => ({ data: await listKept(db) }),
})

export const create = write({
  summary: 'Add a publication type at the end',
  body: NewType,
  reply: Data(KeptType),
  conflicts,
  async run({ tx, body, audit }) {
    const others = await lockAll(tx)
    const nom = nameIn(body.nom)
    const { couleur = '#374151', icone = 'newspaper' } = body
    const { id } = found(
      await tx.one<{ id: string }>(sql`
        insert into publication_types (slug, nom, couleur, icone, ordre)
        values (${slugFor(nom)}, ${nom}, ${couleur}, ${icone}, ${others.length + 1}) returning id`),
    )
    await putInOrder(tx, [...others.map(one => one.id), id])
    const made = await kept(tx, id)
    audit.record({ id, after: auditedType(made) })
    return { data: made }
  },
})

export const update = write({
  summary: 'Rename, move, retire or reactivate a publication type',
  params: Obj({ id: Id }),
  body: TypeChanges,
  reply: Data(KeptType),
  versioned: true,
  conflicts,
  async run({ tx, params, body, audit, refuseStale }) {
    const all = await lockAll(tx)
    const before = found(all.find(({ id }) => id === params.id))
    refuseStale(before.version)
    const { place, ...changes } = body
    const to = { ...before, ...changes, nom: nameIn(body.nom ?? before.nom) }
    if (to.retired && before.needed)
      throw invalid(
        'retired',
        'est impossible : Parvis a besoin de ce type',
        'cannot be: Parvis needs this type',
      )
    await tx.run(sql`
      update publication_types set nom = ${to.nom}, couleur = ${to.couleur}, icone = ${to.icone},
        retired_at = case when ${to.retired} then coalesce(retired_at, now()) end
      where id = ${before.id}`)
    if (place !== undefined) {
      const ids = all.map(({ id }) => id).filter(id => id !== before.id)
      await putInOrder(tx, ids.toSpliced(place - 1, 0, before.id))
    }
    const after = await kept(tx, before.id)
    audit.record({ id: before.id, before: auditedType(before), after: auditedType(after) })
    return { data: after }
  },
})

const kept = async (tx: Tx, id: string) => found((await listKept(tx)).find(one => one.id === id))

const putInOrder = (tx: Tx, ids: readonly string[]) =>
  tx.run(sql`
    update publication_types t set ordre = wanted.place
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, place)
    where t.id = wanted.id and t.ordre <> wanted.place`)

function nameIn(typed: string): string {
  const nom = typed.trim()
  if (nom === '') throw invalid('nom', 'ne peut pas être vide', 'must not be empty')
  return nom
}

/** The permanent slug; a name without Latin letters gets a random one. */
const slugFor = (nom: string) =>
  slugOf(nom).slice(0, 40).replace(/-$/, '') || `type-${randomUUID().slice(0, 8)}`

const auditedType = ({ nom, couleur, icone, place, retired, version }: KeptType) => ({
  nom,
  couleur,
  icone,
  place,
  retired,
  version,
})

/** A type of the file of a commune, at the end. False where another one has its name. */
export const insertFiledType = async (
  tx: Tx,
  { slug, nom, couleur, icone }: Pick<KeptType, 'slug' | 'nom' | 'couleur' | 'icone'>,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into publication_types (slug, nom, couleur, icone, ordre)
    select ${slug}, ${nom}, ${couleur}, ${icone}, coalesce(max(ordre), 0) + 1 from publication_types
    on conflict do nothing`)) > 0
