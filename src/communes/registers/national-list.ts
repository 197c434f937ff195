import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The national list (Code officiel géographique), as its package spells it. */
export interface Entry {
  readonly code: string
  readonly nom: string
  readonly type: string
  readonly departement?: string
  readonly region?: string
  readonly codesPostaux?: readonly string[]
  readonly population?: number
  /** Codes of communes that went up in this one. */
  readonly anciensCodes?: readonly string[]
  /** Of a delegated or associated one: the commune it is a part of. */
  readonly chefLieu?: string
  /** Of an arrondissement of Paris, Lyon or Marseille: the city. */
  readonly commune?: string
}

export interface NationalList {
  readonly communes: readonly Entry[]
  /** Every code that once was a commune's or is a part's, with the code of the commune where it is found today. */
  readonly successors: ReadonlyMap<string, string>
  /** The codes of the arrondissements of Paris, Lyon and Marseille, with their postal codes. */
  readonly arrondissements: ReadonlyMap<string, readonly string[]>
}

export async function readNationalList(): Promise<NationalList> {
  // The package's own entry point looks for its data in the working directory; the file itself is what we want.
  const path = createRequire(import.meta.url).resolve('@etalab/decoupage-administratif/data/communes.json')
  return listFrom(JSON.parse(await readFile(path, 'utf8')) as Entry[])
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

/** 584 codes are a commune of today and a part of one: the commune comes first. Then the older news. */
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
