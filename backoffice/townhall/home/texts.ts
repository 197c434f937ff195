import { number } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    elsewhere: {
      title: 'Cette page n’est pas dans votre espace.',
      next: 'L’adresse a peut-être été mal recopiée. Tout ce que vous pouvez faire part de l’accueil.',
      home: 'Aller à l’accueil',
    },
    hello: (name: string) => (name === '' ? 'Bonjour' : `Bonjour ${name}`),
    write: 'Écrire une publication',
    alert: 'Diffuser une alerte',
    inForce: (n: number) => (n > 1 ? 'Vos alertes en cours' : 'Votre alerte en cours'),
    alertAbout: 'Coupure d’eau, crue, route fermée : en haut de votre page, une fois confirmée.',
    read: (times: number | null) =>
      times === null ? 'Quelques lectures cette semaine' : `${number(times)} lectures cette semaine`,
    place: 'Voir notre place',
    page: 'Voir notre page',
    week: 'Imprimer la semaine',
    may: {
      title: 'Ce que vous pouvez faire',
      atOnce: 'Ce que vous écrivez est visible tout de suite.',
      reviewed: 'Ce que vous écrivez est relu par la modération avant d’être visible.',
      readOnly: (name: string) =>
        `Vous lisez ce que publie ${name}, sans y toucher. Une personne qui gère l’équipe peut vous permettre d’écrire.`,
      pin: 'Vous choisissez ce qui reste en haut de votre page.',
      alert: 'Vous prévenez les habitants par une alerte.',
      hold: 'Vous pouvez retenir ce que d’autres publient pour votre commune, le temps d’une relecture.',
      owner: 'Vous gérez l’équipe : inviter quelqu’un, changer ce que chacun peut faire.',
      team: 'Voir l’équipe',
    },
    unfinished: {
      drafts: 'Vos brouillons',
      allDrafts: 'Tous vos brouillons',
      next: 'Prochaine à paraître',
      allToCorrect: 'Tout ce qui est à corriger',
    },
    last: {
      title: 'Vos dernières publications',
      all: 'Toutes vos publications',
    },
    begin: {
      title: 'Votre première publication',
      about: 'Rien n’est encore en ligne. Trois pas, et les habitants vous lisent.',
      steps: {
        write: 'Écrivez : un titre, quelques lignes, une date.',
        look: 'Regardez à côté ce que verront les habitants.',
        publish: 'Publiez, tout de suite ou le jour que vous choisissez.',
      },
    },
    claims: 'Mes demandes',
    nobody: {
      title: 'Votre compte est prêt. Il lui manque une page.',
      about:
        'Pour publier, votre compte doit être rattaché à une mairie, une association, un commerce ou une école.',
      invited: {
        title: 'Quelqu’un de chez vous publie déjà ?',
        text: (email: string) =>
          email === ''
            ? 'Demandez-lui de vous inviter dans l’équipe. Vous verrez cette page changer dès que c’est fait.'
            : `Demandez-lui de vous inviter dans l’équipe, à l’adresse ${email}. Vous verrez cette page changer dès que c’est fait.`,
      },
      claim: {
        title: 'Personne ne publie encore ?',
        text: 'Trouvez la page de votre mairie, association, commerce ou école et demandez à la gérer. La réponse vient par courriel.',
        ask: 'Demander une page, suivre mes demandes',
      },
    },
  },
  en: {
    elsewhere: {
      title: 'This page is not in your space.',
      next: 'The address may have been copied wrongly. All that you can do begins at home.',
      home: 'Go to the home page',
    },
    hello: (name: string) => (name === '' ? 'Hello' : `Hello ${name}`),
    write: 'Write a publication',
    alert: 'Send an alert',
    inForce: (n: number) => (n > 1 ? 'Your alerts in force' : 'Your alert in force'),
    alertAbout: 'Water cut off, flood, closed road: on top of your page, once you confirm.',
    read: (times: number | null) =>
      times === null ? 'Read a few times this week' : `Read ${number(times)} times this week`,
    place: 'See our place',
    page: 'See our page',
    week: 'Print the week',
    may: {
      title: 'What you can do',
      atOnce: 'What you write is visible at once.',
      reviewed: 'What you write is read by the moderators before it is visible.',
      readOnly: (name: string) =>
        `You read what ${name} publishes, and change nothing. Whoever manages the team can let you write.`,
      pin: 'You choose what stays on top of your page.',
      alert: 'You warn people by an alert.',
      hold: 'You can hold what others publish for your commune until it is read again.',
      owner: 'You manage the team: invite somebody, change what each may do.',
      team: 'See the team',
    },
    unfinished: {
      drafts: 'Your drafts',
      allDrafts: 'All your drafts',
      next: 'Next to appear',
      allToCorrect: 'All that is to be corrected',
    },
    last: {
      title: 'Your latest publications',
      all: 'All your publications',
    },
    begin: {
      title: 'Your first publication',
      about: 'Nothing is online yet. Three steps, and people read you.',
      steps: {
        write: 'Write: a title, a few lines, a date.',
        look: 'Look beside it at what people will see.',
        publish: 'Publish, now or on the day that you choose.',
      },
    },
    claims: 'My requests',
    nobody: {
      title: 'Your account is ready. It lacks a page.',
      about: 'To publish, your account must belong to a town hall, an association, a shop or a school.',
      invited: {
        title: 'Does somebody of yours publish already?',
        text: (email: string) =>
          email === ''
            ? 'Ask them to invite you to the team. This page changes as soon as they have.'
            : `Ask them to invite you to the team, at the address ${email}. This page changes as soon as they have.`,
      },
      claim: {
        title: 'Does nobody publish yet?',
        text: 'Find the page of your town hall, association, shop or school and ask to manage it. The answer comes by mail.',
        ask: 'Ask for a page, follow my requests',
      },
    },
  },
})
