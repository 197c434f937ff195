import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    views: 'Vues',
    none: 'Aucune vue enregistrée. Filtrez une liste, puis enregistrez-la sous un nom.',
    save: 'Enregistrer cette vue…',
    manage: 'Ranger les vues…',
    saveTitle: 'Enregistrer cette vue',
    saveAbout:
      'L’onglet, la recherche, les filtres et l’ordre. Sous un nom déjà pris, elle remplace l’ancienne.',
    nomMissing: 'Donnez-lui un nom.',
    shared: 'Mes collègues la voient aussi',
    not: 'Ne pas enregistrer',
    manageTitle: 'Les vues enregistrées',
    by: (nom: string) => `partagée par ${nom}`,
    mineShared: 'partagée avec vos collègues',
    delete: (nom: string) => `Effacer « ${nom} »`,
  },
  en: {
    views: 'Views',
    none: 'No saved view. Filter a list, then save it by a name.',
    save: 'Save this view…',
    manage: 'Tidy the views…',
    saveTitle: 'Save this view',
    saveAbout:
      'The tab, the search, the filters and the order. By a name that is taken, it replaces the older one.',
    nomMissing: 'Give it a name.',
    shared: 'My colleagues see it too',
    not: 'Do not save',
    manageTitle: 'The saved views',
    by: (nom: string) => `shared by ${nom}`,
    mineShared: 'shared with your colleagues',
    delete: (nom: string) => `Delete “${nom}”`,
  },
})
