import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAYS_OF_WEEK } from '../../shared/fields/communes.ts'
import { namesOf } from '../../shared/fields/field.ts'
import * as access from '../../shared/words/access.ts'
import { NATURES, REGISTER_STATES, WHY_STOPPED } from '../../shared/words/actes.ts'
import * as acteurs from '../../shared/words/acteurs.ts'
import * as apiKeys from '../../shared/words/api-keys.ts'
import { APPEAL_KINDS, APPEAL_STATUSES, CONTESTED } from '../../shared/words/appeals.ts'
import { CALL_OUTCOMES, CALLED_NUMBERS, CLAIM_STATUSES } from '../../shared/words/claims.ts'
import * as communes from '../../shared/words/communes.ts'
import * as defibrillateurs from '../../shared/words/defibrillateurs.ts'
import * as imports from '../../shared/words/imports.ts'
import { ALERT_CAUSES, DIGEST_FREQUENCIES, MAIL_STATUSES } from '../../shared/words/mail.ts'
import {
  DECIDERS,
  MODERATION_REASONS,
  MODERATION_STATUSES,
  OPERATION_STATES,
} from '../../shared/words/moderation.ts'
import { EVENT_STATUSES, SUBSCRIPTION_STATUSES } from '../../shared/words/payments.ts'
import { TEINTES } from '../../shared/words/places.ts'
import { ALERT_LEVELS, AUDIENCES, PICTURE_REFUSALS } from '../../shared/words/publications.ts'
import { FLAGS, THREAD_STATUSES } from '../../shared/words/support.ts'
import { WATCHED_KINDS } from '../../shared/words/watched-words.ts'
import * as webhooks from '../../shared/words/webhooks.ts'
import { CHANGE_KINDS, CHANGES, EVENT_KINDS } from '../../src/exchange/changes/kinds.ts'
import { FAN_OUT } from '../../src/exchange/changes/number.ts'
import { MAIL_OUTCOMES } from '../../src/exchange/mailed-drafts/outcomes.ts'
import { LANGUAGES } from '../../src/kernel/refusals/errors.ts'
import { PROCESSES } from '../../src/kernel/settings/config.ts'
import * as mail from '../../src/letters/mail/outbox.ts'
import { RECEIPTS } from '../../src/letters/support/inbound/receive.ts'
import * as support from '../../src/letters/support/shapes.ts'
import * as media from '../../src/media/shapes.ts'
import { OUTCOMES as BACKUPS, PROOFS } from '../../src/operation/backup/runs.ts'
import { DESK_ITEMS, DESK_KINDS } from '../../src/people/live/number.ts'
import { VIEWED } from '../../src/people/views/shapes.ts'
import { RHYTHMS } from '../../src/place/push/subscriptions.ts'
import { OUTCOMES } from '../../src/publishing/publications/decisions.ts'
import { DUPLICATE_REASONS } from '../../src/publishing/publications/duplicates.ts'
import * as pictures from '../../src/publishing/publications/fetched-files/queries.ts'
import {
  LEFT_FOR,
  OPERATION_ACTIONS,
  PIECES,
  STEPS,
} from '../../src/publishing/publications/moderation/operations.ts'
import { SHOWN_STATUSES } from '../../src/publishing/publications/rules.ts'
import * as claims from '../../src/territory/claims/shapes.ts'
import { REGISTERS } from '../../src/territory/communes/registers/elus-register.ts'
import { DOUBTS, TOWN_HALL_REGISTERS } from '../../src/territory/communes/registers/town-hall-readings.ts'
import { inDatabase, MIGRATED } from '../databases.ts'

/** Value lists in checks of the database must equal lists of the code, in any order. */
const LISTS: Readonly<Record<string, readonly (string | number)[]>> = {
  views_area_check: VIEWED,
  webhook_deliveries_state_check: namesOf(webhooks.DELIVERY_STATES),
  webhook_endpoints_disabled_for_check: namesOf(webhooks.DISABLED_FOR),
  webhook_endpoints_events_check: namesOf(webhooks.WEBHOOK_EVENTS),
  webhook_endpoints_granted_to_check: ['owner', 'admin'],
  webhook_endpoints_state_check: namesOf(webhooks.ENDPOINT_STATES).filter(state => state !== 'paused'),
  act_registers_nature_check: namesOf(NATURES),
  act_registers_state_check: namesOf(REGISTER_STATES).filter(state => state !== 'trial'),
  act_registers_why_check: namesOf(WHY_STOPPED),
  actes_nature_check: namesOf(NATURES),
  acteurs_badge_check: namesOf(acteurs.BADGES),
  acteurs_type_check: namesOf(acteurs.ACTEUR_TYPES),
  actor_users_permissions_check: namesOf(access.MEMBER_PERMISSIONS),
  actor_users_role_check: namesOf(access.MEMBER_ROLES),
  api_keys_granted_to_check: namesOf(apiKeys.KEY_GRANTS),
  api_keys_scopes_check: namesOf(apiKeys.KEY_SCOPES),
  appeal_links_kind_check: namesOf(APPEAL_KINDS),
  appeals_decision_check: namesOf(CONTESTED),
  appeals_kind_check: namesOf(APPEAL_KINDS),
  appeals_language_check: LANGUAGES,
  appeals_status_check: namesOf(APPEAL_STATUSES),
  backup_runs_outcome_check: BACKUPS,
  backup_runs_verified_check: PROOFS,
  town_hall_readings_register_check: TOWN_HALL_REGISTERS,
  town_hall_readings_doubt_check: DOUBTS,
  claim_calls_number_check: namesOf(CALLED_NUMBERS),
  changes_change_check: CHANGES,
  changes_kind_check: ['start', ...CHANGE_KINDS, ...EVENT_KINDS, 'alert'],
  changes_waiting_kind_check: [...CHANGE_KINDS, ...EVENT_KINDS, ...namesOf(FAN_OUT)],
  desk_changes_item_check: ['start', ...DESK_ITEMS],
  desk_changes_kind_check: ['start', ...DESK_KINDS],
  claim_calls_outcome_check: namesOf(CALL_OUTCOMES),
  claims_decided_has_its_time: claims.DECISIONS,
  claims_language_check: LANGUAGES,
  claims_status_check: namesOf(CLAIM_STATUSES),
  collectes_frequence_check: namesOf(communes.FREQUENCES),
  collectes_jours_check: days(),
  collectes_type_check: namesOf(communes.COLLECTE_TYPES),
  commune_defibrillateurs_statut_check: namesOf(defibrillateurs.STATUTS),
  defibrillateur_syncs_status_check: namesOf(defibrillateurs.SYNC_STATUSES),
  defibrillateur_syncs_trigger_check: namesOf(defibrillateurs.SYNC_TRIGGERS),
  defibrillateurs_acces_check: namesOf(defibrillateurs.ACCES),
  defibrillateurs_statut_check: namesOf(defibrillateurs.STATUTS),
  defibrillateurs_statut_commune_check: namesOf(defibrillateurs.STATUTS),
  alerts_cause_check: namesOf(ALERT_CAUSES),
  digests_frequency_check: namesOf(DIGEST_FREQUENCIES),
  elus_registres_check: REGISTERS,
  elus_registers_register_check: REGISTERS,
  fetched_files_kind_check: media.KINDS,
  fetched_files_reason_check: namesOf(PICTURE_REFUSALS),
  fetched_files_status_check: pictures.STATUSES,
  import_files_kind_check: media.KINDS,
  import_runs_finished: namesOf(imports.RUN_ENDINGS),
  import_runs_status_check: namesOf(imports.RUN_STATUSES),
  import_runs_trigger_check: namesOf(imports.RUN_TRIGGERS),
  import_sources_kind_check: namesOf(imports.SOURCE_KINDS),
  import_sources_last_status_check: namesOf(imports.RUN_ENDINGS),
  import_sources_when_gone_check: namesOf(imports.WHEN_GONE),
  import_sources_moderation_check: namesOf(imports.SOURCE_MODERATIONS),
  import_sources_schedule_check: namesOf(imports.SCHEDULES),
  media_kind_check: media.KINDS,
  mails_auto_submitted_check: mail.AUTO_SUBMITTED,
  mails_language_check: LANGUAGES,
  mails_status_check: namesOf(MAIL_STATUSES),
  commune_places_teinte_check: namesOf(TEINTES),
  moderation_failures_error_check: LEFT_FOR,
  moderation_failures_step_check: STEPS,
  moderation_operations_action_check: OPERATION_ACTIONS,
  moderation_operations_moderation_status_check: namesOf(MODERATION_STATUSES),
  moderation_operations_state_check: namesOf(OPERATION_STATES),
  moderation_pieces_step_check: PIECES,
  nodes_process_check: PROCESSES,
  payment_events_status_check: namesOf(EVENT_STATUSES),
  publication_reports_language_check: LANGUAGES,
  publication_reports_outcome_check: OUTCOMES,
  publication_reports_reason_check: namesOf(MODERATION_REASONS),
  publications_duplicate_reason_check: DUPLICATE_REASONS,
  publications_moderation_by_check: namesOf(DECIDERS),
  publications_moderation_reason_code_check: namesOf(MODERATION_REASONS),
  publications_moderation_status_check: namesOf(MODERATION_STATUSES),
  publications_niveau_check: namesOf(ALERT_LEVELS),
  publications_public_check: namesOf(AUDIENCES),
  push_notices_rhythm_check: RHYTHMS,
  push_subscriptions_notices: RHYTHMS,
  publications_valide_when_decided: SHOWN_STATUSES,
  refusal_presets_reason_code_check: namesOf(MODERATION_REASONS),
  subscriptions_status_check: namesOf(SUBSCRIPTION_STATUSES),
  support_messages_direction_check: support.DIRECTIONS,
  acteur_mails_outcome_check: MAIL_OUTCOMES,
  support_receipts_outcome_check: RECEIPTS,
  support_threads_flag_check: namesOf(FLAGS),
  support_threads_last_by_check: support.DIRECTIONS,
  support_threads_language_check: LANGUAGES,
  support_threads_status_check: namesOf(THREAD_STATUSES),
  removed_roles_role_check: namesOf(access.ROLES),
  user_roles_role_check: namesOf(access.ROLES),
  users_status_check: namesOf(access.USER_STATUSES),
  watched_words_kind_check: namesOf(WATCHED_KINDS),
}

/** Weekdays, as in the shape. */
function days(): readonly number[] {
  const { minimum, maximum } = DAYS_OF_WEEK
  return Array.from({ length: maximum - minimum + 1 }, (_, at) => at + minimum)
}

const sorted = (values: readonly (string | number)[]) => values.map(String).sort()

/** Parses `= any (array['a'::text, 'b'::text])` (the form of `in`), and `<@ array[1, 2]`. */
const valuesIn = (check: string): string[] =>
  check
    .matchAll(/\bARRAY\[([^\]]*)\]/g)
    .flatMap(([, list = '']) => list.matchAll(/'((?:[^']|'')*)'|\b(\d+)\b/g))
    .map(([, text, number]) => text?.replaceAll("''", "'") ?? number ?? '')
    .toArray()

test('a check of the database that lists values lists those of the code', async () => {
  const { checks, enums } = await inDatabase(MIGRATED, async client => ({
    checks: (
      await client.query<{ name: string; definition: string }>(`
        select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = 'public'::regnamespace and contype = 'c' order by 1`)
    ).rows,
    enums: (
      await client.query<{ name: string; values: string[] }>(`
        select typname as name, array_agg(enumlabel::text order by enumsortorder) as values
        from pg_enum join pg_type t on t.oid = enumtypid where typnamespace = 'public'::regnamespace group by 1`)
    ).rows,
  }))
  const listed = [
    ...checks.map(({ name, definition }) => ({ name, values: valuesIn(definition) })),
    ...enums,
  ].filter(({ values }) => values.length > 0)
  assert.deepEqual(
    listed.map(({ name }) => name).sort(),
    Object.keys(LISTS).sort(),
    'each check that lists values stands in the table above, with the list of the code that it is',
  )
  for (const { name, values } of listed) assert.deepEqual(sorted(values), sorted(LISTS[name] ?? []), name)
})
