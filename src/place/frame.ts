import type { Teinte } from '../../shared/words/places.ts'
import type { Config } from '../kernel/settings/config.ts'
import { imageOf, mediaAddress } from '../media/shown.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { accessibilityLink, PORTAL_DECLARATION } from './accessibility.ts'
import { epciPath, publicationPath } from './addresses.ts'

import { levelOf, shapeOf } from './alerts.ts'
import { CARD, cardPath } from './cards.ts'
import { fullDay, shortDay, todayIn } from './days.ts'

import { dataElement, flag, type Html, html, type Value } from './html.ts'
import type { Pieces } from './page-cache.ts'
import { dialled, icon } from './parts.ts'
import type { Scripts } from './scripts.ts'
import { SHIELD_LINES, SHIELD_OUTLINE, SHIELD_VIEW } from './shield.ts'
import { shownText, withOrdinals } from './text.ts'
import { typeset } from './typeset.ts'
import type { Page, Visit } from './visit.ts'
import { isWeeklyMailOffered } from './weekly/offered.ts'

/** What every page has around it. */

const SHIELD = html`<svg class="crest" width="46" height="52" viewBox="${SHIELD_VIEW}" aria-hidden="true"><path class="c1" d="${SHIELD_OUTLINE}"/><path class="c2" d="${SHIELD_LINES}"/></svg>`

/** The coat of arms of the commune, or a shield in its tint. Beside the name, so it says nothing of its own. */
export const crest = ({ town: { place }, config }: Visit): Html => {
  if (place.blason === null) return SHIELD
  const { url, sources } = imageOf(place.blason.id, place.blason, mediaAddress(config))
  const webp = sources.find(({ type }) => type === 'image/webp')
  return html`<picture><source type="image/webp" srcset="${webp?.url}"><img class="crest own" src="${url}" alt="" width="46" height="46"></picture>`
}

interface Head {
  readonly teinte?: Teinte
  readonly title: string
  readonly description: string
  readonly canonical: string
  readonly robots: string | undefined
  readonly style: Buffer
  readonly links?: Value
}

const document = (head: Head, body: Value, bodyClass: Page['alone'] | 'portal' | '' = ''): Pieces => [
  html`<!doctype html>
<html lang="fr"${head.teinte && head.teinte !== 'ardoise' && html` data-teinte="${head.teinte}"`}>
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${head.title}</title>
<meta name="description" content="${head.description}">${head.robots && html`<meta name="robots" content="${head.robots}">`}
<meta name="color-scheme" content="light dark"><meta name="theme-color" media="(prefers-color-scheme:light)" content="#f5f3ee"><meta name="theme-color" media="(prefers-color-scheme:dark)" content="#12161c">
<link rel="canonical" href="${head.canonical}"><link rel="icon" href="/place/-/icon-${head.teinte ?? 'ardoise'}.svg">${head.links}
`.toString(),
  head.style,
  typeset(
    html`
</head>
<body${bodyClass && html` class="${bodyClass}"`}>
${(bodyClass === '' || bodyClass === 'portal' || bodyClass === 'sheet') && html`<a class="skip" href="#contenu">Aller au contenu</a>`}
${body}
</body>
</html>
`.toString(),
  ),
]

/** Links open beside the form. */
const IN_A_FORM = html`<base target="_blank">`
/** Links leave the frame; browsers that can give it the height of its content. */
const IN_A_FRAME = html`<base target="_parent"><meta name="responsive-embedded-sizing">`

/**
 * Without a script it is loaded again as a whole, which shows nothing while the network is away. A font that comes late waits
 * for the next load, and a panel may have none for weeks: its font is loaded first.
 */
const renewing = (script: string, font: string): Html =>
  html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}"><noscript><meta http-equiv="refresh" content="300"></noscript><script defer src="${script}"></script>`

/** Only what is added to the home screen of an iPhone gets notifications, and only by a manifest. */
const scriptOf = (
  { base }: Visit,
  script: NonNullable<Page['script']>,
  { alertes, autour, imprimer }: Scripts,
): Html =>
  script === 'follow'
    ? html`<link rel="manifest" href="${base}/suivre.json"><script type="module" src="${alertes.path}"></script>`
    : html`<script type="module" src="${(script === 'locate' ? autour : imprimer).path}"></script>`

interface Around {
  readonly style: Buffer
  /** The address of the font that most texts need. */
  readonly font: string
  readonly scripts: Scripts
  /** Below the base of the commune: `/agenda`. */
  readonly path: string
  readonly entries: readonly { readonly path: string; readonly words: string }[]
}

/** A page of a commune. */
export function framed(
  visit: Visit,
  page: Page,
  alerts: readonly Publication[],
  { style, font, scripts, path, entries }: Around,
): Pieces {
  const { town, base, home, origin } = visit
  const here = page.canonical ?? base + (path === '/' ? '' : path)
  const canonical = here.startsWith('http') ? here : origin + here
  const head = {
    style,
    canonical,
    teinte: town.place.teinte,
    title: path === '/' ? page.title : `${page.title} – ${town.nom}`,
    description: page.description ?? `${page.title}, ${town.nom}`,
    robots: page.robots,
  }
  if (page.alone) {
    const links = {
      sheet: page.script && scriptOf(visit, page.script, scripts),
      embed: IN_A_FRAME,
      preview: IN_A_FORM,
      panel: renewing(scripts.panneau.path, font),
    }[page.alone]
    return document({ ...head, links }, page.body, page.alone)
  }
  const isHome = path === '/'
  const name = html`<a href="${home}"${flag('aria-current="page"', isHome)}>${crest(visit)}<span>${town.nom}</span></a>`
  const rows = entries.map(entry => {
    const isPage = path === entry.path
    const isWithin = page.section === entry.path || path.startsWith(`${entry.path}/`)
    return html`<li><a href="${entry.path === '/' ? home : base + entry.path}"${flag('aria-current="page"', isPage)}${flag('aria-current="true"', isWithin && !isPage)}>${entry.words}</a></li>`
  })
  const mast = html`<header class="mast${isHome && ' home'}"><div class="wrap">
${isHome ? html`<h1 class="name">${name}</h1>` : html`<p class="name">${name}</p>`}
<form class="find" action="${base}/recherche" role="search"><label class="sr" for="q">Rechercher à ${town.nom}</label><input id="q" name="q" type="search" autocomplete="off" enterkeyhint="search"><button>${icon('find')}<span>Rechercher</span></button></form>
<nav aria-label="Rubriques"><ul>${rows}</ul></nav>
${isHome && html`<p class="dateline">${withOrdinals(fullDay(visit.today))}</p>`}</div></header>`
  const [alert, ...others] = isHome
    ? []
    : alerts.filter(one => !page.canonical?.endsWith(publicationPath(one)))
  const band =
    alert &&
    html`<aside class="band" data-niveau="${alert.niveau ?? ''}" aria-label="Alerte en cours"><div class="wrap">${shapeOf(alert)}<p><b>${levelOf(alert)}</b> <a href="${base}${publicationPath(alert)}" dir="auto">${shownText(alert.title)}</a>${others.length > 0 && html` et <a href="${base}/actualites/alerte">${others.length} ${others.length > 1 ? 'autres alertes' : 'autre alerte'}</a>`}</p></div></aside>`
  const links = html`${sharing(visit, page, head)}
<link rel="alternate" type="application/atom+xml" title="Actualités de ${town.nom}" href="${base}/actualites.atom"><link rel="alternate" type="text/calendar" title="Agenda de ${town.nom}" href="${base}/agenda.ics">${page.script && scriptOf(visit, page.script, scripts)}`
  return document(
    { ...head, links },
    html`${mast}
${band}
<main id="contenu" class="wrap" tabindex="-1">${mergerOf(visit)}${page.body}</main>
${foot(visit, page)}`,
  )
}

/** For people whom an old address led here. */
const mergerOf = ({ town: { nom, merged }, today }: Visit): Value =>
  merged &&
  merged.nom !== nom &&
  html`<p class="state ok">${merged.nom} et ${nom} ne font plus qu’une commune${merged.merged_le && withOrdinals(` depuis le ${shortDay(merged.merged_le, today)}`)}. Vous êtes sur sa page.</p>`

/** What messengers show of an address that somebody sends. */
function sharing(
  { origin, town }: Visit,
  { picture, structured }: Page,
  { title, description, canonical }: Omit<Head, 'links'>,
): Html {
  const { url, alt, width, height } = picture
    ? { ...picture, ...shownSize(picture) }
    : { ...CARD, url: origin + cardPath(town.place.teinte), alt: `La place de ${town.nom}` }
  return html`
<meta property="og:type" content="website"><meta property="og:locale" content="fr_FR"><meta property="og:site_name" content="${town.nom}"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${canonical}"><meta property="og:image" content="${url}"><meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}"><meta property="og:image:alt" content="${alt}"><meta name="twitter:card" content="summary_large_image">${structured && dataElement(structured)}`
}

/** The size of the file at the picture's address, which is smaller than the original. */
const shownSize = ({ url, sources }: NonNullable<Page['picture']>) => sources.find(one => one.url === url)

function foot({ town, base, portal, config, today }: Visit, { isEmpty }: Page): Html {
  const { adresse, telephone } = town.contacts
  return html`<footer class="foot"><div class="wrap">
<section aria-labelledby="f1"><h2 id="f1">Mairie</h2>${adresse && html`<p>${adresse}</p>`}${telephone && html`<p><a href="${dialled(telephone)}">${telephone}</a></p>`}<p><a href="${base}/mairie">Horaires, collectes, élus</a></p></section>
${!isEmpty && html`<section aria-labelledby="f3"><h2 id="f3">Recevoir les nouvelles</h2><ul><li><a href="${base}/suivre">${icon('calendar')} Alertes et agenda dans votre téléphone</a></li><li><a href="${base}/semaine">${icon('print')} La semaine à imprimer</a></li>${isWeeklyMailOffered(config) && html`<li><a href="${base}/suivre/courriel">${icon('mail')} La semaine par courriel</a></li>`}</ul></section>`}
<section aria-labelledby="f2"><h2 id="f2">À propos de ces pages</h2><ul><li><a href="${base}/a-propos">D’où viennent ces informations</a></li><li>${accessibilityLink(`${base}/accessibilite`, config.accessibilityAudit, today)}</li><li>${config.legalNotice ? html`<a href="${base}/a-propos#mentions">Mentions légales et vie privée</a>` : html`<a href="${base}/a-propos#vie-privee">Vie privée</a>`}</li>${town.epci && html`<li><a href="${portal}${epciPath(town.epci)}">${town.epci.nom}</a></li>`}${!isEmpty && html`<li><a href="${base}/suivre#site">Reprendre l’agenda sur votre site</a></li>`}</ul></section>
<p class="end">Ni compte, ni cookie, ni traceur. <a href="${portal}/place">Changer de commune</a></p></div></footer>`
}

interface Portal {
  readonly style: Buffer
  readonly origin: string
  readonly config: Pick<Config, 'accessibilityAudit'>
}

/** A page of no commune. */
export const bare = (
  { style, origin, config }: Portal,
  page: Page & { readonly canonical: string },
): Pieces =>
  document(
    {
      style,
      title: page.title,
      description: page.description ?? page.title,
      canonical: origin + page.canonical,
      robots: page.robots,
    },
    html`<main id="contenu" class="wrap" tabindex="-1">${page.body}</main>
<footer class="wrap end"><p>${accessibilityLink(origin + PORTAL_DECLARATION, config.accessibilityAudit, todayIn('Europe/Paris', new Date()))}</p></footer>`,
    'portal',
  )

/** An old page while the database is away says how old it is. */
export const aged = (page: Pieces, minutes: number): Pieces => {
  const notice = `<p class="wrap state bad" role="status">Cette page date d’il y a ${minutes < 1 ? 'moins d’une minute' : `${minutes}\u00a0min`} : elle n’a pas pu être mise à jour depuis.</p>`
  const main = '<main id="contenu"'
  return page.map(piece => (typeof piece === 'string' ? piece.replace(main, `${notice}\n${main}`) : piece))
}
