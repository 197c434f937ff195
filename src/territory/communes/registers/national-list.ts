import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'

/** The national list (Code officiel géographique), as its package has it. */
export interface Entry {
  readonly code: string
  readonly nom: string
  readonly type: string
  readonly departement?: string
  readonly region?: string
  readonly codesPostaux?: readonly string[]
  readonly population?: number
  /** Codes of communes that merged into this one. */
  readonly anciensCodes?: readonly string[]
  /** For a delegated or associated commune: the commune that it is a part of. */
  readonly chefLieu?: string
  /** For an arrondissement of Paris, Lyon or Marseille: the city. */
  readonly commune?: string
}

export interface NationalList {
  readonly communes: readonly Entry[]
  /** Every code of a former commune, or of a part of one, with the code of the present commune. */
  readonly successors: ReadonlyMap<string, string>
  /** The codes of the arrondissements of Paris, Lyon and Marseille, with their postal codes. */
  readonly arrondissements: ReadonlyMap<string, readonly string[]>
}

export async function readNationalList(): Promise<NationalList> {
  // The package's entry point reads its data from the working directory, so the file is read directly.
  const path = createRequire(import.meta.url).resolve('@etalab/decoupage-administratif/data/communes.json')
  return listFrom(await entriesIn(await readFile(path, 'utf8')))
}

const PIECE = 256 * 1024

/** In pieces of whole lines, an entry each: all at once would hold up every request of the process for a tenth of a second. */
async function entriesIn(list: string): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  const end = list.lastIndexOf(']')
  for (let at = list.indexOf('[') + 1; at < end; ) {
    const between = list.indexOf(',\n{', at + PIECE)
    const to = between < 0 ? end : between
    entries.push(...(JSON.parse(`[${list.slice(at, to)}]`) as Entry[]))
    at = to + 1
    await setImmediate()
  }
  return entries
}

type Codes = Pick<NationalList, 'successors' | 'arrondissements'>
let reading: Promise<Codes> | undefined

/** Read when first asked for, and kept: the list comes with the service, and reading it takes a tenth of a second. */
export async function nationalCodes(): Promise<Codes> {
  reading ??= readNationalList().then(({ successors, arrondissements }) => ({ successors, arrondissements }))
  try {
    return await reading
  } catch (error) {
    reading = undefined
    throw error
  }
}

export function listFrom(all: readonly Entry[]): NationalList {
  const communes = all.filter(entry => entry.type === 'commune-actuelle')
  const arrondissements = all.filter(entry => entry.type === 'arrondissement-municipal')
  return {
    communes,
    successors: successorsIn(all, communes),
    arrondissements: new Map(arrondissements.map(({ code, codesPostaux = [] }) => [code, codesPostaux])),
  }
}

/** 584 codes are both a present commune and a part of one: the commune counts. Then the older entry. */
function successorsIn(all: readonly Entry[], communes: readonly Entry[]): ReadonlyMap<string, string> {
  const current = new Set(communes.map(({ code }) => code))
  const found = new Map<string, string>()
  const learn = (code: string, now: string | undefined) => {
    if (now !== undefined && current.has(now) && !current.has(code) && !found.has(code)) found.set(code, now)
  }
  for (const { code, anciensCodes = [] } of communes) for (const old of anciensCodes) learn(old, code)
  for (const { code, chefLieu, commune } of all) learn(code, chefLieu ?? commune)
  return found
}
