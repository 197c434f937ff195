import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Rapport de transparence',
    year: 'Année',
    month: 'Mois',
    wholeYear: 'Toute l’année',
    total: 'Total',
    print: 'Imprimer',
    file: (year: number) => `transparence-${year}`,
    about:
      'Les chiffres de la modération, mois par mois, suivant le modèle de la Commission européenne (règlement d’exécution 2024/2835). Un mois achevé ne change plus. Une décision compte même si elle est annulée ensuite. Si votre rôle est limité à des communes, ce sont les leurs.',
    none: 'Ce mois n’a pas commencé.',
    hours: (hours: string) => `${hours} h`,
    sections: {
      publications: 'Publications et décisions',
      refusals: 'Refus et retraits, par motif',
      reports: 'Signalements',
    },
    names: {
      submitted: 'Proposées',
      decisions: 'Décisions',
      accepted: 'Acceptées',
      changes_requested: 'Renvoyées',
      refused: 'Refusées',
      hidden: 'Cachées',
      undone: 'Annulées',
      decisions_median_hours: 'Délai médian',
      reports_received: 'Reçus',
      reports_closed: 'Traités',
      reports_kept: 'Publication laissée en ligne',
      reports_removed: 'Publication retirée',
      reports_removed_illegal: 'dont contraire à la loi',
      reports_median_hours: 'Délai médian',
    },
    automated:
      'Aucune décision n’est prise sans intervention humaine. Les mots surveillés ajoutent un badge pour les modérateurs, qui décident.',
    medians:
      'Les médianes sont exactes. Le délai avant une décision est celui des publications dont la dernière décision est de ce mois.',
  },
  en: {
    title: 'Transparency report',
    year: 'Year',
    month: 'Month',
    wholeYear: 'The whole year',
    total: 'Total',
    print: 'Print',
    file: (year: number) => `transparency-${year}`,
    about:
      'The figures of moderation, month by month, after the template of the European Commission (Implementing Regulation 2024/2835). A month that is over no longer changes. A decision counts even if it is undone later. If your role is limited to communes, the figures are theirs.',
    none: 'This month has not begun.',
    hours: (hours: string) => `${hours} h`,
    sections: {
      publications: 'Publications and decisions',
      refusals: 'Rejections and withdrawals by reason',
      reports: 'Reports',
    },
    names: {
      submitted: 'Submitted',
      decisions: 'Decisions',
      accepted: 'Accepted',
      changes_requested: 'Sent back',
      refused: 'Rejected',
      hidden: 'Hidden',
      undone: 'Undone',
      decisions_median_hours: 'Median time',
      reports_received: 'Received',
      reports_closed: 'Closed',
      reports_kept: 'Publication left online',
      reports_removed: 'Publication removed',
      reports_removed_illegal: 'of these against the law',
      reports_median_hours: 'Median time',
    },
    automated: 'No decision is taken without a person. Watched words add a badge for moderators, who decide.',
    medians:
      'Medians are exact. The time to a decision is that of publications whose last decision is of this month.',
  },
})
