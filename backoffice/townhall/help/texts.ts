import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Aide',
    about: 'Les questions que l’on nous pose le plus.',
    open: 'Y aller',
    answers: {
      publish: {
        q: 'Comment publier quelque chose ?',
        a: 'Allez dans « Mes publications » et touchez « Écrire une publication ».\nDonnez un titre, quelques lignes, et une date si c’est un événement. À côté, vous voyez ce que liront les habitants.\nTouchez ensuite « Publier maintenant », ou « Envoyer à la relecture » si vos publications sont relues.',
      },
      correct: {
        q: 'J’ai fait une faute. Comment corriger ?',
        a: 'Dans « Mes publications », touchez « Modifier » sous la publication.\nSi vos publications sont relues, la correction l’est aussi avant d’être visible. Pour enlever la publication tout entière, touchez « … », puis « Retirer ».',
      },
      refused: {
        q: 'Pourquoi ma publication est-elle à corriger, ou refusée ?',
        a: 'Ce que demande la modération est écrit sous la publication, dans « Mes publications », et dans le courriel que vous avez reçu.\nLe plus souvent : il manque la date ou le lieu, l’annonce est déjà parue, ou elle ne concerne pas la commune. Touchez « Corriger et renvoyer » : elle sera relue. Une publication à corriger garde sa place dans la file.',
      },
      alert: {
        q: 'Quand envoyer une alerte ?',
        a: 'Pour ce qui ne peut pas attendre : eau coupée, route fermée, intempéries, personne disparue.\nL’alerte se place en haut de votre page. Gardez-la rare : si tout est urgent, plus personne ne la lit. Une réunion ou un loto sont des événements, pas des alertes.',
      },
      photo: {
        q: 'Comment ajouter une photo ?',
        a: 'Pendant que vous écrivez, touchez « Ajouter des photos » et choisissez-les dans votre téléphone ou votre ordinateur.\nDites en une phrase ce que l’on voit sur chacune : les personnes qui ne voient pas l’écran l’entendront. L’endroit où une photo a été prise en est effacé.',
      },
      mail: {
        q: 'Puis-je écrire une publication par courriel ?',
        a: 'Oui, si « Notre page » montre « Écrire par courriel ». Envoyez ou transférez à l’adresse de votre équipe un courriel, avec l’affiche ou les photos en pièces jointes, depuis l’adresse de votre compte.\nIl devient un brouillon : titre, texte, jour, heures et lieu sont déjà remplis, la signature et les réponses citées sont enlevées. Vous recevez un courriel avec un lien, « Relire et publier ». Rien ne paraît avant que vous l’ayez relu. Un courriel qui annonce plusieurs événements fait un seul brouillon, qui vous le dit.',
      },
      faces: {
        q: 'Puis-je montrer des personnes, des enfants ?',
        a: 'Pour une personne que l’on reconnaît, il faut son accord. Pour un enfant, l’accord écrit de ses deux parents ou de qui en a la charge, et le sien s’il est en âge de comprendre.\nUne foule de loin, sans visage reconnaissable, ne pose pas de question. Si quelqu’un demande que sa photo soit enlevée, enlevez-la tout de suite.',
      },
      later: {
        q: 'Puis-je préparer une publication pour plus tard ?',
        a: 'Oui, si vos publications ne sont pas relues. Touchez « Publier plus tard… », puis choisissez le jour et l’heure : elle paraît toute seule.\nJusque-là, elle attend dans « Mes publications » : « Modifier » change le texte, « … » permet de choisir un autre jour.',
      },
      hours: {
        q: 'Comment changer nos horaires, ou dire que nous sommes fermés ?',
        a: 'Dans « Notre page », écrivez les horaires comme vous les diriez : « lundi au vendredi 9h-12h, fermé le mercredi ». Sous le champ, « Compris » montre ce que liront les habitants.\nCe qui revient chaque semaine se dit dans les horaires. Les congés, les ponts et les fêtes s’écrivent dans « Jours de fermeture », un par ligne : « du 24/12 au 02/01 : congés ».\nTouchez « Enregistrer la page » : c’est visible dans la minute.',
      },
      services: {
        q: 'Comment indiquer un autre guichet, un autre numéro ?',
        a: 'Dans « Notre page », ouvrez « Accueil et services » et touchez « Ajouter une ligne » : l’agence postale, le service des pièces d’identité, l’astreinte de l’eau. Chaque ligne a son titre, ses horaires, son téléphone.\nAu-dessus, vous voyez ce que lisent les habitants, et d’où vient chaque mention.',
      },
      collections: {
        q: 'Comment indiquer les jours de collecte des déchets ?',
        a: 'Dans « Notre page », ouvrez « Collectes » et touchez « Ajouter une collecte ». Choisissez ce qui est ramassé, à quel rythme, puis cochez les jours : les prochaines dates s’affichent en dessous.\nPour un jour férié, écrivez dans « Jours différents » ce qui change : « 25/12 reporté au 26/12 », ou « 25/12 » si personne ne passe.\nSi les jours diffèrent d’un quartier à l’autre, faites une collecte par zone.',
      },
      elus: {
        q: 'Comment mettre à jour les élus ?',
        a: 'Dans « Notre page », ouvrez « Élus ». « Ajouter un élu » demande son nom, sa fonction et, si vous voulez, le début de son mandat.\nQui n’est plus élu se retire d’un geste. « Annuler » le remet si vous vous êtes trompé.',
      },
      place: {
        q: 'Comment changer l’apparence de notre place ?',
        a: 'La place est la page publique de la commune. Dans « Notre place », choisissez la couleur, le blason et la phrase de présentation : l’aperçu les montre. Touchez « Prendre cette image » avant d’enregistrer le blason.\nVous y lisez aussi combien de personnes suivent vos alertes et « La semaine » par courriel.\nFermer la place cache tout aux habitants, alertes comprises : il faut le confirmer. « Le fichier de la commune » vous donne en un fichier tout ce qui a été publié.',
      },
      print: {
        q: 'Comment imprimer la semaine, une affiche, ou remplir le panneau ?',
        a: 'Sur votre accueil, « Imprimer la semaine » ouvre une feuille prête pour la vitrine : alerte, collectes, horaires, rendez-vous.\nPour l’affiche d’un événement, touchez « … » sous la publication, puis « Imprimer l’affiche ».\nSur un écran de la mairie, ouvrez l’adresse de votre place suivie de « /panneau » : la page tourne seule.',
      },
      acte: {
        q: 'Comment publier une délibération ou un arrêté ?',
        a: 'Dans « Mes publications », touchez « Publier un acte » et donnez le PDF signé, son numéro, sa date et son auteur.\nUn acte publié ne change plus : pour le corriger, publiez-en un autre qui le nomme. La date de transmission à l’État peut s’ajouter plus tard, une seule fois.',
      },
      register: {
        q: 'Nos actes sont sur un autre site. Comment les reprendre ?',
        a: 'Dans « Mes publications », touchez « Publier un acte », puis « Reprendre un registre ». Choisissez le fichier CSV que donne l’autre site, ou copiez les lignes de votre tableur, titres compris : numéro, date, objet, lien du PDF.\nTouchez « Voir ce qui est compris » : chaque ligne qui ne l’est pas est nommée, avec la raison. Corrigez-la dans votre tableau, puis reprenez les actes. Vous pouvez recommencer : aucun acte n’est repris deux fois.\nPersonne n’est prévenu d’un acte ancien. Gardez l’autre site ouvert jusqu’à la fin.',
      },
      hold: {
        q: 'Une association a publié quelque chose d’inexact. Que faire ?',
        a: 'Dans « Dans la commune » se trouve tout ce que publient les autres pour votre commune. « Retenir… » cache une publication, le temps que la modération la relise : dites pourquoi en une phrase.',
      },
      team: {
        q: 'Comment donner accès à un collègue ?',
        a: 'Dans « Équipe », touchez « Inviter quelqu’un » et écrivez son adresse électronique. Un courriel lui dit comment entrer.\nVous choisissez ce que cette personne peut faire, et vous pouvez le changer. Chacun a son compte : ne prêtez pas votre mot de passe.',
      },
      claim: {
        q: 'Comment gérer aussi la page d’un autre organisme ?',
        a: 'Touchez votre nom, en haut, puis « Mes demandes » et « Demander une page ». Cherchez l’organisme ; s’il n’est pas dans la liste, décrivez-le. Une personne examine chaque demande.\nSi c’est une mairie, un code envoyé à son adresse officielle suffit : sa page s’ouvre sans attendre.',
      },
      password: {
        q: 'J’ai oublié mon mot de passe.',
        a: 'Sur la page de connexion, touchez « Mot de passe oublié ? » et écrivez votre adresse : un lien arrive par courriel. Regardez aussi dans les indésirables.\nPour en changer quand vous êtes connecté : « Mon compte », puis « Mot de passe ».',
      },
      write: {
        q: 'Je n’ai pas trouvé. Comment vous écrire ?',
        a: 'Écrivez-nous ci-dessous, avec vos mots. Une personne lit chaque message et répond à votre adresse électronique.',
      },
    },
    form: {
      title: 'Nous écrire',
      subject: 'En quelques mots',
      subjectMissing: 'Dites en quelques mots de quoi il s’agit.',
      body: 'Votre question',
      bodyMissing: 'Écrivez votre question.',
      answerTo: (email: string) => `Nous répondons à ${email}.`,
      send: 'Envoyer',
      sent: 'C’est parti. Une personne vous répond par courriel.',
    },
  },
  en: {
    title: 'Help',
    about: 'The questions that we are asked most.',
    open: 'Go there',
    answers: {
      publish: {
        q: 'How do I publish something?',
        a: 'Go to “My publications” and press “Write a publication”.\nGive a title, a few lines, and a date if it is an event. Beside it you see what people will read.\nThen press “Publish now”, or “Send to be read” if yours are reviewed.',
      },
      correct: {
        q: 'I made a mistake. How do I correct it?',
        a: 'In “My publications”, press “Change” below the publication.\nIf your publications are reviewed, the correction is too before it is visible. To take the whole publication away, press “…”, then “Take back”.',
      },
      refused: {
        q: 'Why is my publication to be corrected, or refused?',
        a: 'What the moderators ask for stands below the publication, in “My publications”, and in the mail that you got.\nMost often the date or the place is missing, the same was published already, or it does not concern the commune. Press “Put right and send again”: it is reviewed. One that is to be corrected keeps its place in the queue.',
      },
      alert: {
        q: 'When do I send an alert?',
        a: 'For what cannot wait: no water, a closed road, a storm, somebody missing.\nAn alert stands on top of your page. Keep it rare: where all is urgent, nobody reads it any more. A meeting or a lottery is an event, not an alert.',
      },
      photo: {
        q: 'How do I add a photograph?',
        a: 'While you write, press “Add photographs” and choose them on your telephone or computer.\nSay in one sentence what one sees in each: people who do not see the screen will hear it. The place where it was taken is removed from a photograph.',
      },
      mail: {
        q: 'May I write a publication by mail?',
        a: 'Yes, if “Our page” shows “Write by mail”. Send or forward a mail to the address of your team, with the poster or the photographs attached, from the address of your account.\nIt becomes a draft: title, text, day, hours and place are filled in, signatures and quoted answers are gone. You get a mail with a link, “Read again and publish”. Nothing appears before you have read it. A mail with several events makes one draft, which says so.',
      },
      faces: {
        q: 'May I show people, or children?',
        a: 'Somebody who can be recognised must agree. For a child, both parents or whoever has the care of it must agree in writing, and the child too if it is old enough to understand.\nA crowd from afar, without a face that can be recognised, is no question. If somebody asks for their picture to be taken away, take it away at once.',
      },
      later: {
        q: 'May I prepare a publication for later?',
        a: 'Yes, if yours are not reviewed. Press “Publish later…”, then choose the day and the hour: it appears by itself.\nUntil then it waits in “My publications”: “Change” is for its text, “…” for another day.',
      },
      hours: {
        q: 'How do I change our hours, or say that we are closed?',
        a: 'In “Our page”, write the hours as you would say them, in French: « lundi au vendredi 9h-12h, fermé le mercredi ». Below the field stands what people will read.\nWhat comes every week belongs to the hours. Holidays and bridges are “Closing days”, one a line: « du 24/12 au 02/01 : congés ».\nPress “Save the page”: it is visible within a minute.',
      },
      services: {
        q: 'How do I name another desk, or another number?',
        a: 'In “Our page”, open “Desk and services” and press “Add a row”: the post office, identity cards, the water service. Each line has its title, hours and telephone.\nAbove them you see what people read, and where it comes from.',
      },
      collections: {
        q: 'How do I say when waste is collected?',
        a: 'In “Our page”, open “Waste collection” and press “Add a collection”. Choose what is collected and how often, then tick its days: the next dates stand below.\nFor a holiday, write in “Other days” what changes: “25/12 → 26/12”, or “25/12” if nobody comes.\nIf the days differ from one part of town to another, make one collection for each.',
      },
      elus: {
        q: 'How do I bring the elected people up to date?',
        a: 'In “Our page”, open “Elected people”. “Add somebody elected” asks for name, function and, if you like, the beginning of the mandate.\nOne press removes who is no longer elected. “Undo” puts them back.',
      },
      place: {
        q: 'How do I change how our place looks?',
        a: 'The place is the public page of the commune. In “Our place”, choose the colour, the coat of arms and the introduction: the preview shows them. Press “Use this picture” before you save the coat of arms.\nIt also says how many follow your alerts and the weekly mail.\nTo close the place hides everything from people, alerts too, and must be confirmed. “The file of the commune” gives you all that was published.',
      },
      print: {
        q: 'How do I print the week or a poster, or fill a screen?',
        a: 'On your home page, “Print the week” opens a sheet for the window: alert, collections, hours, events.\nFor the poster of an event, press “…” below the publication, then “Print the poster”.\nOn a screen of the town hall, open the address of your place with “/panneau” behind it: the page changes by itself.',
      },
      acte: {
        q: 'How do I publish a decision of the council or the mayor?',
        a: 'In “My publications”, press “Publish an act” and give the signed PDF, its number, date and author.\nA published act does not change: to correct it, publish another that names it. The date of its transmission to the State may be added later, once.',
      },
      register: {
        q: 'Our acts are on another site. How do I take them over?',
        a: 'In “My publications”, press “Publish an act”, then “Take over a register”. Choose the CSV file that the other site gives, or copy the lines of your spreadsheet with their titles: number, date, subject, link to the PDF.\nPress “See what is understood”: each line that is not is named, with the reason. Mend it in your table, then take the acts over. You may do it again: nothing comes twice.\nNobody is told of an old act. Leave the other site open until the end.',
      },
      hold: {
        q: 'An association published something that is not so. What now?',
        a: '“In the commune” has all that others publish for your commune. “Hold…” hides a publication until the moderators have read it again: say why in one sentence.',
      },
      team: {
        q: 'How do I let a colleague in?',
        a: 'In “Team”, press “Invite somebody” and write their e-mail address. A mail tells them how to come in.\nYou choose what they may do, and you can change it. Everybody has their own account: do not lend your password.',
      },
      claim: {
        q: 'How do I look after the page of another organisation too?',
        a: 'Press your name, at the top, then “My requests” and “Ask for a page”. Look for the organisation; if it is not in the list, describe it. A person examines each request.\nA town hall only needs a code that is sent to its official address: its page opens at once.',
      },
      password: {
        q: 'I forgot my password.',
        a: 'On the page to sign in, press “Forgotten password?” and write your address: a link comes by mail. Look into the junk mail too.\nTo change it while you are signed in: “My account”, then “Password”.',
      },
      write: {
        q: 'I did not find it. How do I write to you?',
        a: 'Write to us below, in your own words. A person reads every message and answers to your e-mail address.',
      },
    },
    form: {
      title: 'Write to us',
      subject: 'In a few words',
      subjectMissing: 'Say in a few words what it is about.',
      body: 'Your question',
      bodyMissing: 'Write your question.',
      answerTo: (email: string) => `We answer to ${email}.`,
      send: 'Send',
      sent: 'It has left. A person answers you by mail.',
    },
  },
})
