import { FETCH_FAILURES } from '../../kernel/fetch/refused.ts'
import type { Catalogue } from '../../kernel/refusals/explanations.ts'

/** Every explanation of an import, in French and in English; `{…}` is a param, by its name. */
export const TEXTS = {
  // The source did not answer
  ...FETCH_FAILURES,
  refuses_programs: [
    'Le site refuse d’être lu par un programme, ou cette adresse n’est pas publique (réponse {status}).',
    'The site refuses to be read by programs, or this address is not public ({status}).',
  ],
  // It answered, and its answer cannot be read
  empty: ['La réponse est vide.', 'The answer is empty.'],
  not_a_feed: [
    'La réponse n’est pas un flux : c’est peut-être une page du site, qui indique son flux.',
    'The answer is no feed: a page of a site perhaps, which names its feed.',
  ],
  is_page_with_feed: [
    'La réponse est une page du site. Elle indique ce flux, à saisir comme adresse de la source : {text}',
    'The answer is a page of the site. It names this feed, to be entered as the address of the source: {text}',
  ],
  is_sign_in_page: [
    'La réponse est une page de connexion : le flux n’est pas public.',
    'The answer is a sign-in page: the feed is not public.',
  ],
  is_pdf: [
    'La réponse est un PDF, qui n’est pas lu comme source.',
    'The answer is a PDF, which is not read as a source.',
  ],
  is_spreadsheet: [
    'La réponse est un classeur (XLSX, ODS) ou une archive, qui n’est pas lu comme source. Ouvrez-le dans un tableur, choisissez « Enregistrer sous… » puis « CSV UTF-8 », mettez ce fichier en ligne et donnez son adresse.',
    'The answer is a spreadsheet (XLSX, ODS) or an archive, which is not read as a source. Open it in a spreadsheet program, choose “Save as…”, then “CSV UTF-8”, put that file online and give its address.',
  ],
  csv_columns_unknown: [
    'La réponse est un tableau (CSV), dont la colonne du titre n’est pas reconnue : choisissez-la.',
    'The answer is a table (CSV), and no column of it is known to be the title: choose it.',
  ],
  csv_column_gone: [
    'Le tableau n’a plus cette colonne : {text}. Choisissez celle qui la remplace.',
    'The table has no such column any more: {text}. Choose the one that takes its place.',
  ],
  csv_too_wide: [
    'Le tableau a {count} colonnes : {most} au plus sont lues.',
    'The table has {count} columns: {most} at most are read.',
  ],
  csv_open_quote: [
    'Dans le tableau, un guillemet ouvert à la ligne {number} n’est pas refermé.',
    'In the table, a quote opened in line {number} is not closed.',
  ],
  robots_forbid: [
    'Le site interdit aux programmes de lire cette page (robots.txt), ou ne dit pas ce qu’il permet.',
    'The site forbids programs to read this page (robots.txt), or does not say what it allows.',
  ],
  json_not_a_feed: [
    'La réponse est du JSON, mais ni un flux ni un agenda.',
    'The answer is JSON, and neither a feed nor an agenda.',
  ],
  private_calendar: [
    'Ce calendrier n’est pas public. Dans ses paramètres de partage, rendez-le public, puis copiez son adresse au format iCal.',
    'This calendar is not public. Make it public in its sharing settings, then copy its address in iCal format.',
  ],
  no_items: [
    'La source ne contient aucun élément pour l’instant.',
    'The source holds no item at the moment.',
  ],
  other_site: [
    'Cette adresse est sur un autre site. Pour la lire, donnez-la comme adresse de la source.',
    'This address is on another site. To read it, enter it as the address of the source.',
  ],
  closed_app: [
    'La page montre {text}, dont le contenu n’est pas ouvert aux autres programmes. Demandez à la mairie si son site a aussi un flux ou un agenda, ou publiez-le ici.',
    'The page shows {text}, whose content is closed to other programs. Ask the town hall whether its site has a feed or an agenda too, or publish it here.',
  ],
  not_looked_at: [
    'Cette adresse n’a pas été regardée : la recherche a assez duré.',
    'This address was not looked at: the search took long enough.',
  ],
  wrong_kind: ['La source est {found}, et non {asked}.', 'The source is {found}, not {asked}.'],
  doctype: [
    'Le document déclare un type ou des entités, qui ne sont pas lus.',
    'The document declares a document type or entities, which are not read.',
  ],
  malformed: [
    'Le document est abîmé, et aucun de ses éléments n’est lisible.',
    'The document is broken, and no item of it can be read.',
  ],
  malformed_json: [
    'Le document est du JSON abîmé, et rien n’en est lisible.',
    'The document is broken JSON, and nothing of it can be read.',
  ],
  unreadable: [
    'Le document n’est pas lisible : il met la lecture en échec.',
    'The document cannot be read: it breaks the reader.',
  ],
  reading_too_long: ['Sa lecture prend trop de temps.', 'It takes too long to be read.'],
  reading_too_big: ['Sa lecture prend trop de mémoire.', 'It takes too much memory to be read.'],
  agenda_without_number: [
    'Un agenda se désigne par son numéro : openagenda.com/agendas/12345678.',
    'An agenda is named by its number: openagenda.com/agendas/12345678.',
  ],
  key_needs_https: [
    'Une clé n’est envoyée qu’à une adresse qui commence par https://.',
    'A key is only sent to an address that begins with https://.',
  ],
  key_refused: [
    'OpenAgenda refuse cette clé, ou en demande une.',
    'OpenAgenda refuses this key, or asks for one.',
  ],
  agenda_refused: [
    'OpenAgenda ne donne rien de cet agenda : son numéro ou la clé n’est pas le bon.',
    'OpenAgenda refuses to tell of this agenda: its number or the key is wrong.',
  ],
  agenda_said_nothing: ['L’agenda n’a rien répondu.', 'The agenda answered nothing.'],
  agenda_not_json: [
    'La réponse n’est pas du JSON, donc pas un agenda.',
    'The answer is no JSON, so no agenda.',
  ],
  json_not_an_agenda: ['La réponse est du JSON, mais pas un agenda.', 'The answer is JSON, and no agenda.'],
  // The run itself
  key_not_opened: [
    'La clé de cette source a été scellée avec un autre PARVIS_SECRET : saisissez-la à nouveau.',
    'The key of this source was sealed with another PARVIS_SECRET: set it again.',
  ],
  reading_broke: [
    'La source n’a pas pu être lue : la cause est chez nous.',
    'It could not be read: an internal error.',
  ],
  writing_broke: [
    'Rien n’a pu être enregistré : la cause est chez nous.',
    'It could not be written: an internal error.',
  ],
  interrupted: ['La lecture a été interrompue.', 'It was interrupted.'],
  lost: [
    'La lecture s’est perdue en route : le service s’est arrêté au milieu, et rien n’a été enregistré.',
    'It was lost on the way: the service stopped in the middle, and nothing of it was written.',
  ],
  off_meanwhile: ['La source a été désactivée entre-temps.', 'The source was switched off meanwhile.'],
  right_lost_meanwhile: [
    'La personne qui a lancé cette lecture n’a plus ce droit : rien n’a été repris.',
    'The person who started this run no longer has the right to: nothing was taken.',
  ],
  changed_meanwhile: [
    'La source a été modifiée pendant sa lecture.',
    'The source was changed while it was read.',
  ],
  not_modified: ['Rien de nouveau depuis la dernière lecture.', 'Not modified since it was last read.'],
  items_failed: [
    '{failed} des {fetched} éléments n’ont pas pu être repris.',
    '{failed} of {fetched} items could not be taken in.',
  ],
  failed_repeatedly: [
    '{because} La lecture a échoué {times} fois de suite.',
    'It failed {times} times in a row, the last time with: {because}',
  ],
  gone: [
    'Le site dit que cette adresse n’existe plus (réponse {status}).',
    'The server says that it is gone for good ({status}).',
  ],
  switched_off: [
    'La source est désactivée : elle n’est plus lue avant qu’on la réactive.',
    'Switched off: it is not read again before somebody switches it on.',
  ],
  lines_not_shown: [
    'Son journal n’est pas montré : celui des lectures plus récentes de ce jour est déjà long.',
    'Its lines are not shown: those of the newer runs of this day are many enough.',
  ],
  // What became of an item
  created: [
    'Nouvelle publication, {moderation_status} : « {title} ».',
    'Created, {moderation_status}: {title}',
  ],
  updated: ['Mise à jour ({fields}) : « {title} ».', 'Updated ({fields}): {title}'],
  updated_as_it_was: ['Mise à jour, comme elle était : « {title} ».', 'Updated (as it was): {title}'],
  cancelled_there: [
    'Annulée par la source, et montrée comme annulée : « {title} ».',
    'Cancelled by the source, and shown as cancelled: {title}',
  ],
  vanished: [
    'À annuler ou à retirer ? Manque depuis deux lectures, et reste en ligne ici : « {title} ».',
    'Missing from two readings, and still online here: cancel or withdraw publication {publication_id}? {title}',
  ],
  vanished_cancelled: [
    'Manque depuis deux lectures, et se montre comme annulée : « {title} ».',
    'Missing from two readings, and shown as cancelled ({publication_id}): {title}',
  ],
  there_again: [
    'Est de nouveau dans la source : « {title} ».',
    'In the source again ({publication_id}): {title}',
  ],
  many_vanished: [
    'Événements à venir qui manquent à la fois : {count} sur {of}. Rien n’est changé ici, voyez la source.',
    '{count} of {of} coming events are missing at once: nothing is changed here, look at the source.',
  ],
  on_again: ['N’est plus annulée : « {title} ».', 'No longer cancelled: {title}'],
  duplicate_of: [
    'Dit la même chose qu’une publication qui existe déjà : « {title} ».',
    'Says the same as publication {publication_id}: {title}',
  ],
  duplicate_here: [
    'Dit la même chose qu’un autre élément de cette lecture : « {title} ».',
    'Says the same as another item of this reading: {title}',
  ],
  shown_further: [
    'Est déjà publié pour une autre commune, et paraît aussi ici : « {title} ».',
    'Publication {publication_id} of another commune is shown here too: {title}',
  ],
  left_out: ['Laissé de côté : « {title} ». {because}', 'Left out: {title}. {because}'],
  not_taken: ['N’a pas pu être repris : « {title} ». {because}', 'Could not be taken in: {title}. {because}'],
  // What became of its documents and pictures
  files_attached: ['Joint à « {title} » : {names}.', 'Attached to {title}: {names}.'],
  files_later: [
    'Ses documents et images viendront avec une prochaine lecture : celle-ci en a déjà beaucoup.',
    'Its documents and pictures come with a later run: this one has many already.',
  ],
  file_not_attached: [
    'Reste un lien dans « {title} » : {name}. {because}',
    'Stays a link in {title}: {name}. {because}',
  ],
  file_forbidden: ['Son adresse n’est pas autorisée.', 'Its address is not allowed.'],
  file_gone: ['Il n’est plus à cette adresse.', 'It is no longer at that address.'],
  file_unreachable: ['Le site où il se trouve ne répond pas.', 'The site that has it does not answer.'],
  file_too_large: ['Il dépasse 15 Mo.', 'It is larger than 15 MiB.'],
  file_unreadable: [
    'Ce n’est pas un PDF ou une image, ou il est abîmé.',
    'It is no PDF or picture, or a broken one.',
  ],
  file_storage_full: [
    'L’espace de l’acteur est plein : une nouvelle tentative a lieu chaque nuit.',
    'The storage of the acteur is full: it is tried again each night.',
  ],
  file_removed: ['Il a été retiré de ce service.', 'It was removed from this service.'],
  // Why an item was left out
  item_empty: ['Il n’a ni titre ni texte.', 'It has neither a title nor a text.'],
  item_past: ['Il est déjà passé.', 'It is over.'],
  item_cancelled: ['Il est annulé.', 'It is cancelled.'],
  item_cancelled_but_decided_here: [
    'La source l’a annulé, mais quelqu’un l’a modifié ou a décidé ici : à vérifier.',
    'The source cancelled it, but somebody edited it or decided about it here: please look at it.',
  ],
  item_too_old: ['Il est plus ancien que l’âge maximal de la source.', 'It is older than max_age_days.'],
  item_over_max_items: ['Il dépasse le nombre d’éléments que la source reprend.', 'It is beyond max_items.'],
  item_no_commune: [
    'Ni la source, ni l’acteur, ni l’élément ne dit de quelle commune il est.',
    'Neither the source nor the acteur nor the item says which commune it belongs to.',
  ],
  item_wrong_commune: [
    'Il est d’une autre commune que la source ou l’acteur.',
    'It belongs to another commune than the source or the acteur.',
  ],
  item_edited_here: [
    'Il a changé à la source, mais quelqu’un l’a modifié ici.',
    'It changed at the source, but somebody edited it here.',
  ],
  item_moderated_away: ['Il a été supprimé ou refusé ici.', 'It was deleted or rejected here.'],
  item_shown_further: [
    'Une publication d’une autre commune dit la même chose : elle paraît aussi ici.',
    'A publication of another commune says the same: it is shown here too.',
  ],
  item_in_stock: ['Une autre publication dit la même chose.', 'Another publication says the same.'],
  item_same_words: [
    'Un autre élément de la source dit la même chose.',
    'Another item of the source says the same.',
  ],
  item_called_off: [
    'La source l’a annulé : la publication reste visible, marquée « Annulé ».',
    'The source cancelled it: the publication stays visible, marked as cancelled.',
  ],
  item_no_longer_cancelled: ['La source ne l’annule plus.', 'The source no longer cancels it.'],
  // Why it could not be taken in
  item_unstorable: [
    'Il contient un caractère qui ne peut pas être enregistré.',
    'It holds a character that cannot be stored.',
  ],
  item_bad_identifier: ['Son identifiant est vide ou trop long.', 'Its identifier is empty or too long.'],
  item_bad_field: [
    'Ce champ est trop long, ou n’a pas la forme attendue : {fields}.',
    'This field is too long, or not of the expected form: {fields}.',
  ],
  item_ends_before: ['Il finit avant d’avoir commencé.', 'It ends before it begins.'],
  item_out_of_time: [
    'La lecture a pris trop de temps : il viendra avec la prochaine.',
    'The run took too long: it comes with the next one.',
  ],
  item_refused_by_database: [
    'La base de données le refuse ({sqlstate}).',
    'The database refuses it ({sqlstate}).',
  ],
  // Notes of a reading: what was read otherwise, or passed over
  cut_short: [
    'Le document s’arrête avant sa fin : ce qui est là est lu, sauf l’élément où il s’arrête.',
    'The document is cut short: what is there of it is read, but for the item that it breaks off in.',
  ],
  mended: [
    'Le document est abîmé : ce qui est lisible est lu.',
    'The document is broken: what can be read of it is read.',
  ],
  items_lost: ['{count} de ses éléments sont illisibles.', '{count} of its items cannot be read at all.'],
  items_hollow: [
    '{count} de ses éléments sont vides ou illisibles.',
    '{count} of its items are empty, or cannot be read.',
  ],
  read_as_found: [
    'La source est {found}, et non {asked} : elle est lue pour ce qu’elle est.',
    'The source is {found}, not {asked}: it is read as what it is.',
  ],
  // Stored by readings of versions before 0.5, which did not repair them.
  double_encoded: [
    'Des accents sont abîmés dans la source elle-même (« Ã© » pour « é ») : à corriger sur le site.',
    'Accents are broken in the source itself ("Ã©" for "é"): to be corrected on the site.',
  ],
  no_hour: ['« {text} » ne se comprend pas comme une heure.', '"{text}" is not understood as a time.'],
  csv_rows_without_title: [
    '{count} lignes du tableau sont sans titre : elles sont ignorées (la première : ligne {number}).',
    '{count} lines of the table have no title: they are passed over (the first one: line {number}).',
  ],
  csv_too_long: [
    'Le tableau a {count} lignes : les {most} plus proches, ou les plus récentes, sont lues.',
    'The table has {count} lines: the {most} nearest or latest ones are read.',
  ],
  no_date: ['« {text} » ne se comprend pas comme une date.', '"{text}" is not understood as a date.'],
  backwards: [
    'L’événement finit avant d’avoir commencé : sa fin est ignorée.',
    'The event ends before it begins: its end is passed over.',
  ],
  entry_says_nothing: [
    'L’élément {number} ne dit rien : ni titre, ni texte, ni lien.',
    'Item {number} says nothing: neither title, text nor link.',
  ],
  event_says_nothing: [
    'Un événement ne dit rien : ni titre ni texte.',
    'An event says nothing: neither title nor text.',
  ],
  dates_apart: [
    'Les événements de ce flux ne se distinguent pas : leurs dates sont ignorées.',
    'The events of this feed cannot be told apart: their dates are passed over.',
  ],
  same_identifier: [
    'Deux éléments ont cet identifiant : le premier est repris.',
    'Two items have this identifier: the first one is taken.',
  ],
  too_many_items: [
    'La source a {count} éléments : les {most} premiers sont lus.',
    'The source has {count} items: the first {most} are read.',
  ],
  too_many_events: [
    'Le calendrier a {count} événements : les {most} plus proches sont lus.',
    'The calendar has {count} events: the {most} nearest ones are read.',
  ],
  calendar_cut_short: [
    'Le calendrier s’arrête avant sa fin : ce qui est là est lu, sauf l’événement où il s’arrête.',
    'The calendar is cut short: what is there of it is read, but for the event that it breaks off in.',
  ],
  no_events: [
    '{count} objets qui ne sont pas des événements (hébergements, restaurants…) sont ignorés.',
    '{count} objects that are no events (hotels, restaurants…) are passed over.',
  ],
  other_components: [
    '{count} tâches, notes ou disponibilités sont ignorées.',
    '{count} tasks, notes or free and busy times are passed over.',
  ],
  private_event: ['Un événement privé est ignoré.', 'A private event is passed over.'],
  protected_post: [
    'Un article protégé par un mot de passe est ignoré.',
    'A post that is protected by a password is passed over.',
  ],
  older_versions: [
    'D’anciennes versions de cet événement sont aussi là : elles sont ignorées.',
    'Older versions of this event stand beside it: they are passed over.',
  ],
  many_of_one_name: [
    '{count} événements ont cet identifiant : chacun est repris par son début.',
    '{count} events have this identifier: each is taken by its beginning.',
  ],
  bad_beginning: ['Son début n’est pas une date : {text}.', 'Its beginning is no time: {text}.'],
  dates_unknown: [
    'Certaines de ses dates ({property}) ne se comprennent pas : elles sont ignorées.',
    'Some of its {property} are no times: they are passed over.',
  ],
  no_beginning: ['Il n’a pas de début.', 'It has no beginning.'],
  no_occurrence: [
    'Chacune de ses dates a été retirée : il n’a pas lieu.',
    'Each of its occurrences was taken out: it does not take place.',
  ],
  hours_differ: [
    'Les heures ne sont pas les mêmes à toutes ses dates : aucune n’est reprise.',
    'Its hours are not the same on all of its dates: none is taken.',
  ],
  dates_left_out: [
    'Les dates suivantes de certaines séries n’ont pas pu être calculées.',
    'The further dates of some series could not be computed.',
  ],
  later_dates_not_changed: [
    'Une modification vaut pour toutes les dates suivantes (THISANDFUTURE) : seule la première est reprise. À vérifier.',
    'A change is meant for all later dates (THISANDFUTURE): only the first is taken. Please check.',
  ],
  exrule_ignored: [
    'Une règle retire certaines de ses dates (EXRULE) : elle est ignorée.',
    'A rule takes out some of its dates (EXRULE): it is ignored.',
  ],
  recurrence_unknown: [
    'Sa répétition ne se calcule pas : sa première date est reprise.',
    'How it recurs cannot be reckoned: its first occurrence is taken.',
  ],
  zone_unknown: [
    'Le fuseau horaire « {text} » est inconnu : ses heures sont lues comme celles de {zone}.',
    'The time zone "{text}" is unknown: its times are read as those of {zone}.',
  ],
  event_not_a_record: ['L’événement {number} n’est pas lisible.', 'Event {number} is no record.'],
  not_published_there: [
    'L’événement n’est pas publié dans son agenda : il est ignoré.',
    'The event is not published in its agenda: it is passed over.',
  ],
  no_time: ['L’événement n’a pas de date qui se comprenne.', 'The event has no time that is understood.'],
  page_unreadable: [
    'La page {number} n’a pas pu être lue : ce qui a été lu avant compte.',
    'Page {number} could not be read: what was read before it counts.',
  ],
  agenda_longer: [
    'L’agenda est plus long que ce qui a été lu : {count} événements en {pages} pages.',
    'The agenda has more than was read: {count} events in {pages} pages.',
  ],
  json_ld_broken: [
    'Une description d’événement de la page est illisible (JSON-LD) : elle est ignorée.',
    'A description of events on the page cannot be read (JSON-LD): it is passed over.',
  ],
  site_pages_read: ['{count} pages du site ont été lues.', '{count} pages of the site were read.'],
  pages_without_event: [
    '{count} de ces pages ne décrivent aucun événement d’une façon lisible (schema.org).',
    '{count} of these pages describe no event in a readable way (schema.org).',
  ],
  pages_forbidden: [
    '{count} pages ne sont pas lues : le site l’interdit aux programmes (robots.txt).',
    '{count} pages are not read: the site forbids it to programs (robots.txt).',
  ],
  pages_left: [
    '{count} pages de plus n’ont pas été lues : la lecture s’arrête après 50 pages, ou quand elle dure trop.',
    '{count} more pages were not read: reading ends after 50 pages, or when it takes too long.',
  ],
  pages_given_up: [
    '{count} pages n’ont pas été demandées : les précédentes ne donnaient rien.',
    '{count} pages were not asked for: those before gave nothing.',
  ],
  page_elsewhere: [
    'Cette page renvoie à un autre site : elle est ignorée.',
    'This page leads to another site: it is passed over.',
  ],
  more_notes: ['Et {count} autres du même genre.', 'And {count} more of the kind.'],
} as const satisfies Catalogue
