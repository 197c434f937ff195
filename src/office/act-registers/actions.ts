import { Data, Id, Nullable, Obj } from '../../../shared/shapes.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { found, invalid, Problem } from '../../kernel/refusals/errors.ts'
import { AlreadyDone } from '../../kernel/routes/action.ts'
import { localDay } from '../../kernel/values/local-time.ts'
import { publishesAtOnce } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { readRegisterApart } from '../../publishing/actes/register-apart.ts'
import type { Register } from '../../publishing/actes/register-reading.ts'
import { onlyCommune } from '../../publishing/publications/mairie.ts'
import { communesOfMairie } from '../../publishing/publications/queries.ts'
import { readStanding, standingIn } from '../../publishing/publications/standing.ts'
import { refuseOutside } from '../../territory/acteurs/actions.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import { freshRows } from '../commune-file/acts-register.ts'
import type { Where } from '../commune-file/other-sites.ts'
import { insertRegister, type LeftLine, newestRegister } from './queries.ts'
import { ActRegister, MOST_LINES, MOST_SHOWN, NewActRegister } from './shapes.ts'
import { townOf } from './town.ts'

/** A town hall takes over the register of acts of its former system: it sees what is understood, then a job brings it. */

const JOB = 'registers.continue'
const params = Obj({ acteurId: Id })
const SAMPLE = 3

export const begin = signedIn.write({
  summary: 'Take over a register of acts, or try what is understood of it',
  description:
    'Columns: `Numéro`, `Date`, `Objet`, `Lien` to the PDF; `Nature`, `Matière`, `Transmis le`, `Signataire`, `Qualité`; or SCDL. A job fetches the PDFs; what is here is not brought again.',
  params,
  body: NewActRegister,
  reply: Data(ActRegister),
  errors: ['forbidden', 'run_in_progress'],
  conflicts: { act_registers_one_at_a_time: 'run_in_progress' },
  mayBeDone: true,
  async prepare({ db, params, body, caller, now }) {
    const standing = found(await readStanding(db.pool, params.acteurId, caller))
    if (!publishesAtOnce(caller, standing)) throw new Problem('forbidden')
    const { commune } = await ownTown(db.pool, params.acteurId, body.commune_id)
    const today = localDay(now, fuseauOf(commune))
    return fit(await readRegisterApart(body.text, today, body.nature ?? 'deliberation', MOST_LINES))
  },
  async run({ tx, params, body, caller, source, now, audit, enqueue, prepared }) {
    const { acteurId } = params
    const where = await ownTown(tx, acteurId, body.commune_id)
    refuseOutside(source, { id: acteurId, commune_ids: [where.commune.id] })
    const standing = found(await standingIn(tx, acteurId, caller))
    if (!publishesAtOnce(caller, standing)) throw new Problem('forbidden')
    const { fresh, known, others, bodies } = await freshRows(tx, where, prepared)
    if (bodies.length > 0)
      throw invalid(
        'text',
        'a les actes de plusieurs collectivités, et le SIRET de votre mairie n’est pas connu : écrivez-nous',
        'has acts of several bodies, and the SIRET of the town hall is not known: write to us',
      )
    const left: LeftLine[] = [
      ...prepared.wrong.map(({ line, why }) => ({ line, numero: null, why })),
      ...others.map(({ line, numero }) => ({ line, numero, why: 'autre' as const })),
    ].sort((one, other) => one.line - other.line)
    const sample = fresh
      .slice(0, SAMPLE)
      .map(({ nature, numero, date, objet }) => ({ nature, numero, date, objet }))
    if (body.trial || fresh.length === 0) {
      const data = {
        state: 'trial' as const,
        why: null,
        total: fresh.length,
        taken: 0,
        known,
        left: left.length,
        lines: left.slice(0, MOST_SHOWN),
        sample,
        created_at: now.toISOString(),
        ended_at: null,
      }
      return new AlreadyDone({ data })
    }
    const register = found(
      await insertRegister(tx, {
        acteur_id: acteurId,
        commune_id: where.commune.id,
        user_id: caller.id,
        nature: body.nature ?? 'deliberation',
        text: body.text,
        total: fresh.length,
        known,
        left,
      }),
    )
    audit.record({ id: acteurId, after: { commune_id: where.commune.id, total: fresh.length } })
    await enqueue(JOB, {})
    const { id: _, ...data } = register
    return { data: { ...data, sample } }
  },
})

/** Where acts of the town hall may appear. */
async function ownTown(db: Db, acteurId: string, asked: string | undefined): Promise<Where> {
  const communeId = asked ?? (await onlyCommune(db, acteurId))
  const own = await db.one(
    sql`select from communes where id = ${communeId} and mairie_actor_id = ${acteurId}`,
  )
  if (!own) throw new Problem('scope_violation')
  const where = await townOf(db, acteurId, communeId)
  if (where) return where
  throw invalid(
    'text',
    'ne paraîtrait pas : les pages de la commune sont fermées',
    'would not appear: the pages of the commune are closed',
  )
}

function fit(register: Register | undefined): Register {
  if (!register)
    throw invalid(
      'text',
      'n’est pas un tableau d’actes : sa première ligne doit nommer les colonnes Numéro, Date, Objet et Lien',
      'is no table of acts: its first line must name the columns Numéro, Date, Objet and Lien',
    )
  if (register.rows.length + register.wrong.length > MOST_LINES)
    throw invalid(
      'text',
      `a plus de ${MOST_LINES} lignes, le plus à la fois : reprenez-le année par année`,
      `has more than ${MOST_LINES} lines, the most at once`,
    )
  return register
}

export const newest = signedIn.read({
  summary: 'The register of acts that was taken over last',
  params,
  reply: Data(Nullable(ActRegister)),
  async run({ db, params, caller, source }) {
    refuseOutside(source, {
      id: params.acteurId,
      commune_ids: await communesOfMairie(db, params.acteurId),
    })
    found(await readStanding(db, params.acteurId, caller))
    const register = await newestRegister(db, params.acteurId)
    return { data: register ? { ...register, sample: [] } : null }
  },
})
