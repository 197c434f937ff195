import type { Problem } from '../kernel/errors.ts'
import { html } from './html.ts'
import { ClosedPlace, type Page, type Visit } from './visit.ts'

/** Where the page's data come from, and what is kept about who reads it: nothing. */
export const about = async ({ town }: Visit): Promise<Page> => ({
  title: 'À propos de cette place',
  body: html`<div class="form text"><h1>À propos de cette place</h1>
<h2>D’où viennent ces informations</h2>
<p>Les actualités, les rendez-vous et les alertes sont écrits par la mairie, les associations, les commerces et les services de ${town.nom} ; chacun répond de ce qu’il publie.</p>
<p>Le nom et les codes de la commune viennent du code officiel géographique, les élus du Répertoire national des élus, les coordonnées de la mairie de l’annuaire de l’administration, sous Licence Ouverte. La mairie peut les corriger.</p>${town.contacts.mentions.map(mention => html`<p>${mention}</p>`)}
<h2 id="vie-privee">Vie privée</h2>
<p>Rien n’est demandé à qui lit ces pages : ni compte, ni cookie, ni mesure d’audience, ni fichier d’un autre site.</p>
<h2>Accessibilité</h2>
<p>Ces pages se lisent au clavier, sans script, agrandies deux fois et sur un écran de 320 points. Elles n’ont pas encore été auditées.</p></div>`,
})

export const notFound = ({ town, base }: Visit): Page => ({
  title: 'Page introuvable',
  robots: 'noindex',
  status: 404,
  body: html`<div class="form"><h1>Cette page n’est pas ici</h1><p class="chapo">L’adresse est peut-être mal copiée, ou la publication a été retirée par qui l’avait écrite.</p><ul class="plainlist"><li><a href="${base}">Ce qui se passe à ${town.nom}</a></li><li><a href="${base}/recherche">Rechercher un mot</a></li><li><a href="/place">Une autre commune</a></li></ul></div>`,
})

const alone = (title: string, words: string): Page & { readonly canonical: string } => ({
  title,
  canonical: '/place',
  robots: 'noindex',
  body: html`<div class="gate"><h1>${title}</h1><p class="chapo">${words}</p><form class="inline" action="/place"><label for="c">Votre commune ou son code postal</label><input id="c" name="q" maxlength="100" autocomplete="postal-code"><button>Chercher</button></form></div>`,
})

const REFUSALS: Readonly<Record<number, ReturnType<typeof alone>>> = {
  404: alone('Cette page n’est pas ici', 'L’adresse est peut-être mal copiée. Cherchez votre commune :'),
  403: alone('Cette page n’est pas ici', 'L’adresse est peut-être mal copiée. Cherchez votre commune :'),
  429: alone('C’est beaucoup à la fois', 'Réessayez dans une heure. Rien n’a été envoyé.'),
  503: alone('Cette page ne peut pas s’afficher pour l’instant', 'Réessayez dans une minute.'),
}
const closed = (nom: string) =>
  alone(
    `La place de ${nom} est fermée`,
    'La mairie ne montre rien ici pour l’instant. Vous pouvez chercher une autre commune :',
  )
const UNREADABLE = alone('Cet envoi n’a pas pu être lu', 'Revenez à la page précédente, et recommencez.')

/** A page of no commune, for what is refused. */
export const refusal = (problem: Problem) =>
  problem instanceof ClosedPlace ? closed(problem.nom) : (REFUSALS[problem.status] ?? UNREADABLE)
