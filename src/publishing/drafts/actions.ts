import { Data, Id, Obj } from '../../../shared/shapes.ts'
import type { Db } from '../../kernel/db/db.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { mediaAddress } from '../../media/shown.ts'
import { can } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { refuseOutside } from '../../territory/acteurs/actions.ts'
import { findPlaces } from '../../territory/acteurs/queries.ts'
import { findMine } from '../publications/lists/own-lists.ts'
import { standingIn } from '../publications/standing.ts'
import { findUploads, recordOf } from '../uploads/queries.ts'
import {
  countDrafts,
  deleteDraft,
  findDraft,
  insertDraft,
  listDrafts,
  lockDraft,
  MOST_DRAFTS,
  saveDraft,
} from './queries.ts'
import {
  Draft,
  DraftChanges,
  type DraftContent,
  type DraftRow,
  Drafts,
  DraftsQuery,
  NewDraft,
} from './shapes.ts'

/** Drafts of publications, saved while the author types, on all of the author's devices and for nobody else. */

/** With the uploads that a draft names, so that another device shows the pictures. */
async function shown(db: Db, drafts: readonly DraftRow[], config: Where): Promise<Draft[]> {
  const named = (content: DraftContent) =>
    [...(content.images ?? []), ...(content.documents ?? [])].map(({ id }) => id)
  const ids = drafts.flatMap(({ content }) => named(content))
  const acteurs = drafts.map(({ acteur_id }) => acteur_id)
  const rows = ids.length === 0 ? [] : await findUploads(db, acteurs, ids)
  const address = mediaAddress(config)
  return drafts.map(draft => {
    const own = new Set(named(draft.content))
    const uploads = rows.filter(({ id, acteur_id }) => own.has(id) && acteur_id === draft.acteur_id)
    return { ...draft, uploads: uploads.map(row => recordOf(row, address)) }
  })
}
const shownOne = async (db: Db, draft: DraftRow, config: Where): Promise<Draft> =>
  found((await shown(db, [draft], config))[0])
type Where = Parameters<typeof mediaAddress>[0]

export const list = signedIn.read({
  summary: 'The caller’s drafts, last changed first',
  query: DraftsQuery,
  reply: Data(Drafts),
  run: async ({ db, query, caller, config }) => ({
    data: await shown(db, await listDrafts(db, caller.id, query.acteur_id), config),
  }),
})

export const byId = signedIn.read({
  summary: 'One of the caller’s drafts',
  params: Obj({ id: Id }),
  reply: Data(Draft),
  run: async ({ db, params, caller, config }) => ({
    data: await shownOne(db, found(await findDraft(db, caller.id, params.id)), config),
  }),
})

export const create = signedIn.write({
  summary: `Create a draft; each user can have ${MOST_DRAFTS} at most`,
  body: NewDraft,
  reply: Data(Draft),
  async run({ tx, body, caller, source, config }) {
    const standing = await standingIn(tx, body.acteur_id, caller)
    if (standing?.role === undefined) throw new Problem('scope_violation')
    const verdict = can(caller, { action: 'create', standing, inZone: true, pin: false })
    if (verdict !== 'allowed') throw new Problem(verdict)
    const places = await findPlaces(tx, body.acteur_id)
    if (places) refuseOutside(source, places)
    if (body.publication_id) {
      const publication = await findMine(tx, caller, body.publication_id)
      if (publication?.acteur_id !== body.acteur_id)
        throw invalid('publication_id', 'n’est pas une publication de cet acteur', 'is none of this acteur')
    }
    if ((await countDrafts(tx, caller.id)) >= MOST_DRAFTS)
      throw invalid(
        'content',
        `s’ajoute à ${MOST_DRAFTS} brouillons : effacez-en un`,
        `exceeds the limit of ${MOST_DRAFTS} drafts: delete one first`,
      )
    return { data: await shownOne(tx, found(await insertDraft(tx, caller.id, body)), config) }
  },
})

export const update = signedIn.write({
  summary: 'Save a draft; replaces its content',
  params: Obj({ id: Id }),
  body: DraftChanges,
  reply: Data(Draft),
  versioned: true,
  async run({ tx, params, body, caller, config, refuseStale }) {
    const before = found(await lockDraft(tx, caller.id, params.id))
    refuseStale(before.version)
    return { data: await shownOne(tx, found(await saveDraft(tx, before.id, body.content)), config) }
  },
})

export const remove = signedIn.write({
  summary: 'Delete a draft',
  params: Obj({ id: Id }),
  reply: Data(Obj({ id: Id })),
  versioned: true,
  async run({ tx, params, caller, refuseStale }) {
    const { id, version } = found(await lockDraft(tx, caller.id, params.id))
    refuseStale(version)
    await deleteDraft(tx, id)
    return { data: { id } }
  },
})
