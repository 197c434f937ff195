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
const NOBODY = 'holds no personal data'

export const retention = {
  answers: {
    kept: KERNEL_KEEPS.answers,
    since: 'the request',
    what: 'the reply to a request with an `Idempotency-Key`',
    why: 'clients retry within a day',
    where: '`idempotency_keys`',
    removedBy: 'src/kernel/routes/idempotency.ts forgetOldAnswers',
    erased: 'yes, and replies to other users that contain their address or telephone number',
  },
  mails: {
    kept: `${MAIL_DAYS} days`,
    since: 'it was queued',
    what: 'recipient and text of a mail; a text with a sign-in link is deleted as soon as the mail is sent or has failed, the weekly mail of a commune also with its recipient',
    why: 'long enough to answer “I never got it”; kind, times and number of attempts are kept',
    where: '`mails`: recipient, subject, text, error, references',
    removedBy: 'src/mail/outbox.ts forgetOldMails',
    erased: 'yes; a mail that was not sent yet is not sent',
  },
  weeklyMailRequests: {
    kept: '48 hours',
    since: 'the request',
    what: 'address, encrypted, for which the weekly mail of a commune was asked and not confirmed; a confirmed one is kept until it is unsubscribed',
    why: 'as long as the link in the confirmation mail is valid',
    where: '`weekly_mail_subscribers`',
    removedBy: 'src/weekly-mail/subscribers.ts forgetUnconfirmed',
    erased: 'yes, like confirmed ones',
  },
  deliveryErrors: {
    // Copied from the mail while the mail still has it.
    kept: `${MAIL_DAYS - 1} days`,
    since: 'the mail was queued',
    what: 'why an answer of the support was not delivered, stored with its mail; then it is copied into the conversation',
    why: 'copied a day before the mail loses it; the conversation keeps it as long as the message',
    where: '`mails.error`, then `support_messages.delivery_error`',
    removedBy: 'src/support/upkeep.ts keepDeliveryErrors',
    erased: 'yes',
  },
  conversations: {
    kept: '3 years',
    since: 'each message',
    what: 'questions and answers; a conversation is deleted with its last message, including internal notes',
    why: 'a question may come up again, and the requester may have relied on the answer',
    where: '`support_messages`, `support_threads`, `support_notes`, `support_receipts`',
    removedBy: 'src/support/upkeep.ts forgetOldMessages',
    erased: 'yes: their conversations, and their messages and name in others',
  },
  reporters: {
    kept: '6 months',
    since: 'the report, or the decision about it',
    what: 'reporter and text of a report',
    why: 'its outcome can be contested for six months; reason and decision are kept',
    where: '`publication_reports`: email, message, reporter',
    removedBy: 'src/publications/moderation/reports.ts forgetReporters',
    erased: 'yes, if the report has an account or an address',
  },
  claimants: {
    kept: '12 months',
    since: 'the decision, or its lapse',
    what: 'claimant and text of a claim, the note and reason of its decision, what owners answered, its letter and call',
    why: 'long enough to answer an objection; the decision itself is kept',
    where:
      '`claims`: message, nom, email, telephone, note, reason; `claim_owner_answers`, `claim_letters`, `claim_calls`',
    removedBy: 'src/claims/upkeep.ts forgetClaimants',
    erased: 'yes; an undecided claim lapses',
  },
  appealLinks: {
    kept: '6 months',
    since: 'the mail',
    what: 'hash of the link by which a mail lets its recipient contest a decision',
    why: 'a decision can be contested for six months',
    where: '`appeal_links`',
    removedBy: 'src/appeal-links/links.ts forgetAppealLinks',
    erased: 'yes, those of authors; those of others open nothing once their report or claim is erased',
  },
  appellants: {
    kept: '12 months',
    since: 'the outcome',
    what: 'person, address and text of an appeal, and the words of its outcome',
    why: 'long enough for a court; what was contested and the outcome are kept, and counted',
    where: '`appeals`: user_id, email, message, answer, reason',
    removedBy: 'src/appeals/upkeep.ts forgetAppellants',
    erased: 'yes; one that waits is closed',
  },
  operations: {
    kept: '30 days',
    since: 'the decision',
    what: 'state of publications before a decision, and the contents of its mails, for “undo”',
    why: 'older decisions are not undone; the audit trail keeps them',
    where:
      '`moderation_operations`, `moderation_operation_items`, `moderation_letters`, `moderation_pieces`, `moderation_failures`',
    removedBy: 'src/publications/moderation/undo.ts forgetOldOperations',
    erased: `no: ${NOBODY} except ids of moderators`,
  },
  claimDecisions: {
    kept: '30 days',
    since: 'the decision',
    what: 'rights that the last decision of a claim granted, with the user’s id, for “undo”',
    why: 'as for publications',
    where: '`claim_decisions`',
    removedBy: 'src/claims/undo.ts forgetDecisions',
    erased: `no: ${NOBODY} except ids of users`,
  },
  acteurMerges: {
    kept: '30 days',
    since: 'the merge',
    what: 'ids of the records that a merge of acteurs moved, for “undo”',
    why: 'as for publications',
    where: '`acteur_merges`',
    removedBy: 'src/acteur-merges/merge.ts forgetMerges',
    erased: `no: ${NOBODY} except ids of users`,
  },
  notes: {
    kept: '3 years',
    since: 'each note',
    what: 'internal notes about an acteur, a person, a publication or a claim',
    why: 'long enough to recognise a person who returns; an old note must not count for ever',
    where: '`notes`, `note_mentions`',
    removedBy: 'src/notes/notes.ts forgetOldNotes',
    erased:
      'yes: notes about them, their claims and what they wrote, mentions of them, and their address and telephone number in other notes',
  },
  drafts: {
    kept: '180 days',
    since: 'it was last saved',
    what: 'an unsent draft of a publication',
    why: 'authors prepare events months ahead; a draft untouched for half a year is abandoned',
    where: '`publication_drafts`',
    removedBy: 'src/drafts/queries.ts forgetOldDrafts',
    erased: 'yes',
  },
  pushSubscriptions: {
    kept: '2 years',
    since: 'the browser last got an alert, or opened the page where it subscribed',
    what: 'a browser that gets the alerts of a commune: its address at the push service, its public keys, the commune',
    why: 'some communes have no alert for a year; deleted at once when the push service says that it is gone',
    where: '`push_subscriptions`, `push_messages`',
    removedBy: 'src/place/push/subscriptions.ts forgetSubscriptions',
    erased: 'no: it says nothing of whose browser it is; unsubscribing deletes it',
  },
  pushAnnouncements: {
    kept: '30 days',
    since: 'the alert was published',
    what: 'level of an alert that subscribers of a commune were told of, and whether it was lifted or withdrawn',
    why: 'later changes of an alert are not announced',
    where: '`push_announcements`',
    removedBy: 'src/place/push/queries.ts forgetAnnouncements',
    erased: `no: ${NOBODY}`,
  },
  fetchedFiles: {
    kept: `${PICTURE_DAYS} days`,
    since: 'the last publication that names it was deleted',
    what: 'our copy of a picture that publications link to on another server, or of a file of an imported item',
    why: 'as long as a deletion can be undone',
    where: '`fetched_files`, `import_files`',
    removedBy: 'src/publications/fetched-files/upkeep.ts forgetFetchedFiles',
    erased: `no: ${NOBODY}; it is deleted with the publications`,
  },
  uploads: {
    kept: '24 hours',
    since: 'it was last uploaded',
    what: 'an upload that is attached to nothing, with its files',
    why: 'authors finish a publication within a day',
    where: '`uploads`, `media`, and the files below `DATA_DIR/media` or in the bucket',
    removedBy: 'src/uploads/upkeep.ts forgetUploads',
    erased:
      'no: it belongs to the acteur, like the publications that show it; the uploader’s name is erased with the user',
  },
  deletedPictures: {
    kept: '30 days',
    since: 'the publication or acteur was deleted, or the picture was replaced',
    what: 'pictures and documents of deleted publications and acteurs, or detached from a publication',
    why: 'as long as a decision can be undone; a record restored later has no pictures and documents',
    where: '`publications`: images, documents; `publication_uploads`; `acteurs`: image',
    removedBy: 'src/publications/upkeep.ts letGoOfUploads',
    erased: 'no: as above',
  },
  importRuns: {
    kept: '90 days',
    since: 'the run',
    what: 'log of an import run, and its changes of each item; `import_items` keeps which publication each item became',
    why: 'operators look into a failing source within weeks',
    where: '`import_runs`',
    removedBy: 'src/imports/runs/upkeep.ts forgetOldRuns',
    erased: 'no: it quotes a public feed',
  },
  syncs: {
    kept: '1 year',
    since: 'the sync',
    what: 'result of a sync with the register of defibrillators; the last success of each commune is kept',
    why: 'a year shows the seasonal changes of the register',
    where: '`defibrillateur_syncs`',
    removedBy: 'src/defibrillateurs/sync/runs.ts forgetOldSyncs',
    erased: `no: ${NOBODY} except the id of the operator`,
  },
  unconfirmed: {
    kept: '7 days',
    since: 'the sign-up',
    what: 'an account whose address was not verified',
    why: 'as long as the link of an invitation is valid',
    where: '`auth_users` and the rows that refer to it',
    removedBy: 'src/sign-in/issuer/accounts.ts forgetOldSignIns',
    erased: 'yes',
  },
  sessions: {
    kept: '7 days',
    since: 'it was last used, rounded to a day',
    what: 'a session: hash of its token, browser, times; no IP address',
    why: 'after a week without a visit, users sign in again',
    where: '`auth_sessions`',
    removedBy: 'src/sign-in/issuer/accounts.ts forgetOldSignIns',
    erased: 'yes',
  },
  trustedDevices: {
    kept: '30 days',
    since: 'it was last used',
    what: 'a trusted browser, which needs no second factor; links, codes and incomplete sign-ins expire sooner',
    why: 'the usual duration of “trust this device”',
    where: '`auth_verifications`',
    removedBy: 'src/sign-in/issuer/accounts.ts forgetOldSignIns',
    erased: 'yes',
  },
  clientNetworks: {
    kept: '30 days',
    since: 'the last sign-in from it, rounded to a day',
    what: 'client networks from which a user has signed in, as keyed hashes',
    why: 'there the user can still sign in when strangers have used up the attempts for the account',
    where: '`auth_known_households`',
    removedBy: 'src/sign-in/known-client-networks.ts forgetClientNetworks',
    erased: 'yes',
  },
  pageViews: {
    kept: '13 months',
    since: 'the day',
    what: 'how often the page of a publication was opened, a number a day',
    why: 'compares a month with that of the year before',
    where: '`publication_page_views`',
    removedBy: 'src/page-views/queries.ts forgetOldPageViews',
    erased: `no: ${NOBODY}`,
  },
  changes: {
    kept: '35 days',
    since: 'it was published',
    what: 'which public record changed and when, for `GET /changes`; the newest change is kept',
    why: 'programs that follow the changes may pause for thirty days',
    where: '`changes`',
    removedBy: 'src/changes/number.ts forgetChanges',
    erased: `no: ${NOBODY}`,
  },
  webhookDeliveries: {
    kept: '30 days',
    since: 'the change',
    what: 'an event for a webhook, with ids and no text, and what its endpoint answered',
    why: 'operators look into a failing program, and send events again, within weeks',
    where: '`webhook_deliveries`',
    removedBy: 'src/webhook-endpoints/deliveries.ts forgetDeliveries',
    erased: `no: ${NOBODY}; deleted with the endpoint`,
  },
  nodes: {
    kept: '7 days',
    since: 'its last heartbeat',
    what: 'a process of the service that has ended',
    why: '`doctor` shows since when no process runs',
    where: '`nodes`',
    removedBy: 'src/health/nodes.ts tell',
    erased: `no: ${NOBODY}`,
  },
  presences: {
    kept: '30 seconds',
    since: 'it was last reported',
    what: 'which item of the back-office an operator looks at',
    why: 'two reports of a browser, so that one may be lost',
    where: '`presences`',
    removedBy: 'src/presence/queries.ts forgetPresences',
    erased: 'no: it has expired by then',
  },
  backups: {
    kept: '12 months',
    since:
      'it was made, with nightly backups: the last backup of each of the newest seven days, four weeks and twelve months that have one is kept',
    what: 'an automatic backup (`BACKUP_DIR`), with copies of pictures and documents, which are deleted a year after the original',
    why: 'allows looking for damage that was noticed late; a wrong clock or a pause of backups deletes none',
    where: 'the folder or the bucket of the settings',
    removedBy: 'src/backup/make.ts prune',
    erased:
      'no: the last copy of a person’s data is deleted twelve months after their erasure, or later if backups were missed',
  },
  backupRuns: {
    kept: '13 months',
    since: 'it was made',
    what: 'time, size and verification of an automatic backup',
    why: 'longer than the backup itself is kept',
    where: '`backup_runs`',
    removedBy: 'src/backup/runs.ts beginRun',
    erased: `no: ${NOBODY}`,
  },
  addressKeys: {
    kept: KERNEL_KEEPS.addressKeys,
    since: 'the end of its month',
    what: 'the monthly key with which IP addresses are hashed',
    why: 'without it, no hash of that month, in the audit trail or elsewhere, can be traced to an address',
    where: '`address_keys`',
    removedBy: 'src/kernel/http/addresses.ts destroyOldAddressKeys',
    erased: `no: ${NOBODY}`,
  },
} as const satisfies Record<string, Retention>
