import type { Language } from '../kernel/errors.ts'

/**
 * What doctor finds, for whoever reads it in the back-office: how it is, and what to do. Nothing of the machine stands in
 * these sentences: no folder, no host inside the house, no secret. `{…}` is a figure, by its name.
 */
type Told = readonly [fr: string, en: string]

const SENTENCES = {
  data_embedded: {
    is: ['Parvis garde ses données dans sa propre base.', 'Parvis keeps its data in a database of its own.'],
  },
  data_yours: {
    is: ['Parvis garde ses données dans votre base.', 'Parvis keeps its data in your database.'],
  },
  server: { is: ['PostgreSQL {version} répond.', 'PostgreSQL {version} answers.'] },
  server_unfit: {
    is: ['La base de données ne convient pas.', 'The database does not fit.'],
    todo: ['Il faut PostgreSQL 17 ou plus récent, en UTF-8.', 'It takes PostgreSQL 17 or newer, in UTF-8.'],
  },
  server_away: {
    is: ['La base de données ne répond pas.', 'The database does not answer.'],
    todo: ['À voir avec l’hébergeur.', 'See whoever hosts it.'],
  },
  writes: { is: ['Ce que l’on enregistre est gardé.', 'What is saved is kept.'] },
  no_writes: {
    is: [
      'La base ne prend plus rien : on peut lire, pas enregistrer.',
      'The database takes nothing: one can read, not save.',
    ],
    todo: [
      'Un disque plein, ou une base de secours qui n’a pas pris le relais : à voir avec l’hébergeur.',
      'A full disk, or a standby that has not taken over: see whoever hosts it.',
    ],
  },
  clock: {
    is: ['L’heure est celle de la base.', 'The time is that of the database.'],
  },
  clock_off: {
    is: [
      'L’heure du service et celle de la base diffèrent de {n} secondes : des connexions peuvent être refusées.',
      'The clocks of the service and of its database are {n} seconds apart: sign-ins may be refused.',
    ],
    todo: [
      'Faites régler l’heure des deux machines (NTP) par l’hébergeur.',
      'Have whoever hosts them set the clocks of both machines (NTP).',
    ],
  },
  migrated: { is: ['La base est à jour.', 'The database is up to date.'] },
  not_migrated: {
    is: ['La base est à l’étape {newest} sur {known}.', 'The database is at step {newest} of {known}.'],
    todo: ['Redémarrez Parvis : il la met à jour en démarrant.', 'Restart Parvis: it brings it up to date.'],
  },
  ahead_of_this: {
    is: [
      'La base a été mise à jour par une version plus récente ; celle-ci continue d’y travailler.',
      'The database was brought up to date by a newer version; this one goes on working on it.',
    ],
    todo: ['Installez la version la plus récente.', 'Install the newest version.'],
  },
  newer_database: {
    is: [
      'La base a été mise à jour par une version plus récente que celle-ci.',
      'The database was brought up to date by a version newer than this one.',
    ],
    todo: ['Installez la version la plus récente.', 'Install the newest version.'],
  },
  rights: {
    is: ['Le service n’a que les droits dont il a besoin.', 'The service has no more rights than it needs.'],
  },
  rights_lost: {
    is: [
      'Le service ne peut plus lire des tables : {n}.',
      'The service may no longer read some tables: {n}.',
    ],
    todo: ['Rendez-lui ses droits dans la base.', 'Give it back its rights in the database.'],
  },
  no_role: {
    is: [
      'La base ne prête pas de rôle réduit : le journal est protégé autrement.',
      'The database lends no lesser role: the trail is protected another way.',
    ],
  },
  key: { is: ['Les connexions sont signées avec la bonne clé.', 'Sign-ins are signed with the right key.'] },
  no_key: {
    is: ['La clé des connexions se crée à la première.', 'The key of sign-ins is made by the first one.'],
  },
  other_secret: {
    is: [
      'Le secret de Parvis n’est pas celui de cette base.',
      'The secret of Parvis is not the one of this database.',
    ],
    todo: [
      'Remettez le PARVIS_SECRET d’origine, ou personne ne pourra plus se connecter.',
      'Put the original PARVIS_SECRET back, or nobody can sign in any more.',
    ],
  },
  administrators: { is: ['Qui administre Parvis : {n}.', 'Who administers Parvis: {n}.'] },
  no_administrator: {
    is: ['Personne n’administre Parvis.', 'Nobody administers Parvis.'],
    todo: ['Donnez le rôle à quelqu’un, depuis la machine.', 'Give somebody the role, from the machine.'],
  },
  communes: { is: ['Communes connues : {n}.', 'Communes that are known: {n}.'] },
  no_communes: {
    is: ['Aucune commune n’est chargée.', 'No commune is loaded.'],
    todo: [
      'Faites lancer « parvis communes load » sur la machine.',
      'Have “parvis communes load” run on the machine.',
    ],
  },
  worker: {
    is: ['Les courriels et les travaux de fond avancent.', 'Mails and background jobs get done.'],
  },
  worker_with_failures: {
    is: [
      'Les travaux de fond avancent ; certains ont échoué pour de bon : {n}.',
      'Background jobs get done; some have failed for good: {n}.',
    ],
    todo: ['Voyez « Travaux en échec ».', 'See “Failed jobs”.'],
  },
  worker_behind: {
    is: [
      'Les travaux de fond ont du retard : {n} attendent, le plus ancien depuis plus de dix minutes.',
      'Background jobs are behind: {n} wait, the oldest for more than ten minutes.',
    ],
    todo: [
      'Faites démarrer un programme de plus qui les fait (PROCESS=worker).',
      'Have one more program started that does them (PROCESS=worker).',
    ],
  },
  worker_unknown: {
    is: [
      'On ne sait pas encore si les travaux de fond avancent.',
      'Whether background jobs get done is not known yet.',
    ],
  },
  no_worker: {
    is: [
      'Plus rien n’avance en arrière-plan. Attendent : {mails} courriels, {jobs} travaux.',
      'Nothing gets done in the background. Waiting: {mails} mails, {jobs} jobs.',
    ],
    todo: [
      'Faites redémarrer Parvis, ou démarrer ce qui fait ses travaux (PROCESS=worker).',
      'Have Parvis restarted, or what does its jobs started (PROCESS=worker).',
    ],
  },
  audit_verified: {
    is: ['Le journal est intact : {sealed} lignes scellées.', 'The trail is whole: {sealed} rows sealed.'],
  },
  audit_sealed: {
    is: [
      'Le journal est scellé chaque minute : {sealed} lignes. Ici, elles ne sont pas relues.',
      'The trail is sealed every minute: {sealed} rows. They are not read again here.',
    ],
    todo: [
      'Pour les relire toutes : « parvis doctor », sur la machine.',
      'To have all of them read again: “parvis doctor”, on the machine.',
    ],
  },
  audit_broken: {
    is: ['Le journal ne correspond plus à ses scellés.', 'The trail no longer matches its seals.'],
    todo: [
      'Quelqu’un a changé des lignes dans la base. Gardez-en une copie et faites-la examiner.',
      'Somebody has changed rows in the database. Keep a copy and have it looked into.',
    ],
  },
  audit_unknown: { is: ['Le journal ne peut pas encore être lu.', 'The trail cannot be read yet.'] },
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
  mails_arrive: { is: ['Aucun courriel n’est en échec.', 'No mail has failed.'] },
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
  provider: { is: ['Le fournisseur d’identité répond.', 'The identity provider answers.'] },
  provider_no_audience: {
    is: [
      'Le fournisseur d’identité répond ; ses jetons ne sont pas acceptés.',
      'The identity provider answers; its tokens are not taken.',
    ],
    todo: ['Pour qu’ils le soient : OIDC_AUDIENCE.', 'For that: OIDC_AUDIENCE.'],
  },
  provider_away: {
    is: [
      'Le fournisseur d’identité ne répond pas comme il le devrait.',
      'The identity provider does not answer as it should.',
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
  known_files: {
    is: ['Aucun fichier envoyé n’est de trop.', 'No file that was sent is one too many.'],
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
  backup_none: {
    is: ['Aucune sauvegarde n’est encore faite.', 'No backup is made yet.'],
    todo: ['La première se fait dans l’heure.', 'The first is made within the hour.'],
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
} as const satisfies Readonly<Record<string, { readonly is: Told; readonly todo?: Told }>>

export type SentenceCode = keyof typeof SENTENCES
export const SENTENCE_CODES = Object.keys(SENTENCES) as SentenceCode[]
type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type FiguresOf<C extends SentenceCode> = NamesIn<(typeof SENTENCES)[C]['is'][number]>

export interface Saying {
  readonly code: SentenceCode
  readonly figures: Readonly<Record<string, string | number>>
}

/** The compiler asks for each figure that a sentence names. */
export const say = <C extends SentenceCode>(
  code: C,
  ...[figures]: [FiguresOf<C>] extends [never] ? [] : [Readonly<Record<FiguresOf<C>, string | number>>]
): Saying => ({ code, figures: figures ?? {} })

const told = ([fr, en]: Told, { figures }: Saying, language: Language) =>
  (language === 'fr' ? fr : en).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    // Without its figures, as on the API page, a sentence shows their names.
    const figure = figures[name] ?? `{${name}}`
    return typeof figure === 'number' ? figure.toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB') : figure
  })

export function inWords(saying: Saying, language: Language) {
  const sentence: { readonly is: Told; readonly todo?: Told } = SENTENCES[saying.code]
  return {
    message: told(sentence.is, saying, language),
    todo: sentence.todo ? told(sentence.todo, saying, language) : null,
  }
}

export const TITLES: Readonly<Record<string, Told>> = {
  data: ['Données', 'Data'],
  postgresql: ['Base de données', 'Database'],
  writes: ['Enregistrements', 'Writes'],
  outside: ['Lectures à l’extérieur', 'Reading from outside'],
  clock: ['Heure', 'Clock'],
  migrations: ['Mise à jour de la base', 'Migrations'],
  rights: ['Droits du service', 'Rights of the service'],
  secret: ['Clé des connexions', 'Key of sign-ins'],
  administrators: ['Administration', 'Administrators'],
  communes: ['Communes', 'Communes'],
  worker: ['Travaux de fond', 'Background jobs'],
  audit: ['Journal', 'Audit trail'],
  mail: ['Serveur de courriel', 'Mail server'],
  mails: ['Courriels', 'Mails'],
  'payment events': ['Paiements', 'Payments'],
  provider: ['Fournisseur d’identité', 'Identity provider'],
  'back-office': ['Back-office', 'Back-office'],
  pictures: ['Images', 'Pictures'],
  media: ['Fichiers envoyés', 'Files that were sent'],
  'unknown files': ['Fichiers inconnus', 'Unknown files'],
  backup: ['Sauvegardes', 'Backups'],
  replica: ['Copie de lecture', 'Replica'],
  'inbound mail': ['Réponses par courriel', 'Answers by mail'],
  payment: ['Prestataire de paiement', 'Payment provider'],
  proxy: ['Adresses des visiteurs', 'Addresses of visitors'],
}
