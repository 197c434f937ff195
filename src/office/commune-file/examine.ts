import { absentOf } from '../../../shared/fields/field.ts'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { isRna, isSiret } from '../../../shared/registration-numbers.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { formerPath } from '../../place/former-paths.ts'
import { ACTE } from '../../publishing/actes/rules.ts'
import { isMatiere } from '../../publishing/actes/shapes.ts'
import { refuseUnfitAlert, refuseUnfitDays } from '../../publishing/publications/content.ts'
import { ALERT } from '../../publishing/publications/places.ts'
import { SHOWN_STATUSES } from '../../publishing/publications/rules.ts'
import { withAddress } from '../../territory/acteurs/rules.ts'
import { refOfCommune } from '../../territory/communes/commune-file.ts'
import type { ActeurLine, FileLine, PublicationLine, RedirectLine, TypeLine } from './shapes.ts'
import { type CommuneSource, placing } from './source.ts'

/** Reads a file to its end before anything is written: every rule that needs no database. */

export interface Examined {
  readonly types: ReadonlyMap<string, TypeLine>
  /** All communes that it names. */
  readonly communes: ReadonlySet<string>
  readonly acteurs: ReadonlySet<string>
  readonly files: ReadonlyMap<string, FileLine>
  readonly publications: number
}

export async function examine(source: CommuneSource): Promise<Examined> {
  const own = source.commune.ref
  const communes = new Set([own])
  await examineCommune(source)
  const types = new Map<string, TypeLine>()
  for await (const { line, place } of source.lines('types')) {
    refuse(types.has(line.slug), place, `names the type ${line.slug} twice`)
    types.set(line.slug, line)
  }
  const acteurs = await examineActeurs(source, communes)
  const files = await examineFiles(source, acteurs)
  await examineShown(source, files)
  const publications = await examinePublications(source, { communes, types, acteurs, files })
  await examineRedirects(source, acteurs, publications)
  let trail = 0
  for await (const _ of source.lines('trail')) trail++
  const read = {
    commune: 1,
    types: types.size,
    acteurs: acteurs.size,
    files: files.size,
    publications: publications.size,
    trail,
  }
  for (const [resource, count] of Object.entries(read))
    if (source.counts && source.counts[resource] !== count)
      throw new Refusal(
        `${source.name} says that it has ${source.counts[resource] ?? 0} ${resource}, and has ${count}.`,
      )
  return { types, communes, acteurs, files, publications: publications.size }
}

function refuse(isWrong: boolean, place: string, what: string): void {
  if (isWrong) throw new Refusal(`${place} ${what}.`)
}

async function examineCommune(source: CommuneSource): Promise<void> {
  let count = 0
  for await (const { line, place } of source.lines('commune')) {
    refuse(++count > 1, place, 'is a second commune')
    refuse(refOfCommune(line) !== source.commune.ref, place, 'is another commune than that of the file')
  }
  if (count === 0) throw new Refusal(`${source.name} holds no commune.`)
}

async function examineActeurs(source: CommuneSource, communes: Set<string>): Promise<Set<string>> {
  const [ids, slugs, merged] = [new Set<string>(), new Set<string>(), new Map<string, string>()]
  for await (const { line, place } of source.lines('acteurs')) {
    refuse(ids.has(line.id), place, `has an id that another line has: ${line.id}`)
    refuse(slugs.has(line.slug), place, `has a slug that another line has: ${line.slug}`)
    placing(place, () => withAddress(line))
    refuseOddActeur(line, place)
    ids.add(line.id)
    slugs.add(line.slug)
    for (const code of [line.commune, ...(line.communes ?? [])]) if (code) communes.add(code)
    if (line.merged_into) merged.set(line.id, line.merged_into)
  }
  for (const [from, into] of merged)
    if (!ids.has(into) || merged.has(into))
      throw new Refusal(`The acteur ${from} was merged into ${into}, which the file does not hold.`)
  return ids
}

function refuseOddActeur(
  { siret, rna, valide = false, valide_le = null, fermetures = [], merged_into, deleted_at }: ActeurLine,
  place: string,
): void {
  refuse(!!siret && !isSiret(siret), place, 'has a siret that is no SIRET number')
  refuse(!!rna && !isRna(rna), place, 'has an rna that is no RNA number')
  refuse(valide !== (valide_le !== null), place, 'has valide without valide_le, or the other way round')
  refuse(
    fermetures.some(({ du, au }) => au < du),
    place,
    'closes until a day before it closes',
  )
  refuse(!!merged_into && !deleted_at, place, 'was merged into another acteur and is not deleted')
}

async function examineFiles(
  source: CommuneSource,
  acteurs: ReadonlySet<string>,
): Promise<Map<string, FileLine>> {
  const files = new Map<string, FileLine>()
  const listed = new Set<string>()
  for await (const { line, place } of source.lines('files')) {
    refuse(files.has(line.id), place, `has an id that another line has: ${line.id}`)
    refuse(
      line.acteur_id !== null && !acteurs.has(line.acteur_id),
      place,
      'belongs to an acteur that the file does not hold',
    )
    const path = `media/${line.id}.${line.kind === 'image' ? 'webp' : 'pdf'}`
    refuse(line.path !== path, place, `has another path than ${path}`)
    refuse(line.kind === 'document' && !line.name, place, 'is a document without a name')
    refuse(
      !source.media.has(path) && !source.absent.has(line.id),
      place,
      `names ${path}, which the file does not hold`,
    )
    files.set(line.id, line)
    listed.add(path)
  }
  for (const path of source.media)
    if (!listed.has(path)) throw new Refusal(`${path} is named nowhere in the file.`)
  return files
}

/** The pictures of acteurs, and the coat of arms. */
async function examineShown(source: CommuneSource, files: ReadonlyMap<string, FileLine>): Promise<void> {
  const refuseOther = (id: string | null | undefined, place: string) =>
    refuse(
      !!id && files.get(id)?.kind !== 'image' && !source.absent.has(id),
      place,
      `shows ${id}, which is no image of the file`,
    )
  for await (const { line, place } of source.lines('acteurs')) refuseOther(line.image?.id, place)
  for await (const { line, place } of source.lines('commune')) refuseOther(line.place?.blason, place)
}

interface Known {
  readonly communes: Set<string>
  readonly types: ReadonlyMap<string, unknown>
  readonly acteurs: ReadonlySet<string>
  readonly files: ReadonlyMap<string, FileLine>
}

async function examinePublications(source: CommuneSource, known: Known): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const { line, place } of source.lines('publications')) {
    refuse(ids.has(line.id), place, `has an id that another line has: ${line.id}`)
    ids.add(line.id)
    refuse(
      !!line.acteur_id && !known.acteurs.has(line.acteur_id),
      place,
      'is of an acteur that the file does not hold',
    )
    refuse(!known.types.has(line.type), place, `is of the type ${line.type}, which the file does not hold`)
    refuse(!!line.communes?.includes(source.commune.ref), place, 'names its own commune twice')
    for (const code of line.communes ?? []) known.communes.add(code)
    placing(place, () => refuseUnfit(line))
    refuseOddState(line, place)
    refuseOddActe(line, place)
    refuseOddFiles(line, place, known.files, source.absent)
  }
  return ids
}

/** The rules for what an author writes. An end may have passed: it was to come when it was written. */
function refuseUnfit(line: PublicationLine): void {
  const content = { ...absentOf(WRITTEN), dates: [], ...line }
  refuseUnfitDays(content)
  refuseUnfitAlert(content, line.type === ALERT)
}

function refuseOddState(line: PublicationLine, place: string): void {
  const { moderation_status, valide, publie_le = null, en_avant = false, featured_until = null } = line
  refuse(
    valide && !SHOWN_STATUSES.includes(moderation_status),
    place,
    `is valide although it is ${moderation_status}`,
  )
  refuse(moderation_status === 'published' && publie_le === null, place, 'is published without a time')
  refuse(!en_avant && featured_until !== null, place, 'has featured_until without en_avant')
  refuse(!!line.annule_motif && !line.annule_le, place, 'has annule_motif without annule_le')
  refuse(!!line.leve_le && line.type !== ALERT, place, 'is lifted, and no alert')
}

function refuseOddActe(
  { acte, type, acteur_id, images = [], documents = [] }: PublicationLine,
  place: string,
): void {
  refuse((type === ACTE) !== !!acte, place, 'is an act without what makes it one, or the other way round')
  if (!acte) return
  const { matiere, date, transmis_le } = acte
  refuse(
    !acteur_id || images.length > 0 || documents.length !== 1,
    place,
    'is an act without a town hall, or without one PDF alone',
  )
  refuse(matiere !== null && !isMatiere(matiere), place, 'has a matter that the nomenclature lacks')
  refuse(transmis_le !== null && transmis_le < date, place, 'was sent to the State before its date')
}

function refuseOddFiles(
  { images = [], documents = [] }: PublicationLine,
  place: string,
  files: ReadonlyMap<string, FileLine>,
  absent: ReadonlySet<string>,
): void {
  const all = [
    ...images.map(({ id }) => [id, 'image'] as const),
    ...documents.map(({ id }) => [id, 'document'] as const),
  ]
  refuse(new Set(all.map(([id]) => id)).size < all.length, place, 'shows a picture or document twice')
  for (const [id, kind] of all)
    refuse(
      files.get(id)?.kind !== kind && !absent.has(id),
      place,
      `shows ${id}, which is no ${kind} of the file`,
    )
}

async function examineRedirects(
  source: CommuneSource,
  acteurs: ReadonlySet<string>,
  publications: ReadonlySet<string>,
): Promise<void> {
  const known = new Set<string>()
  for await (const { line, place } of source.lines('redirects')) {
    refuseOddRedirect(line, place)
    const from = line.path ?? line.slug ?? ''
    refuse(known.has(from), place, `leads on from ${from} a second time`)
    known.add(from)
    refuse(
      !!line.publication_id && !publications.has(line.publication_id),
      place,
      'leads to no publication of the file',
    )
    refuse(!!line.acteur_id && !acteurs.has(line.acteur_id), place, 'leads to no acteur of the file')
  }
}

function refuseOddRedirect({ slug, path, publication_id, acteur_id }: RedirectLine, place: string): void {
  const targets = [publication_id, acteur_id].filter(Boolean).length
  refuse((slug === undefined) === (path === undefined), place, 'takes a slug or a path')
  refuse(
    targets !== (path === undefined ? 0 : 1),
    place,
    'leads a path to one publication or acteur, and a slug to none',
  )
  refuse(
    path !== undefined && formerPath(path) !== path,
    place,
    'has a path that la place would spell otherwise',
  )
}
