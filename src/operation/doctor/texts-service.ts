/** Findings about the service itself: its data, its rights, its jobs and its audit trail. */
export const SERVICE_TEXTS = {
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
  clock_in_doubt: {
    is: [
      'L’horloge a avancé d’un coup de {n} jours : par prudence, plus rien n’est supprimé avec le temps.',
      'The clock has jumped ahead by {n} days: to be safe, nothing is deleted by age.',
    ],
    todo: [
      'Faites régler l’heure de la machine (NTP) par l’hébergeur. Si elle est juste, après un long arrêt, il lance « parvis clock accept ».',
      'Have whoever hosts it set the clock (NTP). If the time is right, after a long pause, they run “parvis clock accept”.',
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
      'Le service a perdu des droits sur la base : {n}.',
      'The service has lost rights in the database: {n}.',
    ],
    todo: ['Rendez-lui ces droits.', 'Grant them again.'],
  },
  no_role: {
    is: [
      'La base ne prête pas de rôle réduit : le journal est protégé autrement.',
      'The database lends no lesser role: the trail is protected another way.',
    ],
  },
  superuser: {
    is: [
      'Le compte de la base peut tout faire sur son serveur.',
      'The account of the database may do anything on its server.',
    ],
    todo: [
      'Donnez à Parvis un compte qui ne possède que sa base : à voir avec l’hébergeur.',
      'Give Parvis an account that only owns its database: see whoever hosts it.',
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
      'Plus rien n’avance en arrière-plan. Courriels en attente : {mails} ; travaux : {jobs}.',
      'Nothing gets done in the background. Mails that wait: {mails}; jobs: {jobs}.',
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
} as const
