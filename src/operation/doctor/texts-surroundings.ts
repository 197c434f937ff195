/** Findings about what the service depends on: mail, payments, files, backups, the network. */
export const SURROUNDINGS_TEXTS = {
  misspelt: {
    is: [
      'Des réglages ont un nom mal écrit et ne servent à rien : {names}.',
      'Settings have a misspelt name and do nothing: {names}.',
    ],
    todo: [
      'Corrigez leur nom là où le service est configuré.',
      'Correct their names where the service is configured.',
    ],
  },
  mail_folder: {
    is: [
      'Les courriels ne partent pas : ils sont gardés sur la machine.',
      'Mails do not leave: they are kept on the machine.',
    ],
    todo: ['Indiquez votre serveur de courriel (SMTP_URL).', 'Name your mail server (SMTP_URL).'],
  },
  mail_server: { is: ['Le serveur de courriel répond.', 'The mail server answers.'] },
  mail_away: {
    is: ['Le serveur de courriel ne répond pas.', 'The mail server does not answer.'],
    todo: [
      'Vérifiez qu’il fonctionne et que son adresse (SMTP_URL) est la bonne. Les courriels attendent.',
      'See whether it runs, and whether its address (SMTP_URL) is right. Mails wait.',
    ],
  },
  mail_refused: {
    is: [
      'Le serveur de courriel refuse l’identifiant ou le mot de passe.',
      'The mail server refuses the name or the password.',
    ],
    todo: ['Corrigez-les dans SMTP_URL. Les courriels attendent.', 'Correct them in SMTP_URL. Mails wait.'],
  },
  mail_unfit: {
    is: [
      'Le serveur de courriel répond, mais la connexion échoue.',
      'The mail server answers, but the connection fails.',
    ],
    todo: [
      '« parvis doctor », sur la machine, dit pourquoi. Les courriels attendent.',
      '“parvis doctor”, on the machine, says why. Mails wait.',
    ],
  },
  address_none: {
    is: ['Le service n’a pas d’adresse publique.', 'The service has no public address.'],
  },
  address: {
    is: ['L’adresse publique mène à ce service.', 'The public address leads to this service.'],
  },
  address_certified: {
    is: [
      'L’adresse publique mène à ce service ; son certificat est valable {days} jours.',
      'The public address leads to this service; its certificate is good for {days} days.',
    ],
  },
  address_renew: {
    is: [
      'Le certificat de l’adresse publique n’est plus valable que {days} jours.',
      'The certificate of the public address is good for {days} days only.',
    ],
    todo: [
      'Il n’a pas été renouvelé de lui-même : à voir avec l’hébergeur.',
      'It was not renewed by itself: see whoever hosts it.',
    ],
  },
  address_expired: {
    is: [
      'Le certificat de l’adresse publique n’est plus valable : les navigateurs la refusent.',
      'The certificate of the public address has expired: browsers refuse it.',
    ],
    todo: ['Renouvelez-le : à voir avec l’hébergeur.', 'Renew it: see whoever hosts it.'],
  },
  address_untrusted: {
    is: [
      'Le certificat de l’adresse publique n’est pas reconnu depuis cette machine.',
      'The certificate of the public address is not trusted from this machine.',
    ],
    todo: [
      'Si les navigateurs le refusent aussi, prenez-en un autre : à voir avec l’hébergeur.',
      'If browsers refuse it too, take another one: see whoever hosts it.',
    ],
  },
  address_unreached: {
    is: [
      'L’adresse publique ne répond pas depuis cette machine.',
      'The public address does not answer from this machine.',
    ],
    todo: [
      'Ouvrez-la dans un navigateur : si elle ne répond pas non plus, voyez le relais ou le nom de domaine.',
      'Open it in a browser: if it does not answer there either, see the proxy or the domain name.',
    ],
  },
  address_elsewhere: {
    is: ['L’adresse publique mène à un autre service.', 'The public address leads to another service.'],
    todo: [
      'Corrigez PUBLIC_URL, ou ce que le relais et le nom de domaine désignent.',
      'Correct PUBLIC_URL, or where the proxy and the domain name point.',
    ],
  },
  mails_arrive: { is: ['Aucun courriel n’est en échec.', 'No mail has failed.'] },
  mails_wait: {
    is: [
      'Les courriels ne partent plus depuis {minutes} min ({n} en attente).',
      'Mails have not left for {minutes} min ({n} waiting).',
    ],
    todo: ['Voyez « Courriels non partis ».', 'See “Mails that did not leave”.'],
  },
  mails_failed: {
    is: ['Courriels qui ne sont pas partis : {n}.', 'Mails that have not left: {n}.'],
    todo: ['Voyez « Courriels non partis ».', 'See “Mails that did not leave”.'],
  },
  payments_applied: { is: ['Aucun événement de paiement n’est en échec.', 'No payment event has failed.'] },
  payments_failed: {
    is: ['Événements de paiement en échec : {n}.', 'Payment events that have failed: {n}.'],
    todo: ['Rejouez-les depuis « Abonnements ».', 'Replay them from “Subscriptions”.'],
  },
  provider_own: {
    is: ['On se connecte ici même, sans autre fournisseur.', 'People sign in here, with no other provider.'],
  },
  provider: {
    is: ['Le fournisseur d’identité « {label} » répond.', 'The identity provider “{label}” answers.'],
  },
  provider_no_audience: {
    is: [
      'Le fournisseur d’identité « {label} » répond ; ses jetons ne sont pas acceptés.',
      'The identity provider “{label}” answers; its tokens are not taken.',
    ],
    todo: ['Pour qu’ils le soient : OIDC_AUDIENCE.', 'For that: OIDC_AUDIENCE.'],
  },
  provider_away: {
    is: [
      'Le fournisseur d’identité « {label} » ne répond pas comme il le devrait.',
      'The identity provider “{label}” does not answer as it should.',
    ],
    todo: [
      'Qui s’en sert ne peut pas se connecter : à voir avec ce fournisseur.',
      'Whoever uses it cannot sign in: see that provider.',
    ],
  },
  office_off: { is: ['Ce programme-ci ne sert que l’API.', 'This program serves the API alone.'] },
  office_built: { is: ['Le back-office est prêt.', 'The back-office is ready.'] },
  office_not_built: {
    is: ['Le back-office se prépare à chaque démarrage.', 'The back-office is built at each start.'],
  },
  office_unreadable: {
    is: [
      'Le back-office est prêt, mais le service ne peut pas lire ses fichiers : il le refait à chaque démarrage.',
      'The back-office is built, but the service may not read its files: it builds them again at each start.',
    ],
    todo: [
      'Demandez à qui l’a installé de lancer npm run build.',
      'Have whoever installed it run npm run build.',
    ],
  },
  office_below_path: {
    is: [
      'Les pages ne s’ouvrent pas à l’adresse que Parvis donne pour sienne.',
      'The pages do not open at the address that Parvis gives as its own.',
    ],
    todo: [
      'Il leur faut un nom à elles, sans rien derrière : à voir avec l’hébergeur.',
      'They need a name of their own, with nothing behind it: see whoever hosts it.',
    ],
  },
  office_broken: {
    is: ['Le back-office ne peut pas être préparé.', 'The back-office cannot be built.'],
    todo: [
      'L’API fonctionne sans lui. Réinstallez Parvis.',
      'The API works without it. Install Parvis again.',
    ],
  },
  pictures: { is: ['Les images des publications se lisent.', 'The pictures of publications can be read.'] },
  media: {
    is: [
      'Les images et les documents envoyés sont gardés.',
      'The pictures and documents that are sent are kept.',
    ],
  },
  no_media: {
    is: [
      'Les images et les documents ne peuvent être ni gardés ni montrés.',
      'Pictures and documents can be neither kept nor shown.',
    ],
    todo: [
      'Le disque ou le stockage choisi ne répond pas, ou refuse la clé : à voir avec l’hébergeur.',
      'The disk or the store that was chosen does not answer, or refuses the key: see whoever hosts it.',
    ],
  },
  room: {
    is: [
      'Le disque a assez de place pour les images et les documents.',
      'The disk has enough room for pictures and documents.',
    ],
  },
  no_room: {
    is: [
      'Le disque est presque plein ({free} Mio libres, il en faut {floor}) : aucune image ni aucun document ne peut être envoyé.',
      'The disk is nearly full ({free} MiB free, {floor} are needed): no picture and no document can be sent.',
    ],
    todo: [
      'Faites de la place ou agrandissez le disque : à voir avec l’hébergeur.',
      'Make room or enlarge the disk: see whoever hosts it.',
    ],
  },
  media_apart: {
    is: [
      'Les images et les documents sont gardés en {n} endroits : chaque nœud ne montre que les siens.',
      'Pictures and documents are kept in {n} places: each node shows its own alone.',
    ],
    todo: [
      'Donnez le même stockage à tous (MEDIA_S3_…) : à voir avec l’hébergeur.',
      'Give all of them the same store (MEDIA_S3_…): see whoever hosts it.',
    ],
  },
  known_files: {
    is: ['Aucun fichier envoyé n’est de trop.', 'No file that was sent is one too many.'],
  },
  strange_files: {
    is: [
      'Fichiers que Parvis n’a jamais déposés, parmi les siens : {n}. Ils sont laissés de côté.',
      'Files that Parvis never put there, among its own: {n}. They are left alone.',
    ],
    todo: [
      'Qui d’autre peut écrire là où sont les images ? À voir avec l’hébergeur.',
      'Who else may write where the pictures are? See whoever hosts it.',
    ],
  },
  unknown_files: {
    is: [
      'Fichiers que la base ne connaît pas : {unknown} sur {found}. Aucun n’a été supprimé.',
      'Files that the database does not know: {unknown} of {found}. None was removed.',
    ],
    todo: [
      'Une base restaurée, ou une autre que celle de ces fichiers ? « parvis media sweep », sur la machine, en dit plus.',
      'A restored database, or another than that of these files? “parvis media sweep”, on the machine, says more.',
    ],
  },
  backup: {
    is: [
      'La dernière sauvegarde est récente, et a été restaurée à l’essai.',
      'The last backup is recent, and was restored on trial.',
    ],
  },
  backup_read: {
    is: [
      'La dernière sauvegarde est récente ; elle a été relue, pas restaurée à l’essai.',
      'The last backup is recent; it was read again, not restored on trial.',
    ],
    todo: [
      'Pour qu’elle le soit, le compte de la base doit pouvoir en créer une autre : à voir avec l’hébergeur.',
      'For that, the account of the database must be allowed to make another one: see whoever hosts it.',
    ],
  },
  backup_no_folder: {
    is: [
      'Le dossier des sauvegardes n’est pas là, ou le service ne peut pas y écrire.',
      'The folder of backups is not there, or the service may not write into it.',
    ],
    todo: [
      'Créez-le ou remontez son disque (BACKUP_DIR) : à voir avec l’hébergeur.',
      'Make it, or mount its disk again (BACKUP_DIR): see whoever hosts it.',
    ],
  },
  backup_none: {
    is: ['Aucune sauvegarde n’est encore faite.', 'No backup is made yet.'],
    todo: ['La première se fait dans les dix minutes.', 'The first is made within ten minutes.'],
  },
  backup_old: {
    is: ['La dernière bonne sauvegarde est trop ancienne.', 'The last good backup is too old.'],
    todo: [
      'Faites-en faire une sur la machine : « parvis backup ».',
      'Have one made on the machine: “parvis backup”.',
    ],
  },
  backup_failed: {
    is: ['La dernière sauvegarde a échoué.', 'The last backup has failed.'],
    todo: [
      '« parvis doctor », sur la machine, dit pourquoi. La dernière bonne est toujours là.',
      '“parvis doctor”, on the machine, says why. The last good one is still there.',
    ],
  },
  backup_unknown: {
    is: ['On ne sait pas encore ce qu’il en est des sauvegardes.', 'How backups are is not known yet.'],
  },
  no_backups: {
    is: ['Aucune sauvegarde ne se fait d’elle-même.', 'No backup is made by itself.'],
    todo: ['Dites où les garder (BACKUP_DIR).', 'Say where to keep them (BACKUP_DIR).'],
  },
  no_pictures: {
    is: ['Aucune image ne peut être montrée.', 'No picture can be shown.'],
    todo: ['Le reste fonctionne. Réinstallez Parvis.', 'All else works. Install Parvis again.'],
  },
  replica: { is: ['La copie de lecture est à jour.', 'The replica is up to date.'] },
  replica_late: {
    is: ['La copie de lecture a du retard.', 'The replica is late.'],
    todo: [
      'Rien ne manque : tout se lit dans la base principale.',
      'Nothing is missing: all is read from the primary.',
    ],
  },
  replica_away: {
    is: ['La copie de lecture ne répond pas.', 'The replica does not answer.'],
    todo: [
      'Rien ne manque : tout se lit dans la base principale.',
      'Nothing is missing: all is read from the primary.',
    ],
  },
  replica_pooled: {
    is: [
      'La copie de lecture est derrière un relais de connexions qui ne convient pas.',
      'The replica stands behind a connection pooler of an unfit kind.',
    ],
    todo: [
      'Demandez à qui l’héberge de régler ce relais en mode session.',
      'Have whoever hosts it set the pooler to session mode.',
    ],
  },
  inbound: {
    is: [
      'Les réponses par courriel arrivent dans leur conversation.',
      'Answers by mail come into their conversation.',
    ],
  },
  inbound_off: {
    is: ['Les réponses par courriel n’arrivent pas ici.', 'Answers by mail do not come here.'],
    todo: ['Pour cela : INBOUND_MAIL_SECRETS.', 'For that: INBOUND_MAIL_SECRETS.'],
  },
  inbound_nowhere: {
    is: ['Personne n’a d’adresse à laquelle répondre.', 'Nobody has an address to answer to.'],
    todo: ['Indiquez l’adresse de vos courriels (MAIL_FROM).', 'Name the address of your mails (MAIL_FROM).'],
  },
  inbound_long: {
    is: [
      'L’adresse de vos courriels est trop longue pour dire à quoi l’on répond.',
      'The address of your mails is too long to tell what is answered.',
    ],
    todo: ['Prenez-en une plus courte (MAIL_FROM).', 'Take a shorter one (MAIL_FROM).'],
  },
  acteur_mails: {
    is: [
      'Ces sept derniers jours, les courriels aux acteurs ont fait {drafts} brouillons ; {refused} ont été refusés.',
      'In the last seven days mails to acteurs made {drafts} drafts; {refused} were refused.',
    ],
  },
  acteur_mails_off: {
    is: ['Les équipes n’écrivent pas de brouillons par courriel.', 'Teams write no drafts by mail.'],
    todo: [
      'Pour cela : INBOUND_MAIL_SERVERS, le nom de votre serveur de courriel.',
      'For that: INBOUND_MAIL_SERVERS, the name of your mail server.',
    ],
  },
  acteur_mails_unchecked: {
    is: [
      'Les courriels aux acteurs sont refusés : votre serveur de courriel ne dit pas s’il a vérifié l’expéditeur ({count} en sept jours).',
      'Mails to acteurs are refused: your mail server does not say whether it checked the sender ({count} in seven days).',
    ],
    todo: [
      'Comparez INBOUND_MAIL_SERVERS au nom qu’il écrit dans Authentication-Results.',
      'Compare INBOUND_MAIL_SERVERS with the name that it writes in Authentication-Results.',
    ],
  },
  payment: { is: ['Les événements de paiement sont vérifiés.', 'Payment events are verified.'] },
  payment_own_secret: {
    is: [
      'Les événements de paiement sont vérifiés avec le secret que Parvis a créé.',
      'Payment events are verified with the secret that Parvis made.',
    ],
    todo: [
      '« parvis doctor », sur la machine, dit où il se trouve.',
      '“parvis doctor”, on the machine, says where it is.',
    ],
  },
  payment_none: {
    is: ['Les événements de paiement sont refusés.', 'Payment events are refused.'],
    todo: ['Pour les recevoir : PAYMENT_SIGNING_SECRETS.', 'To take them: PAYMENT_SIGNING_SECRETS.'],
  },
  proxies: {
    is: ['Les visiteurs sont distingués par leur adresse.', 'Visitors are told apart by their addresses.'],
  },
  proxies_unknown: {
    is: [
      'Derrière un relais qui n’est pas connu, tous les visiteurs n’en font qu’un.',
      'Behind a proxy that is not known, all visitors are one.',
    ],
    todo: [
      'Nommez-le (TRUST_PROXY), ou ils partagent une limite.',
      'Name it (TRUST_PROXY), or they share one limit.',
    ],
  },
  caches_told: {
    is: [
      'Les caches devant les pages des habitants savent ce qui a changé.',
      'The caches in front of the pages for residents know what changed.',
    ],
  },
  caches_behind: {
    is: [
      'Un cache devant les pages des habitants ne sait pas ce qui a changé depuis {minutes} min.',
      'A cache in front of the pages for residents has not been told of changes for {minutes} min.',
    ],
    todo: [
      'Il peut montrer d’anciennes pages pendant une heure : videz-le, et vérifiez PLACE_PURGE_URL et sa clé.',
      'It may show old pages for an hour: empty it, and check PLACE_PURGE_URL and its key.',
    ],
  },
  outside_hidden: {
    is: [
      'Rien n’est lu à l’extérieur (flux, images, registres) : le service ignore les adresses de sa machine.',
      'Nothing is read from outside (feeds, pictures, registers): the service does not know the addresses of its machine.',
    ],
    todo: [
      'Faites autoriser AF_NETLINK au service par l’hébergeur.',
      'Have whoever hosts it let the service use AF_NETLINK.',
    ],
  },
  unanswered: {
    is: ['Pas de réponse à temps.', 'No answer in time.'],
    todo: ['Regardez de nouveau dans un instant.', 'Look again in a moment.'],
  },
  notice: {
    is: [
      'Les pages des habitants ont leurs mentions légales.',
      'The pages for residents have their legal notice.',
    ],
  },
  notice_missing: {
    is: [
      'Les pages des habitants n’ont pas de mentions légales : la loi les demande.',
      'The pages for residents have no legal notice, which the law wants.',
    ],
    todo: [
      'Donnez l’éditeur, la direction de la publication et l’hébergeur (LEGAL_PUBLISHER, LEGAL_DIRECTOR, LEGAL_HOST).',
      'Name the publisher, the director of publication and the host (LEGAL_PUBLISHER, LEGAL_DIRECTOR, LEGAL_HOST).',
    ],
  },
  audited: {
    is: [
      'La déclaration d’accessibilité tient à un audit en cours de validité.',
      'The declaration of accessibility rests on an audit in force.',
    ],
  },
  audit_missing: {
    is: [
      'Les pages des habitants se disent non conformes : leur accessibilité n’a pas été auditée.',
      'The pages for residents say that they do not conform: their accessibility was not audited.',
    ],
    todo: [
      'Faites-les auditer, puis donnez le résultat (ACCESSIBILITY_LEVEL et les réglages à côté).',
      'Have them audited, then give the result (ACCESSIBILITY_LEVEL and the settings beside it).',
    ],
  },
  audit_old: {
    is: [
      'Les pages des habitants se disent non conformes : leur audit d’accessibilité a plus de trois ans.',
      'The pages for residents say that they do not conform: their accessibility audit is older than three years.',
    ],
    todo: [
      'Faites-les auditer de nouveau (ACCESSIBILITY_DATE).',
      'Have them audited again (ACCESSIBILITY_DATE).',
    ],
  },
} as const
