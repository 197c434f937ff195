import { collectesOf } from '../territory/communes/details/queries.ts'
import { type Html, html } from './html.ts'
import { icon } from './parts.ts'
import { publicKey } from './push/keys.ts'
import { ASSETS_PATH } from './style.ts'
import type { Page, Visit } from './visit.ts'
import { isWeeklyMailOffered } from './weekly/offered.ts'

/** Calendars, feeds and a mail to subscribe to, without an account. */
export async function follow(visit: Visit): Promise<Page> {
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
    title: 'S’abonner',
    ...(key !== undefined && { script: 'follow' as const }),
    description: `L’agenda, les collectes et les actualités de ${town.nom} dans votre téléphone.`,
    body: html`<div class="form"><h1>Recevoir les nouvelles</h1><p class="chapo">${byMail ? 'Sans compte. Une adresse n’est demandée que pour le courriel.' : 'Sans compte et sans laisser d’adresse.'}</p>
${key && notifications(visit, key)}<section aria-labelledby="agenda"><h2 id="agenda" class="rule">Dans l’agenda de votre téléphone</h2><p>Les rendez-vous y viennent et s’y corrigent d’eux-mêmes.</p><ul class="subs">${calendarLine('Tout l’agenda', '/agenda.ics')}${town.mairie && calendarLine('La mairie seulement', `/annuaire/${town.mairie}.ics`)}${collections}</ul><p class="note">Google relit un agenda une à deux fois par jour : pour une alerte, regardez ici.</p></section>
${byMail && html`<section aria-labelledby="courriel"><h2 id="courriel" class="rule">Par courriel, le vendredi</h2><p>Les rendez-vous, les alertes et les actualités de la semaine en un courriel. Rien n’est envoyé une semaine sans nouvelles.</p><p><a class="btn" href="${base}/suivre/courriel">${icon('mail')} Recevoir la semaine par courriel</a></p></section>`}
<section aria-labelledby="flux"><h2 id="flux" class="rule">Dans un lecteur de flux</h2><ul class="plainlist"><li><a href="${base}/actualites.atom">Actualités</a> (Atom), <a href="${base}/actualites.rss">RSS</a>, <a href="${base}/actualites.json">JSON</a></li><li><a href="${base}/alertes.atom">Alertes seulement</a> (Atom)</li></ul></section>
<section aria-labelledby="papier"><h2 id="papier" class="rule">Sur papier</h2><p><a href="${base}/semaine">La semaine sur une page A4</a>, à afficher chez vous ou dans le hall de l’immeuble.</p></section>
<section aria-labelledby="ecran"><h2 id="ecran" class="rule">Sur un écran</h2><p><a href="${base}/panneau">Le panneau</a> tourne seul dans le navigateur de n’importe quel écran, à l’horizontale ou à la verticale, et continue si le réseau est coupé. Ajoutez <code>?duree=20</code> pour vingt secondes par vue, <code>?sans=collectes,mairie</code> pour en ôter (aussi <code>une</code>, <code>semaine</code>).</p></section>
<section aria-labelledby="site"><h2 id="site" class="rule">Sur votre site</h2><p>L’agenda se tient à jour de lui-même sur le site de la mairie, d’une association, d’un hôtel. Copiez l’un de ces deux textes dans votre page ; rien n’est relevé de qui la visite.</p><h3 class="sub">Dans les couleurs de votre site</h3><p>Six rendez-vous, ou autant que <code>max</code> en demande.</p><pre class="snippet"><code>${elementSnippet(visit)}</code></pre><h3 class="sub">Dans un cadre, si votre site n’accepte pas de script</h3><p>Pour les actualités, écrivez <code>actualites</code> à la place d’<code>agenda</code>.</p><pre class="snippet"><code>${frameSnippet(visit)}</code></pre></section></div>`,
  }
}

/** `scripts/alertes.js` shows the button where the browser can. */
const notifications = ({ town }: Visit, key: string): Html =>
  html`<section aria-labelledby="alertes"><h2 id="alertes" class="rule">Les alertes, dès qu’elles paraissent</h2><p>Votre appareil affiche une notification quand une alerte paraît, change de niveau ou est levée, même si cette page est fermée. Nous ne gardons que l’adresse technique de ce navigateur, ses clés et la commune.</p><div id="notifications" class="notifications" data-commune="${town.id}" data-nom="${town.nom}" data-cle="${key}"><p role="status"></p><button class="btn primary" hidden></button></div><noscript><p>Pour les recevoir, activez JavaScript dans votre navigateur.</p></noscript><p class="note">Sur iPhone et iPad, ajoutez d’abord la commune à l’écran d’accueil (Partager, puis « Sur l’écran d’accueil »), ouvrez-la par cette icône et revenez ici.</p></section>
`

/** The link stands there until the agenda comes, and when it cannot come. */
const elementSnippet = ({ origin, base }: Visit): string =>
  `<script type="module" src="${origin}${ASSETS_PATH}parvis-agenda.js"></script>
<parvis-agenda src="${origin}${base}/agenda.json" max="6"><a href="${origin}${base}/agenda">L’agenda</a></parvis-agenda>`

const frameSnippet = ({ origin, base, town }: Visit): string =>
  `<iframe src="${origin}${base}/agenda/cadre" title="Agenda de ${town.nom}" loading="lazy" style="width:100%;height:40rem;border:0"></iframe>
<p><a href="${origin}${base}/agenda">Tout l’agenda</a></p>`
