import type { Problem } from '../kernel/refusals/errors.ts'
import { accessibilityLink } from './accessibility.ts'
import { epciPath } from './addresses.ts'
import { html } from './html.ts'
import { dialled } from './parts.ts'
import { ClosedPlace, type Page, type Visit } from './visit.ts'
import { isWeeklyMailOffered } from './weekly/offered.ts'

/** Where the page's data come from, who answers for them, and what is kept about who reads it: a number of views. */
export async function about({ town, base, portal, config, today }: Visit): Promise<Page> {
  const { adresse, telephone, mentions } = town.contacts
  const notice = config.legalNotice
  const part = (label: string, words: string) => html`<dt>${label}</dt><dd>${words}</dd>`
  return {
    title: 'À propos de cette place',
    body: html`<div class="form text"><h1>À propos de cette place</h1>
<h2 id="sources">D’où viennent ces informations</h2>
<p>Les actualités, les rendez-vous et les alertes sont écrits par la mairie, les associations, les commerces et les services de ${town.nom} ; chacun répond de ce qu’il publie.</p>${
      town.epci &&
      html`
<p>Notre intercommunalité : <a href="${portal}${epciPath(town.epci)}">${town.epci.nom}</a></p>`
    }
<p>Le nom et les codes de la commune viennent du code officiel géographique, les élus du Répertoire national des élus, les coordonnées de la mairie de l’annuaire de l’administration, sous Licence Ouverte. La mairie peut les corriger. <a href="${base}/mairie/signaler">Dire une erreur</a></p>
<p>Le nom de qui publie est sous chaque publication, et le lien « Signaler une erreur ou un abus » aussi. Les textes et les images restent à leurs auteurs.</p>
<p>Mairie de ${town.nom}${adresse && ` : ${adresse}`}${telephone && html`, <a href="${dialled(telephone)}">${telephone}</a>`}. Une question sur ce site ? <a href="${base}/a-propos/signaler">Écrivez à l’équipe qui l’exploite</a>.</p>${mentions.map(mention => html`<p>${mention}</p>`)}
${
  notice &&
  html`<h2 id="mentions">Mentions légales</h2>
<dl class="contact">${[
    part('Éditeur', notice.publisher),
    part('Direction de la publication', notice.director),
    part('Hébergeur', notice.host),
  ]}</dl>`
}
<h2 id="accessibilite">Accessibilité</h2>
<p>${accessibilityLink(`${base}/accessibilite`, config.accessibilityAudit, today)}</p>
<h2 id="vie-privee">Vie privée</h2>
<p>Rien n’est demandé à qui lit ces pages : ni compte, ni cookie, ni traceur, ni fichier d’un autre site. Nous comptons combien de fois chaque publication est ouverte, pour qui l’a écrite, sans rien noter de ses lecteurs. Ce que vous écrivez dans un formulaire n’est lu que par qui doit y répondre.</p>${config.geocoderUrl !== undefined && html`<p>L’adresse près de laquelle vous cherchez un défibrillateur est demandée à ${new URL(config.geocoderUrl).hostname}, sans rien qui dise qui vous êtes ; elle est oubliée ici après une heure.</p>`}<p>La page des défibrillateurs ne demande la position de votre appareil que si vous le voulez, l’arrondit à cent mètres et ne la garde pas.</p><p>Un appareil qui reçoit des notifications laisse son adresse technique, ses clés et ce qu’il suit ; tout est effacé quand il n’en veut plus.</p>${isWeeklyMailOffered(config) && html`<p>Qui demande la semaine par courriel laisse une adresse : elle est chiffrée, ne sert qu’à cela et s’efface par le lien de chaque courriel.</p>`}</div>`,
  }
}

export const notFound = ({ town, base, home, portal }: Visit): Page => ({
  title: 'Page introuvable',
  robots: 'noindex',
  status: 404,
  body: html`<div class="form"><h1>Cette page n’est pas ici</h1><p class="chapo">L’adresse est peut-être mal copiée, ou la publication a été retirée par qui l’avait écrite.</p><ul class="plainlist"><li><a href="${home}">Ce qui se passe à ${town.nom}</a></li><li><a href="${base}/recherche">Rechercher un mot</a></li><li><a href="${portal}/place">Une autre commune</a></li></ul></div>`,
})

interface Words {
  readonly title: string
  readonly words: string
}
const MISSING: Words = {
  title: 'Cette page n’est pas ici',
  words: 'L’adresse est peut-être mal copiée. Cherchez votre commune :',
}
const REFUSALS: Readonly<Record<number, Words>> = {
  404: MISSING,
  403: MISSING,
  429: { title: 'C’est beaucoup à la fois', words: 'Réessayez dans une heure. Rien n’a été envoyé.' },
  503: {
    title: 'Cette page ne peut pas s’afficher pour l’instant',
    words: 'Réessayez dans une minute.',
  },
}
const UNREADABLE: Words = {
  title: 'Cet envoi n’a pas pu être lu',
  words: 'Revenez à la page précédente, et recommencez.',
}
const closed = (nom: string): Words => ({
  title: `La place de ${nom} est fermée`,
  words: 'La mairie ne montre rien ici pour l’instant. Vous pouvez chercher une autre commune :',
})

/** A page of no commune, for what is refused. `portal`: the origin of the list of communes, where it is another one. */
export function refusal(problem: Problem, portal: string): Page & { readonly canonical: string } {
  const { title, words } =
    problem instanceof ClosedPlace ? closed(problem.nom) : (REFUSALS[problem.status] ?? UNREADABLE)
  const search =
    portal === ''
      ? html`<form class="inline" action="/place"><label for="c">Votre commune ou son code postal</label><input id="c" name="q" maxlength="100" autocomplete="postal-code"><button>Chercher</button></form>`
      : html`<p class="more"><a href="${portal}/place">Chercher une commune</a></p>`
  return {
    title,
    canonical: '/place',
    robots: 'noindex',
    body: html`<div class="gate"><h1>${title}</h1><p class="chapo">${words}</p>${search}</div>`,
  }
}
