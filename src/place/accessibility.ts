import type { Config } from '../kernel/settings/config.ts'
import type { AccessibilityAudit, AccessibilityLevel } from '../kernel/settings/pages.ts'
import { shortDay } from './days.ts'
import { type Html, html, type Value } from './html.ts'
import { dialled } from './parts.ts'
import { number, withOrdinals } from './text.ts'
import type { Page, Visit } from './visit.ts'

/** The declaration of accessibility, in the form of the order of 20 September 2019 (RGAA 4.1.2). */

/** The day when this version was checked by its own tests and by hand: `docs/rgaa.md`. */
export const CHECKED_ON = '2026-11-27'
/** As long as an audit counts. */
const YEARS = 3

const LEVELS: Readonly<Record<AccessibilityLevel, string>> = {
  non: 'non conforme',
  partielle: 'partiellement conforme',
  totale: 'totalement conforme',
}

/** Undefined where there is none, or it is too old to count. */
export function auditInForce(
  audit: AccessibilityAudit | undefined,
  today: string,
): AccessibilityAudit | undefined {
  return audit && today < `${Number(audit.date.slice(0, 4)) + YEARS}${audit.date.slice(4)}`
    ? audit
    : undefined
}

/** For the foot of every page: the words that the law asks for. */
export const accessibilityLink = (href: string, audit: AccessibilityAudit | undefined, today: string): Html =>
  html`<a href="${href}">Accessibilité\u00a0: ${LEVELS[auditInForce(audit, today)?.level ?? 'non']}</a>`

interface Declared {
  /** The body that makes the commitment: “La mairie de Rennes”. */
  readonly by: string
  /** The address of the pages. */
  readonly address: string
  readonly audit: AccessibilityAudit | undefined
  readonly today: string
  readonly also?: Value
  readonly pages: readonly { readonly href: string; readonly words: string }[]
  readonly contacts: Value
}

/** The statement for the pages of a commune. */
export async function accessibility({ town, base, home, origin, config, today }: Visit): Promise<Page> {
  const { adresse, telephone } = town.contacts
  return {
    title: 'Accessibilité',
    description: `La déclaration d’accessibilité des pages de ${town.nom}.`,
    body: declaration({
      by: `La mairie de ${town.nom}`,
      address: origin + (base || '/'),
      audit: config.accessibilityAudit,
      today,
      pages: [
        { href: home, words: 'À la une' },
        ...CHECKED.map(([path, words]) => ({ href: base + path, words })),
      ],
      contacts: html`<li><a href="${base}/a-propos/signaler">Écrire à l’équipe qui exploite ce site</a></li><li><a href="${base}/mairie">Mairie de ${town.nom}</a>${adresse && `\u00a0: ${adresse}`}${telephone && html`, <a href="${dialled(telephone)}">${telephone}</a>`}</li>`,
    }),
  }
}

const CHECKED = [
  ['/agenda', 'Agenda'],
  ['/actualites', 'Actualités'],
  ['/annuaire', 'Annuaire'],
  ['/mairie', 'Mairie'],
  ['/defibrillateurs', 'Défibrillateurs'],
  ['/recherche', 'Recherche'],
  ['/suivre', 'Recevoir les nouvelles'],
  ['/semaine', 'La semaine à imprimer'],
  ['/a-propos', 'À propos, mentions légales, vie privée'],
  ['/a-propos/signaler', 'Écrire à l’équipe'],
  ['/accessibilite', 'Accessibilité'],
] as const

export const PORTAL_DECLARATION = '/place/-/accessibilite'
/** The statement for pages that belong to no commune. The screens behind the sign-in lead to it too. */
export function portalAccessibility(
  { legalNotice, accessibilityAudit }: Pick<Config, 'legalNotice' | 'accessibilityAudit'>,
  origin: string,
  today: string,
): Page & { readonly canonical: string } {
  return {
    title: 'Accessibilité',
    description: 'La déclaration d’accessibilité de ce site.',
    canonical: PORTAL_DECLARATION,
    body: declaration({
      by: legalNotice?.publisher ?? 'L’équipe qui exploite ce site',
      address: `${origin}/place`,
      audit: accessibilityAudit,
      today,
      also: html`<p>Les écrans où l’on publie et où l’on modère sont <b>${LEVELS.non}s</b>\u00a0: ils n’ont pas été audités.</p>`,
      pages: [{ href: '/place', words: 'Trouver sa commune' }],
      contacts: html`<li>Sur la page de votre commune, par «\u00a0À propos\u00a0»\u00a0; une fois connecté, par «\u00a0Aide\u00a0»</li>${legalNotice && html`<li>${legalNotice.publisher}</li>`}`,
    }),
  }
}

function declaration({ by, address, audit, today, also, pages, contacts }: Declared): Html {
  const valid = auditInForce(audit, today)
  const made = withOrdinals(shortDay(valid?.date ?? CHECKED_ON, ''))
  return html`<div class="form text"><h1>Déclaration d’accessibilité</h1>
<p>${by} s’engage à rendre ces pages accessibles, comme le veut l’article\u00a047 de la loi n°\u00a02005-102 du 11\u00a0février 2005. Cette déclaration s’applique à ${address}.</p>
<h2>État de conformité</h2>
<p>Ces pages sont <b>${LEVELS[valid?.level ?? 'non']}s</b> au référentiel général d’amélioration de l’accessibilité (RGAA), version 4.1.2. ${stateOf(audit, valid)}</p>${also}
<h2>Résultats des tests</h2>
<p>${
    valid
      ? html`L’audit du ${made}, réalisé par ${valid.auditor}, révèle que ${number(valid.rate)}\u00a0% des critères du RGAA sont respectés.`
      : 'Aucun taux n’est donné sans audit.'
  } Chaque version de ces pages passe par nos propres essais, qui ne remplacent pas un audit\u00a0: au clavier, sans script, le texte agrandi deux fois et espacé, sur un écran de 320 points, en couleurs imposées et sans mouvement.</p>
<h2>Contenus non accessibles</h2>
<ul>${valid?.issues.map(issue => html`<li>${issue}</li>`)}${KNOWN.map(issue => html`<li>${issue}</li>`)}</ul>
<h2>Établissement de cette déclaration</h2>
<p>Cette déclaration a été établie le ${made}.</p>
<h3>Technologies</h3>
<p>HTML, CSS, SVG. JavaScript sert seulement à suivre les alertes, à donner sa position et à imprimer.</p>
<h3>Outils et environnement de nos essais</h3>
<p>Chromium et son arbre d’accessibilité, axe-core, le clavier seul.</p>
<h3>Pages vérifiées</h3>
<ul>${pages.map(({ href, words }) => html`<li><a href="${href}">${words}</a></li>`)}</ul>
<h2>Retour d’information et contact</h2>
<p>Un contenu ou un service vous résiste\u00a0? Dites-le\u00a0: on vous le donnera sous une autre forme, ou on vous dira comment faire.</p>
<ul>${contacts}</ul>
<h2>Voies de recours</h2>
<p>Vous avez signalé un défaut d’accessibilité qui vous empêche d’accéder à un contenu ou à un service, et vous n’avez pas obtenu de réponse satisfaisante\u00a0? Vous pouvez\u00a0:</p>
<ul><li><a href="https://formulaire.defenseurdesdroits.fr/">écrire un message au Défenseur des droits</a></li><li><a href="https://www.defenseurdesdroits.fr/carte-des-delegues">rencontrer le délégué du Défenseur des droits près de chez vous</a></li><li>envoyer un courrier gratuit, sans timbre\u00a0: Défenseur des droits, Libre réponse 71120, 75342\u00a0Paris CEDEX\u00a007</li></ul></div>`
}

function stateOf(audit: AccessibilityAudit | undefined, valid: AccessibilityAudit | undefined): Value {
  if (valid) return undefined
  const why = audit
    ? html`L’audit du ${withOrdinals(shortDay(audit.date, ''))} a plus de trois ans`
    : 'Elles n’ont pas encore été auditées'
  return html`${why}\u00a0: la loi veut alors qu’elles soient dites non conformes.`
}

/** The known defects of any installation; an audit adds its own. */
const KNOWN = [
  'Les documents PDF et les images de textes joints par la mairie, les associations et les commerces ne sont pas toujours lisibles par un lecteur d’écran. Demandez-en le texte à qui les publie, sous la publication.',
  'Les lecteurs d’écran NVDA, JAWS, VoiceOver et TalkBack n’ont pas encore été essayés sur ces pages.',
]
