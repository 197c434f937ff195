import { Data, Id, List, Obj } from '../../../shared/shapes.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { can } from '../access/permissions.ts'
import { signedIn } from '../access/visitors.ts'
import { countOthers, deleteView, saveView, viewsFor } from './queries.ts'
import { NewView, View } from './shapes.ts'

/** The most views of a user. */
const MOST = 100

export const list = signedIn.read({
  summary: 'The caller’s saved views, and those shared by colleagues of the same areas',
  reply: Data(List(View)),
  run: async ({ db, caller }) => ({ data: await viewsFor(db, caller) }),
})

export const save = signedIn.write({
  summary: 'Save a view of a list under a name; replaces the caller’s view of the same name',
  body: NewView,
  reply: Data(View),
  async run({ tx, body, caller }) {
    const verdict = can(caller, { action: 'administer', area: body.area })
    if (verdict !== 'allowed') throw new Problem(verdict)
    if ((await countOthers(tx, caller.id, body)) >= MOST)
      throw invalid(
        'nom',
        `s’ajoute à ${MOST} vues : effacez-en une`,
        `comes after ${MOST} views: delete one`,
      )
    return { data: found(await saveView(tx, caller.id, body)) }
  },
})

export const remove = signedIn.write({
  summary: 'Delete one of the caller’s views; administrators may delete any shared view',
  params: Obj({ id: Id }),
  reply: Data(Obj({ id: Id })),
  async run({ tx, params, caller }) {
    const isAdmin = caller.roles.includes('admin')
    if (!(await deleteView(tx, params.id, caller.id, isAdmin))) throw new Problem('not_found')
    return { data: { id: params.id } }
  },
})
