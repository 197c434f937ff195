import type { TestApp } from '../app.ts'

/** Inserts devices directly, as a sync leaves them: the register's row and an empty row of the commune. */

type Fields = Readonly<Record<string, unknown>>

let made = 0

async function insert(app: TestApp, table: string, fields: Fields): Promise<string> {
  const names = Object.keys(fields)
  const { rows } = await app.owner.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')}) returning id`,
    Object.values(fields),
  )
  return rows[0].id
}

export interface Device {
  readonly gid: string
  /** The register's row. */
  readonly national: string
  /** The commune's row; none if the register names no commune. */
  readonly communal: string | undefined
}

/** In service, unless the fields say otherwise. */
export async function device(
  app: TestApp,
  communeId: string | null,
  fields: Fields = {},
  said: Fields = {},
): Promise<Device> {
  const gid = `G${++made}`
  const national = await insert(app, 'defibrillateurs', {
    gid,
    nom: `Défibrillateur ${made}`,
    commune_id: communeId,
    etat_fonctionnement: 'En fonctionnement',
    en_service: true,
    ...fields,
  })
  const communal =
    communeId === null
      ? undefined
      : await insert(app, 'commune_defibrillateurs', { commune_id: communeId, gid, ...said })
  return { gid, national, communal }
}

/** A device that is not in the register. */
export const ownDevice = (app: TestApp, communeId: string, overrides: Fields, said: Fields = {}) =>
  insert(app, 'commune_defibrillateurs', {
    commune_id: communeId,
    overrides: JSON.stringify(overrides),
    ...said,
  })

export const sync = (app: TestApp, status: string, fields: Fields = {}) =>
  insert(app, 'defibrillateur_syncs', {
    trigger: 'manual',
    status,
    finished_at: ['ok', 'failed', 'held'].includes(status) ? new Date() : null,
    ...fields,
  })
