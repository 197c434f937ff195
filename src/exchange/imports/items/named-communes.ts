import { foldedWords } from '../../../kernel/texts/texts.ts'
import { withSaints } from '../../../territory/communes/rules.ts'
import type { FeedItem } from '../reading/item.ts'

/**
 * The communes of an acteur that an item names in fields made for it: its categories, and the postcode and town of its place. A name
 * in a title or a text may be anything: a street, a family, a word.
 */

export interface ZoneCommune {
  readonly id: string
  readonly nom: string
  readonly codes_postaux: readonly string[]
}

/** In the order in which the item names them. */
export function communesNamed(
  { labels = [], lieu }: Pick<FeedItem, 'labels' | 'lieu'>,
  zone: readonly ZoneCommune[],
): readonly string[] {
  const byName = Map.groupBy(zone, ({ nom }) => nameOf(nom))
  const found = [
    ...labels.flatMap(label => ofLabel(label, byName) ?? []),
    ...(lieu ?? '').split(/[,;|()\n–—]|\s-\s/).flatMap(part => ofAddress(part, byName) ?? []),
  ]
  return [...new Set(found.map(({ id }) => id))]
}

type ByName = ReadonlyMap<string, readonly ZoneCommune[]>

const nameOf = (text: string) => withSaints(foldedWords(text))

/** “Communes > Fénétrange”: the last part is what the item belongs to. */
function ofLabel(label: string, byName: ByName): ZoneCommune | undefined {
  const part = label.split(/[/>|:]/).at(-1) ?? ''
  const bare = nameOf(part.replace(/\s*\(\d{2,5}\)\s*$/, ''))
  const { of = '', town = '' } = OFFICIAL.exec(bare)?.groups ?? {}
  const isWord = COMMON.has(bare.replace(/^(?:les|le|la|l) /, ''))
  return (
    ofAddress(part, byName) ??
    only(byName.get(`${ARTICLES[of] ?? ''}${town}`)) ??
    (isWord ? undefined : only(byName.get(bare)))
  )
}

/** “Commune de La Marche”, “Mairie du Havre”. */
const OFFICIAL = /^(?:commune|mairie|ville|village) (?:(?<of>de|du|des|d) )?(?<town>.+)$/
const ARTICLES: Readonly<Record<string, string>> = { du: 'le ', des: 'les ' }

/** `12 rue du Port, 57930 Fénétrange`: the postcode says that a town follows. */
function ofAddress(part: string, byName: ByName): ZoneCommune | undefined {
  const [, postcode, town] = /(?:^|\s)(\d{5})\s+(\D+?)(?:\s+cedex.*)?\s*$/i.exec(part.slice(0, 200)) ?? []
  if (postcode === undefined || town === undefined) return undefined
  const name = nameOf(town).replace(/ france$/, '')
  return only(byName.get(name)?.filter(({ codes_postaux }) => codes_postaux.includes(postcode)))
}

/** Two communes of one name are told apart by nothing here. */
const only = (some: readonly ZoneCommune[] | undefined) => (some?.length === 1 ? some[0] : undefined)

/** Names of communes that are categories of articles too: these count with “commune de” or a postcode alone. */
const COMMON: ReadonlySet<string> = new Set(
  `bains ballon bar barre bois bouquet bourg bus chambre champs chapelle chateau chaussee chemin choisies colombe conte
  contes corps cours couture creche dauphin ecole etoile fontaine force foret forges garde grand grange hopital jardin job
  ligne loge marche marches mer messe montagne mures orange parent paris peintre place plage plaine plan plats pont port
  poste prince publier reunion reveillon rives riviere rue salle salles sens signes son sports table terrasse tour tours
  toussaint trinite union vallee vers vignes ville villeneuve voisines vue`.split(/\s+/),
)
