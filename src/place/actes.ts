import { namesOf } from '../../shared/fields/field.ts'
import { fileSize } from '../../shared/file-size.ts'
import { isId } from '../../shared/shapes.ts'
import { bareNumber, NATURES, type Nature } from '../../shared/words/actes.ts'
import { mediaAddress } from '../media/shown.ts'
import {
  type Acte,
  type ActesFilter,
  countYears,
  findActe,
  findActes,
  listActes,
} from '../publishing/actes/queries.ts'
import { authorOf } from '../publishing/actes/rules.ts'
import { loadSearchContext } from '../publishing/publications/lists/search.ts'
import { acteAt, actePath, siretOf } from './acte-address.ts'
import { localDay, localTime, shortDay } from './days.ts'
import { type Html, html, link, type Value } from './html.ts'
import { type Choice, crumbs, filters, heading, icon } from './parts.ts'
import { number, shownText, withOrdinals } from './text.ts'
import type { Page, Visit } from './visit.ts'

/** The acts of the commune that take effect by their publication: by year, nature and words, and as a register on paper. */

const MOST = 50
/** The most acts of a printed register: more would be a book. */
const MOST_ON_PAPER = 1_000
const isNature = (text: string): text is Nature => Object.hasOwn(NATURES, text)
const PLURALS: Readonly<Record<Nature, string>> = {
  deliberation: 'Délibérations',
  arrete: 'Arrêtés',
  proces_verbal: 'Procès-verbaux',
  budget: 'Budgets',
  autre: 'Autres actes',
}

export async function actes(
  visit: Visit,
  rest: readonly string[],
  query: URLSearchParams,
): Promise<Page | undefined> {
  const [as] = rest
  if (rest.length > 1 || (as !== undefined && as !== 'registre')) return undefined
  const { town, source, slow, base } = visit
  const [annee, nature, q, apres] = ['annee', 'nature', 'q', 'apres'].map(
    name => query.get(name) || undefined,
  )
  const words = await loadSearchContext(visit.db, q?.slice(0, 200))
  const everything: ActesFilter = { communeId: town.id, acteurIds: source.acteurIds }
  const filter = {
    ...everything,
    year: annee !== undefined && /^[12]\d{3}$/.test(annee) ? Number(annee) : undefined,
    nature: nature !== undefined && isNature(nature) ? nature : undefined,
    words: words && { query: words.query, typed: q ?? '' },
  }
  const most = as === 'registre' ? MOST_ON_PAPER : MOST
  const [years, siret, found] = await Promise.all([
    countYears(slow, everything),
    siretOf(visit),
    listActes(slow, filter, most, afterOf(apres)),
  ])
  const rows = found.slice(0, most)
  const last = found.length > most ? rows.at(-1) : undefined
  const here = (more: Readonly<Record<string, string | undefined>>, path = '/actes') => {
    const wanted = Object.entries({ annee: filter.year?.toString(), nature: filter.nature, q, ...more })
    const said = wanted.filter((one): one is [string, string] => Boolean(one[1]))
    return `${base}${path}${said.length > 0 ? `?${new URLSearchParams(said)}` : ''}`
  }
  if (as === 'registre') return register(visit, { rows, filter, more: last !== undefined, back: here({}) })
  const natures: Choice[] = [
    { href: here({ nature: undefined }), words: 'Tous', on: filter.nature === undefined },
    ...namesOf(NATURES).map(one => ({
      href: here({ nature: one }),
      words: PLURALS[one],
      on: filter.nature === one,
    })),
  ]
  const ofYears: Choice[] = [
    { href: here({ annee: undefined }), words: 'Toutes', on: filter.year === undefined },
    ...years.map(({ year, total }) => ({
      href: here({ annee: `${year}` }),
      words: `${year} (${number(total)})`,
      on: filter.year === year,
    })),
  ]
  return {
    title: filter.nature ? `Actes officiels : ${PLURALS[filter.nature]}` : 'Actes officiels',
    description: `Délibérations, arrêtés et procès-verbaux de ${town.nom}, tels qu’ils sont publiés.`,
    canonical: `${base}/actes`,
    section: '/mairie',
    ...(query.size > 0 && { robots: 'noindex,follow' as const }),
    body: html`<div class="top"><h1>Actes officiels</h1><p class="acts"><a class="btn" href="${here({}, '/actes/registre')}">${icon('print')} Imprimer la liste</a> <a class="btn" href="${base}/suivre">${icon('feed')} S’abonner</a></p></div>
<form class="inline" action="${base}/actes"><label for="n">Un mot ou un numéro</label>${hidden('annee', filter.year?.toString())}${hidden('nature', filter.nature)}<input id="n" name="q" type="search" value="${q ?? ''}" maxlength="200" autocomplete="off"><button>Chercher</button></form>
${filters('Nature', natures)}
${years.length > 1 && filters('Année', ofYears)}
${rows.length > 0 ? html`<ul class="stories list">${rows.map(one => listed(visit, one))}</ul>` : html`<p class="empty">${years.length === 0 ? 'La mairie n’a encore publié aucun acte ici.' : html`Aucun acte ne correspond.${q !== undefined && html` <a href="${base}/recherche?${new URLSearchParams({ q }).toString()}">Chercher partout à ${town.nom}</a>`}`}</p>`}
${last && html`<nav class="pager" aria-label="Suite"><a rel="next" href="${here({ apres: `${last.pris_le}_${last.publication_id}` })}">Plus anciens</a></nav>`}
<p class="last">Chaque acte reste à son adresse, avec son PDF et le certificat de son affichage. Qui le demande le reçoit sur papier en mairie. ${siret !== undefined && html`<a href="${base}/deliberations.csv" download>Télécharger les délibérations en données ouvertes (CSV, pour un tableur)</a>`}</p>`,
  }
}

const hidden = (name: string, value: string | undefined): Value =>
  value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`

function afterOf(cursor: string | undefined) {
  const [pris_le = '', id = ''] = cursor?.split('_') ?? []
  return /^\d{4}-\d\d-\d\d$/.test(pris_le) && !Number.isNaN(Date.parse(pris_le)) && isId(id)
    ? { pris_le, id }
    : undefined
}

/** Délibération n° 12 du 15 octobre 2026. */
export const acteNamed = ({ nature, numero, pris_le }: Pick<Acte, 'nature' | 'numero' | 'pris_le'>): Value =>
  withOrdinals(`${NATURES[nature].fr} n° ${bareNumber(numero)} du ${shortDay(pris_le, '')}`)

const onlineSince = ({ fuseau }: Visit, { affiche_le }: Acte): string =>
  `${shortDay(localDay(affiche_le, fuseau), '')} à ${localTime(affiche_le, fuseau)}`

const listed = (visit: Visit, acte: Acte): Html =>
  html`<li class="story"><div>${heading('h2', html`<a href="${visit.base}${actePath(acte)}">${shownText(acte.title)}</a>`)}<p class="meta"><span>${acteNamed(acte)}</span> · ${acte.repris ? 'affiché ici depuis le' : 'mis en ligne le'} ${withOrdinals(onlineSince(visit, acte))}${acte.corrige_par !== null && html` · <strong>corrigé depuis</strong>`}</p></div></li>`

const onPaper = (acte: Acte): string => (authorOf(acte) === null ? '' : ` · ${authorOf(acte)}`)

/** The register on paper. */
function register(
  { base, town, fuseau }: Visit,
  {
    rows,
    filter,
    more,
    back,
  }: {
    readonly rows: readonly Acte[]
    readonly filter: ActesFilter
    readonly more: boolean
    readonly back: string
  },
): Page {
  const title = `${filter.nature ? PLURALS[filter.nature] : 'Actes'}${filter.year ? ` ${filter.year}` : ''}`
  return {
    title: `Registre : ${title}`,
    canonical: `${base}/actes`,
    robots: 'noindex',
    alone: 'sheet',
    script: 'print',
    body: html`<nav class="noprint" aria-label="Retour"><p><a href="${back}">Revenir aux actes</a></p><p id="imprimer"><button class="btn primary" hidden>${icon('print')} Imprimer</button><span>Imprimez cette page par le menu de votre navigateur (Ctrl + P sur un ordinateur).</span></p></nav><main id="contenu" tabindex="-1" class="pages dense register"><header><p>${town.nom}</p></header><h1>${title}</h1>
<ul class="week">${rows.map(acte => html`<li><b>${NATURES[acte.nature].fr} ${acte.numero}</b><ul><li>${withOrdinals(shortDay(acte.pris_le, ''))} · ${shownText(acte.title)} ${onPaper(acte)} · ${acte.repris ? 'repris le' : 'en ligne le'} ${withOrdinals(shortDay(localDay(acte.affiche_le, fuseau), ''))}</li></ul></li>`)}</ul>
${more && html`<p>La liste continue : choisissez une année ou une nature.</p>`}</main>`,
  }
}

/** On the page of an act: who took it, when it was put online, its document for good, and its certificate. */
export async function acteShown(visit: Visit, id: string): Promise<Value> {
  const acte = await findActe(visit.db, id)
  if (!acte) return undefined
  const others = await findActes(visit.db, [acte.corrige, acte.corrige_par])
  const [other, later] = [acte.corrige, acte.corrige_par].map(one => others.get(one ?? ''))
  visit.holds.show([acte.corrige, acte.corrige_par])
  const [document] = acte.documents ?? []
  const address =
    document &&
    `${mediaAddress(visit.config)}/${document.key}/document.pdf?name=${encodeURIComponent(document.name)}`
  const path = visit.base + actePath(acte)
  const line = (label: string, words: Value) => html`<dt>${label}</dt><dd>${words}</dd>`
  return html`<section aria-labelledby="acte">${later?.visible && html`<p class="state bad"><strong>Corrigé</strong> par <a href="${visit.base}${actePath(later)}">${acteNamed(later)}</a></p>`}<h2 id="acte">L’acte</h2><dl class="contact">${line('Acte', acteNamed(acte))}${line('Auteur', authorOf(acte) ?? 'Nommé dans le PDF')}${acte.repris ? brought(visit, acte, line) : line('Mis en ligne', withOrdinals(`le ${onlineSince(visit, acte)}`))}${acte.transmis_le !== null && line('Transmis à l’État', withOrdinals(`le ${shortDay(acte.transmis_le, '')}`))}${other && line('Corrige', other.visible ? html`<a href="${visit.base}${actePath(other)}">${acteNamed(other)}</a>` : acteNamed(other))}${address && line('Document', html`<a href="${link(address)}">${icon('document')} Télécharger le PDF</a> (${fileSize('fr', acte.bytes)})${!acte.avec_texte && ', en images'}`)}${line('Empreinte SHA-256', html`<code>${acte.sha256}</code>`)}${line('Certificat d’affichage', certificateLinks(path))}</dl></section>`
}

const certificateLinks = (path: string): Html =>
  html`<a href="${path}.pdf">PDF</a>, <a href="${path}.json" download>JSON, pour un logiciel</a>`

/** The service that had it before may be gone, and its address another's: it is shown, and leads nowhere. */
const brought = (visit: Visit, acte: Acte, line: (label: string, words: Value) => Html): Html =>
  html`${line('Affiché ici', withOrdinals(`depuis le ${onlineSince(visit, acte)}`))}${line(
    'Publié auparavant',
    html`${acte.repris_de !== null ? html`à l’adresse <code>${acte.repris_de}</code>, d’après le registre de la mairie` : `le ${withOrdinals(shortDay(localDay(acte.publie_le, visit.fuseau), ''))}, d’après le fichier de la commune`}. Le certificat ne porte que sur l’affichage ici.`,
  )}`

/** What stays of an act that residents cannot read any more: that it was published, and its certificate. */
export async function withdrawnActe(visit: Visit, named_: string): Promise<Page | undefined> {
  const acte = await acteAt(visit, named_)
  if (!acte || acte.visible) return undefined
  const path = visit.base + actePath(acte)
  return {
    title: 'Acte retiré',
    robots: 'noindex',
    section: '/mairie',
    canonical: path,
    body: html`<article class="read nofacts"><header>${crumbs([visit.home, 'À la une'], [`${visit.base}/actes`, 'Actes officiels'])}<h1>${acteNamed(acte)}</h1></header><div class="body"><p class="state">Cet acte n’est plus affiché. Il avait été ${acte.repris ? 'affiché ici à partir du' : 'mis en ligne le'} ${withOrdinals(onlineSince(visit, acte))}.</p><p>Le certificat dit quand il a été affiché : ${certificateLinks(path)}.</p></div></article>`,
  }
}
