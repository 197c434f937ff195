import { Data, Id, List, Obj } from '../../../../shared/shapes.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import { Paged, pageQuery } from '../../../kernel/lists/paging.ts'
import { found } from '../../../kernel/refusals/errors.ts'
import { read, write } from '../../../kernel/routes/action.ts'
import { signedIn } from '../../../people/access/visitors.ts'
import { pageOfTemplates, TEMPLATE } from './queries.ts'
import { FilledTemplate, NewTemplate, ReplyTemplate, TemplateChanges } from './shapes.ts'
import { filled, refuseUnknownVariables, valuesFor } from './variables.ts'

/** Prepared answers, shared by the support team. */

const byId = Obj({ id: Id })
const conflicts = {
  reply_templates_nom_taken: {
    code: 'conflict',
    path: 'nom',
    fr: 'Une autre réponse préparée porte déjà ce nom.',
    en: 'Another prepared answer has this name already.',
  },
} as const

export const list = read({
  summary: 'Prepared answers, by name',
  query: Obj(pageQuery),
  reply: Paged(ReplyTemplate),
  errors: ['page_too_deep'],
  run: async ({ db, query }) => await pageOfTemplates(db, query),
})

export const create = write({
  summary: 'Create a prepared answer; unknown `{{variables}}` are refused',
  body: NewTemplate,
  reply: Data(ReplyTemplate),
  conflicts,
  async run({ tx, body, audit }) {
    refuseUnknownVariables(body.body)
    const made = await tx.one<ReplyTemplate>(sql`
      insert into reply_templates (nom, body) values (${body.nom}, ${body.body}) returning ${TEMPLATE}`)
    audit.record({ id: found(made).id, after: { nom: body.nom } })
    return { data: found(made) }
  },
})

const lock = async (tx: Tx, id: string) =>
  found(await tx.one<ReplyTemplate>(sql`select ${TEMPLATE} from reply_templates where id = ${id} for update`))

export const update = write({
  summary: 'Change a prepared answer',
  params: byId,
  body: TemplateChanges,
  reply: Data(ReplyTemplate),
  versioned: true,
  conflicts,
  async run({ tx, params, body, audit, refuseStale }) {
    const before = await lock(tx, params.id)
    refuseStale(before.version)
    const { nom, body: words } = { ...before, ...body }
    refuseUnknownVariables(words)
    const after = found(
      await tx.one<ReplyTemplate>(sql`
        update reply_templates set nom = ${nom}, body = ${words} where id = ${before.id} returning ${TEMPLATE}`),
    )
    const traced = ({ nom, version }: ReplyTemplate) => ({ nom, version })
    audit.record({ id: before.id, before: traced(before), after: traced(after) })
    return { data: after }
  },
})

export const remove = write({
  summary: 'Delete a prepared answer',
  params: byId,
  reply: Data(ReplyTemplate),
  versioned: true,
  async run({ tx, params, audit, refuseStale }) {
    const before = await lock(tx, params.id)
    refuseStale(before.version)
    await tx.run(sql`delete from reply_templates where id = ${before.id}`)
    audit.record({ id: before.id, before: { nom: before.nom }, after: { deleted: true } })
    return { data: before }
  },
})

const MOST = 200

export const forThread = signedIn.read({
  summary: 'Prepared answers, filled in for this conversation; variables without a value stay as they are',
  params: byId,
  reply: Data(List(FilledTemplate, MOST)),
  async run({ db, params, caller }) {
    const values = found(await valuesFor(db, params.id, caller.id))
    const templates = await db.all<{ id: string; nom: string; body: string }>(
      sql`select id, nom, body from reply_templates order by lower(nom) limit ${MOST}`,
    )
    return { data: templates.map(one => ({ ...one, body: filled(one.body, values) })) }
  },
})
