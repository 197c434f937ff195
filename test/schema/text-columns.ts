import { ACTEUR_FIELDS } from '../../shared/fields/acteurs.ts'
import { COLLECTE_FIELDS, INFO_FIELDS } from '../../shared/fields/communes.ts'
import { textsWithContacts } from '../../shared/fields/field.ts'
import { PLACE_FIELDS } from '../../shared/fields/places.ts'
import { personalData } from '../../src/office/personal-data/resources.ts'

/**
 * What an erasure makes of every column of text, by `table.column`. What a check keeps to words, codes or numbers is not
 * listed: no address and no telephone number can stand there.
 */

const of = (table: string, columns: readonly string[]) => columns.map(column => `${table}.${column}`)
const words = (text: string) => text.trim().split(/\s+/)

/** Texts of colleagues: declared by each part of `personalData`. */
const NAMING = Object.values(personalData).flatMap(part =>
  ('naming' in part ? part.naming : []).flatMap(({ table, columns }) => of(table, Object.keys(columns))),
)

/** Loses the person's contacts in every row, whoever wrote it. */
export const LOSES_CONTACTS: readonly string[] = [
  ...NAMING,
  ...of('acteurs', [...textsWithContacts(ACTEUR_FIELDS), 'email', 'telephone']),
  ...of('commune_infos', [...textsWithContacts(INFO_FIELDS), 'mention', 'email', 'telephone']),
  ...of('collectes', textsWithContacts(COLLECTE_FIELDS)),
  ...of('commune_places', textsWithContacts(PLACE_FIELDS)),
  ...words('commune_defibrillateurs.note commune_defibrillateurs.overrides defibrillateurs.note'),
  ...words('notes.body views.address watched_words.words mails.reply_to idempotency_keys.body'),
]

/** Goes, or is emptied, in the rows that are the person's. In other rows it is what somebody else says. */
export const GOES_WITH_ITS_ROW: Readonly<Record<keyof typeof personalData, string>> = {
  'sign-in': `auth_users.name auth_users.email auth_users.image auth_accounts.account_id auth_accounts.access_token
    auth_accounts.refresh_token auth_accounts.id_token auth_accounts.scope auth_accounts.password auth_sessions.token
    auth_sessions.user_agent auth_provider_sessions.issuer auth_provider_sessions.subject auth_provider_sessions.sid
    auth_provider_sessions.end_session_url auth_provider_sessions.id_token_sealed auth_two_factors.secret
    auth_two_factors.backup_codes auth_verifications.identifier auth_verifications.value
    auth_known_households.household auth_passkeys.name auth_passkeys.credential_id auth_passkeys.public_key
    auth_passkeys.device_type auth_passkeys.transports auth_passkeys.aaguid`,
  notes: '',
  users: `users.email users.invited_email users.nom user_identities.issuer user_identities.subject
    idempotency_keys.caller idempotency_keys.key`,
  publications: `publication_reports.message publication_reports.email publication_reports.reporter
    report_mutes.reporter`,
  uploads: '',
  drafts: 'publication_drafts.content publication_drafts.from_mail',
  acteurs: '',
  communes: 'town_hall_readings.emails town_hall_readings.domains town_hall_readings.telephone',
  defibrillateurs: '',
  appeals: 'appeals.email appeals.message appeal_outcomes.before',
  claims: `claims.message claims.nom claims.email claims.telephone claim_letters.sent_to
    town_hall_codes.sent_to`,
  'claim-answers': 'claim_owner_answers.token',
  payments: 'payment_events.kept',
  support: `support_threads.subject support_threads.requester_nom support_threads.requester_email
    support_messages.author_nom support_messages.author_email support_messages.body support_messages.message_id
    support_messages.attachments`,
  mail: `mails.recipient_email mails.recipient_name mails.subject mails.text mails.html mails.unsubscribe_url
    mails.in_reply_to mails.reference_ids mails.thread`,
  views: '',
  imports: '',
  'watched-words': '',
  'api-keys': 'api_keys.nom',
  'webhook-endpoints': 'webhook_endpoints.nom webhook_endpoints.url',
  digests: 'digests.token digests.alerts_token author_news.token',
  'weekly-mail': ` weekly_mail_subscribers.address_sealed
    weekly_mail_subscribers.token`,
  audit: '',
}

/** By the reason why. */
export const STAYS: Readonly<Record<string, string>> = {
  'what an acteur publishes is theirs to change; an erasure says which publications name the address': `publications.title
    publications.body publications.lieu publications.image_url publications.source_url publications.images
    publications.documents publications.annule_motif publication_revisions.title publication_revisions.body
    publication_revisions.lieu publication_revisions.image_url publication_revisions.source_url
    publication_revisions.images publication_revisions.documents moderation_operation_items.words former_paths.path`,
  'the public name or number of an acteur, an organisation': `acteurs.nom acteurs.slug
    acteurs.image acteurs.cle acteurs.recherche acteurs.site_web commune_infos.site_web
    town_hall_readings.site_web`,
  'the trail is final, and what is written into it has no contacts': `audit_log.app_source audit_log.request_id
    audit_log.ip_hash audit_log.action audit_log.entity audit_log.entity_id audit_log.before audit_log.after`,
  'the public register has it, restores it, and is asked to erase it': `defibrillateur_lines.gid defibrillateurs.gid
    defibrillateurs.nom defibrillateurs.adresse defibrillateurs.code_postal defibrillateurs.code_insee
    defibrillateurs.commune_nom defibrillateurs.etage defibrillateurs.complement defibrillateurs.disponibilite_jours
    defibrillateurs.disponibilite_heures defibrillateurs.telephone defibrillateurs.etat_fonctionnement
    defibrillateurs.departement defibrillateur_syncs.error defibrillateur_syncs.counts defibrillateur_syncs.source
    defibrillateur_syncs.etag defibrillateur_syncs.last_modified defibrillateur_syncs.said defibrillateurs.overrides`,
  'an office holder, public by law':
    'elus.nom elus.prenom elus.fonction elus.cle actes.signataire actes.qualite actes.numero actes.repris_de',
  'a register of acts, which are public': 'act_registers.text act_registers.left_out',
  'a public list of communes and intercommunalities': `communes.slug communes.nom communes.cle
    communes.codes_postaux communes.reference commune_slugs.slug epcis.nom
    commune_places.blason`,
  'days and hours': 'collectes.exceptions publication_revisions.heure_debut publication_revisions.heure_fin',
  'what a public source says, read again with it': `import_sources.url import_sources.disabled_reason
    import_sources.etag import_sources.last_modified import_sources.read_kind import_sources.columns
    import_files.external_id import_files.name import_files.reason import_files.media_key import_items.external_id import_runs.error
    import_runs.entries import_runs.items fetched_files.url fetched_files.host fetched_files.etag
    fetched_files.last_modified published_hosts.host`,
  'a label of the service, for all': `app_sources.slug app_sources.nom publication_types.slug publication_types.nom
    publication_types.icone counters.name mails.template moderation_letters.template schema_migrations.name
    push_announcements.niveau duplicate_publications.moderation_status moderation_operation_items.moderation_status
    moderation_operation_items.moderation_by moderation_operation_items.moderation_reason_code
    publication_totals.moderation_status publication_revisions.niveau publication_revisions.public appeals.reason_code webhook_deliveries.event
    subscriptions.plan subscriptions.snapshot_status subscriptions.snapshot_previous_status presences.entity desk_waiting.kind desk_waiting.item
    user_roles.mapped_by user_roles.epci_codes api_keys.epci_codes webhook_endpoints.epci_codes nodes.address
    nodes.media nodes.node nodes.version push_looks.of
    place_purges.cache place_purges.depends_on place_purges.error`,
  'a key, a hash or a seal of the service': `address_keys.key_sealed appeal_links.token_hash auth_accounts.provider_id
    auth_verifications.id import_sources.api_key import_items.words_hash push_keys.private_sealed
    signing_keys.kid signing_keys.public_jwk signing_keys.private_sealed schema_migrations.sha256 backup_runs.file
    webhook_endpoints.secret_sealed webhook_endpoints.former_sealed mails.message_id media.placeholder
    fetched_files.claimed_by backup_runs.reason rate_limits.key media_sealed.record_sealed`,
  'a device that was given no name, and the service that serves it': `push_subscriptions.endpoint
    push_subscriptions.auth push_messages.service push_services.service`,
  'ids and figures': `acteur_merges.members claim_decisions.member_before claim_decisions.member_after
    fetched_files.image fetched_files.document payment_comparisons.drifts transparency_months.figures
    webhook_deliveries.data`,
  'of the payment provider, by its own numbers': `payment_events.event_id payment_events.type payment_events.error
    payment_events.subscription_id payment_comparisons.provider payment_events.provider subscriptions.provider
    subscriptions.provider_subscription_id subscriptions.provider_customer_id`,
  'what a machine of an acteur answered': 'webhook_deliveries.error',
}

export const LISTED: readonly string[] = [
  ...LOSES_CONTACTS,
  ...Object.values(GOES_WITH_ITS_ROW).flatMap(text => (text === '' ? [] : words(text))),
  ...Object.values(STAYS).flatMap(words),
]
