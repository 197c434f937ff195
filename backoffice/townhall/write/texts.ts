import { counted, number } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Écrire une publication',
    alertTitle: 'Diffuser une alerte',
    editTitle: 'Modifier une publication',
    againTitle: 'Corriger et renvoyer',
    from: 'Mes publications',
    fromMail: (when: string) => `Ce brouillon vient d’un courriel reçu ${when}. Relisez-le avant de publier.`,
    colon: '\u00a0:',
    arrived:
      'Votre premier envoi était bien arrivé, malgré la coupure. Ouvrez la publication pour la modifier :',
    kind: 'C’est…',
    fields: {
      bodyHint: 'Dites d’abord ce qu’il y a, puis où et quand. Une ligne vide fait un paragraphe.',
      link: 'Lien pour en savoir plus',
      communes: 'Visible dans',
    },
    files: {
      title: 'Photos et documents',
      hint: 'Jusqu’à 10 photos et 5 documents PDF. Ce que disent une affiche ou un PDF, écrivez-le aussi dans le texte : tout le monde ne peut pas les lire. Le lieu où une photo a été prise n’est pas gardé.',
      sayIt:
        'Le texte est court. Dit-il ce que disent l’affiche ou le PDF : quoi, quand, où, à quel prix ? Sinon, recopiez-le : une personne aveugle et la recherche ne lisent que le texte.',
      roomHere: (photos: number, documents: number) =>
        `Encore ${counted(photos, 'photo', 'photos')} et ${counted(documents, 'document', 'documents')} pour cette publication.`,
      room: (space: string, files: number, largest: string) =>
        `Il vous reste ${space} et ${counted(files, 'fichier', 'fichiers')} dans l’heure, de ${largest} au plus chacun.`,
      photo: 'Ajouter des photos',
      document: 'Ajouter un document PDF',
      alt: (n?: number) => `Que voit-on sur la photo${n ? ` ${n}` : ''} ?`,
      altHint: 'Pour qui ne la voit pas : « La fanfare devant l’église ».',
      up: (n: number) => `Monter la photo ${n}`,
      down: (n: number) => `Descendre la photo ${n}`,
      removeImage: (n?: number) => `Enlever la photo${n ? ` ${n}` : ''}`,
      remove: 'Enlever',
      sending: (name: string) => `Envoi de ${name}`,
      stop: 'Arrêter',
      drop: 'Ne pas l’envoyer',
      mostPhotos: 'Une publication porte 10 photos au plus.',
      mostDocuments: 'Une publication porte 5 documents au plus.',
    },
    tools: {
      name: 'Mise en forme',
      bold: 'Gras',
      list: 'Liste',
      link: 'Lien',
    },
    advice: {
      title: 'Ce qu’il faut faire',
      about:
        'Choisissez un sujet : des conseils s’ajoutent à votre texte. Gardez ce qui convient, changez le reste.',
    },
    wrong: {
      title: 'Donnez un titre : c’est ce que l’on lit en premier.',
      titleLong: (most: number) =>
        `Ce titre est trop long : ${number(most)} signes au plus. Mettez la suite dans le texte.`,
      body: 'Écrivez quelques mots.',
      kinds: 'Les types de publication ne sont pas arrivés : réessayez dans un instant.',
      communes: 'Choisissez au moins une commune.',
      alt: 'Dites en quelques mots ce que l’on voit.',
      level: 'Choisissez le niveau de l’alerte.',
      endPast:
        'Cette fin est déjà passée. Pour une alerte terminée, levez l’alerte dans « Mes publications ».',
      onTheWay: (name: string) =>
        `« ${name} » n’est pas encore arrivé : attendez la fin de l’envoi, ou arrêtez-le.`,
      notArrived: (name: string) =>
        `« ${name} » n’est pas arrivé : la publication partirait sans. Choisissez ci-dessus.`,
      some: (names: readonly string[]) =>
        `${names.length === 1 ? 'Un champ est' : `${names.length} champs sont`} à revoir : ${names.join(', ')}.`,
      photo: (n: number) => `photo ${n}`,
      /** Fields whose label in the form is another one. */
      named: {
        commune_ids: 'Visible dans',
        source_url: 'Lien pour en savoir plus',
        documents: 'Photos et documents',
      },
    },
    look: {
      title: 'Ce que verront les habitants',
      nothing: 'Écrivez : la page que liront les habitants se montre ici.',
      notCurrent: 'Cet aperçu n’est pas à jour : il le sera dès que le service répond.',
      noPages: 'Ce service n’a pas de pages pour les habitants : il n’y a pas d’aperçu.',
    },
    fate: {
      atOnce: (mine: string) => `Elle sera visible tout de suite : ${mine} publie sans relecture.`,
      reviewed: 'Elle sera relue par la modération avant d’être visible.',
      again: 'Elle sera relue de nouveau par la modération.',
      edited: 'Vos changements seront visibles tout de suite.',
      editedReviewed: 'Elle ne sera plus visible tant que la modération ne l’aura pas relue.',
      planned: (at: string) => `Elle sera visible ${at}, avec vos changements.`,
      plannedReviewed: 'Elle sera relue de nouveau avant de paraître.',
      waiting: 'Elle reste en attente : la modération lira ce que vous avez changé.',
      hidden: 'Elle reste retirée : personne ne la voit.',
    },
    mine: {
      mairie: 'votre mairie',
      association: 'votre association',
      commerce: 'votre commerce',
      ecole: 'votre école',
      other: 'votre structure',
    },
    send: {
      now: 'Publier maintenant',
      review: 'Envoyer à la relecture',
      again: 'Renvoyer à la relecture',
      save: 'Enregistrer',
      alert: 'Diffuser l’alerte',
      later: 'Publier plus tard…',
      sending: 'Envoi…',
    },
    alert: {
      title: 'Diffuser cette alerte ?',
      about: (title: string) =>
        `« ${title} » sera visible tout de suite, en haut de la page de votre mairie.`,
      level: (level: string) => `Niveau : ${level}.`,
      ends: (end: string) => `Elle s’arrête d’elle-même ${end}.`,
      noEnd: (end: string) => `Vous n’avez pas écrit de fin : elle s’arrêtera d’elle-même ${end}.`,
      /** Undefined where it is not known, null for one to four. */
      told: (devices: number | null | undefined) =>
        devices === 0
          ? 'Aucun téléphone ni ordinateur ne suit encore vos alertes.'
          : devices
            ? `${number(devices)} téléphones et ordinateurs suivent vos alertes : ils l’affichent aussitôt.`
            : 'Les téléphones et ordinateurs qui suivent vos alertes l’affichent aussitôt.',
      do: 'Diffuser l’alerte',
      not: 'Relire encore',
    },
    kept: {
      at: (time: string) => `Brouillon gardé à ${time}`,
      here: 'Pas de connexion : le brouillon est gardé sur cet appareil.',
      keeping: 'Brouillon en cours d’enregistrement…',
      full: 'Vous avez déjà 50 brouillons : celui-ci reste sur cet appareil. Effacez-en un pour le retrouver partout.',
      other: (at: string) =>
        `Une autre version de ce brouillon a été écrite ${at}, sur un autre appareil ou dans un autre onglet.`,
      take: 'Prendre l’autre',
      mine: 'Garder ce que j’écris ici',
      gone: 'Ce brouillon n’est plus là : il a été envoyé, ou jeté.',
      recovered: 'Voici ce que vous étiez en train d’écrire.',
      left: 'Un autre appareil ou un autre onglet avait changé ce brouillon : ce qu’il a écrit n’est pas abandonné. Le voici.',
      drop: 'Abandonner ces changements',
      fresh: 'Le garder dans les brouillons et écrire autre chose',
    },
    stale: {
      title:
        'Cette publication a changé pendant que vous écriviez : quelqu’un de l’équipe ou de la modération y a touché.',
      keep: 'Enregistrer quand même mes changements',
    },
    refusedFor: 'La modération l’a refusée :',
    askedFor: 'La modération vous demande de la corriger :',
    mayNot: 'Vous pouvez lire ce que publie votre équipe, sans l’écrire.',
  },
  en: {
    title: 'Write a publication',
    alertTitle: 'Send an alert',
    editTitle: 'Change a publication',
    againTitle: 'Put right and send again',
    from: 'My publications',
    fromMail: (when: string) =>
      `This draft was made of a mail received ${when}. Read it before you publish it.`,
    colon: ':',
    arrived: 'What you sent first had arrived, although the line broke. Open it to change it:',
    kind: 'It is…',
    fields: {
      bodyHint: 'Say first what it is, then where and when. An empty line makes a paragraph.',
      link: 'Link to know more',
      communes: 'Visible in',
    },
    files: {
      title: 'Photographs and documents',
      hint: 'Up to 10 photographs and 5 PDF documents. Write in the text too what a poster or a PDF says: not everybody can read them. Where a photograph was taken is not kept.',
      sayIt:
        'The text is short. Does it say what the poster or the PDF says: what, when, where, at what price? If not, copy it: blind people and the search read the text alone.',
      roomHere: (photos: number, documents: number) =>
        `${counted(photos, 'photograph', 'photographs')} and ${counted(documents, 'document', 'documents')} more for this publication.`,
      room: (space: string, files: number, largest: string) =>
        `You have ${space} and ${counted(files, 'file', 'files')} this hour left, of ${largest} each at most.`,
      photo: 'Add photographs',
      document: 'Add a PDF document',
      alt: (n?: number) => `What does one see in the photograph${n ? ` ${n}` : ''}?`,
      altHint: 'For who does not see it: “The brass band in front of the church”.',
      up: (n: number) => `Move photograph ${n} up`,
      down: (n: number) => `Move photograph ${n} down`,
      removeImage: (n?: number) => `Take ${n ? `photograph ${n}` : 'the photograph'} off`,
      remove: 'Take off',
      sending: (name: string) => `Sending ${name}`,
      stop: 'Stop',
      drop: 'Do not send it',
      mostPhotos: 'A publication bears 10 photographs at most.',
      mostDocuments: 'A publication bears 5 documents at most.',
    },
    tools: {
      name: 'Formatting',
      bold: 'Bold',
      list: 'List',
      link: 'Link',
    },
    advice: {
      title: 'What to do',
      about: 'Choose a subject: advice is added to your text, in French. Keep what fits, change the rest.',
    },
    wrong: {
      title: 'Give it a title: it is what one reads first.',
      titleLong: (most: number) =>
        `This title is too long: ${number(most)} characters at most. Put the rest into the text.`,
      body: 'Write a few words.',
      kinds: 'The types of publications have not arrived: try again in a moment.',
      communes: 'Choose one commune at least.',
      alt: 'Say in a few words what one sees.',
      level: 'Choose the level of the alert.',
      endPast: 'This end is in the past. If the alert is over, lift it in “My publications”.',
      onTheWay: (name: string) => `“${name}” has not arrived yet: wait until it has, or stop it.`,
      notArrived: (name: string) =>
        `“${name}” has not arrived: the publication would leave without it. Choose above.`,
      some: (names: readonly string[]) =>
        `${names.length === 1 ? 'One field is' : `${names.length} fields are`} to be looked at again: ${names.join(', ')}.`,
      photo: (n: number) => `photograph ${n}`,
      named: {
        commune_ids: 'Visible in',
        source_url: 'Link to know more',
        documents: 'Photographs and documents',
      },
    },
    look: {
      title: 'What people will see',
      nothing: 'Write: the page that people will read is shown here.',
      notCurrent: 'This preview is not up to date: it will be as soon as the service answers.',
      noPages: 'This service has no pages for residents: there is no preview.',
    },
    fate: {
      atOnce: (mine: string) => `It will be visible at once: ${mine} publishes without review.`,
      reviewed: 'The moderators will read it before it is visible.',
      again: 'The moderators will read it again.',
      edited: 'Your changes will be visible at once.',
      editedReviewed: 'It will be offline until the moderators have read it again.',
      planned: (at: string) => `It will be visible ${at}, with your changes.`,
      plannedReviewed: 'It will be read again before it appears.',
      waiting: 'It goes on waiting: the moderators will read what you changed.',
      hidden: 'It stays taken back: nobody sees it.',
    },
    mine: {
      mairie: 'your town hall',
      association: 'your association',
      commerce: 'your shop',
      ecole: 'your school',
      other: 'your organisation',
    },
    send: {
      now: 'Publish now',
      review: 'Send to be read',
      again: 'Send again to be read',
      save: 'Save',
      alert: 'Send the alert',
      later: 'Publish later…',
      sending: 'Sending…',
    },
    alert: {
      title: 'Send this alert?',
      about: (title: string) => `“${title}” will be visible at once, on top of the page of your town hall.`,
      level: (level: string) => `Level: ${level}.`,
      ends: (end: string) => `It ends by itself ${end}.`,
      noEnd: (end: string) => `You wrote no end: it will end by itself ${end}.`,
      told: (devices: number | null | undefined) =>
        devices === 0
          ? 'No device follows your alerts yet.'
          : devices
            ? `${number(devices)} devices follow your alerts: they show it at once.`
            : 'The devices that follow your alerts show it at once.',
      do: 'Send the alert',
      not: 'Read it once more',
    },
    kept: {
      at: (time: string) => `Draft kept at ${time}`,
      here: 'No connection: the draft is kept on this device.',
      keeping: 'Keeping the draft…',
      full: 'You have 50 drafts already: this one stays on this device. Delete one to find it everywhere.',
      other: (at: string) =>
        `Another version of this draft was written ${at}, on another device or in another tab.`,
      take: 'Take the other one',
      mine: 'Keep what I write here',
      gone: 'This draft is no longer here: it was sent, or thrown away.',
      recovered: 'Here is what you were writing.',
      left: 'Another device or another tab had changed this draft: what it wrote is not dropped. Here it is.',
      drop: 'Drop these changes',
      fresh: 'Keep it among the drafts and write something else',
    },
    stale: {
      title: 'This publication changed while you wrote: somebody of the team or a moderator touched it.',
      keep: 'Save my changes all the same',
    },
    refusedFor: 'The moderators refused it:',
    askedFor: 'The moderators ask you to correct it:',
    mayNot: 'You can read what your team publishes, and not write it.',
  },
})
