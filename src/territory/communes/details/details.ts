import { COLLECTE_FIELDS, ELU_FIELDS, INFO_FIELDS } from '../../../../shared/fields/communes.ts'
import { absentOf } from '../../../../shared/fields/field.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { type Detail, Problem } from '../../../kernel/refusals/errors.ts'
import type { Collecte, DetailsInput, Elu, InfoRow } from '../details-shapes.ts'
import { personKey } from './persons.ts'
import { collectesOf, elusOf, infosOf, keysOfElus, writeCollectes, writeElus, writeInfos } from './queries.ts'
import { auditCounts, planRewrite } from './replace-array.ts'

type Figures = Record<string, unknown>
/** What the audit trail says about the arrays that changed. */
interface DetailChanges {
  readonly before: Figures
  readonly after: Figures
}

/** Replaces the arrays that were sent. The commune is locked, so no other request writes to them. */
export async function replaceDetails(
  tx: Tx,
  communeId: string,
  sent: DetailsInput,
): Promise<DetailChanges | undefined> {
  const moved = {
    ...(sent.elus && { elus: await replaceElus(tx, communeId, sent.elus) }),
    ...(sent.collectes && { collectes: await replaceCollectes(tx, communeId, sent.collectes) }),
    ...(sent.infos && { infos: await replaceInfos(tx, communeId, sent.infos) }),
  }
  const present = Object.entries(moved).filter(([, figures]) => figures !== undefined) as [
    string,
    DetailChanges,
  ][]
  if (present.length === 0) return undefined
  const side = (name: keyof DetailChanges) =>
    Object.fromEntries(present.map(([array, figures]) => [array, figures[name]]))
  return { before: side('before'), after: side('after') }
}

async function replaceElus(tx: Tx, communeId: string, sent: NonNullable<DetailsInput['elus']>) {
  const before = await elusOf(tx, communeId)
  const rows = sent.map((one, at) => ({ ...absentOf(ELU_FIELDS), ordre: at + 1, ...one }))
  const plan = planRewrite<Omit<Elu, 'id'>>(before, rows, 'elus')
  if (plan.isNothing) return undefined
  const nextKey = freeKeys(await keysOfElus(tx, communeId))
  const added = plan.added.map(elu => ({ ...elu, cle: nextKey(elu) }))
  await writeElus(tx, communeId, { ...plan, added })
  return auditCounts(plan, before.length)
}

/** Two people may share a name: the second has another number. */
function freeKeys(taken: readonly string[]): (elu: Omit<Elu, 'id'>) => string {
  const known = new Set(taken)
  return elu => {
    for (let number = 1; ; number++) {
      const key = personKey(elu, number)
      if (known.has(key)) continue
      known.add(key)
      return key
    }
  }
}

async function replaceCollectes(tx: Tx, communeId: string, sent: NonNullable<DetailsInput['collectes']>) {
  const rows = sent.map(one => ({
    ...absentOf(COLLECTE_FIELDS),
    ...one,
    jours: [...(one.jours ?? [])].sort(),
    exceptions: (one.exceptions ?? [])
      .map(({ date, report_le }) => ({ date, report_le: report_le ?? null }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  }))
  const details = rows.flatMap((row, at) => faultsOf(row, `collectes.${at}`))
  if (details.length > 0) throw new Problem('validation_failed', { details: details.slice(0, 10) })
  const before = await collectesOf(tx, communeId)
  const plan = planRewrite<Omit<Collecte, 'id'>>(before, rows, 'collectes', { inOrder: true })
  if (plan.isNothing) return undefined
  await writeCollectes(tx, communeId, plan)
  return auditCounts(plan, before.length)
}

/** Checks that a shape cannot express. */
function faultsOf({ jours, frequence, exceptions }: Omit<Collecte, 'id'>, path: string): Detail[] {
  const dates = exceptions.map(({ date }) => date)
  return [
    ...(jours.length === 0 && frequence !== 'sur_rendez_vous'
      ? [
          {
            path: `${path}.jours`,
            fr: 'au moins un jour pour cette fréquence',
            en: 'at least one day for this frequence',
          },
        ]
      : []),
    ...(new Set(dates).size < dates.length
      ? [
          {
            path: `${path}.exceptions`,
            fr: 'contient deux fois la même date',
            en: 'holds the same date twice',
          },
        ]
      : []),
    ...(exceptions.some(({ date, report_le }) => date === report_le)
      ? [{ path: `${path}.exceptions`, fr: 'reporte une date à elle-même', en: 'moves a date to itself' }]
      : []),
  ]
}

async function replaceInfos(tx: Tx, communeId: string, sent: NonNullable<DetailsInput['infos']>) {
  const before = (await infosOf(tx, communeId)).map(({ mention: _, ...row }) => row)
  const rows = sent.map((one, at) => ({ ...absentOf(INFO_FIELDS), ordre: at + 1, ...one }))
  const plan = planRewrite<Omit<InfoRow, 'id'>>(before, rows, 'infos')
  if (plan.isNothing) return undefined
  await writeInfos(tx, communeId, plan)
  return auditCounts(plan, before.length)
}
