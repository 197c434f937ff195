import { collectesOf } from '../territory/communes/details/queries.ts'
import { shownHere } from './acteur.ts'
import { type Html, html } from './html.ts'
import { crumbs, icon } from './parts.ts'
import { publicKey } from './push/keys.ts'
import { ASSETS_PATH } from './style.ts'
import { shownText } from './text.ts'
import { Elsewhere, type Page, type Visit } from './visit.ts'
import { isWeeklyMailOffered } from './weekly/offered.ts'

/** Calendars, feeds and a mail to subscribe to, without an account. */
export async function follow(visit: Visit, query: URLSearchParams): Promise<Page | Elsewhere | undefined> {
  const slug = query.get('acteur')
  if (slug !== null) return await followActeur(visit, slug)
  const { base, origin, town } = visit
  const byMail = isWeeklyMailOffered(visit.config)
  const collectes = await collectesOf(visit.db, town.id)
  const zones = [...new Set(collectes.map(({ zone }) => zone))].filter(zone => zone !== null)
  const collections =
    zones.length > 0
      ? zones.map(zone =>
          calendarLine(`Les collectes : ${zone}`, `/collectes.ics?zone=${encodeURIComponent(zone)}`),
        )
      : collectes.length > 0
        ? [calendarLine('Les collectes', '/collectes.ics')]
        : []
  function calendarLine(words: string, path: string): Html {
    const address = `${origin}${base}${path}`
    const webcal = address.replace(/^https?:/, 'webcal:')
    const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`
    return html`<li><b>${words}</b> <a class="btn" href="${webcal}">${icon('calendar')} iPhone, Outlook<span class="sr"> : ${words}</span></a> <a class="btn" href="${google}" rel="noreferrer">Android (Google)<span class="sr"> : ${words}</span></a></li>`
  }
  const key = await publicKey(visit.db)
  return {
    title: 'Recevoir les nouvelles',
    ...(key !== undefined && { script: 'follow' as const }),
    description: `L’agenda, les collectes et les actualités de ${town.nom} dans votre téléphone.`,
    body: html`<div class="form"><h1>Recevoir les nouvelles</h1><p class="chapo">${byMail ? 'Sans compte. Une adresse n’est demandée que pour le courriel.' : 'Sans compte et sans laisser d’adresse.'}</p>
${key && notifications(visit, key)}<section aria-labelledby="agenda"><h2 id="agenda" class="rule">Dans l’agenda de votre téléphone</h2><p>Les rendez-vous y viennent et s’y corrigent d’eux-mêmes.</p><ul class="subs">${calendarLine('Tout l’agenda', '/agenda.ics')}${town.mairie && calendarLine('La mairie seulement', `/annuaire/${town.mairie}.ics`)}${collections}</ul><p class="note">Google relit un agenda une à deux fois par jour : pour une alerte, regardez ici.</p></section>
${byMail && html`<section aria-labelledby="courriel"><h2 id="courriel" class="rule">Par courriel, le vendredi</h2><p>Les rendez-vous, les alertes et les actualités de la semaine en un courriel. Rien n’est envoyé une semaine sans nouvelles.</p><p><a class="btn" href="${base}/suivre/courriel">${icon('mail')} Recevoir la semaine par courriel</a></p></section>`}
<section aria-labelledby="papier"><h2 id="papier" class="rule">Sur papier</h2><p><a href="${base}/semaine">La semaine sur une page A4</a>, à afficher chez vous ou dans le hall de l’immeuble.</p></section>
<section aria-labelledby="webmestres"><h2 id="webmestres" class="rule">Pour les webmestres et la mairie</h2><h3 class="sub" id="flux">Dans un lecteur de flux</h3><p>Un lecteur de flux (Thunderbird, Feedly) ou un autre site relit ces adresses et montre ce qui est nouveau. Copiez-en une dans ce logiciel : un navigateur n’y montre que du code.</p><dl class="contact">${FEEDS.map(([words, path]) => html`<dt>${words}</dt><dd><code>${origin}${base}${path}</code></dd>`)}</dl><p>Ces flux sont au format Atom. Pour les actualités et les actes, écrivez <code>.rss</code> ou <code>.json</code> à la place d’<code>.atom</code> pour un autre format.</p>
<h3 class="sub" id="ecran">Sur un écran</h3><p><a href="${base}/panneau">Le panneau</a> tourne seul dans le navigateur de n’importe quel écran, à l’horizontale ou à la verticale, et continue si le réseau est coupé. Ajoutez <code>?duree=20</code> pour vingt secondes par vue, <code>?sans=collectes,mairie</code> pour en ôter (aussi <code>une</code>, <code>semaine</code>).</p>
<h3 class="sub" id="site">Sur votre site</h3><p>L’agenda se tient à jour de lui-même sur le site de la mairie, d’une association, d’un hôtel. Copiez l’un de ces deux textes dans votre page ; rien n’est relevé de qui la visite.</p><h4 class="sub">Dans les couleurs de votre site</h4><p>Six rendez-vous, ou autant que <code>max</code> en demande.</p><pre class="snippet"><code>${elementSnippet(visit)}</code></pre><h4 class="sub">Dans un cadre, si votre site n’accepte pas de script</h4><p>Pour les actualités, écrivez <code>actualites</code> à la place d’<code>agenda</code>.</p><pre class="snippet"><code>${frameSnippet(visit)}</code></pre></section></div>`,
  }
}

/** Shown to be copied: a browser shows a feed as code. */
const FEEDS = [
  ['Actualités', '/actualites.atom'],
  ['Alertes', '/alertes.atom'],
  ['Actes officiels', '/actes.atom'],
] as const

/** `scripts/alertes.js` shows the choices and the button where the browser can. */
const notifications = ({ town, base }: Visit, key: string): Html =>
  html`<section aria-labelledby="alertes"><h2 id="alertes" class="rule">Les alertes, dès qu’elles paraissent</h2><p>Votre appareil affiche une notification quand une alerte paraît, change de niveau ou est levée, même si cette page est fermée. Nous ne gardons que l’adresse technique de ce navigateur, ses clés et ce qu’il suit.</p>${followBox(
    { commune: town.id, nom: town.nom, key },
    town.mairie
      ? [
          ['', 'Les alertes seulement'],
          [
            'daily',
            'Aussi ce que publie la mairie, actes officiels compris : une notification par jour au plus, vers 18 h',
          ],
          ['each', 'Aussi ce que publie la mairie : une notification à chaque publication'],
        ]
      : [],
  )}${IPHONE}<p class="note">Pour une association ou un commerce, ouvrez sa page dans l’<a href="${base}/annuaire">annuaire</a>.</p></section>
`

/** What an acteur publishes. Undefined where it has no page. */
async function followActeur(visit: Visit, slug: string): Promise<Page | Elsewhere | undefined> {
  const { base, town, db } = visit
  const one = await shownHere(visit, slug)
  if (!one) return slug === town.mairie ? new Elsewhere(`${base}/suivre`) : undefined
  if (one.slug !== slug) return new Elsewhere(`${base}/suivre?acteur=${one.slug}`)
  const nom = shownText(one.nom)
  const key = await publicKey(db)
  return {
    title: `Suivre ${nom}`,
    ...(key !== undefined && { script: 'follow' as const }),
    description: `Être prévenu de ce que publie ${nom} à ${town.nom}.`,
    robots: 'noindex',
    body: html`${crumbs([`${base}/annuaire`, 'Annuaire'], [`${base}/annuaire/${one.slug}`, nom])}
<div class="form"><h1>Être prévenu</h1><p class="chapo">Votre appareil affiche une notification quand <b dir="auto">${nom}</b> publie quelque chose à ${town.nom}. Sans compte et sans laisser d’adresse.</p>${
      key === undefined
        ? html`<p>Les notifications ne sont pas encore prêtes ici. Revenez dans un moment.</p>`
        : html`${followBox({ commune: town.id, acteur: one.id, nom, key }, [
            ['daily', 'Une notification par jour au plus, vers 18 h'],
            ['each', 'Une notification à chaque publication'],
          ])}${IPHONE}`
    }<p class="more"><a href="${base}/suivre">Les alertes et l’agenda de ${town.nom}</a></p></div>`,
  }
}

/** The first choice is made. */
const followBox = (
  {
    commune,
    acteur,
    nom,
    key,
  }: Readonly<Record<'commune' | 'nom' | 'key', string>> & { readonly acteur?: string },
  choices: readonly (readonly [value: string, words: string])[],
): Html =>
  html`<div id="notifications" class="notifications" data-commune="${commune}"${acteur && html` data-acteur="${acteur}"`} data-nom="${nom}" data-cle="${key}">${choices.length > 0 && html`<fieldset hidden><legend>Sur cet appareil</legend>${choices.map(([value, words], at) => html`<label class="radio"><input type="radio" name="nouvelles" value="${value}"${at === 0 && html` checked`}> ${words}</label>`)}</fieldset>`}<p role="status"></p><button class="btn primary" hidden></button></div><noscript><p>Pour les recevoir, activez JavaScript dans votre navigateur.</p></noscript>`

const IPHONE = html`<p class="note">Sur iPhone et iPad, ajoutez d’abord la commune à l’écran d’accueil (Partager, puis « Sur l’écran d’accueil »), ouvrez-la par cette icône et revenez ici.</p>`

/** The link stands there until the agenda comes, and when it cannot come. */
const elementSnippet = ({ origin, base }: Visit): string =>
  `<script type="module" src="${origin}${ASSETS_PATH}parvis-agenda.js"></script>
<parvis-agenda src="${origin}${base}/agenda.json" max="6"><a href="${origin}${base}/agenda">L’agenda</a></parvis-agenda>`

const frameSnippet = ({ origin, base, town }: Visit): string =>
  `<iframe src="${origin}${base}/agenda/cadre" title="Agenda de ${town.nom}" loading="lazy" style="width:100%;height:40rem;border:0"></iframe>
<p><a href="${origin}${base}/agenda">Tout l’agenda</a></p>`
