import { html } from '../html.ts'
import type { Visit } from '../visit.ts'
import { isWeeklyMailOffered } from '../weekly/offered.ts'
import { EMAIL_MISTAKE, type Form, sent } from './form.ts'

/** The form that asks for the weekly mail of the commune. */
export const weeklyMailForm = async ({ base, config, town }: Visit): Promise<Form | undefined> =>
  isWeeklyMailOffered(config)
    ? {
        path: `${base}/suivre/courriel`,
        about: { path: `${base}/suivre`, words: 'Recevoir les nouvelles' },
        heading: 'Recevoir la semaine par courriel',
        title: `Recevoir la semaine par courriel : ${town.nom}`,
        intro: html`<p class="chapo">Chaque vendredi à 17 heures, les rendez-vous, les alertes et les actualités de ${town.nom}. Rien n’est envoyé une semaine sans nouvelles.</p>`,
        fields: [
          {
            name: 'email',
            label: 'Votre courriel',
            kind: 'email',
            autocomplete: 'email',
            missing: EMAIL_MISTAKE,
            hint: 'Vous recevrez d’abord un lien pour confirmer que cette adresse est la vôtre.',
          },
        ],
        button: 'Demander le lien',
        note: 'L’adresse est chiffrée, ne sert à rien d’autre et n’est montrée à personne. Chaque courriel a un lien qui l’efface.',
        route: `/communes/${town.id}/weekly-mail`,
        payload: ({ email }) => ({ email }),
        thanks: '/verifiez',
      }
    : undefined

export const weeklyMailAsked = sent(
  'Regardez vos courriels',
  'Si l’adresse n’est pas déjà inscrite, un lien pour la confirmer y arrive dans quelques minutes. Il est valable deux jours. Rien n’arrive ? Regardez parmi les indésirables.',
)
