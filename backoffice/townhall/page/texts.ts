import { each } from '../../../shared/fields/field.ts'
import { SUBSCRIPTION_STATUSES } from '../../../shared/words/payments.ts'
import { texts } from '../../kit/words/language.ts'
import { OWN_FIELDS } from './written.ts'

export const t = texts({
  fr: {
    title: 'Notre page',
    place: 'Notre place',
    parts: 'Ce qui est dit',
    part: {
      fiche: 'Votre mairie',
      infos: 'Accueil et services',
      elus: 'Élus',
      collectes: 'Collectes',
    },
    contact: 'Ce que vous dites de vous',
    about:
      'Comment on vous joint, quand vous ouvrez, ce que vous faites. Les habitants le lisent à côté de ce que vous publiez.',
    fields: each(OWN_FIELDS, 'fr'),
    hints: {
      description: 'Quelques phrases : qui vous êtes, ce que l’on trouve chez vous.',
      email: 'Elle sera visible de tous. Évitez une adresse personnelle.',
      site_web: 'Par exemple www.notre-village.fr',
    },
    save: 'Enregistrer la page',
    same: 'Rien à enregistrer',
    saved: 'La page est enregistrée. Les habitants la voient ainsi.',
    photo: {
      title: 'Votre photo',
      about: 'Une seule : la façade, la salle, le logo. Le lieu où elle a été prise n’est pas gardé.',
      choose: 'Choisir une photo',
      other: 'Choisir une autre photo',
      remove: 'Enlever la photo',
      alt: 'Que voit-on sur la photo ?',
      altHint: 'Pour qui ne la voit pas : « La mairie, vue de la place ».',
      untold: 'Dites en quelques mots ce que l’on voit.',
      save: 'Enregistrer la photo',
    },
    subscription: {
      title: 'Abonnement',
      none: 'Vous n’avez pas d’abonnement.',
      states: each(SUBSCRIPTION_STATUSES, 'fr'),
      until: (day: string, ends: boolean) =>
        ends ? `Il se termine le ${day}.` : `Prochain paiement le ${day}.`,
      trialUntil: (day: string) => `L’essai se termine le ${day}.`,
      open: { checkout: 'S’abonner', portal: 'Factures et moyen de paiement' },
      about:
        'La page du service de paiement s’ouvre. Vous y revenez quand vous voulez ; rien n’est payé avant votre accord.',
    },
    advanced: 'Réglages avancés',
    seen: 'Ce que voient les habitants',
    willBeSeen: 'Ce que verront les habitants',
    nothing: 'Rien pour le moment. Ce que vous écrivez à côté paraît ici.',
    fromCommune: 'noté pour la commune',
    readOnly:
      'Vous pouvez lire cette page. Pour la modifier, demandez à une personne responsable de l’équipe.',
    name: (nom: string) => `Le nom « ${nom} » ne se change pas ici : écrivez-nous depuis l’Aide.`,
  },
  en: {
    title: 'Our page',
    place: 'Our place',
    parts: 'What is said',
    part: {
      fiche: 'Your town hall',
      infos: 'Desk and services',
      elus: 'Elected people',
      collectes: 'Waste collection',
    },
    contact: 'What you say of yourselves',
    about: 'How one reaches you, when you are open, what you do. People read it beside what you publish.',
    fields: each(OWN_FIELDS, 'en'),
    hints: {
      description: 'A few sentences: who you are, what one finds with you.',
      email: 'Everybody will see it. Do not give somebody’s own address.',
      site_web: 'For example www.our-village.fr',
    },
    save: 'Save the page',
    same: 'Nothing to save',
    saved: 'The page is saved. This is how people see it.',
    photo: {
      title: 'Your photograph',
      about: 'One only: the front, the hall, the logo. Where it was taken is not kept.',
      choose: 'Choose a photograph',
      other: 'Choose another photograph',
      remove: 'Take the photograph off',
      alt: 'What does one see in the photograph?',
      altHint: 'For who does not see it: “The town hall, from the square”.',
      untold: 'Say in a few words what one sees.',
      save: 'Save the photograph',
    },
    subscription: {
      title: 'Subscription',
      none: 'You have no subscription.',
      states: each(SUBSCRIPTION_STATUSES, 'en'),
      until: (day: string, ends: boolean) => (ends ? `It ends on ${day}.` : `Next payment on ${day}.`),
      trialUntil: (day: string) => `The trial ends on ${day}.`,
      open: { checkout: 'Subscribe', portal: 'Invoices and payment method' },
      about:
        'The page of the payment service opens. You return whenever you like; nothing is paid before you agree.',
    },
    advanced: 'Advanced settings',
    seen: 'What people see',
    willBeSeen: 'What people will see',
    nothing: 'Nothing for now. What you write beside appears here.',
    fromCommune: 'noted for the commune',
    readOnly: 'You may read this page. To change it, ask somebody who is in charge of the team.',
    name: (nom: string) => `The name “${nom}” is not changed here: write to us from Help.`,
  },
})
