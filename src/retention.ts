import { KERNEL_KEEPS, type Period } from './kernel/retention.ts'

/** Retention of data. The deleting statements use these times, and docs/retention.md is generated from this table. */

export interface Retention {
  readonly kept: Period
  /** The start of the period. */
  readonly since: string
  readonly what: string
  readonly why: string
  /** The table, and the columns if the row itself is kept. */
  readonly where: string
  /** File and function. */
  readonly removedBy: string
  /** Whether a person's erasure removes it earlier. */
  readonly erased: string
}

const MAIL_DAYS = 30
/** How long a deletion can be undone. */
const PICTURE_DAYS = 30
const NOBODY = 'names nobody'

export const retention = {
  answers: {
    kept: KERNEL_KEEPS.answers,
    since: 'the request',
    what: 'the answer to a request with an `Idempotency-Key`',
    why: 'a front end repeats within a day, or not at all',
    where: '`idempotency_keys`',
    removedBy: 'src/kernel/routes/idempotency.ts forgetOldAnswers',
    erased: 'yes, also answers to others that hold their address or telephone',
  },
  mails: {
    kept: `${MAIL_DAYS} days`,
    since: 'it was decided',
    what: 'to whom a mail went and its words; words that open an account go as soon as it is sent or has failed',
    why: 'long enough to answer “I never got it”; that it was sent, when and in how many attempts, stays',
    where: '`mails`: recipient, subject, text, error, references',
    removedBy: 'src/mail/outbox.ts forgetOldMails',
    erased: 'yes; one that still waits is not sent',
  },
  deliveryErrors: {
    // Copied from the mail while the mail still has it.
    kept: `${MAIL_DAYS - 1} days`,
    since: 'the mail was decided',
    what: 'why an answer to a question was not delivered, in its mail; then it is copied into the conversation',
    why: 'must be copied before the mail loses it, so a day sooner; the conversation has it as long as the message',
    where: '`mails.error`, then `support_messages.delivery_error`',
    removedBy: 'src/support/upkeep.ts keepDeliveryErrors',
    erased: 'yes',
  },
  conversations: {
    kept: '3 years',
    since: 'each message',
    what: 'questions and answers; a thread goes with its last message, and with it what colleagues noted',
    why: 'a question may come up again, and somebody may have relied on the answer',
    where: '`support_messages`, `support_threads`, `support_notes`, `support_receipts`',
    removedBy: 'src/support/upkeep.ts forgetOldMessages',
    erased: 'yes: their threads; in those of others their words and name',
  },
  reporters: {
    kept: '6 months',
    since: 'the report',
    what: 'who reported a publication, and in what words',
    why: 'long enough to answer a question about it; reason and decision stay',
    where: '`publication_reports`: email, message, reporter',
    removedBy: 'src/publications/moderation/reports.ts forgetReporters',
    erased: 'yes, where an account or an address was given',
  },
  claimants: {
    kept: '12 months',
    since: 'the decision, or its lapse',
    what: 'who asked to take over an acteur, in what words, the note of the decision and the words of a refusal',
    why: 'long enough to answer who contests it; that it was decided stays',
    where: '`claims`: message, nom, email, telephone, note, reason',
    removedBy: 'src/claims/upkeep.ts forgetClaimants',
    erased: 'yes; one that is undecided lapses',
  },
  operations: {
    kept: '30 days',
    since: 'the decision',
    what: 'how publications stood before a decision and what its mails said of them, for “undo”',
    why: 'last month’s decisions are not taken back; the audit trail has them',
    where:
      '`moderation_operations`, `moderation_operation_items`, `moderation_letters`, `moderation_pieces`, `moderation_failures`',
    removedBy: 'src/publications/moderation/undo.ts forgetOldOperations',
    erased: `no: ${NOBODY} but moderators, by id`,
  },
  claimDecisions: {
    kept: '30 days',
    since: 'the decision',
    what: 'what the last decision about a claim gave, and to whom by id, for “undo”',
    why: 'as for publications',
    where: '`claim_decisions`',
    removedBy: 'src/claims/undo.ts forgetDecisions',
    erased: `no: ${NOBODY} but users, by id`,
  },
  acteurMerges: {
    kept: '30 days',
    since: 'the merge',
    what: 'what followed an acteur into another one, by id, for “undo”',
    why: 'as for publications',
    where: '`acteur_merges`',
    removedBy: 'src/acteur-merges/merge.ts forgetMerges',
    erased: `no: ${NOBODY} but users, by id`,
  },
  notes: {
    kept: '3 years',
    since: 'each note',
    what: 'what colleagues noted about an acteur or a person',
    why: 'long enough to know somebody again who comes back; nobody is judged for good by what was once said of them',
    where: '`notes`',
    removedBy: 'src/notes/notes.ts forgetOldNotes',
    erased: 'yes: those about them; in others their address and telephone',
  },
  drafts: {
    kept: '180 days',
    since: 'it was last gone on with',
    what: 'what somebody is writing and has not sent',
    why: 'next year’s fête is begun from this year’s; half a year without a word, and it is forgotten',
    where: '`publication_drafts`',
    removedBy: 'src/drafts/queries.ts forgetOldDrafts',
    erased: 'yes',
  },
  fetchedPictures: {
    kept: `${PICTURE_DAYS} days`,
    since: 'the last publication that names it was deleted',
    what: 'a picture of another server that publications name, as we encoded it',
    why: 'a deletion can be taken back for as long',
    where: '`fetched_pictures`',
    removedBy: 'src/publications/pictures/upkeep.ts forgetPictures',
    erased: `no: ${NOBODY}; it goes with the publications`,
  },
  uploads: {
    kept: '24 hours',
    since: 'it was sent last',
    what: 'a picture or a document that nothing shows, with its files',
    why: 'whoever writes a publication comes back to it within a day, or not at all',
    where: '`uploads`, `media`, and the files below `DATA_DIR/media` or in the bucket',
    removedBy: 'src/uploads/upkeep.ts forgetUploads',
    erased:
      'no: it is what an acteur sent, like the publications that show it; who sent it goes with the user',
  },
  deletedPictures: {
    kept: '30 days',
    since: 'the publication or acteur was deleted, or another picture took its place',
    what: 'pictures and documents of what is deleted, or that a publication no longer shows',
    why: 'as long as it can be undone; restored later, it comes back without them',
    where: '`publications`: images, documents; `publication_uploads`; `acteurs`: image',
    removedBy: 'src/publications/upkeep.ts letGoOfUploads',
    erased: 'no: as above',
  },
  importRuns: {
    kept: '90 days',
    since: 'the run',
    what: 'how an import went, entry by entry, and what it changed of each item; what each became stays in `import_items`',
    why: 'a source that went wrong is looked into within weeks',
    where: '`import_runs`',
    removedBy: 'src/imports/runs/upkeep.ts forgetOldRuns',
    erased: 'no: it quotes what a public feed says',
  },
  syncs: {
    kept: '1 year',
    since: 'the sync',
    what: 'how reading the register of defibrillators went; the last success of each commune stays',
    why: 'a year shows what the register does in its seasons',
    where: '`defibrillateur_syncs`',
    removedBy: 'src/defibrillateurs/sync/runs.ts forgetOldSyncs',
    erased: `no: ${NOBODY} but who asked, by id`,
  },
  unconfirmed: {
    kept: '7 days',
    since: 'the sign-up',
    what: 'an account whose address nobody confirmed',
    why: 'as long as the link of an invitation is good',
    where: '`auth_users` and what hangs on it',
    removedBy: 'src/sign-in/issuer/accounts.ts forgetOldSignIns',
    erased: 'yes',
  },
  sessions: {
    kept: '7 days',
    since: 'it was last used, to a day',
    what: 'a session: hash of its token, browser, times; no network address',
    why: 'a week without a visit, and one signs in again',
    where: '`auth_sessions`',
    removedBy: 'src/sign-in/issuer/accounts.ts forgetOldSignIns',
    erased: 'yes',
  },
  trustedDevices: {
    kept: '30 days',
    since: 'it was last used',
    what: 'a browser that is asked for no second factor; links, codes and half sign-ins go sooner, each at its own end',
    why: 'a month is what people expect of “trust this device”',
    where: '`auth_verifications`',
    removedBy: 'src/sign-in/issuer/accounts.ts forgetOldSignIns',
    erased: 'yes',
  },
  clientNetworks: {
    kept: '30 days',
    since: 'the last sign-in there, to a day',
    what: 'from which client networks an account was opened, as keyed hashes',
    why: 'strangers who use up an account’s attempts do not shut its owner out',
    where: '`auth_known_households`',
    removedBy: 'src/sign-in/known-client-networks.ts forgetClientNetworks',
    erased: 'yes',
  },
  nodes: {
    kept: '7 days',
    since: 'its last sign of life',
    what: 'that a process of this service was there',
    why: '`doctor` tells since when nothing works any more',
    where: '`nodes`',
    removedBy: 'src/health/nodes.ts tell',
    erased: `no: ${NOBODY}`,
  },
  presences: {
    kept: '30 seconds',
    since: 'it was last said',
    what: 'which item of the back-office an operator looks at',
    why: 'two beats of a browser, so that one may be lost',
    where: '`presences`',
    removedBy: 'src/presence/queries.ts forgetPresences',
    erased: 'no: it is over by then',
  },
  backups: {
    kept: '12 months',
    since:
      'it was made, where one is made every night: the last one of each of the newest seven days, four weeks and twelve months that have one',
    what: 'a backup that is made by itself (`BACKUP_DIR`), with copies of pictures and documents, which go a year after what they are of',
    why: 'what was broken unnoticed can be looked for; after a year nobody goes back; a clock that is wrong, or a pause, takes none away',
    where: 'the folder or the bucket of the settings',
    removedBy: 'src/backup/make.ts prune',
    erased:
      'no: the last copy of a person is gone twelve months after their erasure, and later where backups were missed',
  },
  backupRuns: {
    kept: '13 months',
    since: 'it was made',
    what: 'when a backup was made by itself, how large it is and what proved it',
    why: 'as long as there may be a backup of it',
    where: '`backup_runs`',
    removedBy: 'src/backup/runs.ts beginRun',
    erased: `no: ${NOBODY}`,
  },
  addressKeys: {
    kept: KERNEL_KEEPS.addressKeys,
    since: 'the end of its month',
    what: 'the month’s key of the hashes that network addresses are kept as',
    why: 'without it no hash of that month, in the audit trail or elsewhere, leads to an address again',
    where: '`address_keys`',
    removedBy: 'src/kernel/http/addresses.ts destroyOldAddressKeys',
    erased: `no: ${NOBODY}`,
  },
} as const satisfies Record<string, Retention>
