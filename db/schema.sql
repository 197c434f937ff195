-- What db/migrations amount to. Written by npm run schema, never by hand.

-- extensions

create extension cube;
create extension pg_trgm;
create extension unaccent;

-- text search

create text search configuration parvis: parser default
  -- asciihword: french_stem
  -- asciiword: french_stem
  -- email: simple
  -- file: simple
  -- float: simple
  -- host: simple
  -- hword: french_stem
  -- hword_asciipart: french_stem
  -- hword_numpart: simple
  -- hword_part: french_stem
  -- int: simple
  -- numhword: simple
  -- numword: simple
  -- sfloat: simple
  -- uint: simple
  -- url: simple
  -- url_path: simple
  -- version: simple
  -- word: french_stem

-- tables

create table act_registers (
  id uuid not null default new_id(),
  acteur_id uuid not null,
  commune_id uuid not null,
  user_id uuid,
  state text not null default 'running'::text,
  why text,
  nature text not null,
  text text,
  total integer not null,
  known integer not null,
  taken integer not null default 0,
  left_out jsonb not null default '[]'::jsonb,
  attempts integer not null default 0,
  failures integer not null default 0,
  due_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint act_registers_pkey PRIMARY KEY (id),
  constraint act_registers_ended CHECK ((((state = 'running'::text) = (ended_at IS NULL)) AND ((state = 'running'::text) = (text IS NOT NULL)) AND ((state = 'stopped'::text) = (why IS NOT NULL)))),
  constraint act_registers_known_check CHECK ((known >= 0)),
  constraint act_registers_left_out_check CHECK ((jsonb_typeof(left_out) = 'array'::text)),
  constraint act_registers_nature_check CHECK ((nature = ANY (ARRAY['deliberation'::text, 'arrete'::text, 'proces_verbal'::text, 'budget'::text, 'autre'::text]))),
  constraint act_registers_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'stopped'::text]))),
  constraint act_registers_total_check CHECK ((total >= 0)),
  constraint act_registers_why_check CHECK ((why = ANY (ARRAY['right_lost'::text, 'room'::text, 'broken'::text]))),
  constraint act_registers_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id),
  constraint act_registers_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id),
  constraint act_registers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table actes (
  publication_id uuid not null,
  commune_id uuid not null,
  nature text not null,
  numero text not null,
  pris_le date not null,
  signataire text,
  qualite text,
  matiere text,
  transmis_le date,
  corrige uuid,
  media_key text not null,
  sha256 text not null,
  bytes integer not null,
  avec_texte boolean not null,
  created_at timestamp with time zone not null default now(),
  repris boolean not null default false,
  repris_de text,
  constraint actes_pkey PRIMARY KEY (publication_id),
  constraint actes_bytes_check CHECK ((bytes > 0)),
  constraint actes_check CHECK ((transmis_le >= pris_le)),
  constraint actes_check1 CHECK ((corrige <> publication_id)),
  constraint actes_matiere_check CHECK ((matiere ~ '^[1-9]\.[0-9]{1,2}$'::text)),
  constraint actes_media_key_check CHECK ((media_key ~ '^[0-9a-f]{40}$'::text)),
  constraint actes_named CHECK ((repris OR ((repris_de IS NULL) AND (signataire IS NOT NULL) AND (qualite IS NOT NULL)))),
  constraint actes_nature_check CHECK ((nature = ANY (ARRAY['deliberation'::text, 'arrete'::text, 'proces_verbal'::text, 'budget'::text, 'autre'::text]))),
  constraint actes_numero_check CHECK (((length(numero) >= 1) AND (length(numero) <= 50))),
  constraint actes_qualite_check CHECK (((length(qualite) >= 1) AND (length(qualite) <= 200))),
  constraint actes_repris_de_check CHECK (((length(repris_de) <= 2000) AND (repris_de ~ '^https?://'::text))),
  constraint actes_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint actes_signataire_check CHECK (((length(signataire) >= 1) AND (length(signataire) <= 200))),
  constraint actes_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id),
  constraint actes_corrige_fkey FOREIGN KEY (corrige) REFERENCES actes(publication_id),
  constraint actes_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id)
);

create table acteur_communes (
  acteur_id uuid not null,
  commune_id uuid not null,
  constraint acteur_communes_pkey PRIMARY KEY (acteur_id, commune_id),
  constraint acteur_communes_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE CASCADE,
  constraint acteur_communes_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id)
);

create table acteur_mail_addresses (
  acteur_id uuid not null,
  token text not null,
  created_at timestamp with time zone not null default now(),
  constraint acteur_mail_addresses_pkey PRIMARY KEY (acteur_id),
  constraint acteur_mail_addresses_token_taken UNIQUE (token),
  constraint acteur_mail_addresses_token_check CHECK ((token ~ '^[a-z2-7]{24}$'::text)),
  constraint acteur_mail_addresses_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE CASCADE
);

create table acteur_mails (
  key bytea not null,
  acteur_id uuid,
  outcome text not null,
  received_at timestamp with time zone not null default now(),
  constraint acteur_mails_pkey PRIMARY KEY (key),
  constraint acteur_mails_key_check CHECK ((length(key) = 32)),
  constraint acteur_mails_outcome_check CHECK ((outcome = ANY (ARRAY['begun'::text, 'draft'::text, 'unknown_address'::text, 'not_checked'::text, 'not_proven'::text, 'not_a_member'::text, 'automatic'::text, 'unreadable'::text, 'too_many'::text, 'drafts_full'::text]))),
  constraint acteur_mails_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE CASCADE
);

create table acteur_merges (
  id uuid not null default new_id(),
  from_id uuid not null,
  into_id uuid not null,
  merged_at timestamp with time zone not null default now(),
  merged_by uuid,
  undone_at timestamp with time zone,
  publications uuid[] not null,
  claims uuid[] not null,
  subscriptions uuid[] not null,
  import_sources uuid[] not null,
  members jsonb not null,
  uploads uuid[] not null default '{}'::uuid[],
  publication_drafts uuid[] not null default '{}'::uuid[],
  into_active boolean not null default true,
  into_can_publish boolean not null default true,
  acteur_communes uuid[] not null default '{}'::uuid[],
  constraint acteur_merges_pkey PRIMARY KEY (id),
  constraint acteur_merges_from_id_fkey FOREIGN KEY (from_id) REFERENCES acteurs(id),
  constraint acteur_merges_into_id_fkey FOREIGN KEY (into_id) REFERENCES acteurs(id),
  constraint acteur_merges_merged_by_fkey FOREIGN KEY (merged_by) REFERENCES users(id) ON DELETE SET NULL
);

create table acteurs (
  id uuid not null default new_id(),
  nom text not null,
  slug text not null default (new_id())::text,
  commune_id uuid,
  active boolean not null default true,
  can_publish boolean not null default false,
  deleted_at timestamp with time zone,
  type text not null default 'autre'::text,
  description text,
  adresse text,
  telephone text,
  email text,
  site_web text,
  siret text,
  rna text,
  valide boolean not null default false,
  valide_le timestamp with time zone,
  badge text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  cle text collate "C" not null default ''::text,
  recherche text not null default ''::text,
  merged_into uuid,
  horaires text,
  image jsonb,
  image_upload_id uuid generated always as (((image ->> 'id'::text))::uuid) stored,
  fermetures jsonb not null default '[]'::jsonb,
  constraint acteurs_pkey PRIMARY KEY (id),
  constraint acteurs_rna_taken UNIQUE (rna),
  constraint acteurs_siret_taken UNIQUE (siret),
  constraint acteurs_slug_taken UNIQUE (slug),
  constraint acteurs_adresse_length CHECK (((length(adresse) >= 1) AND (length(adresse) <= 500))),
  constraint acteurs_badge_check CHECK ((badge = ANY (ARRAY['officiel'::text, 'verifie'::text, 'partenaire'::text]))),
  constraint acteurs_description_check CHECK (((length(description) >= 1) AND (length(description) <= 5000))),
  constraint acteurs_email_length CHECK ((length(email) <= 254)),
  constraint acteurs_fermetures CHECK (((jsonb_typeof(fermetures) = 'array'::text) AND (jsonb_array_length(fermetures) <= 20))),
  constraint acteurs_horaires_length CHECK (((length(horaires) >= 1) AND (length(horaires) <= 2000))),
  constraint acteurs_image CHECK ((image ?& '{id,alt,key,width,height,widths,placeholder}'::text[])),
  constraint acteurs_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 200))),
  constraint acteurs_rna_check CHECK ((rna ~ '^W[0-9][0-9A-Z][0-9]{7}$'::text)),
  constraint acteurs_siret_check CHECK ((siret ~ '^[0-9]{14}$'::text)),
  constraint acteurs_site_web_length CHECK ((length(site_web) <= 2000)),
  constraint acteurs_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 100))),
  constraint acteurs_telephone_length CHECK (((length(telephone) >= 1) AND (length(telephone) <= 30))),
  constraint acteurs_type_check CHECK ((type = ANY (ARRAY['association'::text, 'commerce'::text, 'artisan'::text, 'mairie'::text, 'service_public'::text, 'ecole'::text, 'sante'::text, 'autre'::text]))),
  constraint acteurs_valide_has_its_time CHECK ((valide = (valide_le IS NOT NULL))),
  constraint acteurs_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id),
  constraint acteurs_image_upload_id_fkey FOREIGN KEY (image_upload_id) REFERENCES uploads(id),
  constraint acteurs_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES acteurs(id)
);

create table actor_users (
  acteur_id uuid not null,
  user_id uuid not null,
  role text not null,
  permissions text[] not null default '{}'::text[],
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  accepted_at timestamp with time zone default now(),
  waiting_id uuid,
  constraint actor_users_pkey PRIMARY KEY (acteur_id, user_id),
  constraint actor_users_permissions_check CHECK ((permissions <@ ARRAY['manage_publications'::text, 'publish_publications'::text])),
  constraint actor_users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text]))),
  constraint actor_users_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE CASCADE,
  constraint actor_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table address_keys (
  month date not null,
  key_sealed text not null,
  constraint address_keys_pkey PRIMARY KEY (month)
);

create table alert_messages (
  publication_id uuid not null,
  version integer not null,
  sent_at timestamp with time zone not null,
  constraint alert_messages_pkey PRIMARY KEY (publication_id, version),
  constraint alert_messages_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table alerts (
  place bigint not null generated always as identity,
  publication_id uuid not null,
  cause text not null,
  created_at timestamp with time zone not null default now(),
  constraint alerts_pkey PRIMARY KEY (publication_id, cause),
  constraint alerts_place_key UNIQUE (place),
  constraint alerts_cause_check CHECK ((cause = ANY (ARRAY['reports'::text, 'alerte'::text]))),
  constraint alerts_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table alerts_in_force (
  publication_id uuid not null,
  constraint alerts_in_force_pkey PRIMARY KEY (publication_id)
);

create table api_keys (
  id uuid not null default new_id(),
  nom text not null,
  hash bytea not null,
  prefix text not null,
  scopes text[] not null,
  acteur_id uuid,
  commune_ids uuid[],
  epci_codes text[],
  granted_to text not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  revoked_by uuid,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash UNIQUE (hash),
  constraint api_keys_commune_ids_check CHECK (((cardinality(commune_ids) >= 1) AND (cardinality(commune_ids) <= 500))),
  constraint api_keys_epci_codes_check CHECK (((cardinality(epci_codes) >= 1) AND (cardinality(epci_codes) <= 50))),
  constraint api_keys_granted_to_check CHECK ((granted_to = ANY (ARRAY['owner'::text, 'admin'::text, 'operator'::text]))),
  constraint api_keys_hash_check CHECK ((length(hash) = 32)),
  constraint api_keys_limit CHECK ((num_nonnulls(acteur_id, commune_ids, epci_codes) = 1)),
  constraint api_keys_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 100))),
  constraint api_keys_of_owners CHECK (((granted_to <> 'owner'::text) OR (acteur_id IS NOT NULL))),
  constraint api_keys_prefix_check CHECK ((prefix ~ '^pk_parvis_[0-9A-Za-z]{4}$'::text)),
  constraint api_keys_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['publications:read'::text, 'publications:write'::text, 'acteurs:read'::text, 'acteurs:write'::text]))),
  constraint api_keys_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id),
  constraint api_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint api_keys_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id) ON DELETE SET NULL
);

create table app_sources (
  slug text not null,
  commune_ids uuid[],
  acteur_ids uuid[],
  created_at timestamp with time zone not null default now(),
  nom text,
  active boolean not null default true,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint app_sources_pkey PRIMARY KEY (slug),
  constraint app_sources_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 100))),
  constraint app_sources_slug_check CHECK ((slug ~ '^[a-z0-9_-]{1,40}$'::text))
);

create table appeal_links (
  token_hash text not null,
  kind text not null,
  ids uuid[] not null,
  user_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint appeal_links_pkey PRIMARY KEY (token_hash),
  constraint appeal_links_kind_check CHECK ((kind = ANY (ARRAY['publication'::text, 'report'::text, 'claim'::text]))),
  constraint appeal_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table appeal_outcomes (
  appeal_id uuid not null,
  decided_at timestamp with time zone not null default now(),
  appeal_version integer not null,
  mail_id uuid,
  operation_ids uuid[] not null default '{}'::uuid[],
  before jsonb,
  constraint appeal_outcomes_pkey PRIMARY KEY (appeal_id),
  constraint appeal_outcomes_appeal_id_fkey FOREIGN KEY (appeal_id) REFERENCES appeals(id) ON DELETE CASCADE,
  constraint appeal_outcomes_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE SET NULL
);

create table appeals (
  id uuid not null default new_id(),
  kind text not null,
  publication_id uuid,
  report_id uuid,
  claim_id uuid,
  decision text not null,
  reason_code text,
  reason text,
  decided_by uuid,
  decided_at timestamp with time zone not null,
  user_id uuid,
  email text,
  language text not null,
  message text,
  status text not null default 'pending'::text,
  answer text,
  answered_by uuid,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  recherche text not null generated always as (plain_text(((((COALESCE(email, ''::text) || ' '::text) || COALESCE(message, ''::text)) || ' '::text) || COALESCE(answer, ''::text)))) stored,
  constraint appeals_pkey PRIMARY KEY (id),
  constraint appeals_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 2000))),
  constraint appeals_answered CHECK (((status = 'pending'::text) = (answered_at IS NULL))),
  constraint appeals_decision_check CHECK ((decision = ANY (ARRAY['rejected'::text, 'hidden'::text, 'kept'::text, 'removed'::text]))),
  constraint appeals_email_check CHECK ((length(email) <= 254)),
  constraint appeals_kind_check CHECK ((kind = ANY (ARRAY['publication'::text, 'report'::text, 'claim'::text]))),
  constraint appeals_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'en'::text]))),
  constraint appeals_message_check CHECK (((length(message) >= 1) AND (length(message) <= 2000))),
  constraint appeals_of_one CHECK (
CASE kind
    WHEN 'publication'::text THEN ((publication_id IS NOT NULL) AND (num_nonnulls(report_id, claim_id) = 0))
    WHEN 'report'::text THEN ((publication_id IS NOT NULL) AND (report_id IS NOT NULL) AND (claim_id IS NULL))
    ELSE ((claim_id IS NOT NULL) AND (num_nonnulls(publication_id, report_id) = 0))
END),
  constraint appeals_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'upheld'::text, 'overturned'::text, 'closed'::text]))),
  constraint appeals_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint appeals_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id) ON DELETE CASCADE,
  constraint appeals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint appeals_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE,
  constraint appeals_report_id_fkey FOREIGN KEY (report_id) REFERENCES publication_reports(id) ON DELETE CASCADE,
  constraint appeals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table assignments (
  id uuid not null default new_id(),
  publication_id uuid,
  claim_id uuid,
  assignee_id uuid,
  assigned_at timestamp with time zone not null default now(),
  appeal_id uuid,
  constraint assignments_pkey PRIMARY KEY (id),
  constraint assignments_of_appeal UNIQUE (appeal_id),
  constraint assignments_of_claim UNIQUE (claim_id),
  constraint assignments_of_publication UNIQUE (publication_id),
  constraint assignments_of_one CHECK ((num_nonnulls(publication_id, claim_id, appeal_id) = 1)),
  constraint assignments_appeal_id_fkey FOREIGN KEY (appeal_id) REFERENCES appeals(id) ON DELETE CASCADE,
  constraint assignments_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint assignments_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id) ON DELETE CASCADE,
  constraint assignments_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table audit_log (
  id bigint not null generated by default as identity,
  at timestamp with time zone not null default clock_timestamp(),
  user_id uuid,
  app_source text,
  request_id text,
  ip_hash text,
  action text not null,
  entity text not null,
  entity_id text not null,
  before jsonb,
  after jsonb,
  key_id uuid,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_action_check CHECK ((length(action) <= 100)),
  constraint audit_log_entity_check CHECK ((length(entity) <= 100)),
  constraint audit_log_entity_id_check CHECK ((length(entity_id) <= 100))
);

create table audit_seals (
  number integer not null,
  last_id bigint not null,
  rows integer not null,
  hash bytea not null,
  sealed_at timestamp with time zone not null default clock_timestamp(),
  form smallint not null default 2,
  constraint audit_seals_pkey PRIMARY KEY (number),
  constraint audit_seals_last_id_key UNIQUE (last_id),
  constraint audit_seals_form_check CHECK (((form >= 1) AND (form <= 2))),
  constraint audit_seals_number_check CHECK ((number >= 1)),
  constraint audit_seals_rows_check CHECK ((rows > 0))
);

create table auth_accounts (
  id uuid not null default new_id(),
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint auth_accounts_pkey PRIMARY KEY (id),
  constraint auth_accounts_once UNIQUE (provider_id, account_id),
  constraint auth_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);

create table auth_known_households (
  user_id uuid not null,
  household text not null,
  until timestamp with time zone not null,
  constraint auth_known_households_pkey PRIMARY KEY (user_id, household),
  constraint auth_known_households_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);

create table auth_passkeys (
  id uuid not null default new_id(),
  user_id uuid not null,
  name text,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint auth_passkeys_pkey PRIMARY KEY (id),
  constraint auth_passkeys_once UNIQUE (credential_id),
  constraint auth_passkeys_credential_id_check CHECK ((length(credential_id) <= 1400)),
  constraint auth_passkeys_name_check CHECK ((length(name) <= 60)),
  constraint auth_passkeys_public_key_check CHECK ((length(public_key) <= 4000)),
  constraint auth_passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);

create table auth_provider_sessions (
  session_id uuid not null,
  issuer text not null,
  subject text not null,
  sid text,
  end_session_url text,
  id_token_sealed text,
  second_factor boolean not null default false,
  siret text,
  siret_at timestamp with time zone,
  constraint auth_provider_sessions_pkey PRIMARY KEY (session_id),
  constraint auth_provider_sessions_issuer_check CHECK ((length(issuer) <= 500)),
  constraint auth_provider_sessions_sid_check CHECK ((length(sid) <= 255)),
  constraint auth_provider_sessions_siret_check CHECK ((siret ~ '^[0-9]{14}$'::text)),
  constraint auth_provider_sessions_siret_has_its_time CHECK (((siret IS NULL) = (siret_at IS NULL))),
  constraint auth_provider_sessions_subject_check CHECK ((length(subject) <= 255)),
  constraint auth_provider_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth_sessions(id) ON DELETE CASCADE
);

create table auth_sessions (
  id uuid not null default new_id(),
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  passkey_id uuid,
  constraint auth_sessions_pkey PRIMARY KEY (id),
  constraint auth_sessions_token_key UNIQUE (token),
  constraint auth_sessions_ip_address_check CHECK (((ip_address IS NULL) OR (ip_address = ''::text))),
  constraint auth_sessions_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES auth_passkeys(id) ON DELETE SET NULL,
  constraint auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);

create table auth_two_factors (
  id uuid not null default new_id(),
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamp with time zone,
  constraint auth_two_factors_pkey PRIMARY KEY (id),
  constraint auth_two_factors_once UNIQUE (user_id),
  constraint auth_two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth_users(id) ON DELETE CASCADE
);

create table auth_users (
  id uuid not null default new_id(),
  name text not null default ''::text,
  email text not null,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint auth_users_pkey PRIMARY KEY (id),
  constraint auth_users_email_taken UNIQUE (email),
  constraint auth_users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint auth_users_name_check CHECK ((length(name) <= 200))
);

create table auth_verifications (
  id text not null default (new_id())::text,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint auth_verifications_pkey PRIMARY KEY (id)
);

create table author_news (
  user_id uuid not null,
  wanted boolean not null default true,
  token text not null default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  told_until timestamp with time zone not null default (now() - '1 day'::interval),
  sent_at timestamp with time zone,
  constraint author_news_pkey PRIMARY KEY (user_id),
  constraint author_news_token_key UNIQUE (token),
  constraint author_news_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table backup_runs (
  id uuid not null default new_id(),
  begun_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  outcome text,
  file text,
  bytes bigint,
  verified text,
  reason text,
  sha256 text,
  constraint backup_runs_pkey PRIMARY KEY (id),
  constraint backup_runs_check CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  constraint backup_runs_check1 CHECK (((outcome IS DISTINCT FROM 'made'::text) OR ((file IS NOT NULL) AND (bytes IS NOT NULL) AND (verified IS NOT NULL)))),
  constraint backup_runs_file_check CHECK ((length(file) <= 200)),
  constraint backup_runs_outcome_check CHECK ((outcome = ANY (ARRAY['made'::text, 'failed'::text]))),
  constraint backup_runs_reason_check CHECK ((length(reason) <= 2000)),
  constraint backup_runs_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint backup_runs_verified_check CHECK ((verified = ANY (ARRAY['restored'::text, 'read'::text])))
);

create table change_feed (
  one boolean not null default true,
  last_seq bigint not null,
  constraint change_feed_pkey PRIMARY KEY (one),
  constraint change_feed_one_check CHECK (one)
);

create table changes (
  seq bigint not null,
  at timestamp with time zone not null default now(),
  kind text not null,
  record_id uuid not null,
  change text not null,
  commune_ids uuid[] not null default '{}'::uuid[],
  acteur_ids uuid[] not null default '{}'::uuid[],
  constraint changes_pkey PRIMARY KEY (seq),
  constraint changes_change_check CHECK ((change = ANY (ARRAY['created'::text, 'changed'::text, 'removed'::text]))),
  constraint changes_kind_check CHECK ((kind = ANY (ARRAY['start'::text, 'type'::text, 'commune'::text, 'elus'::text, 'collectes'::text, 'infos'::text, 'defibrillateurs'::text, 'acteur'::text, 'publication'::text, 'alert'::text, 'claim'::text, 'subscription'::text, 'sync'::text])))
);

create table changes_waiting (
  id bigint not null generated always as identity,
  due_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  kind text not null,
  record_id uuid not null,
  was boolean not null,
  appears boolean not null default false,
  commune_ids uuid[] not null default '{}'::uuid[],
  acteur_ids uuid[] not null default '{}'::uuid[],
  told_to uuid,
  constraint changes_waiting_pkey PRIMARY KEY (due_at, id),
  constraint changes_waiting_kind_check CHECK ((kind = ANY (ARRAY['type'::text, 'commune'::text, 'elus'::text, 'collectes'::text, 'infos'::text, 'defibrillateurs'::text, 'acteur'::text, 'publication'::text, 'claim'::text, 'subscription'::text, 'sync'::text, 'of_type'::text, 'of_acteur'::text, 'of_picture'::text, 'of_commune'::text])))
);

create table claim_calls (
  claim_id uuid not null,
  called_by uuid,
  called_at timestamp with time zone not null default now(),
  number text,
  outcome text,
  answered_by text,
  note text,
  constraint claim_calls_pkey PRIMARY KEY (claim_id),
  constraint claim_calls_answered_by_check CHECK ((length(answered_by) <= 200)),
  constraint claim_calls_note_check CHECK ((length(note) <= 1000)),
  constraint claim_calls_number_check CHECK ((number = ANY (ARRAY['page'::text, 'register'::text]))),
  constraint claim_calls_outcome_check CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'denied'::text, 'unanswered'::text]))),
  constraint claim_calls_called_by_fkey FOREIGN KEY (called_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint claim_calls_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id) ON DELETE CASCADE
);

create table claim_decisions (
  claim_id uuid not null,
  decided_at timestamp with time zone not null default now(),
  claim_version integer not null,
  acteur_version integer not null,
  user_id uuid,
  member_before jsonb,
  member_after jsonb,
  mail_id uuid,
  constraint claim_decisions_pkey PRIMARY KEY (claim_id),
  constraint claim_decisions_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id) ON DELETE CASCADE,
  constraint claim_decisions_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE SET NULL,
  constraint claim_decisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table claim_letters (
  claim_id uuid not null,
  id uuid not null default gen_random_uuid(),
  attempts integer not null default 0,
  issued_by uuid,
  issued_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  sent_to text,
  granted_at timestamp with time zone,
  undone_at timestamp with time zone,
  siret text,
  constraint claim_letters_pkey PRIMARY KEY (claim_id),
  constraint claim_letters_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
  constraint claim_letters_sent_to_check CHECK ((length(sent_to) <= 254)),
  constraint claim_letters_siret_check CHECK ((siret ~ '^[0-9]{14}$'::text)),
  constraint claim_letters_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id) ON DELETE CASCADE,
  constraint claim_letters_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES users(id) ON DELETE SET NULL
);

create table claim_owner_answers (
  claim_id uuid not null,
  user_id uuid not null,
  token text not null default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  agrees boolean,
  answered_at timestamp with time zone,
  constraint claim_owner_answers_pkey PRIMARY KEY (claim_id, user_id),
  constraint claim_owner_answers_token_key UNIQUE (token),
  constraint claim_owner_answers_have_a_time CHECK (((agrees IS NULL) = (answered_at IS NULL))),
  constraint claim_owner_answers_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id) ON DELETE CASCADE,
  constraint claim_owner_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table claims (
  id uuid not null default new_id(),
  acteur_id uuid not null,
  status text not null default 'pending'::text,
  message text,
  nom text,
  email text,
  telephone text,
  claimant_user_id uuid,
  language text not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by uuid,
  note text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  recherche text not null generated always as (plain_text(((((((COALESCE(nom, ''::text) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || COALESCE(telephone, ''::text)) || ' '::text) || COALESCE(message, ''::text)))) stored,
  reason text,
  thread_id uuid,
  constraint claims_pkey PRIMARY KEY (id),
  constraint claims_decided_has_its_time CHECK (((status = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_at IS NOT NULL))),
  constraint claims_email_check CHECK ((length(email) <= 254)),
  constraint claims_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'en'::text]))),
  constraint claims_message_check CHECK (((length(message) >= 1) AND (length(message) <= 2000))),
  constraint claims_nom_check CHECK ((length(nom) <= 200)),
  constraint claims_note_check CHECK ((length(note) <= 1000)),
  constraint claims_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 1000))),
  constraint claims_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'expired'::text]))),
  constraint claims_telephone_check CHECK ((length(telephone) <= 30)),
  constraint claims_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id),
  constraint claims_claimant_user_id_fkey FOREIGN KEY (claimant_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint claims_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES support_threads(id) ON DELETE SET NULL
);

create table clock (
  one boolean not null default true,
  trusted_at timestamp with time zone not null,
  hours_in_doubt integer not null default 0,
  seen_at timestamp with time zone,
  constraint clock_pkey PRIMARY KEY (one),
  constraint clock_hours_in_doubt_check CHECK ((hours_in_doubt >= 0)),
  constraint clock_one_check CHECK (one)
);

create table collectes (
  id uuid not null default new_id(),
  commune_id uuid not null,
  type text not null,
  libelle text,
  zone text,
  jours integer[] not null default '{}'::integer[],
  frequence text not null,
  heure_debut text,
  notes text,
  exceptions jsonb not null default '[]'::jsonb,
  ordre integer not null default 1,
  constraint collectes_pkey PRIMARY KEY (id),
  constraint collectes_exceptions_check CHECK ((jsonb_typeof(exceptions) = 'array'::text)),
  constraint collectes_frequence_check CHECK ((frequence = ANY (ARRAY['hebdomadaire'::text, 'semaines_paires'::text, 'semaines_impaires'::text, 'mensuelle'::text, 'mensuelle_2'::text, 'mensuelle_3'::text, 'mensuelle_4'::text, 'mensuelle_derniere'::text, 'sur_rendez_vous'::text]))),
  constraint collectes_have_days CHECK (((frequence = 'sur_rendez_vous'::text) OR (cardinality(jours) > 0))),
  constraint collectes_heure_debut_check CHECK ((heure_debut ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint collectes_jours_check CHECK ((jours <@ ARRAY[1, 2, 3, 4, 5, 6, 7])),
  constraint collectes_libelle_check CHECK (((length(libelle) >= 1) AND (length(libelle) <= 200))),
  constraint collectes_notes_check CHECK (((length(notes) >= 1) AND (length(notes) <= 2000))),
  constraint collectes_type_check CHECK ((type = ANY (ARRAY['ordures_menageres'::text, 'recyclables'::text, 'verre'::text, 'biodechets'::text, 'encombrants'::text, 'dechets_verts'::text, 'autre'::text]))),
  constraint collectes_zone_check CHECK (((length(zone) >= 1) AND (length(zone) <= 200))),
  constraint collectes_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id) ON DELETE CASCADE
);

create table commune_defibrillateurs (
  id uuid not null default new_id(),
  commune_id uuid not null,
  gid text,
  statut text not null default 'actif'::text,
  note text,
  overrides jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint commune_defibrillateurs_pkey PRIMARY KEY (id),
  constraint commune_defibrillateurs_once UNIQUE (gid),
  constraint commune_defibrillateurs_note_check CHECK ((length(note) <= 2000)),
  constraint commune_defibrillateurs_overrides_check CHECK ((jsonb_typeof(overrides) = 'object'::text)),
  constraint commune_defibrillateurs_statut_check CHECK ((statut = ANY (ARRAY['actif'::text, 'a_verifier'::text, 'masque'::text, 'hors_service'::text]))),
  constraint commune_defibrillateurs_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id),
  constraint commune_defibrillateurs_gid_fkey FOREIGN KEY (gid) REFERENCES defibrillateurs(gid)
);

create table commune_hosts (
  host text not null,
  commune_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint commune_hosts_taken PRIMARY KEY (host),
  constraint commune_hosts_host_check CHECK (((length(host) <= 253) AND (host ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$'::text))),
  constraint commune_hosts_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id)
);

create table commune_infos (
  id uuid not null default new_id(),
  commune_id uuid not null,
  libelle text,
  adresse text,
  telephone text,
  email text,
  site_web text,
  horaires text,
  ordre integer not null default 1,
  annuaire boolean not null default false,
  mention text,
  modifie boolean not null default false,
  retire boolean not null default false,
  constraint commune_infos_pkey PRIMARY KEY (id),
  constraint commune_infos_adresse_check CHECK ((length(adresse) <= 500)),
  constraint commune_infos_email_check CHECK ((length(email) <= 254)),
  constraint commune_infos_horaires_check CHECK ((length(horaires) <= 2000)),
  constraint commune_infos_libelle_check CHECK ((length(libelle) <= 200)),
  constraint commune_infos_mention_check CHECK ((length(mention) <= 500)),
  constraint commune_infos_site_web_check CHECK ((length(site_web) <= 2000)),
  constraint commune_infos_telephone_check CHECK ((length(telephone) <= 50)),
  constraint commune_infos_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id) ON DELETE CASCADE
);

create table commune_places (
  commune_id uuid not null,
  teinte text not null default 'ardoise'::text,
  blason jsonb,
  blason_upload_id uuid generated always as (((blason ->> 'id'::text))::uuid) stored,
  mot text,
  ouverte boolean not null default true,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint commune_places_pkey PRIMARY KEY (commune_id),
  constraint commune_places_blason CHECK ((blason ?& '{id,alt,key,width,height,widths,placeholder}'::text[])),
  constraint commune_places_mot_check CHECK (((length(mot) >= 1) AND (length(mot) <= 500))),
  constraint commune_places_teinte_check CHECK ((teinte = ANY (ARRAY['ardoise'::text, 'brique'::text, 'ocre'::text, 'sapin'::text, 'lagune'::text, 'glycine'::text, 'prune'::text, 'cerise'::text]))),
  constraint commune_places_blason_upload_id_fkey FOREIGN KEY (blason_upload_id) REFERENCES uploads(id),
  constraint commune_places_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id)
);

create table commune_slugs (
  slug text not null,
  commune_id uuid not null,
  constraint commune_slugs_pkey PRIMARY KEY (slug),
  constraint commune_slugs_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id) ON DELETE CASCADE
);

create table communes (
  id uuid not null default new_id(),
  slug text not null,
  nom text not null,
  cle text collate "C" not null,
  code_insee text,
  codes_postaux text[] not null default '{}'::text[],
  departement text,
  region text,
  population integer,
  latitude double precision,
  longitude double precision,
  mairie_actor_id uuid,
  reference jsonb,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  successor_id uuid,
  fiche_version integer not null default 1,
  elus_version integer not null default 1,
  collectes_version integer not null default 1,
  infos_version integer not null default 1,
  epci_code text,
  merged_le date,
  constraint communes_pkey PRIMARY KEY (id),
  constraint communes_code_insee_taken UNIQUE (code_insee),
  constraint communes_slug_taken UNIQUE (slug) DEFERRABLE,
  constraint communes_code_insee_check CHECK ((code_insee ~ '^([0-9]{2}|2[AB])[0-9]{3}$'::text)),
  constraint communes_departement_check CHECK ((departement ~ '^([0-9]{2,3}|2[AB])$'::text)),
  constraint communes_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint communes_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint communes_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 200))),
  constraint communes_population_check CHECK ((population >= 0)),
  constraint communes_region_check CHECK ((region ~ '^[0-9]{2,3}$'::text)),
  constraint communes_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 100))),
  constraint communes_successor_is_another CHECK ((successor_id <> id)),
  constraint communes_epci_code_fkey FOREIGN KEY (epci_code) REFERENCES epcis(code),
  constraint communes_mairie_actor_id_fkey FOREIGN KEY (mairie_actor_id) REFERENCES acteurs(id),
  constraint communes_successor_id_fkey FOREIGN KEY (successor_id) REFERENCES communes(id)
);

create table counters (
  name text not null,
  total bigint not null default 0,
  constraint counters_pkey PRIMARY KEY (name),
  constraint counters_total_check CHECK ((total >= 0))
);

create table defibrillateur_lines (
  gid text not null,
  mark bigint not null,
  constraint defibrillateur_lines_pkey PRIMARY KEY (gid)
);

create table defibrillateur_syncs (
  id uuid not null default new_id(),
  commune_id uuid,
  trigger text not null,
  forced boolean not null default false,
  status text not null default 'queued'::text,
  error text,
  progress integer not null default 0,
  counts jsonb,
  requested_by uuid,
  source text,
  etag text,
  last_modified text,
  attempts integer not null default 0,
  alive_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  said jsonb,
  constraint defibrillateur_syncs_pkey PRIMARY KEY (id),
  constraint defibrillateur_syncs_error_check CHECK ((length(error) <= 1000)),
  constraint defibrillateur_syncs_said_check CHECK ((jsonb_typeof(said) = 'object'::text)),
  constraint defibrillateur_syncs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'ok'::text, 'failed'::text, 'held'::text]))),
  constraint defibrillateur_syncs_trigger_check CHECK ((trigger = ANY (ARRAY['manual'::text, 'schedule'::text, 'command'::text]))),
  constraint defibrillateur_syncs_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id) ON DELETE CASCADE,
  constraint defibrillateur_syncs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL
);

create table defibrillateurs (
  id uuid not null default new_id(),
  gid text not null,
  nom text,
  adresse text,
  code_postal text,
  code_insee text,
  commune_nom text,
  latitude double precision,
  longitude double precision,
  acces text,
  acces_libre boolean,
  etage text,
  complement text,
  disponibilite_jours text[] not null default '{}'::text[],
  disponibilite_heures text[] not null default '{}'::text[],
  telephone text,
  etat_fonctionnement text,
  derniere_maintenance date,
  registry_updated_at timestamp with time zone,
  en_service boolean not null,
  commune_id uuid,
  departement text,
  statut text not null default 'actif'::text,
  note text,
  vu_le timestamp with time zone not null default now(),
  retire_le timestamp with time zone,
  actif boolean not null generated always as (((statut = 'actif'::text) AND (statut_commune = 'actif'::text) AND (retire_le IS NULL) AND en_service)) stored,
  statut_commune text not null default 'actif'::text,
  overrides jsonb not null default '{}'::jsonb,
  "position" cube generated always as (on_unit_sphere(shown_number(overrides, 'latitude'::text, latitude), shown_number(overrides, 'longitude'::text, longitude))) stored,
  recherche text not null generated always as (defibrillateur_words(overrides, nom, adresse, code_postal, commune_nom)) stored,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint defibrillateurs_pkey PRIMARY KEY (id),
  constraint defibrillateurs_once UNIQUE (gid),
  constraint defibrillateurs_acces_check CHECK ((acces = ANY (ARRAY['interieur'::text, 'exterieur'::text]))),
  constraint defibrillateurs_gid_check CHECK (((length(gid) >= 1) AND (length(gid) <= 50))),
  constraint defibrillateurs_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint defibrillateurs_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint defibrillateurs_note_check CHECK ((length(note) <= 2000)),
  constraint defibrillateurs_overrides_check CHECK ((jsonb_typeof(overrides) = 'object'::text)),
  constraint defibrillateurs_statut_check CHECK ((statut = ANY (ARRAY['actif'::text, 'a_verifier'::text, 'masque'::text, 'hors_service'::text]))),
  constraint defibrillateurs_statut_commune_check CHECK ((statut_commune = ANY (ARRAY['actif'::text, 'a_verifier'::text, 'masque'::text, 'hors_service'::text]))),
  constraint defibrillateurs_whole_position CHECK (((latitude IS NULL) = (longitude IS NULL))),
  constraint defibrillateurs_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id)
);

create table desk_changes (
  seq bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  kind text not null,
  record_id uuid not null,
  item text not null,
  item_id uuid not null,
  constraint desk_changes_pkey PRIMARY KEY (seq),
  constraint desk_changes_item_check CHECK ((item = ANY (ARRAY['start'::text, 'publication'::text, 'claim'::text, 'thread'::text]))),
  constraint desk_changes_kind_check CHECK ((kind = ANY (ARRAY['start'::text, 'publication'::text, 'claim'::text, 'thread'::text, 'appeal'::text])))
);

create table desk_waiting (
  id bigint not null generated always as identity,
  kind text not null,
  record_id uuid not null,
  item text not null,
  item_id uuid not null,
  constraint desk_waiting_pkey PRIMARY KEY (id)
);

create table digests (
  user_id uuid not null,
  frequency text not null,
  token text not null default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  next_at timestamp with time zone,
  alerts boolean,
  alerts_token text not null default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  alerts_until bigint not null default 0,
  alerts_sent timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  constraint digests_pkey PRIMARY KEY (user_id),
  constraint digests_alerts_token_key UNIQUE (alerts_token),
  constraint digests_token_key UNIQUE (token),
  constraint digests_frequency_check CHECK ((frequency = ANY (ARRAY['none'::text, 'daily'::text, 'weekly'::text]))),
  constraint digests_next_if_any CHECK (((next_at IS NULL) = (frequency = 'none'::text))),
  constraint digests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table duplicate_groups (
  duplicate_key uuid not null,
  total integer not null,
  newest timestamp with time zone not null,
  constraint duplicate_groups_pkey PRIMARY KEY (duplicate_key),
  constraint duplicate_groups_total_check CHECK ((total > 1))
);

create table duplicate_key_locks (
  duplicate_key uuid not null,
  constraint duplicate_key_locks_pkey PRIMARY KEY (duplicate_key)
);

create table duplicate_publications (
  publication_id uuid not null,
  duplicate_key uuid not null,
  created_at timestamp with time zone not null,
  moderation_status text not null,
  valide boolean not null,
  type_id uuid not null,
  commune_ids uuid[] not null,
  constraint duplicate_publications_pkey PRIMARY KEY (publication_id),
  constraint duplicate_publications_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table elus (
  id uuid not null default new_id(),
  commune_id uuid not null,
  nom text not null,
  prenom text not null,
  fonction text not null,
  debut_mandat date,
  debut_fonction date,
  ordre integer not null default 1,
  cle text not null,
  registres text[] not null default '{}'::text[],
  modifie boolean not null default false,
  retire boolean not null default false,
  constraint elus_pkey PRIMARY KEY (id),
  constraint elus_once UNIQUE (commune_id, cle),
  constraint elus_fonction_check CHECK (((length(fonction) >= 1) AND (length(fonction) <= 200))),
  constraint elus_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 200))),
  constraint elus_prenom_check CHECK (((length(prenom) >= 1) AND (length(prenom) <= 200))),
  constraint elus_registres_check CHECK ((registres <@ ARRAY['maires'::text, 'municipaux'::text, 'arrondissement'::text])),
  constraint elus_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id) ON DELETE CASCADE
);

create table elus_registers (
  register text not null,
  du date not null,
  constraint elus_registers_pkey PRIMARY KEY (register),
  constraint elus_registers_register_check CHECK ((register = ANY (ARRAY['maires'::text, 'municipaux'::text, 'arrondissement'::text])))
);

create table epcis (
  code text not null,
  nom text not null,
  updated_at timestamp with time zone not null default now(),
  constraint epcis_pkey PRIMARY KEY (code),
  constraint epcis_code_check CHECK ((code ~ '^[0-9]{9}$'::text)),
  constraint epcis_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 200)))
);

create table fetched_files (
  id uuid not null default new_id(),
  url text not null,
  host text not null,
  status text not null default 'waiting'::text,
  reason text,
  image jsonb,
  media_key text generated always as ((COALESCE(image, document) ->> 'key'::text)) stored,
  etag text,
  last_modified text,
  attempts integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  claimed_by text,
  claimed_until timestamp with time zone,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  acteur_id uuid,
  kind text not null default 'image'::text,
  document jsonb,
  constraint fetched_files_pkey PRIMARY KEY (id),
  constraint fetched_files_document_check CHECK ((document ?& '{key,bytes}'::text[])),
  constraint fetched_files_given_up_says_why CHECK (((status = 'given_up'::text) = (reason IS NOT NULL))),
  constraint fetched_files_image_check CHECK ((image ?& '{id,alt,key,width,height,widths,placeholder}'::text[])),
  constraint fetched_files_kept_is_there CHECK (((status <> 'kept'::text) OR (media_key IS NOT NULL))),
  constraint fetched_files_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'document'::text]))),
  constraint fetched_files_reason_check CHECK ((reason = ANY (ARRAY['forbidden'::text, 'gone'::text, 'unreachable'::text, 'too_large'::text, 'unreadable'::text, 'storage_full'::text, 'removed'::text]))),
  constraint fetched_files_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'kept'::text, 'given_up'::text]))),
  constraint fetched_files_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id),
  constraint fetched_files_media_key_fkey FOREIGN KEY (media_key) REFERENCES media(key)
);

create table former_paths (
  commune_id uuid not null,
  path text not null,
  publication_id uuid,
  acteur_id uuid,
  constraint former_paths_pkey PRIMARY KEY (commune_id, path),
  constraint former_paths_lead_somewhere CHECK ((num_nonnulls(publication_id, acteur_id) = 1)),
  constraint former_paths_path_check CHECK ((((length(path) >= 2) AND (length(path) <= 500)) AND (path ~~ '/%'::text))),
  constraint former_paths_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE CASCADE,
  constraint former_paths_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id) ON DELETE CASCADE,
  constraint former_paths_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table idempotency_keys (
  caller text not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_pkey PRIMARY KEY (caller, key),
  constraint idempotency_keys_key_check CHECK ((length(key) <= 255))
);

create table import_files (
  source_id uuid not null,
  external_id text not null,
  file_id uuid not null,
  kind text not null,
  "position" integer not null,
  name text not null,
  link_added boolean not null,
  run_id uuid,
  pending boolean not null default true,
  media_key text,
  reason text,
  constraint import_files_pkey PRIMARY KEY (source_id, external_id, file_id),
  constraint import_files_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'document'::text]))),
  constraint import_files_name_check CHECK ((length(name) <= 500)),
  constraint import_files_position_check CHECK ((("position" >= 0) AND ("position" <= 20))),
  constraint import_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES fetched_files(id) ON DELETE CASCADE,
  constraint import_files_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_runs(id) ON DELETE SET NULL,
  constraint import_files_source_id_external_id_fkey FOREIGN KEY (source_id, external_id) REFERENCES import_items(source_id, external_id) ON UPDATE CASCADE ON DELETE CASCADE
);

create table import_items (
  source_id uuid not null,
  external_id text not null,
  publication_id uuid,
  words_hash text not null,
  edited_at timestamp with time zone not null,
  cancelled boolean not null default false,
  missed smallint not null default 0,
  constraint import_items_pkey PRIMARY KEY (source_id, external_id),
  constraint import_items_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 300))),
  constraint import_items_missed_check CHECK (((missed >= 0) AND (missed <= 2))),
  constraint import_items_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE SET NULL,
  constraint import_items_source_id_fkey FOREIGN KEY (source_id) REFERENCES import_sources(id) ON DELETE CASCADE
);

create table import_runs (
  id uuid not null default new_id(),
  source_id uuid not null,
  trigger text not null,
  dry_run boolean not null,
  status text not null,
  turn integer not null default 0,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  fetched integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  duplicates integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  error jsonb,
  entries jsonb not null default '[]'::jsonb,
  items jsonb not null default '[]'::jsonb,
  requested_by uuid,
  constraint import_runs_pkey PRIMARY KEY (id),
  constraint import_runs_entries_check CHECK ((jsonb_typeof(entries) = 'array'::text)),
  constraint import_runs_error_check CHECK ((jsonb_typeof(error) = 'object'::text)),
  constraint import_runs_finished CHECK (((finished_at IS NOT NULL) = (status = ANY (ARRAY['succeeded'::text, 'partial'::text, 'failed'::text])))),
  constraint import_runs_items_check CHECK ((jsonb_typeof(items) = 'array'::text)),
  constraint import_runs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'partial'::text, 'failed'::text]))),
  constraint import_runs_trigger_check CHECK ((trigger = ANY (ARRAY['manual'::text, 'schedule'::text]))),
  constraint import_runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint import_runs_source_id_fkey FOREIGN KEY (source_id) REFERENCES import_sources(id) ON DELETE CASCADE
);

create table import_sources (
  id uuid not null default new_id(),
  nom text not null,
  kind text not null,
  url text not null,
  acteur_id uuid,
  commune_id uuid,
  type_id uuid,
  moderation text not null,
  enabled boolean not null,
  schedule text not null,
  max_items integer not null,
  max_age_days integer,
  api_key text,
  last_run_at timestamp with time zone,
  last_status text,
  consecutive_failures integer not null default 0,
  disabled_reason jsonb,
  next_try_at timestamp with time zone,
  etag text,
  last_modified text,
  read_kind text,
  read_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  columns jsonb,
  when_gone text not null default 'ask'::text,
  constraint import_sources_pkey PRIMARY KEY (id),
  constraint import_sources_api_key_check CHECK ((length(api_key) <= 2000)),
  constraint import_sources_columns_check CHECK ((jsonb_typeof(columns) = 'object'::text)),
  constraint import_sources_consecutive_failures_check CHECK ((consecutive_failures >= 0)),
  constraint import_sources_disabled_reason_check CHECK ((jsonb_typeof(disabled_reason) = 'object'::text)),
  constraint import_sources_etag_check CHECK ((length(etag) <= 1000)),
  constraint import_sources_kind_check CHECK ((kind = ANY (ARRAY['auto'::text, 'rss'::text, 'atom'::text, 'json_feed'::text, 'wordpress'::text, 'ical'::text, 'csv'::text, 'openagenda'::text, 'json_events'::text, 'page'::text]))),
  constraint import_sources_last_modified_check CHECK ((length(last_modified) <= 1000)),
  constraint import_sources_last_status_check CHECK ((last_status = ANY (ARRAY['succeeded'::text, 'partial'::text, 'failed'::text]))),
  constraint import_sources_max_age_days_check CHECK (((max_age_days >= 1) AND (max_age_days <= 3650))),
  constraint import_sources_max_items_check CHECK (((max_items >= 1) AND (max_items <= 500))),
  constraint import_sources_moderation_check CHECK ((moderation = ANY (ARRAY['auto'::text, 'pending'::text]))),
  constraint import_sources_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 200))),
  constraint import_sources_schedule_check CHECK ((schedule = ANY (ARRAY['manual'::text, 'hourly'::text, 'daily'::text, 'weekly'::text]))),
  constraint import_sources_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000))),
  constraint import_sources_when_gone_check CHECK ((when_gone = ANY (ARRAY['ask'::text, 'cancel'::text]))),
  constraint import_sources_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id),
  constraint import_sources_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id),
  constraint import_sources_type_id_fkey FOREIGN KEY (type_id) REFERENCES publication_types(id)
);

create table mails (
  id uuid not null default new_id(),
  place bigint not null generated always as identity,
  message_id text not null,
  in_reply_to text,
  reference_ids text[] not null default '{}'::text[],
  thread text not null,
  template text not null,
  language text not null,
  auto_submitted text,
  recipient_email text,
  recipient_name text,
  reply_to text,
  subject text,
  text text,
  html text,
  confidential boolean not null default false,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  error text,
  next_try_at timestamp with time zone not null default now(),
  give_up_at timestamp with time zone not null,
  claimed_by uuid,
  claimed_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  bounced_at timestamp with time zone,
  given_up_at timestamp with time zone,
  unsubscribe_url text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_message_id_taken UNIQUE (message_id),
  constraint mails_attempts_check CHECK ((attempts >= 0)),
  constraint mails_auto_submitted_check CHECK ((auto_submitted = ANY (ARRAY['auto-generated'::text, 'auto-replied'::text]))),
  constraint mails_error_check CHECK ((length(error) <= 500)),
  constraint mails_given_up CHECK (((given_up_at IS NULL) OR (status = 'failed'::text))),
  constraint mails_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'en'::text]))),
  constraint mails_message_id_check CHECK (((message_id ~ '^<[^<>[:space:]]+@[^<>[:space:]]+>$'::text) AND (length(message_id) <= 250))),
  constraint mails_recipient_email_check CHECK ((length(recipient_email) <= 254)),
  constraint mails_recipient_name_check CHECK ((length(recipient_name) <= 200)),
  constraint mails_reply_to_check CHECK ((length(reply_to) <= 254)),
  constraint mails_sent_once CHECK (
CASE status
    WHEN 'sent'::text THEN ((sent_at IS NOT NULL) AND (bounced_at IS NULL))
    WHEN 'queued'::text THEN ((sent_at IS NULL) AND (bounced_at IS NULL))
    ELSE ((sent_at IS NULL) OR (bounced_at IS NOT NULL))
END),
  constraint mails_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'cancelled'::text]))),
  constraint mails_subject_check CHECK ((length(subject) <= 300)),
  constraint mails_template_check CHECK ((length(template) <= 100)),
  constraint mails_whole_while_queued CHECK (((status <> 'queued'::text) OR ((recipient_email IS NOT NULL) AND (subject IS NOT NULL) AND (text IS NOT NULL))))
);

create table media (
  key text not null,
  kind text not null,
  bytes integer,
  width integer,
  height integer,
  widths integer[],
  placeholder text,
  touched_at timestamp with time zone not null default now(),
  holds integer not null default 0,
  constraint media_pkey PRIMARY KEY (key),
  constraint media_bytes_check CHECK ((bytes > 0)),
  constraint media_height_check CHECK (((height >= 1) AND (height <= 3200))),
  constraint media_holds CHECK ((holds >= 0)),
  constraint media_image_has_its_sizes CHECK ((((kind = 'image'::text) AND ((num_nulls(bytes, width, height, widths, placeholder) % 5) = 0)) OR ((kind = 'document'::text) AND (num_nonnulls(width, height, widths, placeholder) = 0)))),
  constraint media_key_check CHECK ((key ~ '^[0-9a-f]{40}$'::text)),
  constraint media_kind_check CHECK ((kind = ANY (ARRAY['image'::text, 'document'::text]))),
  constraint media_placeholder_check CHECK ((length(placeholder) <= 2000)),
  constraint media_width_check CHECK (((width >= 1) AND (width <= 1600))),
  constraint media_widths_check CHECK (((cardinality(widths) >= 1) AND (cardinality(widths) <= 3)))
);

create table media_forgotten (
  key text not null,
  forgotten_at timestamp with time zone not null default now(),
  files_deleted_at timestamp with time zone,
  constraint media_forgotten_pkey PRIMARY KEY (key),
  constraint media_forgotten_key CHECK ((key ~ '^[0-9a-f]{40}$'::text))
);

create table media_sealed (
  key text not null,
  sealed_at timestamp with time zone not null default now(),
  record_sealed text not null default ''::text,
  constraint media_sealed_pkey PRIMARY KEY (key),
  constraint media_sealed_key_check CHECK ((key ~ '^[0-9a-f]{40}$'::text))
);

create table media_sweeps (
  one boolean not null default true,
  looked_at timestamp with time zone not null,
  found bigint not null,
  unknown bigint not null,
  refused boolean not null,
  strange bigint not null default 0,
  constraint media_sweeps_pkey PRIMARY KEY (one),
  constraint media_sweeps_one_check CHECK (one)
);

create table moderation_failures (
  operation_id uuid not null,
  publication_id uuid not null,
  step text not null,
  error text not null,
  constraint moderation_failures_pkey PRIMARY KEY (operation_id, publication_id),
  constraint moderation_failures_error_check CHECK ((error = ANY (ARRAY['not_found'::text, 'stale_version'::text, 'no_author'::text]))),
  constraint moderation_failures_step_check CHECK ((step = ANY (ARRAY['decide'::text, 'restore'::text]))),
  constraint moderation_failures_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES moderation_operations(id) ON DELETE CASCADE
);

create table moderation_letters (
  mail_id uuid not null,
  operation_id uuid not null,
  publication_ids uuid[] not null,
  template text not null,
  data jsonb not null,
  constraint moderation_letters_pkey PRIMARY KEY (mail_id),
  constraint moderation_letters_publication_ids_check CHECK ((cardinality(publication_ids) >= 1)),
  constraint moderation_letters_template_check CHECK ((length(template) <= 100)),
  constraint moderation_letters_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE,
  constraint moderation_letters_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES moderation_operations(id) ON DELETE CASCADE
);

create table moderation_operation_items (
  operation_id uuid not null,
  publication_id uuid not null,
  version_after integer not null,
  moderation_status text not null,
  valide boolean not null,
  publie_le timestamp with time zone,
  moderation_by text not null,
  moderation_reason text,
  moderation_reason_code text,
  moderated_at timestamp with time zone,
  moderated_by uuid,
  en_avant boolean,
  featured_until timestamp with time zone,
  deleted_at timestamp with time zone,
  words jsonb,
  constraint moderation_operation_items_pkey PRIMARY KEY (operation_id, publication_id),
  constraint moderation_operation_items_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES moderation_operations(id) ON DELETE CASCADE,
  constraint moderation_operation_items_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table moderation_operations (
  id uuid not null default new_id(),
  user_id uuid,
  created_at timestamp with time zone not null default now(),
  action text not null default 'moderate'::text,
  moderation_status text,
  total integer not null default 0,
  undone_at timestamp with time zone,
  state text not null default 'done'::text,
  request jsonb,
  updated integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  restored integer not null default 0,
  skipped integer not null default 0,
  undone_by uuid,
  constraint moderation_operations_pkey PRIMARY KEY (id),
  constraint moderation_operations_action_check CHECK ((action = ANY (ARRAY['moderate'::text, 'valide'::text, 'feature'::text, 'delete'::text, 'restore'::text, 'edit'::text, 'tell_apart'::text]))),
  constraint moderation_operations_failed_check CHECK ((failed >= 0)),
  constraint moderation_operations_moderation_status_check CHECK ((moderation_status = ANY (ARRAY['pending'::text, 'changes_requested'::text, 'approved'::text, 'published'::text, 'rejected'::text]))),
  constraint moderation_operations_restored_check CHECK ((restored >= 0)),
  constraint moderation_operations_skipped_check CHECK ((skipped >= 0)),
  constraint moderation_operations_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'stopped'::text, 'undoing'::text, 'undone'::text]))),
  constraint moderation_operations_total_check CHECK ((total >= 0)),
  constraint moderation_operations_unchanged_check CHECK ((unchanged >= 0)),
  constraint moderation_operations_updated_check CHECK ((updated >= 0)),
  constraint moderation_operations_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint moderation_operations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table moderation_pieces (
  operation_id uuid not null,
  place bigint not null generated always as identity,
  step text not null,
  ids uuid[] not null,
  versions integer[],
  user_id uuid,
  constraint moderation_pieces_pkey PRIMARY KEY (operation_id, place),
  constraint moderation_pieces_check CHECK ((cardinality(versions) = cardinality(ids))),
  constraint moderation_pieces_ids_check CHECK ((cardinality(ids) >= 1)),
  constraint moderation_pieces_step_check CHECK ((step = ANY (ARRAY['decide'::text, 'author'::text, 'reporter'::text, 'restore'::text, 'withdraw'::text]))),
  constraint moderation_pieces_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES moderation_operations(id) ON DELETE CASCADE
);

create unlogged table nodes (
  node text not null,
  process text not null,
  address text,
  version text not null,
  seen_at timestamp with time zone not null default now(),
  worked_at timestamp with time zone,
  media text,
  constraint nodes_pkey PRIMARY KEY (node),
  constraint nodes_address_check CHECK ((length(address) <= 2000)),
  constraint nodes_media_check CHECK ((length(media) <= 100)),
  constraint nodes_node_check CHECK ((length(node) <= 300)),
  constraint nodes_process_check CHECK ((process = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text]))),
  constraint nodes_version_check CHECK ((length(version) <= 100))
);

create table note_mentions (
  id uuid not null default new_id(),
  note_id uuid,
  support_note_id uuid,
  user_id uuid not null,
  mail_id uuid,
  done_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint note_mentions_pkey PRIMARY KEY (id),
  constraint note_mentions_in_one CHECK ((num_nonnulls(note_id, support_note_id) = 1)),
  constraint note_mentions_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE SET NULL,
  constraint note_mentions_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id) ON DELETE CASCADE,
  constraint note_mentions_support_note_id_fkey FOREIGN KEY (support_note_id) REFERENCES support_notes(id) ON DELETE CASCADE,
  constraint note_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notes (
  id uuid not null default new_id(),
  acteur_id uuid,
  user_id uuid,
  author_user_id uuid,
  body text not null,
  created_at timestamp with time zone not null default now(),
  publication_id uuid,
  claim_id uuid,
  constraint notes_pkey PRIMARY KEY (id),
  constraint notes_about_one CHECK ((num_nonnulls(acteur_id, user_id, publication_id, claim_id) = 1)),
  constraint notes_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000))),
  constraint notes_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE CASCADE,
  constraint notes_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint notes_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id) ON DELETE CASCADE,
  constraint notes_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE,
  constraint notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table payment_comparisons (
  provider text not null,
  compared_at timestamp with time zone not null default now(),
  compared integer not null,
  drifts jsonb not null,
  constraint payment_comparisons_pkey PRIMARY KEY (provider),
  constraint payment_comparisons_compared_check CHECK ((compared >= 0)),
  constraint payment_comparisons_provider_check CHECK ((provider ~ '^[a-z0-9_-]{1,40}$'::text))
);

create table payment_events (
  id uuid not null default new_id(),
  provider text not null,
  event_id text not null,
  type text not null,
  status text not null default 'received'::text,
  attempts integer not null default 0,
  error text,
  created timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  processed_at timestamp with time zone,
  next_try_at timestamp with time zone not null default now(),
  subscription_id text,
  kept jsonb not null,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint payment_events_pkey PRIMARY KEY (id),
  constraint payment_events_once UNIQUE (provider, event_id),
  constraint payment_events_attempts_check CHECK ((attempts >= 0)),
  constraint payment_events_error_check CHECK ((length(error) <= 500)),
  constraint payment_events_event_id_check CHECK (((length(event_id) >= 1) AND (length(event_id) <= 255))),
  constraint payment_events_provider_check CHECK ((provider ~ '^[a-z0-9_-]{1,40}$'::text)),
  constraint payment_events_status_check CHECK ((status = ANY (ARRAY['received'::text, 'processed'::text, 'ignored'::text, 'stale'::text, 'failed'::text]))),
  constraint payment_events_subscription_id_check CHECK (((length(subscription_id) >= 1) AND (length(subscription_id) <= 255))),
  constraint payment_events_type_check CHECK (((length(type) >= 1) AND (length(type) <= 255)))
);

create table place_purges (
  cache text not null,
  seq bigint not null default 0,
  seq_at timestamp with time zone,
  again_seq bigint not null default 0,
  depends_on text not null default ''::text,
  whole_at timestamp with time zone default '-infinity'::timestamp with time zone,
  turn bigint not null default 0,
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  error text,
  constraint place_purges_pkey PRIMARY KEY (cache)
);

create unlogged table presences (
  user_id uuid not null,
  entity text not null,
  item_id uuid not null,
  since timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  constraint presences_pkey PRIMARY KEY (user_id),
  constraint presences_entity_check CHECK ((length(entity) <= 40))
);

create table publication_communes (
  publication_id uuid not null,
  commune_id uuid not null,
  visible_le timestamp with time zone,
  type_id uuid not null,
  debut timestamp without time zone,
  constraint publication_communes_pkey PRIMARY KEY (publication_id, commune_id),
  constraint publication_communes_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id),
  constraint publication_communes_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table publication_day_totals (
  day date not null,
  proposed bigint not null default 0,
  published bigint not null default 0,
  reported bigint not null default 0,
  decided bigint,
  rejected bigint not null default 0,
  changes_requested bigint not null default 0,
  median_hours double precision
);

create table publication_days (
  publication_id uuid not null,
  commune_id uuid not null,
  debut timestamp without time zone not null,
  previous date not null,
  own boolean not null,
  constraint publication_days_pkey PRIMARY KEY (publication_id, commune_id, debut),
  constraint publication_days_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table publication_drafts (
  id uuid not null default new_id(),
  user_id uuid not null,
  acteur_id uuid not null,
  publication_id uuid,
  content jsonb not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  from_mail jsonb,
  constraint publication_drafts_pkey PRIMARY KEY (id),
  constraint publication_drafts_content_check CHECK (((jsonb_typeof(content) = 'object'::text) AND (octet_length((content)::text) <= 200000))),
  constraint publication_drafts_from_mail_check CHECK (((jsonb_typeof(from_mail) = 'object'::text) AND (octet_length((from_mail)::text) <= 20000))),
  constraint publication_drafts_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE CASCADE,
  constraint publication_drafts_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE,
  constraint publication_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table publication_page_views (
  publication_id uuid not null,
  day date not null,
  views integer not null,
  constraint publication_page_views_pkey PRIMARY KEY (publication_id, day),
  constraint publication_page_views_views_check CHECK ((views > 0)),
  constraint publication_page_views_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table publication_reports (
  id uuid not null default new_id(),
  publication_id uuid not null,
  reason text not null,
  message text,
  email text,
  language text not null,
  reporter text,
  created_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  outcome text,
  operation_id uuid,
  constraint publication_reports_pkey PRIMARY KEY (id),
  constraint publication_reports_closed_with_outcome CHECK (((closed_at IS NULL) = (outcome IS NULL))),
  constraint publication_reports_email_check CHECK ((length(email) <= 254)),
  constraint publication_reports_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'en'::text]))),
  constraint publication_reports_message_check CHECK ((length(message) <= 1000)),
  constraint publication_reports_outcome_check CHECK ((outcome = ANY (ARRAY['kept'::text, 'removed'::text]))),
  constraint publication_reports_reason_check CHECK ((reason = ANY (ARRAY['spam'::text, 'inappropriate'::text, 'false_information'::text, 'illegal'::text, 'duplicate'::text, 'off_topic'::text, 'other'::text]))),
  constraint publication_reports_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table publication_revisions (
  id uuid not null default new_id(),
  publication_id uuid not null,
  title text not null,
  body text not null,
  type_id uuid not null,
  commune_ids uuid[] not null,
  date_debut date,
  date_fin date,
  lieu text,
  image_url text,
  source_url text,
  written_by uuid,
  written_at timestamp with time zone not null,
  approved_at timestamp with time zone not null,
  visible_from timestamp with time zone,
  kept_at timestamp with time zone not null default clock_timestamp(),
  images jsonb,
  documents jsonb,
  heure_debut text,
  heure_fin text,
  dates date[] not null default '{}'::date[],
  sent_back_at timestamp with time zone,
  fin_le timestamp with time zone,
  niveau text,
  public text,
  gratuit boolean,
  sent_back_reason text,
  constraint publication_revisions_pkey PRIMARY KEY (id),
  constraint publication_revisions_sent_back_reason_check CHECK ((length(sent_back_reason) <= 1000)) NOT VALID,
  constraint publication_revisions_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE,
  constraint publication_revisions_type_id_fkey FOREIGN KEY (type_id) REFERENCES publication_types(id),
  constraint publication_revisions_written_by_fkey FOREIGN KEY (written_by) REFERENCES users(id) ON DELETE SET NULL
);

create table publication_totals (
  moderation_status text not null,
  valide boolean not null,
  deleted boolean not null,
  type_id uuid not null,
  total bigint not null
);

create table publication_types (
  id uuid not null default new_id(),
  slug text not null,
  nom text not null,
  couleur text not null,
  icone text not null,
  ordre integer not null,
  retired_at timestamp with time zone,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint publication_types_pkey PRIMARY KEY (id),
  constraint publication_types_slug_key UNIQUE (slug),
  constraint publication_types_couleur_check CHECK ((couleur ~ '^#[0-9a-f]{6}$'::text)),
  constraint publication_types_icone_check CHECK ((icone ~ '^[a-z0-9-]{1,40}$'::text)),
  constraint publication_types_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 100))),
  constraint publication_types_slug_check CHECK ((slug ~ '^[a-z0-9-]{1,40}$'::text))
);

create table publication_uploads (
  publication_id uuid not null,
  upload_id uuid not null,
  detached_at timestamp with time zone,
  constraint publication_uploads_pkey PRIMARY KEY (publication_id, upload_id),
  constraint publication_uploads_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE,
  constraint publication_uploads_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads(id)
);

create table publication_words (
  publication_id uuid not null,
  visible_le timestamp with time zone,
  commune_ids uuid[] not null,
  recherche tsvector not null,
  week integer,
  moving boolean not null default false,
  constraint publication_words_pkey PRIMARY KEY (publication_id),
  constraint publication_words_week_check CHECK ((moving OR (visible_le IS NULL) OR (((week_of(visible_le) - (weeks_of_words(week, publication_id))[1]) >= 0) AND ((week_of(visible_le) - (weeks_of_words(week, publication_id))[1]) <= 1)))),
  constraint publication_words_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table publication_words_moving (
  publication_id uuid not null,
  recherche tsvector not null,
  constraint publication_words_moving_pkey PRIMARY KEY (publication_id),
  constraint publication_words_moving_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publication_words(publication_id) ON DELETE CASCADE
);

create table publications (
  id uuid not null default new_id(),
  title text not null,
  body text not null,
  acteur_id uuid,
  type_id uuid not null,
  commune_id uuid not null,
  commune_ids uuid[] not null,
  date_debut date,
  date_fin date,
  lieu text,
  image_url text,
  source_url text,
  epingle boolean not null default false,
  en_avant boolean not null default false,
  featured_until timestamp with time zone,
  moderation_status text not null,
  valide boolean not null,
  publie_le timestamp with time zone,
  moderation_by text not null,
  moderation_reason text,
  moderation_reason_code text,
  moderated_at timestamp with time zone,
  moderated_by uuid,
  reports_count integer not null default 0,
  import_source_id uuid,
  created_by uuid,
  duplicate_key uuid not null,
  duplicate_reason text not null,
  edited_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  visible_le timestamp with time zone generated always as (
CASE
    WHEN (valide AND (moderation_status = ANY (ARRAY['approved'::text, 'published'::text])) AND (deleted_at IS NULL)) THEN publie_le
    ELSE NULL::timestamp with time zone
END) stored,
  edited_by uuid,
  images jsonb,
  documents jsonb,
  picture_id uuid,
  heure_debut text,
  heure_fin text,
  debut timestamp without time zone generated always as (((date_debut)::timestamp without time zone +
CASE
    WHEN (heure_debut IS NULL) THEN '00:00:00'::interval
    ELSE make_interval(hours => ("left"(heure_debut, 2))::integer, mins => ("right"(heure_debut, 2))::integer, secs => (0.000001)::double precision)
END)) stored,
  dates date[] not null default '{}'::date[],
  annule_le timestamp with time zone,
  annule_motif text,
  fin_le timestamp with time zone,
  niveau text,
  leve_le timestamp with time zone,
  written_by_key uuid,
  created_by_key uuid,
  public text,
  gratuit boolean,
  constraint publications_pkey PRIMARY KEY (id),
  constraint publications_body_check CHECK (((length(body) >= 1) AND (length(body) <= 20000))),
  constraint publications_cancelled CHECK (((annule_motif IS NULL) OR ((annule_le IS NOT NULL) AND ((char_length(annule_motif) >= 1) AND (char_length(annule_motif) <= 200))))),
  constraint publications_check CHECK (((commune_ids[1] = commune_id) AND (cardinality(commune_ids) <= 51))),
  constraint publications_check1 CHECK ((date_fin >= date_debut)),
  constraint publications_check2 CHECK ((en_avant OR (featured_until IS NULL))),
  constraint publications_dates CHECK (are_days(dates, 60)),
  constraint publications_documents CHECK (is_list_of(documents, 5, '{id,name,key,bytes}'::text[])),
  constraint publications_duplicate_reason_check CHECK ((duplicate_reason = ANY (ARRAY['source_url'::text, 'signature'::text]))),
  constraint publications_heure_debut_check CHECK ((heure_debut ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint publications_heure_fin_check CHECK ((heure_fin ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint publications_hours CHECK ((((heure_debut IS NULL) OR (date_debut IS NOT NULL)) AND ((heure_fin IS NULL) OR (heure_debut IS NOT NULL)) AND ((heure_fin IS NULL) OR (heure_fin > heure_debut) OR (date_fin > date_debut)))),
  constraint publications_image_url_check CHECK ((length(image_url) <= 2000)),
  constraint publications_images CHECK (is_list_of(images, 10, '{id,alt,key,width,height,widths,placeholder}'::text[])),
  constraint publications_lieu_check CHECK (((length(lieu) >= 1) AND (length(lieu) <= 200))),
  constraint publications_moderation_by_check CHECK ((moderation_by = ANY (ARRAY['member'::text, 'mairie'::text, 'backoffice'::text, 'import'::text]))),
  constraint publications_moderation_reason_check CHECK ((length(moderation_reason) <= 1000)),
  constraint publications_moderation_reason_code_check CHECK ((moderation_reason_code = ANY (ARRAY['spam'::text, 'inappropriate'::text, 'false_information'::text, 'illegal'::text, 'duplicate'::text, 'off_topic'::text, 'other'::text]))),
  constraint publications_moderation_status_check CHECK ((moderation_status = ANY (ARRAY['pending'::text, 'changes_requested'::text, 'approved'::text, 'published'::text, 'rejected'::text]))),
  constraint publications_niveau_check CHECK ((niveau = ANY (ARRAY['information'::text, 'vigilance'::text, 'danger'::text]))) NOT VALID,
  constraint publications_public_check CHECK ((public = ANY (ARRAY['tous'::text, 'enfants'::text, 'familles'::text, 'jeunes'::text, 'adultes'::text, 'seniors'::text]))) NOT VALID,
  constraint publications_published_has_its_time CHECK (((moderation_status <> 'published'::text) OR (publie_le IS NOT NULL))),
  constraint publications_reports_count_check CHECK ((reports_count >= 0)),
  constraint publications_source_url_check CHECK ((length(source_url) <= 2000)),
  constraint publications_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint publications_valide_when_decided CHECK (((NOT valide) OR (moderation_status = ANY (ARRAY['approved'::text, 'published'::text])))),
  constraint publications_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id),
  constraint publications_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id),
  constraint publications_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint publications_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint publications_moderated_by_fkey FOREIGN KEY (moderated_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint publications_picture_id_fkey FOREIGN KEY (picture_id) REFERENCES fetched_files(id) ON DELETE SET NULL,
  constraint publications_type_id_fkey FOREIGN KEY (type_id) REFERENCES publication_types(id)
);

create table publications_told_apart (
  publication_id uuid not null,
  other_id uuid not null,
  duplicate_key uuid not null,
  operation_id uuid,
  constraint publications_told_apart_pkey PRIMARY KEY (publication_id, other_id),
  constraint publications_told_apart_check CHECK ((other_id <> publication_id)),
  constraint publications_told_apart_operation_id_fkey FOREIGN KEY (operation_id) REFERENCES moderation_operations(id) ON DELETE SET NULL,
  constraint publications_told_apart_other_id_fkey FOREIGN KEY (other_id) REFERENCES publications(id) ON DELETE CASCADE,
  constraint publications_told_apart_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table published_hosts (
  host text not null,
  constraint published_hosts_pkey PRIMARY KEY (host),
  constraint published_hosts_host_check CHECK (((length(host) >= 1) AND (length(host) <= 253)))
);

create table published_hosts_read (
  one boolean not null default true,
  updated_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  publication_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint published_hosts_read_pkey PRIMARY KEY (one),
  constraint published_hosts_read_one_check CHECK (one)
);

create table push_announcements (
  publication_id uuid not null,
  commune_id uuid not null,
  niveau text,
  lifted boolean not null,
  announced_at timestamp with time zone not null default now(),
  queued_to uuid,
  constraint push_announcements_pkey PRIMARY KEY (publication_id, commune_id),
  constraint push_announcements_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id),
  constraint push_announcements_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE
);

create table push_keys (
  sole boolean not null default true,
  public_key text not null,
  private_sealed text not null,
  created_at timestamp with time zone not null default now(),
  constraint push_keys_pkey PRIMARY KEY (sole),
  constraint push_keys_public_key_check CHECK ((length(public_key) = 87)),
  constraint push_keys_sole_check CHECK (sole)
);

create table push_looks (
  of text not null,
  at timestamp with time zone not null,
  constraint push_looks_pkey PRIMARY KEY (of)
);

create table push_messages (
  subscription_id uuid not null,
  publication_id uuid not null,
  attempts integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  service text not null default ''::text,
  notice_id uuid,
  constraint push_messages_pkey PRIMARY KEY (subscription_id, publication_id),
  constraint push_messages_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES push_notices(id) ON DELETE CASCADE,
  constraint push_messages_publication_id_fkey FOREIGN KEY (publication_id) REFERENCES publications(id) ON DELETE CASCADE,
  constraint push_messages_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE
);

create table push_notices (
  id uuid not null default new_id(),
  commune_id uuid not null,
  acteur_id uuid not null,
  rhythm text not null,
  publication_ids uuid[] not null,
  announced_at timestamp with time zone not null default now(),
  queued_to uuid,
  constraint push_notices_pkey PRIMARY KEY (id),
  constraint push_notices_publication_ids_check CHECK ((cardinality(publication_ids) > 0)),
  constraint push_notices_rhythm_check CHECK ((rhythm = ANY (ARRAY['daily'::text, 'each'::text]))),
  constraint push_notices_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE CASCADE,
  constraint push_notices_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id)
);

create table push_services (
  service text not null,
  answer_ms integer,
  taken_at timestamp with time zone,
  paused_until timestamp with time zone,
  constraint push_services_pkey PRIMARY KEY (service)
);

create table push_subscriptions (
  id uuid not null default new_id(),
  commune_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  failures integer not null default 0,
  used_at timestamp with time zone not null default now(),
  service text not null generated always as (push_service_of(endpoint)) stored,
  acteur_id uuid,
  notices text,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint UNIQUE (endpoint),
  constraint push_subscriptions_acteur CHECK (((acteur_id IS NULL) OR (notices IS NOT NULL))),
  constraint push_subscriptions_auth_check CHECK ((length(auth) = 22)),
  constraint push_subscriptions_endpoint_check CHECK (((length(endpoint) <= 1000) AND (endpoint ~~ 'https://%'::text))),
  constraint push_subscriptions_notices CHECK ((notices = ANY (ARRAY['daily'::text, 'each'::text]))),
  constraint push_subscriptions_p256dh_check CHECK ((length(p256dh) = 87)),
  constraint push_subscriptions_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE CASCADE,
  constraint push_subscriptions_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id)
);

create unlogged table rate_limits (
  key text not null,
  free_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table refusal_presets (
  id uuid not null default new_id(),
  reason_code text not null,
  body text not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint refusal_presets_pkey PRIMARY KEY (id),
  constraint refusal_presets_body_check CHECK (((length(body) >= 1) AND (length(body) <= 1000))),
  constraint refusal_presets_reason_code_check CHECK ((reason_code = ANY (ARRAY['spam'::text, 'inappropriate'::text, 'false_information'::text, 'illegal'::text, 'duplicate'::text, 'off_topic'::text, 'other'::text])))
);

create table removed_roles (
  user_id uuid not null,
  role text not null,
  removed_at timestamp with time zone not null default now(),
  constraint removed_roles_pkey PRIMARY KEY (user_id, role),
  constraint removed_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'operator_moderation'::text, 'operator_claims'::text, 'operator_support'::text, 'operator_communes'::text, 'operator_imports'::text]))),
  constraint removed_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table reply_templates (
  id uuid not null default new_id(),
  nom text not null,
  body text not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint reply_templates_pkey PRIMARY KEY (id),
  constraint reply_templates_body_check CHECK (((length(body) >= 1) AND (length(body) <= 10000))),
  constraint reply_templates_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 100)))
);

create table report_mutes (
  reporter text not null,
  until timestamp with time zone not null,
  muted_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint report_mutes_pkey PRIMARY KEY (reporter),
  constraint report_mutes_reporter_check CHECK ((length(reporter) <= 60)),
  constraint report_mutes_muted_by_fkey FOREIGN KEY (muted_by) REFERENCES users(id) ON DELETE SET NULL
);

create table schema_migrations (
  number integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  needs integer not null default 0,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table signing_keys (
  kid text not null,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint signing_keys_pkey PRIMARY KEY (kid)
);

create table subscriptions (
  id uuid not null default new_id(),
  provider text not null,
  provider_subscription_id text not null,
  provider_customer_id text,
  acteur_id uuid,
  user_id uuid,
  plan text,
  status text not null,
  current_period_start timestamp with time zone,
  current_period_end timestamp with time zone,
  cancel_at_period_end boolean not null default false,
  canceled_at timestamp with time zone,
  trial_end timestamp with time zone,
  last_event_at timestamp with time zone,
  snapshot_at timestamp with time zone,
  snapshot_status text,
  snapshot_previous_status text,
  snapshot_rank integer,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  recherche text not null generated always as (lower(((((provider_subscription_id || ' '::text) || COALESCE(provider_customer_id, ''::text)) || ' '::text) || COALESCE(plan, ''::text)))) stored,
  version integer not null default 1,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_once UNIQUE (provider, provider_subscription_id),
  constraint subscriptions_plan_check CHECK (((length(plan) >= 1) AND (length(plan) <= 255))),
  constraint subscriptions_provider_check CHECK ((provider ~ '^[a-z0-9_-]{1,40}$'::text)),
  constraint subscriptions_provider_customer_id_check CHECK (((length(provider_customer_id) >= 1) AND (length(provider_customer_id) <= 255))),
  constraint subscriptions_provider_subscription_id_check CHECK (((length(provider_subscription_id) >= 1) AND (length(provider_subscription_id) <= 255))),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['trialing'::text, 'active'::text, 'past_due'::text, 'unpaid'::text, 'incomplete'::text, 'incomplete_expired'::text, 'paused'::text, 'canceled'::text]))),
  constraint subscriptions_whole_snapshot CHECK ((((snapshot_at IS NULL) = (snapshot_status IS NULL)) AND ((snapshot_at IS NULL) = (snapshot_rank IS NULL)))),
  constraint subscriptions_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id) ON DELETE SET NULL,
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table support_messages (
  id uuid not null default new_id(),
  thread_id uuid not null,
  place bigint not null generated always as identity,
  direction text not null,
  automatic boolean not null default false,
  author_nom text,
  author_email text,
  author_user_id uuid,
  body text not null,
  message_id text,
  mail_id uuid,
  delivery_error text,
  bounced_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  recherche text not null generated always as (plain_text(body)) stored,
  attachments text[] not null default '{}'::text[],
  failure_known boolean not null default false,
  merged_from uuid,
  constraint support_messages_pkey PRIMARY KEY (id),
  constraint support_messages_author_email_check CHECK ((length(author_email) <= 254)),
  constraint support_messages_author_nom_check CHECK (((length(author_nom) >= 1) AND (length(author_nom) <= 200))),
  constraint support_messages_body_check CHECK (((length(body) >= 1) AND (length(body) <= 25000))),
  constraint support_messages_delivery_error_check CHECK ((length(delivery_error) <= 500)),
  constraint support_messages_direction_check CHECK ((direction = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  constraint support_messages_message_id_check CHECK ((length(message_id) <= 250)),
  constraint support_messages_travel CHECK (((direction = 'outbound'::text) = (mail_id IS NOT NULL))),
  constraint support_messages_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint support_messages_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(id),
  constraint support_messages_merged_from_fkey FOREIGN KEY (merged_from) REFERENCES support_threads(id) ON DELETE SET NULL,
  constraint support_messages_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES support_threads(id) ON DELETE CASCADE
);

create table support_notes (
  id uuid not null default new_id(),
  thread_id uuid not null,
  merged_from uuid,
  author_user_id uuid,
  body text not null,
  created_at timestamp with time zone not null default now(),
  constraint support_notes_pkey PRIMARY KEY (id),
  constraint support_notes_body_check CHECK (((length(body) >= 1) AND (length(body) <= 5000))),
  constraint support_notes_author_user_id_fkey FOREIGN KEY (author_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint support_notes_merged_from_fkey FOREIGN KEY (merged_from) REFERENCES support_threads(id) ON DELETE SET NULL,
  constraint support_notes_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES support_threads(id) ON DELETE CASCADE
);

create table support_receipts (
  key bytea not null,
  outcome text not null,
  received_at timestamp with time zone not null default now(),
  constraint support_receipts_pkey PRIMARY KEY (key),
  constraint support_receipts_key_check CHECK ((length(key) = 32)),
  constraint support_receipts_outcome_check CHECK ((outcome = ANY (ARRAY['begun'::text, 'opened'::text, 'added'::text, 'bounce'::text, 'left out'::text])))
);

create table support_threads (
  id uuid not null default new_id(),
  subject text not null,
  status text not null default 'open'::text,
  unread boolean not null default true,
  flag text,
  requester_nom text,
  requester_email text not null,
  requester_user_id uuid,
  language text not null,
  reply_token text not null,
  messages_count integer not null default 0,
  last_message_at timestamp with time zone not null default now(),
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  recherche text not null generated always as (plain_text(((((subject || ' '::text) || COALESCE(requester_nom, ''::text)) || ' '::text) || requester_email))) stored,
  assignee_id uuid,
  merged_into uuid,
  last_by text,
  commune_id uuid,
  constraint support_threads_pkey PRIMARY KEY (id),
  constraint support_threads_reply_token_taken UNIQUE (reply_token),
  constraint support_threads_check CHECK ((merged_into <> id)),
  constraint support_threads_flag_check CHECK ((flag = ANY (ARRAY['red'::text, 'orange'::text, 'yellow'::text, 'green'::text, 'blue'::text, 'purple'::text]))),
  constraint support_threads_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'en'::text]))),
  constraint support_threads_last_by_check CHECK ((last_by = ANY (ARRAY['inbound'::text, 'outbound'::text]))),
  constraint support_threads_messages_count_check CHECK ((messages_count >= 0)),
  constraint support_threads_reply_token_check CHECK ((reply_token ~ '^[0-9a-f]{32}$'::text)),
  constraint support_threads_requester_email_check CHECK ((length(requester_email) <= 254)),
  constraint support_threads_requester_nom_check CHECK (((length(requester_nom) >= 1) AND (length(requester_nom) <= 200))),
  constraint support_threads_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text]))),
  constraint support_threads_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200))),
  constraint support_threads_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint support_threads_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id),
  constraint support_threads_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES support_threads(id) ON DELETE CASCADE,
  constraint support_threads_requester_user_id_fkey FOREIGN KEY (requester_user_id) REFERENCES users(id) ON DELETE SET NULL
);

create table team_settings (
  one boolean not null default true,
  urgent_first boolean not null default true,
  target_hours integer,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  alert_reports integer default 3,
  transparency_public boolean not null default false,
  first_commune_id uuid,
  first_commune_passed smallint not null default 0,
  constraint team_settings_pkey PRIMARY KEY (one),
  constraint team_settings_alert_reports_check CHECK (((alert_reports >= 1) AND (alert_reports <= 1000))),
  constraint team_settings_first_commune_passed_check CHECK (((first_commune_passed >= 0) AND (first_commune_passed <= 5))),
  constraint team_settings_one_check CHECK (one),
  constraint team_settings_target_hours_check CHECK (((target_hours >= 1) AND (target_hours <= 720))),
  constraint team_settings_first_commune_id_fkey FOREIGN KEY (first_commune_id) REFERENCES communes(id)
);

create table town_hall_codes (
  commune_id uuid not null,
  user_id uuid not null,
  id uuid not null default gen_random_uuid(),
  sent_to text not null,
  attempts integer not null default 0,
  issued_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint town_hall_codes_pkey PRIMARY KEY (commune_id, user_id),
  constraint town_hall_codes_attempts_check CHECK (((attempts >= 0) AND (attempts <= 5))),
  constraint town_hall_codes_sent_to_check CHECK ((length(sent_to) <= 254)),
  constraint town_hall_codes_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id) ON DELETE CASCADE,
  constraint town_hall_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table town_hall_readings (
  commune_id uuid not null,
  register text not null,
  emails text[] not null default '{}'::text[],
  domains text[] not null default '{}'::text[],
  siret text,
  telephone text,
  site_web text,
  doubt text,
  read_on date not null,
  same_since date,
  constraint town_hall_readings_pkey PRIMARY KEY (commune_id, register),
  constraint town_hall_readings_doubt_check CHECK ((doubt = ANY (ARRAY['shared'::text, 'several'::text]))),
  constraint town_hall_readings_register_check CHECK ((register = ANY (ARRAY['dila'::text, 'dpnt'::text]))),
  constraint town_hall_readings_siret_check CHECK ((siret ~ '^[0-9]{14}$'::text)),
  constraint town_hall_readings_site_web_check CHECK ((length(site_web) <= 2000)),
  constraint town_hall_readings_telephone_check CHECK ((length(telephone) <= 50)),
  constraint town_hall_readings_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id) ON DELETE CASCADE
);

create table transparency_months (
  month text not null,
  figures jsonb not null,
  computed_at timestamp with time zone not null default now(),
  constraint transparency_months_pkey PRIMARY KEY (month),
  constraint transparency_months_figures_check CHECK ((jsonb_typeof(figures) = 'object'::text)),
  constraint transparency_months_month_check CHECK ((month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text))
);

create table uploads (
  id uuid not null default new_id(),
  acteur_id uuid,
  media_key text not null,
  name text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone not null default now(),
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_once UNIQUE NULLS NOT DISTINCT (acteur_id, media_key),
  constraint uploads_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint uploads_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id),
  constraint uploads_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint uploads_media_key_fkey FOREIGN KEY (media_key) REFERENCES media(key)
);

create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint user_identities_pkey PRIMARY KEY (issuer, subject),
  constraint user_identities_issuer_check CHECK ((length(issuer) <= 500)),
  constraint user_identities_subject_check CHECK ((length(subject) <= 255)),
  constraint user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_roles (
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  commune_ids uuid[],
  epci_codes text[],
  mapped_by text,
  constraint user_roles_pkey PRIMARY KEY (user_id, role),
  constraint user_roles_commune_ids_check CHECK (((cardinality(commune_ids) >= 1) AND (cardinality(commune_ids) <= 500))),
  constraint user_roles_epci_codes_check CHECK (((cardinality(epci_codes) >= 1) AND (cardinality(epci_codes) <= 50))),
  constraint user_roles_mapped_by_check CHECK ((length(mapped_by) <= 500)),
  constraint user_roles_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'operator_moderation'::text, 'operator_claims'::text, 'operator_support'::text, 'operator_communes'::text, 'operator_imports'::text]))),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id uuid not null default new_id(),
  email text,
  invited_email text,
  nom text,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone,
  recherche text not null generated always as (plain_text(((((COALESCE(email, ''::text) || ' '::text) || COALESCE(invited_email, ''::text)) || ' '::text) || COALESCE(nom, ''::text)))) stored,
  nom_recherche text generated always as (words_key(nom)) stored,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  invited_at timestamp with time zone,
  signed_out_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_invited_email_key UNIQUE (invited_email),
  constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint users_invited_email_check CHECK (((invited_email = lower(invited_email)) AND (length(invited_email) <= 254))),
  constraint users_nom_check CHECK ((length(nom) <= 200)),
  constraint users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text]))),
  constraint users_version_check CHECK ((version >= 1))
);

create table views (
  id uuid not null default new_id(),
  user_id uuid not null,
  area text not null,
  nom text not null,
  address text not null,
  shared boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint views_pkey PRIMARY KEY (id),
  constraint views_address_check CHECK ((((length(address) >= 1) AND (length(address) <= 1000)) AND (address ~ '^/[a-z]'::text))),
  constraint views_area_check CHECK ((area = ANY (ARRAY['moderation'::text, 'claims'::text, 'support'::text, 'communes'::text, 'imports'::text, 'reserved'::text]))),
  constraint views_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 80))),
  constraint views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table watched_words (
  id uuid not null default new_id(),
  nom text not null,
  kind text not null,
  words text[] not null default '{}'::text[],
  active boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint watched_words_pkey PRIMARY KEY (id),
  constraint watched_words_kind_check CHECK ((kind = ANY (ARRAY['words'::text, 'phones'::text, 'new_hosts'::text]))),
  constraint watched_words_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 30))),
  constraint watched_words_of_their_kind CHECK (((kind = 'words'::text) = (cardinality(words) > 0))),
  constraint watched_words_words_check CHECK ((cardinality(words) <= 200))
);

create table webhook_deliveries (
  id uuid not null default new_id(),
  endpoint_id uuid not null,
  seq bigint not null,
  event text not null,
  resource_id uuid not null,
  at timestamp with time zone not null,
  data jsonb not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  next_try_at timestamp with time zone not null default now(),
  tried_at timestamp with time zone,
  status integer,
  error text,
  delivered_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_once UNIQUE (endpoint_id, seq),
  constraint webhook_deliveries_delivered CHECK (((state = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint webhook_deliveries_error_check CHECK ((length(error) <= 100)),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text]))),
  constraint webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE
);

create table webhook_endpoints (
  id uuid not null default new_id(),
  nom text not null,
  url text not null,
  events text[] not null,
  acteur_id uuid,
  commune_ids uuid[],
  epci_codes text[],
  granted_to text not null,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  secret_sealed text not null,
  former_sealed text,
  former_until timestamp with time zone,
  state text not null default 'unverified'::text,
  disabled_for text,
  failures integer not null default 0,
  failing_since timestamp with time zone,
  next_try_at timestamp with time zone not null default now(),
  answer_ms integer,
  taken_at timestamp with time zone,
  tells_full boolean not null default false,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_commune_ids_check CHECK (((cardinality(commune_ids) >= 1) AND (cardinality(commune_ids) <= 500))),
  constraint webhook_endpoints_disabled_for_check CHECK ((disabled_for = ANY (ARRAY['gone'::text, 'failing'::text, 'full'::text, 'asked'::text]))),
  constraint webhook_endpoints_epci_codes_check CHECK (((cardinality(epci_codes) >= 1) AND (cardinality(epci_codes) <= 50))),
  constraint webhook_endpoints_events_check CHECK (((cardinality(events) > 0) AND (events <@ ARRAY['publication.published'::text, 'publication.changed'::text, 'publication.withdrawn'::text, 'alert.started'::text, 'alert.ended'::text, 'claim.decided'::text, 'subscription.changed'::text, 'sync.finished'::text]))),
  constraint webhook_endpoints_former CHECK (((former_sealed IS NULL) = (former_until IS NULL))),
  constraint webhook_endpoints_granted_to_check CHECK ((granted_to = ANY (ARRAY['owner'::text, 'admin'::text]))),
  constraint webhook_endpoints_limit CHECK ((num_nonnulls(acteur_id, commune_ids, epci_codes) <= 1)),
  constraint webhook_endpoints_nom_check CHECK (((length(nom) >= 1) AND (length(nom) <= 100))),
  constraint webhook_endpoints_of_owners CHECK (((granted_to <> 'owner'::text) OR (acteur_id IS NOT NULL))),
  constraint webhook_endpoints_says_why CHECK (((state = 'disabled'::text) = (disabled_for IS NOT NULL))),
  constraint webhook_endpoints_state_check CHECK ((state = ANY (ARRAY['unverified'::text, 'active'::text, 'disabled'::text]))),
  constraint webhook_endpoints_url_check CHECK ((length(url) <= 2000)),
  constraint webhook_endpoints_acteur_id_fkey FOREIGN KEY (acteur_id) REFERENCES acteurs(id),
  constraint webhook_endpoints_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL
);

create table weekly_mail_subscribers (
  id uuid not null default new_id(),
  commune_id uuid not null,
  address_sealed text not null,
  address_hash text not null,
  token text not null default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  asked_le timestamp with time zone default now(),
  confirmed_le timestamp with time zone,
  sent_week date,
  constraint weekly_mail_subscribers_pkey PRIMARY KEY (id),
  constraint weekly_mail_subscribers_once UNIQUE (address_hash, commune_id),
  constraint weekly_mail_subscribers_token_key UNIQUE (token),
  constraint weekly_mail_subscribers_address_hash_check CHECK ((length(address_hash) = 43)),
  constraint weekly_mail_subscribers_address_sealed_check CHECK ((length(address_sealed) <= 2000)),
  constraint weekly_mail_subscribers_asked CHECK (((asked_le IS NULL) <> (confirmed_le IS NULL))),
  constraint weekly_mail_subscribers_commune_id_fkey FOREIGN KEY (commune_id) REFERENCES communes(id)
);

-- indexes

CREATE INDEX act_registers_due ON public.act_registers USING btree (due_at) WHERE (state = 'running'::text);
CREATE INDEX act_registers_of ON public.act_registers USING btree (acteur_id, id DESC);
CREATE INDEX act_registers_old ON public.act_registers USING btree (created_at);
CREATE UNIQUE INDEX act_registers_one_at_a_time ON public.act_registers USING btree (acteur_id) WHERE (state = 'running'::text);
CREATE INDEX actes_corrected ON public.actes USING btree (corrige) WHERE (corrige IS NOT NULL);
CREATE INDEX actes_of_commune ON public.actes USING btree (commune_id, pris_le, publication_id);
CREATE INDEX acteur_communes_by_commune ON public.acteur_communes USING btree (commune_id);
CREATE INDEX acteur_mails_by_age ON public.acteur_mails USING btree (received_at);
CREATE INDEX acteur_mails_of_acteur ON public.acteur_mails USING btree (acteur_id, received_at) WHERE (acteur_id IS NOT NULL);
CREATE INDEX acteur_merges_by ON public.acteur_merges USING btree (merged_by) WHERE (merged_by IS NOT NULL);
CREATE INDEX acteur_merges_from ON public.acteur_merges USING btree (from_id);
CREATE INDEX acteur_merges_into ON public.acteur_merges USING btree (into_id, merged_at DESC);
CREATE INDEX acteurs_by_age ON public.acteurs USING btree (created_at DESC, id DESC);
CREATE INDEX acteurs_by_commune ON public.acteurs USING btree (commune_id, cle, id);
CREATE INDEX acteurs_by_image ON public.acteurs USING btree (image_upload_id) WHERE (image_upload_id IS NOT NULL);
CREATE INDEX acteurs_by_mail ON public.acteurs USING btree (lower(split_part(email, '@'::text, 2)), lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX acteurs_by_name ON public.acteurs USING btree (cle, id);
CREATE INDEX acteurs_by_search ON public.acteurs USING gin (recherche gin_trgm_ops);
CREATE INDEX acteurs_by_telephone ON public.acteurs USING btree (regexp_replace(regexp_replace(telephone, '\D'::text, ''::text, 'g'::text), '^(00)?33(?=\d{9}$)'::text, '0'::text)) WHERE (telephone IS NOT NULL);
CREATE INDEX acteurs_by_type ON public.acteurs USING btree (type, cle, id);
CREATE INDEX acteurs_by_validation ON public.acteurs USING btree (valide, cle, id);
CREATE INDEX acteurs_counted ON public.acteurs USING btree (type, valide, badge, active, can_publish) WHERE (deleted_at IS NULL);
CREATE INDEX acteurs_deleted ON public.acteurs USING btree (cle, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX acteurs_merged ON public.acteurs USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX acteurs_not_active ON public.acteurs USING btree (cle, id) WHERE (NOT active);
CREATE INDEX acteurs_there ON public.acteurs USING btree (commune_id) WHERE (deleted_at IS NULL);
CREATE INDEX acteurs_who_publish ON public.acteurs USING btree (cle, id) WHERE can_publish;
CREATE INDEX acteurs_with_badge ON public.acteurs USING btree (badge, cle, id) WHERE (badge IS NOT NULL);
CREATE INDEX actor_users_user ON public.actor_users USING btree (user_id);
CREATE INDEX api_keys_by_acteur ON public.api_keys USING btree (acteur_id) WHERE (acteur_id IS NOT NULL);
CREATE INDEX api_keys_by_creator ON public.api_keys USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX appeal_links_by_age ON public.appeal_links USING btree (created_at);
CREATE INDEX appeals_by_search ON public.appeals USING gin (recherche gin_trgm_ops);
CREATE INDEX appeals_by_status ON public.appeals USING btree (status, created_at, id);
CREATE INDEX appeals_of_publication ON public.appeals USING btree (publication_id) WHERE (publication_id IS NOT NULL);
CREATE INDEX appeals_of_user ON public.appeals USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX appeals_once ON public.appeals USING btree (COALESCE(claim_id, report_id, publication_id), decided_at);
CREATE INDEX assignments_by_assignee ON public.assignments USING btree (assignee_id, id) WHERE (assignee_id IS NOT NULL);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, id);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at);
CREATE INDEX audit_log_decision ON public.audit_log USING btree (( CASE action WHEN 'publication.moderated'::text THEN (after ->> 'moderation_status'::text) WHEN 'claim.decided'::text THEN (after ->> 'status'::text) WHEN 'publication.appeal_decided'::text THEN (after ->> 'appeal'::text) WHEN 'claim.appeal_decided'::text THEN (after ->> 'appeal'::text) WHEN 'publication.reports_kept'::text THEN 'kept'::text WHEN 'publication.moderation_undone'::text THEN 'undone'::text WHEN 'claim.decision_undone'::text THEN 'undone'::text ELSE NULL::text END), id) WHERE (action = ANY (ARRAY['publication.moderated'::text, 'claim.decided'::text, 'publication.appeal_decided'::text, 'claim.appeal_decided'::text, 'publication.reports_kept'::text, 'publication.moderation_undone'::text, 'claim.decision_undone'::text]));
CREATE INDEX audit_log_entity ON public.audit_log USING btree (entity, entity_id, id);
CREATE INDEX audit_log_key ON public.audit_log USING btree (key_id, id) WHERE (key_id IS NOT NULL);
CREATE INDEX audit_log_request ON public.audit_log USING btree (request_id, id) WHERE (request_id IS NOT NULL);
CREATE INDEX audit_log_user ON public.audit_log USING btree (user_id, id);
CREATE INDEX auth_accounts_user ON public.auth_accounts USING btree (user_id);
CREATE INDEX auth_known_households_over ON public.auth_known_households USING btree (until);
CREATE INDEX auth_passkeys_user ON public.auth_passkeys USING btree (user_id);
CREATE INDEX auth_provider_sessions_sid ON public.auth_provider_sessions USING btree (issuer, sid) WHERE (sid IS NOT NULL);
CREATE INDEX auth_provider_sessions_subject ON public.auth_provider_sessions USING btree (issuer, subject);
CREATE INDEX auth_sessions_over ON public.auth_sessions USING btree (expires_at);
CREATE INDEX auth_sessions_passkey ON public.auth_sessions USING btree (passkey_id) WHERE (passkey_id IS NOT NULL);
CREATE INDEX auth_sessions_user ON public.auth_sessions USING btree (user_id);
CREATE INDEX auth_users_unverified ON public.auth_users USING btree (created_at) WHERE (NOT email_verified);
CREATE INDEX auth_verifications_identifier ON public.auth_verifications USING btree (identifier);
CREATE INDEX auth_verifications_over ON public.auth_verifications USING btree (expires_at);
CREATE INDEX auth_verifications_value ON public.auth_verifications USING btree (value);
CREATE INDEX backup_runs_begun ON public.backup_runs USING btree (begun_at DESC);
CREATE INDEX claim_calls_by_caller ON public.claim_calls USING btree (called_by) WHERE (called_by IS NOT NULL);
CREATE INDEX claim_decisions_by_mail ON public.claim_decisions USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX claim_decisions_by_user ON public.claim_decisions USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX claim_letters_by_issuer ON public.claim_letters USING btree (issued_by) WHERE (issued_by IS NOT NULL);
CREATE INDEX claim_letters_granted ON public.claim_letters USING btree (granted_at) WHERE (granted_at IS NOT NULL);
CREATE INDEX claim_owner_answers_by_user ON public.claim_owner_answers USING btree (user_id);
CREATE INDEX claims_by_acteur ON public.claims USING btree (acteur_id, created_at DESC, id DESC);
CREATE INDEX claims_by_address ON public.claims USING btree (lower(email)) WHERE ((claimant_user_id IS NULL) AND (email IS NOT NULL));
CREATE INDEX claims_by_age ON public.claims USING btree (created_at DESC, id DESC);
CREATE INDEX claims_by_claimant ON public.claims USING btree (claimant_user_id) WHERE (claimant_user_id IS NOT NULL);
CREATE INDEX claims_by_decider ON public.claims USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX claims_by_search ON public.claims USING gin (recherche gin_trgm_ops);
CREATE INDEX claims_by_status ON public.claims USING btree (status, created_at DESC, id DESC);
CREATE INDEX claims_by_thread ON public.claims USING btree (thread_id) WHERE (thread_id IS NOT NULL);
CREATE UNIQUE INDEX claims_one_pending ON public.claims USING btree (acteur_id) WHERE (status = 'pending'::text);
CREATE INDEX claims_personal ON public.claims USING btree (COALESCE(decided_at, expires_at)) WHERE ((status <> 'pending'::text) AND (message IS NOT NULL));
CREATE INDEX claims_to_expire ON public.claims USING btree (expires_at, id) WHERE (status = 'pending'::text);
CREATE INDEX collectes_of ON public.collectes USING btree (commune_id, ordre, id);
CREATE INDEX commune_defibrillateurs_of ON public.commune_defibrillateurs USING btree (commune_id, id);
CREATE INDEX commune_defibrillateurs_own_near ON public.commune_defibrillateurs USING gist (on_unit_sphere(shown_number(overrides, 'latitude'::text, NULL::double precision), shown_number(overrides, 'longitude'::text, NULL::double precision))) WHERE ((gid IS NULL) AND (statut = 'actif'::text));
CREATE INDEX commune_hosts_of ON public.commune_hosts USING btree (commune_id, created_at);
CREATE UNIQUE INDEX commune_infos_annuaire_once ON public.commune_infos USING btree (commune_id) WHERE annuaire;
CREATE INDEX commune_infos_of ON public.commune_infos USING btree (commune_id, ordre, id);
CREATE INDEX commune_places_by_blason ON public.commune_places USING btree (blason_upload_id) WHERE (blason_upload_id IS NOT NULL);
CREATE INDEX commune_places_closed ON public.commune_places USING btree (commune_id) WHERE (NOT ouverte);
CREATE INDEX commune_slugs_of ON public.commune_slugs USING btree (commune_id);
CREATE INDEX communes_alike ON public.communes USING gin (cle gin_trgm_ops) WHERE (successor_id IS NULL);
CREATE INDEX communes_behind_article ON public.communes USING btree (key_behind_article(nom) COLLATE "C") WHERE (key_behind_article(nom) IS NOT NULL);
CREATE INDEX communes_by_departement ON public.communes USING btree (departement, cle, id) WHERE (successor_id IS NULL);
CREATE INDEX communes_by_epci ON public.communes USING btree (epci_code) WHERE (epci_code IS NOT NULL);
CREATE INDEX communes_by_name ON public.communes USING btree (cle, id) WHERE (successor_id IS NULL);
CREATE INDEX communes_by_postal_code ON public.communes USING gin (codes_postaux);
CREATE INDEX communes_mairie ON public.communes USING btree (mairie_actor_id) WHERE (mairie_actor_id IS NOT NULL);
CREATE INDEX communes_merged ON public.communes USING btree (successor_id) WHERE (successor_id IS NOT NULL);
CREATE INDEX communes_near ON public.communes USING btree (latitude, longitude) WHERE (latitude IS NOT NULL);
CREATE INDEX defibrillateur_syncs_of ON public.defibrillateur_syncs USING btree (commune_id, id DESC);
CREATE UNIQUE INDEX defibrillateur_syncs_one_at_a_time ON public.defibrillateur_syncs USING btree (COALESCE(commune_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX defibrillateur_syncs_succeeded ON public.defibrillateur_syncs USING btree (commune_id, finished_at) WHERE (status = 'ok'::text);
CREATE INDEX defibrillateurs_active ON public.defibrillateurs USING btree (id) WHERE actif;
CREATE INDEX defibrillateurs_by_code ON public.defibrillateurs USING btree (code_insee, id);
CREATE INDEX defibrillateurs_by_commune ON public.defibrillateurs USING btree (commune_id, id);
CREATE INDEX defibrillateurs_by_departement ON public.defibrillateurs USING btree (departement, id);
CREATE INDEX defibrillateurs_by_search ON public.defibrillateurs USING gin (recherche gin_trgm_ops);
CREATE INDEX defibrillateurs_near ON public.defibrillateurs USING gist ("position") WHERE actif;
CREATE INDEX defibrillateurs_noticed ON public.defibrillateurs USING btree (statut, id) WHERE (statut <> 'actif'::text);
CREATE INDEX defibrillateurs_over ON public.defibrillateurs USING btree (departement, statut) INCLUDE (latitude, longitude);
CREATE INDEX defibrillateurs_unseen ON public.defibrillateurs USING gist ("position") WHERE (NOT actif);
CREATE INDEX defibrillateurs_withdrawn ON public.defibrillateurs USING btree (id) WHERE (retire_le IS NOT NULL);
CREATE INDEX desk_changes_at ON public.desk_changes USING btree (at);
CREATE INDEX digests_due ON public.digests USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX duplicate_groups_by_age ON public.duplicate_groups USING btree (newest DESC, duplicate_key);
CREATE INDEX duplicate_publications_by_commune ON public.duplicate_publications USING gin (commune_ids);
CREATE INDEX duplicate_publications_by_key ON public.duplicate_publications USING btree (duplicate_key, created_at);
CREATE INDEX duplicate_publications_by_status ON public.duplicate_publications USING btree (moderation_status, duplicate_key, created_at);
CREATE INDEX fetched_files_by_acteur ON public.fetched_files USING btree (acteur_id) INCLUDE (media_key) WHERE ((acteur_id IS NOT NULL) AND (media_key IS NOT NULL));
CREATE INDEX fetched_files_by_media ON public.fetched_files USING btree (media_key) WHERE (media_key IS NOT NULL);
CREATE INDEX fetched_files_due ON public.fetched_files USING btree (next_try_at) INCLUDE (host) WHERE (status = 'waiting'::text);
CREATE INDEX fetched_files_of_domain ON public.fetched_files USING btree (push_service_of(('https://'::text || host)), next_try_at) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX fetched_files_once ON public.fetched_files USING btree (md5(url));
CREATE INDEX fetched_files_without_room ON public.fetched_files USING btree (answered_at) WHERE (reason = 'storage_full'::text);
CREATE INDEX former_paths_by_acteur ON public.former_paths USING btree (acteur_id) WHERE (acteur_id IS NOT NULL);
CREATE INDEX former_paths_by_publication ON public.former_paths USING btree (publication_id) WHERE (publication_id IS NOT NULL);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX import_files_by_file ON public.import_files USING btree (file_id);
CREATE INDEX import_files_by_run ON public.import_files USING btree (run_id) WHERE (run_id IS NOT NULL);
CREATE INDEX import_files_pending ON public.import_files USING btree (source_id, external_id) WHERE pending;
CREATE INDEX import_items_by_publication ON public.import_items USING btree (publication_id) WHERE (publication_id IS NOT NULL);
CREATE INDEX import_items_by_words ON public.import_items USING btree (source_id, words_hash);
CREATE INDEX import_items_missed ON public.import_items USING btree (source_id) WHERE (missed > 0);
CREATE INDEX import_runs_by_day ON public.import_runs USING btree (source_id, created_at);
CREATE INDEX import_runs_by_user ON public.import_runs USING btree (requested_by) WHERE (requested_by IS NOT NULL);
CREATE INDEX import_runs_of ON public.import_runs USING btree (source_id, id DESC);
CREATE INDEX import_runs_old ON public.import_runs USING btree (created_at);
CREATE UNIQUE INDEX import_runs_one_at_a_time ON public.import_runs USING btree (source_id) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX import_sources_by_acteur ON public.import_sources USING btree (acteur_id, id DESC) WHERE (acteur_id IS NOT NULL);
CREATE INDEX import_sources_by_commune ON public.import_sources USING btree (commune_id, id DESC) WHERE (commune_id IS NOT NULL);
CREATE INDEX import_sources_by_type ON public.import_sources USING btree (type_id) WHERE (type_id IS NOT NULL);
CREATE INDEX import_sources_due ON public.import_sources USING btree (next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE INDEX import_sources_failing ON public.import_sources USING btree (id) WHERE ((consecutive_failures > 0) OR (disabled_reason IS NOT NULL));
CREATE INDEX mails_due ON public.mails USING btree (next_try_at) WHERE (status = 'queued'::text);
CREATE INDEX mails_failed ON public.mails USING btree (id) WHERE ((status = 'failed'::text) AND (given_up_at IS NULL) AND (recipient_email IS NOT NULL));
CREATE INDEX mails_failed_answers ON public.mails USING btree (id) WHERE ((status = 'failed'::text) AND (template = 'support-reply'::text));
CREATE INDEX mails_to_forget ON public.mails USING btree (created_at) WHERE (recipient_email IS NOT NULL);
CREATE INDEX mails_waiting ON public.mails USING btree (thread, place) WHERE (status = 'queued'::text);
CREATE INDEX media_forgotten_waiting ON public.media_forgotten USING btree (key) WHERE (files_deleted_at IS NULL);
CREATE INDEX moderation_letters_by_operation ON public.moderation_letters USING btree (operation_id);
CREATE INDEX moderation_operation_items_by_publication ON public.moderation_operation_items USING btree (publication_id);
CREATE INDEX moderation_operations_by_undoer ON public.moderation_operations USING btree (undone_by) WHERE (undone_by IS NOT NULL);
CREATE INDEX moderation_operations_by_user ON public.moderation_operations USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX moderation_operations_one_under_way ON public.moderation_operations USING btree (user_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX moderation_operations_stopped ON public.moderation_operations USING btree (id) WHERE (state = 'stopped'::text);
CREATE INDEX moderation_operations_under_way ON public.moderation_operations USING btree (id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'undoing'::text]));
CREATE INDEX note_mentions_by_mail ON public.note_mentions USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX note_mentions_by_user ON public.note_mentions USING btree (user_id);
CREATE UNIQUE INDEX note_mentions_once ON public.note_mentions USING btree (note_id, user_id) WHERE (note_id IS NOT NULL);
CREATE UNIQUE INDEX note_mentions_once_in_thread ON public.note_mentions USING btree (support_note_id, user_id) WHERE (support_note_id IS NOT NULL);
CREATE INDEX note_mentions_open ON public.note_mentions USING btree (user_id, id) WHERE (done_at IS NULL);
CREATE INDEX notes_by_age ON public.notes USING btree (created_at);
CREATE INDEX notes_by_author ON public.notes USING btree (author_user_id) WHERE (author_user_id IS NOT NULL);
CREATE INDEX notes_of_acteur ON public.notes USING btree (acteur_id, id) WHERE (acteur_id IS NOT NULL);
CREATE INDEX notes_of_claim ON public.notes USING btree (claim_id, id) WHERE (claim_id IS NOT NULL);
CREATE INDEX notes_of_publication ON public.notes USING btree (publication_id, id) WHERE (publication_id IS NOT NULL);
CREATE INDEX notes_of_user ON public.notes USING btree (user_id, id) WHERE (user_id IS NOT NULL);
CREATE INDEX payment_events_by_status ON public.payment_events USING btree (status, id DESC);
CREATE INDEX payment_events_by_type ON public.payment_events USING btree (type, id DESC);
CREATE INDEX payment_events_due ON public.payment_events USING btree (next_try_at) WHERE (status = 'received'::text);
CREATE INDEX payment_events_lately ON public.payment_events USING btree (received_at) INCLUDE (status);
CREATE INDEX payment_events_of_subscription ON public.payment_events USING btree (provider, subscription_id, created) WHERE (subscription_id IS NOT NULL);
CREATE INDEX publication_communes_by_commune ON public.publication_communes USING btree (commune_id, publication_id);
CREATE INDEX publication_communes_hidden ON public.publication_communes USING btree (commune_id, publication_id) WHERE (visible_le IS NULL);
CREATE INDEX publication_communes_visible ON public.publication_communes USING btree (commune_id, visible_le DESC, publication_id DESC) INCLUDE (type_id, debut) WHERE (visible_le IS NOT NULL);
CREATE INDEX publication_communes_visible_by_day ON public.publication_communes USING btree (commune_id, debut, publication_id) INCLUDE (visible_le, type_id) WHERE ((visible_le IS NOT NULL) AND (debut IS NOT NULL));
CREATE INDEX publication_days_by_commune ON public.publication_days USING btree (commune_id, debut, publication_id) INCLUDE (previous);
CREATE INDEX publication_days_by_day ON public.publication_days USING btree (debut, publication_id) INCLUDE (previous) WHERE own;
CREATE INDEX publication_drafts_by_age ON public.publication_drafts USING btree (updated_at);
CREATE INDEX publication_drafts_of_acteur ON public.publication_drafts USING btree (acteur_id);
CREATE INDEX publication_drafts_of_publication ON public.publication_drafts USING btree (publication_id) WHERE (publication_id IS NOT NULL);
CREATE INDEX publication_drafts_of_user ON public.publication_drafts USING btree (user_id, updated_at DESC, id DESC);
CREATE INDEX publication_page_views_old ON public.publication_page_views USING btree (day);
CREATE INDEX publication_reports_by_age ON public.publication_reports USING btree (created_at);
CREATE INDEX publication_reports_by_email ON public.publication_reports USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX publication_reports_by_operation ON public.publication_reports USING btree (operation_id) WHERE (operation_id IS NOT NULL);
CREATE INDEX publication_reports_by_reporter ON public.publication_reports USING btree (publication_id, reporter, id);
CREATE INDEX publication_reports_closed ON public.publication_reports USING btree (closed_at) INCLUDE (outcome, reason, created_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX publication_reports_from ON public.publication_reports USING btree (reporter) WHERE (reporter ~~ 'user:%'::text);
CREATE INDEX publication_reports_of ON public.publication_reports USING btree (publication_id, id);
CREATE INDEX publication_reports_open ON public.publication_reports USING btree (publication_id) WHERE (closed_at IS NULL);
CREATE INDEX publication_reports_personal ON public.publication_reports USING btree (created_at) WHERE (reporter IS NOT NULL);
CREATE INDEX publication_reports_record ON public.publication_reports USING btree (reporter, outcome) WHERE ((reporter IS NOT NULL) AND (outcome IS NOT NULL));
CREATE INDEX publication_revisions_by_author ON public.publication_revisions USING btree (written_by) WHERE (written_by IS NOT NULL);
CREATE INDEX publication_revisions_of ON public.publication_revisions USING btree (publication_id, kept_at DESC);
CREATE INDEX publication_revisions_with_reason ON public.publication_revisions USING btree (id) WHERE (sent_back_reason IS NOT NULL);
CREATE UNIQUE INDEX publication_types_nom_taken ON public.publication_types USING btree (lower(nom));
CREATE INDEX publication_uploads_detached ON public.publication_uploads USING btree (detached_at) WHERE (detached_at IS NOT NULL);
CREATE INDEX publication_uploads_of ON public.publication_uploads USING btree (upload_id);
CREATE INDEX publication_words_by_week ON public.publication_words USING gin (weeks_of_words(week, publication_id), recherche, commune_ids) WITH (fastupdate=off);
CREATE INDEX publication_words_moved_by_age ON public.publication_words USING gin (weeks_of_words(NULL::integer, publication_id), recherche, commune_ids) WITH (fastupdate=off) WHERE (week IS NOT NULL);
CREATE INDEX publications_alerts_by_end ON public.publications USING btree (commune_id, type_id, COALESCE((fin_le AT TIME ZONE 'UTC'::text), (COALESCE(date_fin, date_debut) + '2 days'::interval))) WHERE ((visible_le IS NOT NULL) AND (leve_le IS NULL) AND (COALESCE((fin_le AT TIME ZONE 'UTC'::text), (COALESCE(date_fin, date_debut) + '2 days'::interval)) IS NOT NULL));
CREATE INDEX publications_alike ON public.publications USING btree (duplicate_key, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX publications_by_acteur ON public.publications USING btree (acteur_id, created_at DESC, id DESC) INCLUDE (deleted_at);
CREATE INDEX publications_by_age ON public.publications USING btree (created_at DESC, id DESC);
CREATE INDEX publications_by_author ON public.publications USING btree (created_by, created_at DESC, id DESC) WHERE (created_by IS NOT NULL);
CREATE INDEX publications_by_change ON public.publications USING btree (updated_at) INCLUDE (deleted_at);
CREATE INDEX publications_by_commune ON public.publications USING btree (commune_id, created_at DESC, id DESC) INCLUDE (moderation_status, valide, deleted_at, type_id);
CREATE INDEX publications_by_decider ON public.publications USING btree (moderation_by, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX publications_by_editor ON public.publications USING btree (edited_by) WHERE (edited_by IS NOT NULL);
CREATE INDEX publications_by_first_day ON public.publications USING btree (debut, id) WHERE (debut IS NOT NULL);
CREATE INDEX publications_by_import ON public.publications USING btree (import_source_id, created_at DESC, id DESC) WHERE (import_source_id IS NOT NULL);
CREATE INDEX publications_by_moderator ON public.publications USING btree (moderated_by, created_at DESC, id DESC) INCLUDE (deleted_at) WHERE (moderated_by IS NOT NULL);
CREATE INDEX publications_by_picture ON public.publications USING btree (picture_id) INCLUDE (deleted_at) WHERE (picture_id IS NOT NULL);
CREATE INDEX publications_by_publication ON public.publications USING btree (publie_le, id);
CREATE INDEX publications_by_title ON public.publications USING btree (fold(title), id);
CREATE INDEX publications_decided ON public.publications USING btree (moderated_at) INCLUDE (moderation_status, created_at, edited_at) WHERE ((moderation_by = 'backoffice'::text) AND (moderated_at IS NOT NULL));
CREATE INDEX publications_deleted ON public.publications USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX publications_featured ON public.publications USING btree (visible_le DESC, id DESC) WHERE en_avant;
CREATE INDEX publications_for_whom ON public.publications USING btree (visible_le DESC) WHERE ((visible_le IS NOT NULL) AND ((public IS NOT NULL) OR (gratuit IS NOT NULL)));
CREATE INDEX publications_imported_and_deleted ON public.publications USING btree (duplicate_key) WHERE ((deleted_at IS NOT NULL) AND (import_source_id IS NOT NULL));
CREATE INDEX publications_in_status ON public.publications USING btree (moderation_status, created_at DESC, id DESC) INCLUDE (publie_le) WHERE (deleted_at IS NULL);
CREATE INDEX publications_not_valide ON public.publications USING btree (created_at DESC, id DESC) INCLUDE (publie_le, deleted_at) WHERE (NOT valide);
CREATE INDEX publications_open_reports ON public.publications USING btree (reports_count DESC, created_at DESC, id DESC) INCLUDE (deleted_at) WHERE (reports_count > 0);
CREATE INDEX publications_pending_of_commune ON public.publications USING btree (commune_id, created_at DESC, id DESC) WHERE ((moderation_status = 'pending'::text) AND (deleted_at IS NULL));
CREATE INDEX publications_pictures_wanted ON public.publications USING btree (id) WHERE ((image_url IS NOT NULL) AND (picture_id IS NULL) AND (deleted_at IS NULL));
CREATE INDEX publications_pinned ON public.publications USING btree (type_id) WHERE epingle;
CREATE INDEX publications_several_days ON public.publications USING btree (date_fin) INCLUDE (date_debut, visible_le) WHERE ((date_fin > date_debut) AND (visible_le IS NOT NULL));
CREATE INDEX publications_several_days_further ON public.publications USING gin (commune_ids) WHERE ((date_fin > date_debut) AND (visible_le IS NOT NULL) AND (cardinality(commune_ids) > 1));
CREATE INDEX publications_several_days_of_commune ON public.publications USING btree (commune_id, date_fin) INCLUDE (date_debut, visible_le, id) WHERE ((date_fin > date_debut) AND (visible_le IS NOT NULL));
CREATE INDEX publications_shared_alerts_by_end ON public.publications USING btree (type_id, COALESCE((fin_le AT TIME ZONE 'UTC'::text), (COALESCE(date_fin, date_debut) + '2 days'::interval))) WHERE ((visible_le IS NOT NULL) AND (leve_le IS NULL) AND (cardinality(commune_ids) > 1) AND (COALESCE((fin_le AT TIME ZONE 'UTC'::text), (COALESCE(date_fin, date_debut) + '2 days'::interval)) IS NOT NULL));
CREATE INDEX publications_undated ON public.publications USING btree (created_at DESC, id DESC) WHERE (valide AND (deleted_at IS NULL) AND (publie_le IS NULL));
CREATE INDEX publications_visible ON public.publications USING btree (visible_le DESC, id DESC) WHERE (visible_le IS NOT NULL);
CREATE INDEX publications_visible_by_acteur ON public.publications USING btree (acteur_id, epingle DESC, visible_le DESC, id DESC) WHERE (visible_le IS NOT NULL);
CREATE INDEX publications_visible_by_commune ON public.publications USING btree (commune_id, visible_le DESC, id DESC) INCLUDE (type_id, debut) WHERE (visible_le IS NOT NULL);
CREATE INDEX publications_visible_by_commune_day ON public.publications USING btree (commune_id, debut, id) INCLUDE (visible_le, type_id) WHERE ((visible_le IS NOT NULL) AND (debut IS NOT NULL));
CREATE INDEX publications_visible_by_day ON public.publications USING btree (debut, id) INCLUDE (visible_le, type_id) WHERE ((visible_le IS NOT NULL) AND (debut IS NOT NULL));
CREATE INDEX publications_visible_by_type ON public.publications USING btree (type_id, visible_le DESC, id DESC) WHERE (visible_le IS NOT NULL);
CREATE INDEX publications_waiting ON public.publications USING btree (GREATEST(edited_at, moderated_at)) WHERE ((moderation_status = 'pending'::text) AND (deleted_at IS NULL));
CREATE INDEX publications_with_reason ON public.publications USING btree (id) WHERE (moderation_reason IS NOT NULL);
CREATE INDEX publications_told_apart_by_key ON public.publications_told_apart USING btree (duplicate_key);
CREATE INDEX publications_told_apart_by_operation ON public.publications_told_apart USING btree (operation_id) WHERE (operation_id IS NOT NULL);
CREATE INDEX publications_told_apart_others ON public.publications_told_apart USING btree (other_id);
CREATE INDEX push_messages_by_turn ON public.push_messages USING btree (((attempts > 0)), next_try_at);
CREATE INDEX push_messages_in_turn ON public.push_messages USING btree (service, ((notice_id IS NOT NULL)), ((attempts > 0)), next_try_at);
CREATE INDEX push_messages_of_notice ON public.push_messages USING btree (notice_id) WHERE (notice_id IS NOT NULL);
CREATE INDEX push_notices_by_acteur ON public.push_notices USING btree (acteur_id);
CREATE INDEX push_notices_by_commune ON public.push_notices USING btree (commune_id, rhythm, announced_at);
CREATE INDEX push_notices_unqueued ON public.push_notices USING btree (queued_to) WHERE (queued_to IS NOT NULL);
CREATE INDEX push_subscriptions_by_acteur ON public.push_subscriptions USING btree (acteur_id) WHERE (acteur_id IS NOT NULL);
CREATE INDEX push_subscriptions_by_use ON public.push_subscriptions USING btree (used_at);
CREATE INDEX push_subscriptions_of_commune ON public.push_subscriptions USING btree (commune_id, id);
CREATE INDEX push_subscriptions_of_followers ON public.push_subscriptions USING btree (commune_id, notices, id) WHERE (notices IS NOT NULL);
CREATE UNIQUE INDEX refusal_presets_said_already ON public.refusal_presets USING btree (reason_code, md5(body));
CREATE UNIQUE INDEX reply_templates_nom_taken ON public.reply_templates USING btree (lower(nom));
CREATE UNIQUE INDEX signing_keys_current ON public.signing_keys USING btree ((true)) WHERE (retired_at IS NULL);
CREATE INDEX subscriptions_by_acteur ON public.subscriptions USING btree (acteur_id) WHERE (acteur_id IS NOT NULL);
CREATE INDEX subscriptions_by_plan ON public.subscriptions USING btree (plan, id DESC);
CREATE INDEX subscriptions_by_search ON public.subscriptions USING gin (recherche gin_trgm_ops);
CREATE INDEX subscriptions_by_status ON public.subscriptions USING btree (status, id DESC);
CREATE INDEX subscriptions_by_user ON public.subscriptions USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX support_messages_bounced ON public.support_messages USING btree (thread_id) WHERE (bounced_at IS NOT NULL);
CREATE INDEX support_messages_by_address ON public.support_messages USING btree (lower(author_email)) WHERE (author_email IS NOT NULL);
CREATE INDEX support_messages_by_age ON public.support_messages USING btree (created_at);
CREATE INDEX support_messages_by_author ON public.support_messages USING btree (author_user_id) WHERE (author_user_id IS NOT NULL);
CREATE INDEX support_messages_by_mail ON public.support_messages USING btree (mail_id) WHERE (mail_id IS NOT NULL);
CREATE INDEX support_messages_by_message_id ON public.support_messages USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX support_messages_by_search ON public.support_messages USING gin (recherche gin_trgm_ops);
CREATE INDEX support_messages_in_order ON public.support_messages USING btree (thread_id, place);
CREATE INDEX support_messages_merged ON public.support_messages USING btree (merged_from) WHERE (merged_from IS NOT NULL);
CREATE INDEX support_notes_by_author ON public.support_notes USING btree (author_user_id) WHERE (author_user_id IS NOT NULL);
CREATE INDEX support_notes_in_order ON public.support_notes USING btree (thread_id, id);
CREATE INDEX support_notes_merged ON public.support_notes USING btree (merged_from) WHERE (merged_from IS NOT NULL);
CREATE INDEX support_receipts_by_age ON public.support_receipts USING btree (received_at);
CREATE INDEX support_threads_awaiting ON public.support_threads USING btree (last_message_at DESC, id DESC) WHERE ((status = 'open'::text) AND (last_by = 'inbound'::text));
CREATE INDEX support_threads_by_activity ON public.support_threads USING btree (last_message_at DESC, id DESC);
CREATE INDEX support_threads_by_assignee ON public.support_threads USING btree (assignee_id, last_message_at DESC, id DESC) WHERE (assignee_id IS NOT NULL);
CREATE INDEX support_threads_by_commune ON public.support_threads USING btree (commune_id, last_message_at DESC, id DESC) WHERE (commune_id IS NOT NULL);
CREATE INDEX support_threads_by_flag ON public.support_threads USING btree (flag, last_message_at DESC, id DESC) WHERE (flag IS NOT NULL);
CREATE INDEX support_threads_by_requester ON public.support_threads USING btree (lower(requester_email));
CREATE INDEX support_threads_by_search ON public.support_threads USING gin (recherche gin_trgm_ops);
CREATE INDEX support_threads_by_status ON public.support_threads USING btree (status, last_message_at DESC, id DESC);
CREATE INDEX support_threads_by_user ON public.support_threads USING btree (requester_user_id) WHERE (requester_user_id IS NOT NULL);
CREATE INDEX support_threads_merged ON public.support_threads USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX support_threads_unread ON public.support_threads USING btree (last_message_at DESC, id DESC) WHERE unread;
CREATE INDEX town_hall_codes_by_expiry ON public.town_hall_codes USING btree (expires_at);
CREATE INDEX town_hall_codes_by_user ON public.town_hall_codes USING btree (user_id);
CREATE INDEX town_hall_readings_by_domain ON public.town_hall_readings USING gin (domains);
CREATE INDEX town_hall_readings_by_email ON public.town_hall_readings USING gin (emails);
CREATE INDEX town_hall_readings_by_siret ON public.town_hall_readings USING btree (siret);
CREATE INDEX uploads_by_age ON public.uploads USING btree (sent_at);
CREATE INDEX uploads_by_author ON public.uploads USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX uploads_by_media ON public.uploads USING btree (media_key);
CREATE INDEX user_identities_user ON public.user_identities USING btree (user_id);
CREATE INDEX user_roles_role ON public.user_roles USING btree (role);
CREATE INDEX users_by_last_seen ON public.users USING btree (COALESCE(last_seen_at, '1970-01-01 00:00:00+00'::timestamp with time zone) DESC, id DESC);
CREATE INDEX users_by_name ON public.users USING gin (nom_recherche gin_trgm_ops);
CREATE INDEX users_by_search ON public.users USING gin (recherche gin_trgm_ops);
CREATE INDEX users_in_order_of_name ON public.users USING btree (COALESCE(nom_recherche, '~'::text) COLLATE "C", id);
CREATE INDEX users_suspended ON public.users USING btree (id) WHERE (status = 'suspended'::text);
CREATE UNIQUE INDEX views_by_name ON public.views USING btree (user_id, area, lower(nom));
CREATE INDEX views_shared ON public.views USING btree (area) WHERE shared;
CREATE UNIQUE INDEX watched_words_nom_taken ON public.watched_words USING btree (lower(nom));
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (at);
CREATE INDEX webhook_deliveries_due_by_endpoint ON public.webhook_deliveries USING btree (endpoint_id, next_try_at, seq) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_deliveries_in_order ON public.webhook_deliveries USING btree (endpoint_id, resource_id, seq) WHERE (state = 'waiting'::text);
CREATE INDEX webhook_endpoints_by_acteur ON public.webhook_endpoints USING btree (acteur_id) WHERE (acteur_id IS NOT NULL);
CREATE INDEX webhook_endpoints_by_creator ON public.webhook_endpoints USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX weekly_mail_subscribers_confirmed ON public.weekly_mail_subscribers USING btree (commune_id, id) WHERE (confirmed_le IS NOT NULL);

-- functions

CREATE OR REPLACE FUNCTION public.acte_document_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from actes a where a.publication_id = new.id and (new.type_id <> old.type_id
      or new.documents is not null
        and (jsonb_array_length(new.documents) <> 1 or new.documents -> 0 ->> 'key' <> a.media_key))) then
    raise exception 'an act is final' using errcode = 'check_violation', constraint = 'acte_is_final';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.acte_has_its_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from actes where publication_id = new.id) then
    raise exception 'an act is published by its town hall' using errcode = 'check_violation', constraint = 'acte_has_its_row';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.acte_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(new) - 'commune_id' - 'transmis_le' is distinct from to_jsonb(old) - 'commune_id' - 'transmis_le'
    or (old.transmis_le is not null and new.transmis_le is distinct from old.transmis_le) then
    raise exception 'an act is final' using errcode = 'check_violation', constraint = 'acte_is_final';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.acte_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform trace_acte(new.publication_id, false);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.acte_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform trace_acte(publication_id, false) from actes where commune_id = new.commune_id order by publication_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.acte_published()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform trace_acte(new.publication_id, true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.acte_seen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform trace_acte(new.id, false);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.acte_transmitted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_log (action, entity, entity_id, after)
  select 'acte.transmitted', 'acte', new.publication_id, jsonb_build_object('transmis_le', new.transmis_le,
    'visible_le', was.after -> 'visible_le', 'lisible', was.after -> 'lisible')
  from audit_log was where was.entity = 'acte' and was.entity_id = new.publication_id::text
  order by was.id desc limit 1;
  update publications set version = version + 1, updated_at = now() where id = new.publication_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.are_days(days date[], most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if days = '{}' then return true; end if;
  return array_ndims(days) = 1 and cardinality(days) <= most
    and days = array(select distinct day from unnest(days) as day where day is not null order by day);
end $function$
;

CREATE OR REPLACE FUNCTION public.attach_communes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.commune_ids is distinct from new.commune_ids then
    delete from publication_communes where publication_id = new.id;
  end if;
  if cardinality(new.commune_ids) > 1 then
    insert into publication_communes (publication_id, commune_id, visible_le, type_id, debut)
      select new.id, other, new.visible_le, new.type_id, new.debut
      from unnest(new.commune_ids[2:]) as other
      on conflict (publication_id, commune_id) do update set visible_le = excluded.visible_le,
        type_id = excluded.type_id, debut = excluded.debut;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.attach_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from publication_days where publication_id = new.id;
  end if;
  insert into publication_days (publication_id, commune_id, debut, previous, own)
    select new.id, place.commune_id, day + (new.debut - new.date_debut), lag, place.n = 1
    from (select day, lag(day, 1, new.date_debut) over (order by day) from unnest(new.dates) as day
          where day > new.date_debut) as days
    cross join unnest(new.commune_ids) with ordinality as place(commune_id, n)
    on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.attach_uploads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  shown uuid[] := array(
    select distinct (each ->> 'id')::uuid
    from jsonb_array_elements(coalesce(new.images, '[]') || coalesce(new.documents, '[]')) each order by 1);
begin
  insert into publication_uploads (publication_id, upload_id) select new.id, unnest(shown)
    on conflict (publication_id, upload_id) do update set detached_at = null
      where publication_uploads.detached_at is not null;
  update publication_uploads set detached_at = now()
    where publication_id = new.id and detached_at is null and upload_id <> all (shown);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.audit_hash(previous bytea, after_id bigint, up_to_id bigint, OUT rows integer, OUT hash bytea)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select count(*)::int,
         sha256(previous || convert_to(coalesce(string_agg(case sealed.form when 1 then audit_line(entry)
           else encode(sha256(convert_to(audit_line(entry), 'UTF8')), 'hex') end, e'\n' order by entry.id), ''), 'UTF8'))
  from audit_log entry, (select coalesce((select form from audit_seals where last_id = up_to_id), 2) as form) sealed
  where (after_id is null or entry.id > after_id) and entry.id <= up_to_id
$function$
;

CREATE OR REPLACE FUNCTION public.audit_line(entry audit_log)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (jsonb_build_array(entry.id, extract(epoch from entry.at), entry.user_id, entry.app_source, entry.request_id,
    entry.ip_hash, entry.action, entry.entity, entry.entity_id, entry.before, entry.after)
    || case when entry.key_id is null then '[]'::jsonb else jsonb_build_array(entry.key_id) end)::text
$function$
;

CREATE OR REPLACE FUNCTION public.bump_fiche()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.fiche_version := old.fiche_version + 1;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.bump_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.close_appeals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update appeals set status = 'closed', answered_at = now()
  where coalesce(claim_id, report_id, publication_id) = old.id and status = 'pending';
  return null; end $function$
;

CREATE OR REPLACE FUNCTION public.count_new_reports()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update publications set reports_count = reports_count + moved.n
    from (select publication_id, count(*)::int as n from arrived where closed_at is null group by 1) moved
    where publications.id = moved.publication_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_open_reports()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update publications set reports_count = reports_count + moved.n
    from (select publication_id, sum(n)::int as n from (
            select publication_id, 1 as n from arrived where closed_at is null
            union all
            select publication_id, -1 from gone where closed_at is null) each
          group by 1 having sum(n) <> 0) moved
    where publications.id = moved.publication_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_publications()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    delete from publication_totals;
    delete from publication_day_totals;
  elsif tg_op = 'INSERT' then
    insert into publication_totals
      select moderation_status, valide, deleted_at is not null, type_id, count(*) from arrived group by 1, 2, 3, 4;
    insert into publication_day_totals (day, proposed, published, decided, rejected, changes_requested)
      select (fact.at at time zone 'Europe/Paris')::date, count(*) filter (where kind = 'proposed'),
        count(*) filter (where kind = 'published'), nullif(count(decision), 0),
        count(*) filter (where decision = 'rejected'), count(*) filter (where decision = 'changes_requested')
      from arrived cross join lateral (values
        (created_at, 'proposed', null),
        (visible_le, 'published', null),
        (case when moderation_by = 'backoffice' then moderated_at end, 'decided', moderation_status)) fact(at, kind, decision)
      where fact.at is not null group by 1;
  elsif tg_op = 'DELETE' then
    insert into publication_totals
      select moderation_status, valide, deleted_at is not null, type_id, -count(*) from gone group by 1, 2, 3, 4;
    insert into publication_day_totals (day, proposed, published, decided, rejected, changes_requested)
      select (fact.at at time zone 'Europe/Paris')::date, -count(*) filter (where kind = 'proposed'),
        -count(*) filter (where kind = 'published'), -nullif(count(decision), 0),
        -count(*) filter (where decision = 'rejected'), -count(*) filter (where decision = 'changes_requested')
      from gone cross join lateral (values
        (created_at, 'proposed', null),
        (visible_le, 'published', null),
        (case when moderation_by = 'backoffice' then moderated_at end, 'decided', moderation_status)) fact(at, kind, decision)
      where fact.at is not null group by 1;
  else
    insert into publication_totals
      select moderation_status, valide, deleted, type_id, sum(n) from (
        select moderation_status, valide, deleted_at is not null as deleted, type_id, 1 as n from arrived
        union all
        select moderation_status, valide, deleted_at is not null, type_id, -1 from gone) moved
      group by 1, 2, 3, 4 having sum(n) <> 0;
    -- Not joined by id: the plan of a first statement of one row is kept, and loops over those of thousands. A decision
    -- that changes within its day moves no number, and still the median: its line has 0 decided.
    insert into publication_day_totals (day, proposed, published, decided, rejected, changes_requested)
      select (at at time zone 'Europe/Paris')::date, sum(proposed), sum(published), sum(decided), sum(rejected),
        sum(changes_requested)
      from (
        select at, sum(proposed) as proposed, sum(published) as published, null::bigint as decided, 0 as rejected,
          0 as changes_requested
        from (
          select created_at as at, 1 as proposed, 0 as published from arrived
          union all select created_at, -1, 0 from gone
          union all select visible_le, 0, 1 from arrived
          union all select visible_le, 0, -1 from gone) seen
        group by 1 having sum(proposed) <> 0 or sum(published) <> 0
        union all
        select moderated_at, 0, 0, sum(n), case when moderation_status = 'rejected' then sum(n) else 0 end,
          case when moderation_status = 'changes_requested' then sum(n) else 0 end
        from (
          select 1 as n, moderated_at, moderation_status, created_at, edited_at from arrived where moderation_by = 'backoffice'
          union all
          select -1, moderated_at, moderation_status, created_at, edited_at from gone where moderation_by = 'backoffice') decisions
        group by moderated_at, moderation_status, created_at, edited_at having sum(n) <> 0) moved
      where at is not null group by 1
      having sum(proposed) <> 0 or sum(published) <> 0 or count(decided) > 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_reports_by_day()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into publication_day_totals (day, reported)
      select (created_at at time zone 'Europe/Paris')::date, count(*) from arrived group by 1;
  elsif tg_op = 'DELETE' then
    insert into publication_day_totals (day, reported)
      select (created_at at time zone 'Europe/Paris')::date, -count(*) from gone group by 1;
  else
    insert into publication_day_totals (day, reported)
      select (created_at at time zone 'Europe/Paris')::date, sum(n) from (
        select created_at, 1 as n from arrived union all select created_at, -1 from gone) moved
      group by 1 having sum(n) <> 0;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.count_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare moved bigint;
begin
  if tg_op = 'TRUNCATE' then
    update counters set total = 0 where name = tg_table_name;
    return null;
  end if;
  select count(*) * (case tg_op when 'INSERT' then 1 else -1 end) into moved from changed;
  if moved <> 0 then
    update counters set total = total + moved where name = tg_table_name;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.defibrillateur_words(overrides jsonb, nom text, adresse text, code_postal text, commune_nom text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select public.with_saints(public.words_key(
    coalesce(public.shown_text($1, 'nom', $2), '') || ' ' || coalesce(public.shown_text($1, 'adresse', $3), '') || ' ' ||
    coalesce(public.shown_text($1, 'code_postal', $4), '') || ' ' ||
    coalesce(public.shown_text($1, 'commune_nom', $5), '')))
$function$
;

CREATE OR REPLACE FUNCTION public.embedded_account(identity user_identities)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when identity.issuer = 'parvis' and identity.subject not like 'token:%' then identity.subject::uuid end
$function$
;

CREATE OR REPLACE FUNCTION public.end_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from auth_users where id = embedded_account(old);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(public.unaccent('public.unaccent'::regdictionary, $1))
$function$
;

CREATE OR REPLACE FUNCTION public.forget_line()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from defibrillateur_lines where gid = old.gid;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from defibrillateur_lines;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_picture()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.picture_id := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.french_words(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  words text := lower(public.unaccent('public.unaccent'::regdictionary, replace(public.without_vowel_signs($1), U&'\00AD', '')));
begin
  words := ' ' || regexp_replace(words, '[^[:alnum:] ]+', ' ', 'g') || ' ';
  if words ~ '[0-9]' then
    -- "14h30" is "14h 30", "RD920" is "rd 920"; then "14 heures" is "14h" is "14", "1er" is "1", "2 000" is "2000".
    words := regexp_replace(words, '\m(\d\d?h|a|d|n|rd|rn)(?=\d{1,4}\M)', '\1 ', 'g');
    words := regexp_replace(words,
      '\m(?:(\d+)(?:(?:i?eme|ere|er|re|nde|nd|e)s?\M| ?h(?:eures?)?\M)|(\d{1,3}) (?=\d{3}\M))', '\1\2', 'g');
  end if;
  if words ~ ' (?:st|ste|sts|stes|bd|bld|blvd|av|ave) ' then
    words := replace(replace(replace(replace(words, ' st ', ' saint '), ' ste ', ' sainte '), ' sts ', ' saints '), ' stes ', ' saintes ');
    words := replace(replace(replace(words, ' bd ', ' boulevard '), ' bld ', ' boulevard '), ' blvd ', ' boulevard ');
    words := replace(replace(words, ' av ', ' avenue '), ' ave ', ' avenue ');
  end if;
  -- In every text, and without their "s" other words: "plus" is not the PLU.
  if words ~ ' (?:plus|[nv]ous|[nv]os|bus) ' then
    words := replace(replace(replace(words, ' plus ', ' '), ' nous ', ' '), ' vous ', ' ');
    words := replace(replace(replace(words, ' nos ', ' '), ' vos ', ' '), ' bus ', ' autobus ');
  end if;
  -- Words of their own, which the stemmer takes for forms of publier, maire, soir, matin, entre, mars, dur and rue.
  if words ~ ' publi(?:c|que)s? ' then
    words := replace(replace(words, ' public ', ' publico '), ' publics ', ' publico ');
    words := replace(replace(words, ' publique ', ' publico '), ' publiques ', ' publico ');
  end if;
  words := replace(words, 'ees ', 'ee ');
  if words ~ ' (?:mairies?|soiree|matinee|entree|maree|duree|ruee) ' then
    words := replace(replace(words, ' mairies ', ' mairo '), ' mairie ', ' mairo ');
    words := replace(replace(replace(words, ' soiree ', ' soiro '), ' matinee ', ' matino '), ' entree ', ' entro ');
    words := replace(replace(replace(words, ' maree ', ' maro '), ' duree ', ' duro '), ' ruee ', ' ruo ');
  end if;
  if words ~ ' (?:elus|amis|(?:en)?jeux|feux|(?:mi)?lieux|voeux|cheveux|decheterie|travaux|vitraux|petits?)' then
    words := replace(replace(replace(words, ' elus ', ' elu '), ' amis ', ' ami '), ' jeux ', ' jeu ');
    words := replace(replace(replace(words, ' enjeux ', ' enjeu '), ' feux ', ' feu '), ' lieux ', ' lieu ');
    words := replace(replace(replace(words, ' milieux ', ' milieu '), ' voeux ', ' voeu '), ' cheveux ', ' cheveu ');
    words := replace(replace(replace(words, ' decheterie', ' dechetterie'), ' travaux ', ' travail '), ' vitraux ', ' vitrail ');
    words := replace(replace(words, ' petit ', ' petite '), ' petits ', ' petite ');
  end if;
  words := replace(words, 'ee ', 'ée ');
  if words ~ '[ig]eres? ' then
    words := replace(replace(replace(replace(words, 'ieres ', 'ier '), 'iere ', 'ier '), 'geres ', 'ger '), 'gere ', 'ger ');
  end if;
  if words ~ 'trices? ' then
    words := replace(replace(words, 'trices ', 'teur '), 'trice ', 'teur ');
  end if;
  if words ~ 'eu(?:ses?|x|res?) ' then
    words := replace(replace(words, 'euses ', 'eur '), 'euse ', 'eur ');
    words := replace(replace(replace(words, 'eux ', 'eur '), 'eures ', 'eur '), 'eure ', 'eur ');
  end if;
  if words ~ 'ifs? ' then
    words := replace(replace(words, 'ifs ', 'ive '), 'if ', 'ive ');
  end if;
  return replace(replace(replace(words, 'os ', 'o '), 'us ', 'u '), 'oux ', 'ou ');
end $function$
;

CREATE OR REPLACE FUNCTION public.group_duplicates(keys uuid[], ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  formed uuid[];
  shared uuid[];
begin
  -- Two transactions that write the same key do not see each other's publication, so the second one waits here.
  -- The unique index refuses the key until the first one ends, although its row is deleted at once. Rows have no limit;
  -- advisory locks have.
  insert into duplicate_key_locks select distinct key from unnest(keys) as key order by key;
  delete from duplicate_key_locks where duplicate_key = any(keys);

  select array_agg(key), array_agg(key) filter (where not is_known) into shared, formed
    from (select key, exists (select from duplicate_groups where duplicate_key = key) as is_known
          from unnest(keys) as key) as each
    where is_known or 2 = (
      select count(*) from (
        select from publications where duplicate_key = key and deleted_at is null limit 2) as two);
  if shared is null then return; end if;

  delete from duplicate_publications d where publication_id = any(ids) and not exists (
    select from publications p
    where p.id = d.publication_id and p.duplicate_key = d.duplicate_key and p.deleted_at is null);
  if formed is not null then
    ids := ids || array(select id from publications where duplicate_key = any(formed) and deleted_at is null);
  end if;
  -- The first publication of a new group is locked: a decision about it waits, and then finds its row here. `<@` keeps the
  -- planner from reading all of a group by its key.
  insert into duplicate_publications
      (publication_id, duplicate_key, created_at, moderation_status, valide, type_id, commune_ids)
    select id, duplicate_key, created_at, moderation_status, valide, type_id, commune_ids from publications
    where id = any(ids) and array[duplicate_key] <@ shared and deleted_at is null order by id for share
    on conflict (publication_id) do nothing;
  insert into duplicate_groups as kept (duplicate_key, total, newest)
    select duplicate_key, count(*), max(created_at) from duplicate_publications
    where duplicate_key = any(shared) group by 1 having count(*) > 1
    on conflict (duplicate_key) do update set total = excluded.total, newest = excluded.newest
      where (kept.total, kept.newest) <> (excluded.total, excluded.newest);
  delete from duplicate_groups g where duplicate_key = any(shared) and not exists (
    select from duplicate_publications d where d.duplicate_key = g.duplicate_key offset 1);
  delete from duplicate_publications d where duplicate_key = any(shared)
    and not exists (select from duplicate_groups g where g.duplicate_key = d.duplicate_key);
end $function$
;

CREATE OR REPLACE FUNCTION public.is_list_of(list jsonb, most integer, required text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select jsonb_typeof(list) = 'array' and jsonb_array_length(list) between 1 and most
    and not exists (select from jsonb_array_elements(list) each where not each ?& required)
$function$
;

CREATE OR REPLACE FUNCTION public.keep_alert_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  if old.visible_le <= clock_timestamp() and old.type_id = (select id from publication_types where slug = 'alerte') then
    insert into alert_messages (publication_id, version, sent_at)
      values (old.id, old.version, case when old.version = 1 then old.visible_le else greatest(old.updated_at, old.visible_le) end)
      on conflict do nothing;
  end if;
  return null; end $function$
;

CREATE OR REPLACE FUNCTION public.keep_old_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into commune_slugs (slug, commune_id) values (old.slug, new.id)
    on conflict (slug) do update set commune_id = excluded.commune_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  approved timestamptz := greatest(old.edited_at, old.moderated_at);
  seen timestamptz := case when old.publie_le <= now() then greatest(old.publie_le, approved) end;
begin
  update publication_revisions r set approved_at = approved, visible_from = coalesce(r.visible_from, seen)
    where r.id = (select id from publication_revisions where publication_id = old.id order by kept_at desc limit 1)
      and (r.title, r.body, r.type_id, r.commune_ids, r.date_debut, r.heure_debut, r.date_fin, r.heure_fin, r.dates,
          r.lieu, r.image_url, r.source_url, r.images, r.documents, r.fin_le, r.niveau, r.public, r.gratuit)
        is not distinct from (old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
          old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
          old.fin_le, old.niveau, old.public, old.gratuit);
  if not found then
    insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
      date_fin, heure_fin, dates, lieu, image_url, source_url, images, documents, fin_le, niveau, public, gratuit, written_by,
      written_at, approved_at, visible_from)
    values (old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
      old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
      old.fin_le, old.niveau, old.public, old.gratuit, case when old.written_by_key is null then coalesce(old.edited_by, old.created_by) end,
      old.edited_at, approved, seen);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_sent_back()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare sent timestamptz := coalesce(old.moderated_at, old.edited_at); begin
  insert into publication_revisions (publication_id, title, body, type_id, commune_ids, date_debut, heure_debut,
    date_fin, heure_fin, dates, lieu, image_url, source_url, images, documents, fin_le, niveau, public, gratuit, written_by,
    written_at, approved_at, sent_back_at, sent_back_reason)
  select old.id, old.title, old.body, old.type_id, old.commune_ids, old.date_debut, old.heure_debut,
    old.date_fin, old.heure_fin, old.dates, old.lieu, old.image_url, old.source_url, old.images, old.documents,
    old.fin_le, old.niveau, old.public, old.gratuit, case when old.written_by_key is null then coalesce(old.edited_by, old.created_by) end,
      old.edited_at, sent, sent, old.moderation_reason
  where not exists (
    select from publication_revisions where publication_id = old.id and sent_back_at = sent); return null; end $function$
;

CREATE OR REPLACE FUNCTION public.keep_words()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  most constant bigint := 8388608;
  moves boolean;
begin
  if tg_op = 'INSERT' then
    -- A text that waits for its time is indexed by that time.
    insert into publication_words (publication_id, visible_le, commune_ids, recherche, week)
      values (new.id, new.visible_le, new.commune_ids, words_of(new),
        week_for(null, new.id, coalesce(new.visible_le, new.publie_le)));
  elsif (old.title, old.lieu, old.body, old.commune_ids)
        is distinct from (new.title, new.lieu, new.body, new.commune_ids) then
    update publication_words w set visible_le = new.visible_le, commune_ids = new.commune_ids, recherche = words_of(new),
      week = week_for(w.week, new.id, coalesce(new.visible_le, new.publie_le)), moving = false
      where publication_id = new.id;
    -- Its copy would still find the text by its former words, and keep what was taken out.
    delete from publication_words_moving where publication_id = new.id;
  else
    update publication_words w set visible_le = new.visible_le,
      moving = week_for(w.week, new.id, new.visible_le) is distinct from w.week
      where publication_id = new.id returning moving into moves;
    if moves and pg_table_size('publication_words_moving') < most then
      insert into publication_words_moving select publication_id, recherche from publication_words where publication_id = new.id
        on conflict do nothing;
    elsif moves then
      update publication_words w set week = week_for(w.week, new.id, new.visible_le), moving = false
        where publication_id = new.id;
    end if;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.key_behind_article(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select public.search_key(substring(public.fold($1) from '^(?:l''|(?:le|la|les)[ -])(.+)$'))
$function$
;

CREATE OR REPLACE FUNCTION public.new_id()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$ select uuidv7() $function$
;

CREATE OR REPLACE FUNCTION public.on_unit_sphere(latitude double precision, longitude double precision)
 RETURNS cube
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select public.cube(public.cube(public.cube(cos(radians($1)) * cos(radians($2))), cos(radians($1)) * sin(radians($2))),
    sin(radians($1)))
$function$
;

CREATE OR REPLACE FUNCTION public.plain_text(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select btrim(regexp_replace(public.fold(translate($1,
    U&'\00AB\00BB\2039\203A\201C\201D\201E\201F"\00A0\202F\2009`\00B4\00AD', '            ''''')), '\s+', ' ', 'g'))
$function$
;

CREATE OR REPLACE FUNCTION public.push_service_of(endpoint text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when host is null or host ~ '(^|\.)(0x[0-9a-f]*|[0-9]+)$' then ''
    else coalesce(
      substring(host from '[^.]+\.(?:ac|asso|co|com|edu|go|gob|gouv|gov|info|mil|ne|net|nom|or|org|web)\.[a-z]{2}$'),
      substring(host from '[^.]+\.[^.]+$'), host) end
  from (select substring(lower(endpoint) from '^https://([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::[0-9]+)?(?:[/?#].*)?$') as host) named
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_own_seal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare previous audit_seals; again record;
begin
  select * into previous from audit_seals order by number desc limit 1;
  select * into again from audit_hash(coalesce(previous.hash, ''::bytea), previous.last_id, new.last_id);
  if new.number is distinct from coalesce(previous.number, 0) + 1 or new.hash is distinct from again.hash
    or new.rows is distinct from again.rows or new.form is distinct from 2 then
    raise exception 'seals are made by seal_audit() alone' using errcode = 'insufficient_privilege';
  end if;
  new.sealed_at := clock_timestamp();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit trail is only ever added to' using errcode = 'insufficient_privilege';
end $function$
;

CREATE OR REPLACE FUNCTION public.regroup_duplicates()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  ids uuid[];
  keys uuid[];
begin
  if tg_op = 'TRUNCATE' then
    delete from duplicate_groups;
    return null;
  elsif tg_op = 'INSERT' then
    select array_agg(id), array_agg(distinct duplicate_key) into ids, keys from arrived where deleted_at is null;
  elsif tg_op = 'DELETE' then
    select array_agg(id), array_agg(distinct duplicate_key) into ids, keys from gone where deleted_at is null;
  else
    -- Grouped instead of joined: a plan is kept, and a plan for one row would compare each row with each.
    select array_agg(id), array_agg(distinct duplicate_key) filter (where kept and n <> 0) into ids, keys
      from (
        select id, duplicate_key, deleted_at is null as kept, created_at, sum(n) as n from (
          select *, 1 as n from arrived
          union all
          select *, -1 from gone) as each
        group by 1, 2, 3, 4
        having sum(n) <> 0 or count(distinct (moderation_status, valide, type_id, commune_ids)) > 1) as moved;
    update duplicate_publications d
      set created_at = p.created_at, moderation_status = p.moderation_status, valide = p.valide, type_id = p.type_id,
        commune_ids = p.commune_ids
      from publications p
      where d.publication_id = any(ids) and p.id = d.publication_id
        and (d.created_at, d.moderation_status, d.valide, d.type_id, d.commune_ids)
            <> (p.created_at, p.moderation_status, p.valide, p.type_id, p.commune_ids);
  end if;
  if keys is not null then
    perform group_duplicates(keys, ids);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rename_in_acteurs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update acteurs set commune_id = new.id where commune_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.reopen_appeals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin
  update appeals set status = 'pending', answered_at = null
  where coalesce(claim_id, report_id, publication_id) = new.id and decided_at = new.moderated_at
    and status = 'closed' and message is not null;
  return null; end $function$
;

CREATE OR REPLACE FUNCTION public.seal_audit(most integer DEFAULT 10000)
 RETURNS SETOF audit_seals
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare previous audit_seals; upper_id bigint; stretch record;
begin
  perform pg_advisory_xact_lock(hashtext('parvis.audit.seal'));
  select * into previous from audit_seals order by number desc limit 1;
  lock table audit_log in share mode;
  select max(id) into upper_id from
    (select id from audit_log where previous.last_id is null or id > previous.last_id order by id limit most) closed;
  if upper_id is null then return; end if;
  select * into stretch from audit_hash(coalesce(previous.hash, ''::bytea), previous.last_id, upper_id);
  return query insert into audit_seals (number, last_id, rows, hash)
    values (coalesce(previous.number, 0) + 1, upper_id, stretch.rows, stretch.hash) returning *;
end $function$
;

CREATE OR REPLACE FUNCTION public.search_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, name)), '[^a-z0-9]+', '', 'g')
$function$
;

CREATE OR REPLACE FUNCTION public.set_acteur_keys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.cle := search_key(new.nom);
  new.recherche := with_saints(words_key(concat_ws(' ', new.nom, new.cle, new.siret, new.rna,
    (select concat_ws(' ', c.nom, c.cle, array_to_string(c.codes_postaux, ' ')) from communes c
      where c.id = new.commune_id))));
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.set_search_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.cle := search_key(new.nom);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.shown_number(overrides jsonb, field text, otherwise double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when $1 ? $2 then ($1 ->> $2)::float8 else $3 end
$function$
;

CREATE OR REPLACE FUNCTION public.shown_text(overrides jsonb, field text, otherwise text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when $1 ? $2 then $1 ->> $2 else $3 end
$function$
;

CREATE OR REPLACE FUNCTION public.sign_out_everywhere()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from auth_sessions where user_id in
    (select embedded_account(i) from user_identities i where i.user_id = new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.somewhere(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select '%' || replace(replace(replace(public.plain_text($1), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$function$
;

CREATE OR REPLACE FUNCTION public.stamp_audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.id := nextval(pg_get_serial_sequence('audit_log', 'id'));
  new.at := clock_timestamp();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_acteur()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was boolean := coalesce(old.active and old.deleted_at is null, false);
  shown boolean := coalesce(new.active and new.deleted_at is null, false);
begin
  if was or shown then
    insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
      values ('acteur', coalesce(new.id, old.id), was, array_remove(array[old.commune_id, new.commune_id], null), array[coalesce(new.id, old.id)]);
  end if;
  -- Publications show these.
  if (old.nom, old.slug, old.type, old.badge) is distinct from (new.nom, new.slug, new.type, new.badge) and old.id = new.id then
    insert into changes_waiting (kind, record_id, was) values ('of_acteur', new.id, true);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_claim()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
    select 'claim', new.id, true, array_remove(array[a.commune_id], null), array[a.id] from acteurs a where a.id = new.acteur_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_commune()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select told.kind, new.id, old.successor_id is null, array[new.id]
    from (values ('commune', true), ('elus', old.elus_version <> new.elus_version),
      ('collectes', old.collectes_version <> new.collectes_version), ('infos', old.infos_version <> new.infos_version)) as told(kind, moved)
    where told.moved;
  -- Whether an alert is in force depends on the time zone of its commune.
  if (old.departement, old.code_insee) is distinct from (new.departement, new.code_insee) then
    insert into changes_waiting (kind, record_id, was) values ('of_commune', new.id, true);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_communes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select 'commune', id, false, array[id] from arrived where successor_id is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_defibrillateurs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.gid is not null and (tg_op = 'DELETE' or new.gid is distinct from old.gid) then
    update defibrillateurs set statut_commune = 'actif', overrides = '{}' where gid = old.gid;
  end if;
  if tg_op <> 'DELETE' and new.gid is not null then
    update defibrillateurs set statut_commune = new.statut, overrides = new.overrides where gid = new.gid;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_desk()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one record := coalesce(new, old);
begin
  insert into desk_waiting (kind, record_id, item, item_id) values (tg_argv[0], one.id, tg_argv[0], one.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_desk_about()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one record := coalesce(new, old);
begin
  if one.publication_id is not null then
    insert into desk_waiting (kind, record_id, item, item_id)
      values ('publication', one.publication_id, 'publication', one.publication_id);
  elsif one.claim_id is not null then
    insert into desk_waiting (kind, record_id, item, item_id) values ('claim', one.claim_id, 'claim', one.claim_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_desk_appeal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  one record := coalesce(new, old);
begin
  insert into desk_waiting (kind, record_id, item, item_id)
    values ('appeal', one.id, case when one.claim_id is null then 'publication' else 'claim' end,
      coalesce(one.claim_id, one.publication_id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_desk_assigned()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into desk_waiting (kind, record_id, item, item_id)
    select case when new.appeal_id is null then item else 'appeal' end, coalesce(new.appeal_id, item_id), item, item_id
    from (
      select case when coalesce(new.claim_id, a.claim_id) is null then 'publication' else 'claim' end as item,
        coalesce(new.claim_id, new.publication_id, a.claim_id, a.publication_id) as item_id
      from (select) nothing left join appeals a on a.id = new.appeal_id) about;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select distinct 'defibrillateurs', one, true, array[one] from unnest(array[old.commune_id, new.commune_id]) as one where one is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select distinct 'defibrillateurs', commune_id, true, array[commune_id] from told where commune_id is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_epci()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select 'commune', c.id, true, array[c.id] from communes c where c.epci_code = new.code and c.successor_id is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if 'owner' in (old.role, new.role) then
    insert into changes_waiting (kind, record_id, was, commune_ids)
      select 'commune', c.id, true, array[c.id] from communes c
      where c.mairie_actor_id in (old.acteur_id, new.acteur_id) and c.successor_id is null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_pages()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids)
    select 'commune', c.id, true, array[c.id] from communes c
    where c.id in (old.commune_id, new.commune_id) and c.successor_id is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_picture()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was) values ('of_picture', new.id, true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_publication()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was boolean := coalesce(old.visible_le <= clock_timestamp(), false);
  shown boolean := coalesce(new.visible_le <= clock_timestamp(), false);
  one uuid := coalesce(new.id, old.id);
begin
  if was or shown then
    insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
      values ('publication', one, was,
        case when old.commune_ids = new.commune_ids then new.commune_ids else coalesce(old.commune_ids, '{}') || coalesce(new.commune_ids, '{}') end,
        array_remove(case when old.acteur_id = new.acteur_id then array[new.acteur_id] else array[old.acteur_id, new.acteur_id] end, null));
  end if;
  if not shown and new.visible_le is distinct from old.visible_le and new.visible_le is not null then
    insert into changes_waiting (due_at, kind, record_id, was, appears) values (new.visible_le, 'publication', one, false, true);
  end if;
  if new.en_avant and new.featured_until > clock_timestamp() and new.visible_le is not null
    and (new.featured_until is distinct from old.featured_until or old.visible_le is null) then
    insert into changes_waiting (due_at, kind, record_id, was) values (new.featured_until, 'publication', one, true);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
    values ('subscription', new.id, true, array_remove(array[(select commune_id from acteurs where id = new.acteur_id)], null),
      array_remove(array[old.acteur_id, new.acteur_id], null));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_sync()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids) values ('sync', new.id, true, array_remove(array[new.commune_id], null));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_type()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was) values ('type', coalesce(new.id, old.id), old.id is not null);
  if old.id = new.id and (old.nom, old.slug) is distinct from (new.nom, new.slug) then
    insert into changes_waiting (kind, record_id, was) values ('of_type', new.id, true);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tell_zone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into changes_waiting (kind, record_id, was, commune_ids, acteur_ids)
    select 'acteur', a.id, a.active and a.deleted_at is null, array_remove(array[old.commune_id, new.commune_id], null), array[a.id]
    from acteurs a where a.id = coalesce(new.acteur_id, old.acteur_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.trace_acte(id uuid, published boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare acte actes; seen record; was jsonb;
begin
  select * into acte from actes where publication_id = trace_acte.id for no key update;
  if not found then return; end if;
  select p.visible_le, p.visible_le is not null and p.documents is not null and coalesce(place.ouverte, true) as lisible
    into seen
    from publications p left join commune_places place on place.commune_id = acte.commune_id
    where p.id = acte.publication_id;
  select after into was from audit_log
    where entity = 'acte' and entity_id = acte.publication_id::text order by audit_log.id desc limit 1;
  if not published and (was ->> 'lisible')::boolean is not distinct from seen.lisible
    and (was ->> 'visible_le')::timestamptz is not distinct from seen.visible_le then return; end if;
  insert into audit_log (action, entity, entity_id, after) values (
    case when published then 'acte.published' when seen.lisible then 'acte.shown' else 'acte.hidden' end,
    'acte', acte.publication_id,
    case when published then jsonb_build_object('nature', acte.nature, 'numero', acte.numero, 'date', acte.pris_le,
      'signataire', acte.signataire, 'qualite', acte.qualite, 'transmis_le', acte.transmis_le, 'corrige', acte.corrige,
      'sha256', acte.sha256, 'bytes', acte.bytes) else '{}' end
    || case when published and acte.repris then jsonb_build_object('repris', true, 'repris_de', acte.repris_de)
      else '{}' end
    || jsonb_build_object('visible_le', seen.visible_le, 'lisible', seen.lisible));
end $function$
;

CREATE OR REPLACE FUNCTION public.week_for(week integer, id uuid, visible_le timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when $3 is null or public.week_of($3) - (public.weeks_of_words($1, $2))[1] in (0, 1) then $1
    else public.week_of($3) end
$function$
;

CREATE OR REPLACE FUNCTION public.week_of(at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  return floor(extract(epoch from at at time zone 'UTC') / 604800)::int;
end $function$
;

CREATE OR REPLACE FUNCTION public.weeks_of_words(week integer, id uuid)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  of_text constant int := coalesce(week, public.week_of(uuid_extract_timestamp(id)), 0);
begin
  return array[of_text, -1 - of_text / 8];
end $function$
;

CREATE OR REPLACE FUNCTION public.with_saints(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
begin
  return $1 || case when $1 like '% saint %' then 'st ' else '' end || case when $1 like '% sainte %' then 'ste ' else '' end
            || case when $1 like '% st %' then 'saint ' else '' end || case when $1 like '% ste %' then 'sainte ' else '' end;
end $function$
;

CREATE OR REPLACE FUNCTION public.without_vowel_signs(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when $1 ~ '[\u0591-\u06ed]' then normalize(regexp_replace(normalize($1, nfd),
    '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]',
    '', 'g'), nfc) else $1 end
$function$
;

CREATE OR REPLACE FUNCTION public.words_asked(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select public.words_key(regexp_replace(public.plain_text($1), '\m(?:[cdjlmnst]|qu)''', ' ', 'g'))
$function$
;

CREATE OR REPLACE FUNCTION public.words_key(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select ' ' || btrim(regexp_replace(public.fold(public.without_vowel_signs($1 collate "default")),
    '[^[:alnum:]]*[^[:alnum:] ][^[:alnum:]]*|  +', ' ', 'g')) || ' '
$function$
;

CREATE OR REPLACE FUNCTION public.words_of(publications)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select setweight(to_tsvector('public.parvis'::regconfig, public.french_words($1.title)), 'A')
      || setweight(to_tsvector('public.parvis'::regconfig, public.french_words(coalesce($1.lieu, ''))), 'B')
      || setweight(to_tsvector('public.parvis'::regconfig, public.french_words($1.body)), 'C')
$function$
;

-- triggers

CREATE TRIGGER actes_final BEFORE UPDATE ON public.actes FOR EACH ROW EXECUTE FUNCTION acte_is_final();
CREATE TRIGGER actes_moved AFTER UPDATE OF commune_id ON public.actes FOR EACH ROW EXECUTE FUNCTION acte_moved();
CREATE TRIGGER actes_published AFTER INSERT ON public.actes FOR EACH ROW EXECUTE FUNCTION acte_published();
CREATE TRIGGER actes_transmitted AFTER UPDATE OF transmis_le ON public.actes FOR EACH ROW WHEN ((new.transmis_le IS DISTINCT FROM old.transmis_le)) EXECUTE FUNCTION acte_transmitted();
CREATE TRIGGER acteur_communes_told AFTER INSERT OR DELETE OR UPDATE ON public.acteur_communes FOR EACH ROW EXECUTE FUNCTION tell_zone();
CREATE TRIGGER acteurs_keys BEFORE INSERT OR UPDATE OF nom, siret, rna, commune_id ON public.acteurs FOR EACH ROW EXECUTE FUNCTION set_acteur_keys();
CREATE TRIGGER acteurs_told AFTER UPDATE ON public.acteurs FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.commune_id IS DISTINCT FROM new.commune_id))) EXECUTE FUNCTION tell_acteur();
CREATE TRIGGER acteurs_told_first AFTER INSERT ON public.acteurs FOR EACH ROW EXECUTE FUNCTION tell_acteur();
CREATE TRIGGER acteurs_told_last AFTER DELETE ON public.acteurs FOR EACH ROW EXECUTE FUNCTION tell_acteur();
CREATE TRIGGER acteurs_version BEFORE UPDATE ON public.acteurs FOR EACH ROW WHEN ((((((((((((((((((((old.nom IS DISTINCT FROM new.nom) OR (old.slug IS DISTINCT FROM new.slug)) OR (old.type IS DISTINCT FROM new.type)) OR (old.commune_id IS DISTINCT FROM new.commune_id)) OR (old.description IS DISTINCT FROM new.description)) OR (old.adresse IS DISTINCT FROM new.adresse)) OR (old.telephone IS DISTINCT FROM new.telephone)) OR (old.email IS DISTINCT FROM new.email)) OR (old.site_web IS DISTINCT FROM new.site_web)) OR (old.horaires IS DISTINCT FROM new.horaires)) OR (old.fermetures IS DISTINCT FROM new.fermetures)) OR (old.image IS DISTINCT FROM new.image)) OR (old.siret IS DISTINCT FROM new.siret)) OR (old.rna IS DISTINCT FROM new.rna)) OR (old.valide IS DISTINCT FROM new.valide)) OR (old.badge IS DISTINCT FROM new.badge)) OR (old.active IS DISTINCT FROM new.active)) OR (old.can_publish IS DISTINCT FROM new.can_publish)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER actor_users_told AFTER INSERT OR DELETE OR UPDATE OF role, acteur_id ON public.actor_users FOR EACH ROW EXECUTE FUNCTION tell_owner();
CREATE TRIGGER actor_users_version BEFORE UPDATE ON public.actor_users FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) OR (old.permissions IS DISTINCT FROM new.permissions))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER app_sources_version BEFORE UPDATE ON public.app_sources FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
CREATE TRIGGER appeals_desk AFTER UPDATE ON public.appeals FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION tell_desk_appeal();
CREATE TRIGGER appeals_desk_first AFTER INSERT ON public.appeals FOR EACH ROW EXECUTE FUNCTION tell_desk_appeal();
CREATE TRIGGER appeals_version BEFORE UPDATE ON public.appeals FOR EACH ROW WHEN (((((((((old.status IS DISTINCT FROM new.status) OR (old.message IS DISTINCT FROM new.message)) OR (old.answer IS DISTINCT FROM new.answer)) OR (old.answered_by IS DISTINCT FROM new.answered_by)) OR (old.answered_at IS DISTINCT FROM new.answered_at)) OR (old.reason IS DISTINCT FROM new.reason)) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.email IS DISTINCT FROM new.email))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER assignments_desk AFTER UPDATE ON public.assignments FOR EACH ROW WHEN ((old.assignee_id IS DISTINCT FROM new.assignee_id)) EXECUTE FUNCTION tell_desk_assigned();
CREATE TRIGGER claims_appeals AFTER UPDATE ON public.claims FOR EACH ROW WHEN (((old.status = 'rejected'::text) AND (new.status <> 'rejected'::text))) EXECUTE FUNCTION close_appeals();
CREATE TRIGGER claims_desk AFTER UPDATE ON public.claims FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.thread_id IS DISTINCT FROM new.thread_id))) EXECUTE FUNCTION tell_desk('claim');
CREATE TRIGGER claims_desk_first AFTER INSERT ON public.claims FOR EACH ROW EXECUTE FUNCTION tell_desk('claim');
CREATE TRIGGER claims_told AFTER UPDATE ON public.claims FOR EACH ROW WHEN (((old.status <> new.status) AND (new.status = ANY (ARRAY['approved'::text, 'rejected'::text])))) EXECUTE FUNCTION tell_claim();
CREATE TRIGGER claims_version BEFORE UPDATE ON public.claims FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.note IS DISTINCT FROM new.note)) OR (old.message IS DISTINCT FROM new.message)) OR (old.reason IS DISTINCT FROM new.reason))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER commune_defibrillateurs_taken_back AFTER DELETE ON public.commune_defibrillateurs FOR EACH ROW WHEN (((old.statut <> 'actif'::text) OR (old.overrides <> '{}'::jsonb))) EXECUTE FUNCTION tell_defibrillateurs();
CREATE TRIGGER commune_defibrillateurs_told AFTER INSERT ON public.commune_defibrillateurs FOR EACH ROW WHEN (((new.statut <> 'actif'::text) OR (new.overrides <> '{}'::jsonb))) EXECUTE FUNCTION tell_defibrillateurs();
CREATE TRIGGER commune_defibrillateurs_told_again AFTER UPDATE ON public.commune_defibrillateurs FOR EACH ROW WHEN ((((old.gid IS DISTINCT FROM new.gid) OR (old.statut IS DISTINCT FROM new.statut)) OR (old.overrides IS DISTINCT FROM new.overrides))) EXECUTE FUNCTION tell_defibrillateurs();
CREATE TRIGGER commune_defibrillateurs_told_first AFTER INSERT ON public.commune_defibrillateurs REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION tell_devices();
CREATE TRIGGER commune_defibrillateurs_told_last AFTER DELETE ON public.commune_defibrillateurs REFERENCING OLD TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION tell_devices();
CREATE TRIGGER commune_defibrillateurs_told_over AFTER UPDATE ON public.commune_defibrillateurs FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_device();
CREATE TRIGGER commune_defibrillateurs_version BEFORE UPDATE ON public.commune_defibrillateurs FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
CREATE TRIGGER commune_hosts_told AFTER INSERT OR DELETE OR UPDATE ON public.commune_hosts FOR EACH ROW EXECUTE FUNCTION tell_pages();
CREATE TRIGGER commune_places_actes AFTER INSERT OR UPDATE OF ouverte ON public.commune_places FOR EACH ROW EXECUTE FUNCTION acte_place();
CREATE TRIGGER commune_places_told AFTER INSERT OR DELETE OR UPDATE ON public.commune_places FOR EACH ROW EXECUTE FUNCTION tell_pages();
CREATE TRIGGER commune_places_version BEFORE UPDATE ON public.commune_places FOR EACH ROW WHEN (((((old.teinte IS DISTINCT FROM new.teinte) OR (old.blason IS DISTINCT FROM new.blason)) OR (old.mot IS DISTINCT FROM new.mot)) OR (old.ouverte IS DISTINCT FROM new.ouverte))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER communes_cle BEFORE INSERT OR UPDATE OF nom ON public.communes FOR EACH ROW EXECUTE FUNCTION set_search_key();
CREATE TRIGGER communes_counted_in AFTER INSERT ON public.communes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER communes_counted_none AFTER TRUNCATE ON public.communes FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER communes_counted_out AFTER DELETE ON public.communes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER communes_fiche BEFORE UPDATE ON public.communes FOR EACH ROW WHEN ((((((((((((old.slug IS DISTINCT FROM new.slug) OR (old.nom IS DISTINCT FROM new.nom)) OR (old.code_insee IS DISTINCT FROM new.code_insee)) OR (old.codes_postaux IS DISTINCT FROM new.codes_postaux)) OR (old.departement IS DISTINCT FROM new.departement)) OR (old.region IS DISTINCT FROM new.region)) OR (old.population IS DISTINCT FROM new.population)) OR (old.latitude IS DISTINCT FROM new.latitude)) OR (old.longitude IS DISTINCT FROM new.longitude)) OR (old.mairie_actor_id IS DISTINCT FROM new.mairie_actor_id)) OR (old.successor_id IS DISTINCT FROM new.successor_id))) EXECUTE FUNCTION bump_fiche();
CREATE TRIGGER communes_named_in_acteurs AFTER UPDATE OF nom, codes_postaux ON public.communes FOR EACH ROW WHEN (((old.nom IS DISTINCT FROM new.nom) OR (old.codes_postaux IS DISTINCT FROM new.codes_postaux))) EXECUTE FUNCTION rename_in_acteurs();
CREATE TRIGGER communes_old_slug AFTER UPDATE OF slug ON public.communes FOR EACH ROW WHEN ((old.slug IS DISTINCT FROM new.slug)) EXECUTE FUNCTION keep_old_slug();
CREATE TRIGGER communes_told AFTER UPDATE ON public.communes FOR EACH ROW WHEN ((old.version IS DISTINCT FROM new.version)) EXECUTE FUNCTION tell_commune();
CREATE TRIGGER communes_told_first AFTER INSERT ON public.communes REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION tell_communes();
CREATE TRIGGER communes_version BEFORE UPDATE ON public.communes FOR EACH ROW WHEN (((((((((((((((old.slug IS DISTINCT FROM new.slug) OR (old.nom IS DISTINCT FROM new.nom)) OR (old.code_insee IS DISTINCT FROM new.code_insee)) OR (old.codes_postaux IS DISTINCT FROM new.codes_postaux)) OR (old.departement IS DISTINCT FROM new.departement)) OR (old.region IS DISTINCT FROM new.region)) OR (old.population IS DISTINCT FROM new.population)) OR (old.latitude IS DISTINCT FROM new.latitude)) OR (old.longitude IS DISTINCT FROM new.longitude)) OR (old.mairie_actor_id IS DISTINCT FROM new.mairie_actor_id)) OR (old.successor_id IS DISTINCT FROM new.successor_id)) OR (old.elus_version IS DISTINCT FROM new.elus_version)) OR (old.collectes_version IS DISTINCT FROM new.collectes_version)) OR (old.infos_version IS DISTINCT FROM new.infos_version))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER defibrillateur_syncs_told AFTER UPDATE ON public.defibrillateur_syncs FOR EACH ROW WHEN (((old.finished_at IS NULL) AND (new.finished_at IS NOT NULL))) EXECUTE FUNCTION tell_sync();
CREATE TRIGGER defibrillateurs_changed AFTER UPDATE ON public.defibrillateurs FOR EACH ROW WHEN (((((((((((((((((((((((old.gid IS DISTINCT FROM new.gid) OR (old.nom IS DISTINCT FROM new.nom)) OR (old.adresse IS DISTINCT FROM new.adresse)) OR (old.code_postal IS DISTINCT FROM new.code_postal)) OR (old.code_insee IS DISTINCT FROM new.code_insee)) OR (old.commune_nom IS DISTINCT FROM new.commune_nom)) OR (old.latitude IS DISTINCT FROM new.latitude)) OR (old.longitude IS DISTINCT FROM new.longitude)) OR (old.acces IS DISTINCT FROM new.acces)) OR (old.acces_libre IS DISTINCT FROM new.acces_libre)) OR (old.etage IS DISTINCT FROM new.etage)) OR (old.complement IS DISTINCT FROM new.complement)) OR (old.disponibilite_jours IS DISTINCT FROM new.disponibilite_jours)) OR (old.disponibilite_heures IS DISTINCT FROM new.disponibilite_heures)) OR (old.telephone IS DISTINCT FROM new.telephone)) OR (old.etat_fonctionnement IS DISTINCT FROM new.etat_fonctionnement)) OR (old.derniere_maintenance IS DISTINCT FROM new.derniere_maintenance)) OR (old.registry_updated_at IS DISTINCT FROM new.registry_updated_at)) OR (old.en_service IS DISTINCT FROM new.en_service)) OR (old.commune_id IS DISTINCT FROM new.commune_id)) OR (old.departement IS DISTINCT FROM new.departement)) OR (old.retire_le IS DISTINCT FROM new.retire_le))) EXECUTE FUNCTION forget_line();
CREATE TRIGGER defibrillateurs_emptied AFTER TRUNCATE ON public.defibrillateurs FOR EACH STATEMENT EXECUTE FUNCTION forget_lines();
CREATE TRIGGER defibrillateurs_gone AFTER DELETE ON public.defibrillateurs FOR EACH ROW EXECUTE FUNCTION forget_line();
CREATE TRIGGER defibrillateurs_told AFTER UPDATE ON public.defibrillateurs FOR EACH ROW WHEN ((((((((((((((((((((((((((old.gid IS DISTINCT FROM new.gid) OR (old.nom IS DISTINCT FROM new.nom)) OR (old.adresse IS DISTINCT FROM new.adresse)) OR (old.code_postal IS DISTINCT FROM new.code_postal)) OR (old.code_insee IS DISTINCT FROM new.code_insee)) OR (old.commune_nom IS DISTINCT FROM new.commune_nom)) OR (old.latitude IS DISTINCT FROM new.latitude)) OR (old.longitude IS DISTINCT FROM new.longitude)) OR (old.acces IS DISTINCT FROM new.acces)) OR (old.acces_libre IS DISTINCT FROM new.acces_libre)) OR (old.etage IS DISTINCT FROM new.etage)) OR (old.complement IS DISTINCT FROM new.complement)) OR (old.disponibilite_jours IS DISTINCT FROM new.disponibilite_jours)) OR (old.disponibilite_heures IS DISTINCT FROM new.disponibilite_heures)) OR (old.telephone IS DISTINCT FROM new.telephone)) OR (old.etat_fonctionnement IS DISTINCT FROM new.etat_fonctionnement)) OR (old.derniere_maintenance IS DISTINCT FROM new.derniere_maintenance)) OR (old.registry_updated_at IS DISTINCT FROM new.registry_updated_at)) OR (old.en_service IS DISTINCT FROM new.en_service)) OR (old.commune_id IS DISTINCT FROM new.commune_id)) OR (old.departement IS DISTINCT FROM new.departement)) OR (old.retire_le IS DISTINCT FROM new.retire_le)) OR (old.statut IS DISTINCT FROM new.statut)) OR (old.statut_commune IS DISTINCT FROM new.statut_commune)) OR (old.overrides IS DISTINCT FROM new.overrides))) EXECUTE FUNCTION tell_device();
CREATE TRIGGER defibrillateurs_told_first AFTER INSERT ON public.defibrillateurs REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION tell_devices();
CREATE TRIGGER defibrillateurs_told_last AFTER DELETE ON public.defibrillateurs REFERENCING OLD TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION tell_devices();
CREATE TRIGGER defibrillateurs_version BEFORE UPDATE ON public.defibrillateurs FOR EACH ROW WHEN (((old.statut IS DISTINCT FROM new.statut) OR (old.note IS DISTINCT FROM new.note))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER epcis_told AFTER UPDATE ON public.epcis FOR EACH ROW WHEN ((old.nom IS DISTINCT FROM new.nom)) EXECUTE FUNCTION tell_epci();
CREATE TRIGGER fetched_files_told AFTER UPDATE ON public.fetched_files FOR EACH ROW WHEN (((new.kind = 'image'::text) AND (old.image IS DISTINCT FROM new.image))) EXECUTE FUNCTION tell_picture();
CREATE TRIGGER import_sources_version BEFORE UPDATE ON public.import_sources FOR EACH ROW WHEN (((((((((((((((old.nom IS DISTINCT FROM new.nom) OR (old.kind IS DISTINCT FROM new.kind)) OR (old.url IS DISTINCT FROM new.url)) OR (old.acteur_id IS DISTINCT FROM new.acteur_id)) OR (old.commune_id IS DISTINCT FROM new.commune_id)) OR (old.type_id IS DISTINCT FROM new.type_id)) OR (old.moderation IS DISTINCT FROM new.moderation)) OR (old.enabled IS DISTINCT FROM new.enabled)) OR (old.schedule IS DISTINCT FROM new.schedule)) OR (old.max_items IS DISTINCT FROM new.max_items)) OR (old.max_age_days IS DISTINCT FROM new.max_age_days)) OR (old.when_gone IS DISTINCT FROM new.when_gone)) OR (old.columns IS DISTINCT FROM new.columns)) OR (old.api_key IS DISTINCT FROM new.api_key))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER notes_desk AFTER INSERT OR DELETE ON public.notes FOR EACH ROW EXECUTE FUNCTION tell_desk_about();
CREATE TRIGGER payment_events_version BEFORE UPDATE ON public.payment_events FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.attempts IS DISTINCT FROM new.attempts)) OR (old.error IS DISTINCT FROM new.error))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER publication_drafts_version BEFORE UPDATE ON public.publication_drafts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
CREATE TRIGGER publication_reports_appeals AFTER UPDATE ON public.publication_reports FOR EACH ROW WHEN (((old.closed_at IS NOT NULL) AND (new.closed_at IS NULL))) EXECUTE FUNCTION close_appeals();
CREATE TRIGGER publication_reports_counted_in AFTER INSERT ON public.publication_reports REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION count_new_reports();
CREATE TRIGGER publication_reports_counted_over AFTER UPDATE ON public.publication_reports REFERENCING OLD TABLE AS gone NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION count_open_reports();
CREATE TRIGGER publication_reports_days_in AFTER INSERT ON public.publication_reports REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION count_reports_by_day();
CREATE TRIGGER publication_reports_days_out AFTER DELETE ON public.publication_reports REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_reports_by_day();
CREATE TRIGGER publication_reports_days_over AFTER UPDATE ON public.publication_reports REFERENCING OLD TABLE AS gone NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION count_reports_by_day();
CREATE TRIGGER publication_types_told AFTER UPDATE ON public.publication_types FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION tell_type();
CREATE TRIGGER publication_types_told_first AFTER INSERT ON public.publication_types FOR EACH ROW EXECUTE FUNCTION tell_type();
CREATE TRIGGER publication_types_told_last AFTER DELETE ON public.publication_types FOR EACH ROW EXECUTE FUNCTION tell_type();
CREATE TRIGGER publication_types_version BEFORE UPDATE ON public.publication_types FOR EACH ROW WHEN (((((old.nom IS DISTINCT FROM new.nom) OR (old.couleur IS DISTINCT FROM new.couleur)) OR (old.icone IS DISTINCT FROM new.icone)) OR (old.retired_at IS DISTINCT FROM new.retired_at))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER publications_acte_final BEFORE UPDATE OF type_id, documents ON public.publications FOR EACH ROW WHEN (((old.type_id = '0198a000-0000-7000-8000-00000000ac7e'::uuid) AND ((new.type_id <> old.type_id) OR (new.documents IS DISTINCT FROM old.documents)))) EXECUTE FUNCTION acte_document_is_final();
CREATE CONSTRAINT TRIGGER publications_acte_has_its_row AFTER INSERT OR UPDATE OF type_id ON public.publications DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.type_id = '0198a000-0000-7000-8000-00000000ac7e'::uuid)) EXECUTE FUNCTION acte_has_its_row();
CREATE TRIGGER publications_acte_seen AFTER UPDATE ON public.publications FOR EACH ROW WHEN (((new.type_id = '0198a000-0000-7000-8000-00000000ac7e'::uuid) AND ((new.visible_le IS DISTINCT FROM old.visible_le) OR ((new.documents IS NULL) <> (old.documents IS NULL))))) EXECUTE FUNCTION acte_seen();
CREATE TRIGGER publications_alert_message AFTER UPDATE ON public.publications FOR EACH ROW WHEN (((old.visible_le IS NOT NULL) AND (old.version <> new.version) AND (old.updated_at <> new.updated_at))) EXECUTE FUNCTION keep_alert_message();
CREATE TRIGGER publications_appeals AFTER UPDATE ON public.publications FOR EACH ROW WHEN (((old.moderation_status = ANY (ARRAY['rejected'::text, 'approved'::text, 'published'::text])) AND ((old.moderation_status <> new.moderation_status) OR (new.valide AND (NOT old.valide)) OR ((old.moderation_status = 'rejected'::text) AND (old.moderated_at IS DISTINCT FROM new.moderated_at))))) EXECUTE FUNCTION close_appeals();
CREATE TRIGGER publications_appeals_again AFTER UPDATE ON public.publications FOR EACH ROW WHEN (((new.moderation_status = ANY (ARRAY['rejected'::text, 'approved'::text, 'published'::text])) AND (NOT new.valide) AND (old.moderated_at IS DISTINCT FROM new.moderated_at))) EXECUTE FUNCTION reopen_appeals();
CREATE TRIGGER publications_attached AFTER UPDATE ON public.publications FOR EACH ROW WHEN (((old.commune_ids IS DISTINCT FROM new.commune_ids) OR ((cardinality(new.commune_ids) > 1) AND (((old.visible_le IS DISTINCT FROM new.visible_le) OR (old.type_id IS DISTINCT FROM new.type_id)) OR (old.debut IS DISTINCT FROM new.debut))))) EXECUTE FUNCTION attach_communes();
CREATE TRIGGER publications_attached_first AFTER INSERT ON public.publications FOR EACH ROW WHEN ((cardinality(new.commune_ids) > 1)) EXECUTE FUNCTION attach_communes();
CREATE TRIGGER publications_counted_in AFTER INSERT ON public.publications REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION count_publications();
CREATE TRIGGER publications_counted_none AFTER TRUNCATE ON public.publications FOR EACH STATEMENT EXECUTE FUNCTION count_publications();
CREATE TRIGGER publications_counted_out AFTER DELETE ON public.publications REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_publications();
CREATE TRIGGER publications_counted_over AFTER UPDATE ON public.publications REFERENCING OLD TABLE AS gone NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION count_publications();
CREATE TRIGGER publications_days AFTER UPDATE ON public.publications FOR EACH ROW WHEN ((((old.dates <> '{}'::date[]) OR (new.dates <> '{}'::date[])) AND (((old.dates IS DISTINCT FROM new.dates) OR (old.debut IS DISTINCT FROM new.debut)) OR (old.commune_ids IS DISTINCT FROM new.commune_ids)))) EXECUTE FUNCTION attach_days();
CREATE TRIGGER publications_days_first AFTER INSERT ON public.publications FOR EACH ROW WHEN ((new.dates <> '{}'::date[])) EXECUTE FUNCTION attach_days();
CREATE TRIGGER publications_desk AFTER UPDATE ON public.publications FOR EACH ROW WHEN (((old.version IS DISTINCT FROM new.version) OR (old.reports_count IS DISTINCT FROM new.reports_count))) EXECUTE FUNCTION tell_desk('publication');
CREATE TRIGGER publications_desk_first AFTER INSERT ON public.publications FOR EACH ROW WHEN ((new.moderation_status = 'pending'::text)) EXECUTE FUNCTION tell_desk('publication');
CREATE TRIGGER publications_grouped_in AFTER INSERT ON public.publications REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION regroup_duplicates();
CREATE TRIGGER publications_grouped_none AFTER TRUNCATE ON public.publications FOR EACH STATEMENT EXECUTE FUNCTION regroup_duplicates();
CREATE TRIGGER publications_grouped_out AFTER DELETE ON public.publications REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION regroup_duplicates();
CREATE TRIGGER publications_grouped_over AFTER UPDATE ON public.publications REFERENCING OLD TABLE AS gone NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION regroup_duplicates();
CREATE TRIGGER publications_picture BEFORE UPDATE OF image_url ON public.publications FOR EACH ROW WHEN ((old.image_url IS DISTINCT FROM new.image_url)) EXECUTE FUNCTION forget_picture();
CREATE TRIGGER publications_revised AFTER UPDATE ON public.publications FOR EACH ROW WHEN ((old.valide AND ((NOT new.valide) OR (((((((((((((((((old.title IS DISTINCT FROM new.title) OR (old.body IS DISTINCT FROM new.body)) OR (old.type_id IS DISTINCT FROM new.type_id)) OR (old.date_debut IS DISTINCT FROM new.date_debut)) OR (old.heure_debut IS DISTINCT FROM new.heure_debut)) OR (old.date_fin IS DISTINCT FROM new.date_fin)) OR (old.heure_fin IS DISTINCT FROM new.heure_fin)) OR (old.dates IS DISTINCT FROM new.dates)) OR (old.lieu IS DISTINCT FROM new.lieu)) OR (old.image_url IS DISTINCT FROM new.image_url)) OR (old.source_url IS DISTINCT FROM new.source_url)) OR (old.images IS DISTINCT FROM new.images)) OR (old.documents IS DISTINCT FROM new.documents)) OR (old.fin_le IS DISTINCT FROM new.fin_le)) OR (old.niveau IS DISTINCT FROM new.niveau)) OR (old.public IS DISTINCT FROM new.public)) OR (old.gratuit IS DISTINCT FROM new.gratuit))))) EXECUTE FUNCTION keep_revision();
CREATE TRIGGER publications_sent_back AFTER UPDATE ON public.publications FOR EACH ROW WHEN (((old.moderation_status = 'changes_requested'::text) AND (((((((((((((((((old.title IS DISTINCT FROM new.title) OR (old.body IS DISTINCT FROM new.body)) OR (old.type_id IS DISTINCT FROM new.type_id)) OR (old.date_debut IS DISTINCT FROM new.date_debut)) OR (old.heure_debut IS DISTINCT FROM new.heure_debut)) OR (old.date_fin IS DISTINCT FROM new.date_fin)) OR (old.heure_fin IS DISTINCT FROM new.heure_fin)) OR (old.dates IS DISTINCT FROM new.dates)) OR (old.lieu IS DISTINCT FROM new.lieu)) OR (old.image_url IS DISTINCT FROM new.image_url)) OR (old.source_url IS DISTINCT FROM new.source_url)) OR (old.images IS DISTINCT FROM new.images)) OR (old.documents IS DISTINCT FROM new.documents)) OR (old.fin_le IS DISTINCT FROM new.fin_le)) OR (old.niveau IS DISTINCT FROM new.niveau)) OR (old.public IS DISTINCT FROM new.public)) OR (old.gratuit IS DISTINCT FROM new.gratuit)))) EXECUTE FUNCTION keep_sent_back();
CREATE TRIGGER publications_shows AFTER UPDATE ON public.publications FOR EACH ROW WHEN (((old.images IS DISTINCT FROM new.images) OR (old.documents IS DISTINCT FROM new.documents))) EXECUTE FUNCTION attach_uploads();
CREATE TRIGGER publications_shows_first AFTER INSERT ON public.publications FOR EACH ROW WHEN (((new.images IS NOT NULL) OR (new.documents IS NOT NULL))) EXECUTE FUNCTION attach_uploads();
CREATE TRIGGER publications_told AFTER UPDATE ON public.publications FOR EACH ROW WHEN ((((old.visible_le IS NOT NULL) OR (new.visible_le IS NOT NULL)) AND ((((((old.version IS DISTINCT FROM new.version) OR (old.visible_le IS DISTINCT FROM new.visible_le)) OR (old.commune_ids IS DISTINCT FROM new.commune_ids)) OR (old.commune_id IS DISTINCT FROM new.commune_id)) OR (old.acteur_id IS DISTINCT FROM new.acteur_id)) OR (old.picture_id IS DISTINCT FROM new.picture_id)))) EXECUTE FUNCTION tell_publication();
CREATE TRIGGER publications_told_first AFTER INSERT ON public.publications FOR EACH ROW WHEN ((new.visible_le IS NOT NULL)) EXECUTE FUNCTION tell_publication();
CREATE TRIGGER publications_told_last AFTER DELETE ON public.publications FOR EACH ROW WHEN ((old.visible_le IS NOT NULL)) EXECUTE FUNCTION tell_publication();
CREATE TRIGGER publications_version BEFORE UPDATE ON public.publications FOR EACH ROW WHEN ((((((((((((((((((((((((((((((((old.title IS DISTINCT FROM new.title) OR (old.body IS DISTINCT FROM new.body)) OR (old.type_id IS DISTINCT FROM new.type_id)) OR (old.commune_ids IS DISTINCT FROM new.commune_ids)) OR (old.date_debut IS DISTINCT FROM new.date_debut)) OR (old.heure_debut IS DISTINCT FROM new.heure_debut)) OR (old.date_fin IS DISTINCT FROM new.date_fin)) OR (old.heure_fin IS DISTINCT FROM new.heure_fin)) OR (old.dates IS DISTINCT FROM new.dates)) OR (old.lieu IS DISTINCT FROM new.lieu)) OR (old.image_url IS DISTINCT FROM new.image_url)) OR (old.source_url IS DISTINCT FROM new.source_url)) OR (old.images IS DISTINCT FROM new.images)) OR (old.documents IS DISTINCT FROM new.documents)) OR (old.epingle IS DISTINCT FROM new.epingle)) OR (old.en_avant IS DISTINCT FROM new.en_avant)) OR (old.featured_until IS DISTINCT FROM new.featured_until)) OR (old.moderation_status IS DISTINCT FROM new.moderation_status)) OR (old.valide IS DISTINCT FROM new.valide)) OR (old.publie_le IS DISTINCT FROM new.publie_le)) OR (old.moderation_by IS DISTINCT FROM new.moderation_by)) OR (old.moderation_reason IS DISTINCT FROM new.moderation_reason)) OR (old.moderation_reason_code IS DISTINCT FROM new.moderation_reason_code)) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.annule_le IS DISTINCT FROM new.annule_le)) OR (old.annule_motif IS DISTINCT FROM new.annule_motif)) OR (old.fin_le IS DISTINCT FROM new.fin_le)) OR (old.niveau IS DISTINCT FROM new.niveau)) OR (old.leve_le IS DISTINCT FROM new.leve_le)) OR (old.public IS DISTINCT FROM new.public)) OR (old.gratuit IS DISTINCT FROM new.gratuit))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER publications_words AFTER UPDATE ON public.publications FOR EACH ROW WHEN ((((((old.title IS DISTINCT FROM new.title) OR (old.lieu IS DISTINCT FROM new.lieu)) OR (old.body IS DISTINCT FROM new.body)) OR (old.commune_ids IS DISTINCT FROM new.commune_ids)) OR (old.visible_le IS DISTINCT FROM new.visible_le))) EXECUTE FUNCTION keep_words();
CREATE TRIGGER publications_words_first AFTER INSERT ON public.publications FOR EACH ROW EXECUTE FUNCTION keep_words();
CREATE TRIGGER refusal_presets_version BEFORE UPDATE ON public.refusal_presets FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
CREATE TRIGGER reply_templates_version BEFORE UPDATE ON public.reply_templates FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
CREATE TRIGGER subscriptions_told AFTER UPDATE ON public.subscriptions FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION tell_subscription();
CREATE TRIGGER subscriptions_told_first AFTER INSERT ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION tell_subscription();
CREATE TRIGGER subscriptions_version BEFORE UPDATE ON public.subscriptions FOR EACH ROW WHEN ((((((((((old.acteur_id IS DISTINCT FROM new.acteur_id) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.plan IS DISTINCT FROM new.plan)) OR (old.status IS DISTINCT FROM new.status)) OR (old.current_period_start IS DISTINCT FROM new.current_period_start)) OR (old.current_period_end IS DISTINCT FROM new.current_period_end)) OR (old.cancel_at_period_end IS DISTINCT FROM new.cancel_at_period_end)) OR (old.canceled_at IS DISTINCT FROM new.canceled_at)) OR (old.trial_end IS DISTINCT FROM new.trial_end))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER support_threads_desk AFTER UPDATE ON public.support_threads FOR EACH ROW WHEN ((old.version <> new.version)) EXECUTE FUNCTION tell_desk('thread');
CREATE TRIGGER support_threads_desk_first AFTER INSERT ON public.support_threads FOR EACH ROW EXECUTE FUNCTION tell_desk('thread');
CREATE TRIGGER support_threads_version BEFORE UPDATE ON public.support_threads FOR EACH ROW WHEN ((((((((((((((old.subject IS DISTINCT FROM new.subject) OR (old.status IS DISTINCT FROM new.status)) OR (old.unread IS DISTINCT FROM new.unread)) OR (old.flag IS DISTINCT FROM new.flag)) OR (old.requester_nom IS DISTINCT FROM new.requester_nom)) OR (old.requester_email IS DISTINCT FROM new.requester_email)) OR (old.requester_user_id IS DISTINCT FROM new.requester_user_id)) OR (old.language IS DISTINCT FROM new.language)) OR (old.reply_token IS DISTINCT FROM new.reply_token)) OR (old.messages_count IS DISTINCT FROM new.messages_count)) OR (old.last_message_at IS DISTINCT FROM new.last_message_at)) OR (old.assignee_id IS DISTINCT FROM new.assignee_id)) OR (old.merged_into IS DISTINCT FROM new.merged_into))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER team_settings_version BEFORE UPDATE ON public.team_settings FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
CREATE TRIGGER user_identities_end_account AFTER DELETE ON public.user_identities FOR EACH ROW WHEN ((old.issuer = 'parvis'::text)) EXECUTE FUNCTION end_account();
CREATE TRIGGER users_counted_in AFTER INSERT ON public.users REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER users_counted_none AFTER TRUNCATE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER users_counted_out AFTER DELETE ON public.users REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_rows();
CREATE TRIGGER users_let_in AFTER UPDATE OF status ON public.users FOR EACH ROW WHEN (((new.status = 'active'::text) AND (old.status = 'suspended'::text))) EXECUTE FUNCTION sign_out_everywhere();
CREATE TRIGGER users_version BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((((old.email IS DISTINCT FROM new.email) OR (old.invited_email IS DISTINCT FROM new.invited_email)) OR (old.nom IS DISTINCT FROM new.nom)) OR (old.status IS DISTINCT FROM new.status))) EXECUTE FUNCTION bump_version();
CREATE TRIGGER watched_words_version BEFORE UPDATE ON public.watched_words FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION bump_version();
CREATE TRIGGER webhook_endpoints_version BEFORE UPDATE ON public.webhook_endpoints FOR EACH ROW WHEN ((((old.nom IS DISTINCT FROM new.nom) OR (old.url IS DISTINCT FROM new.url)) OR (old.events IS DISTINCT FROM new.events))) EXECUTE FUNCTION bump_version();

-- what the service may do (parvis_app)

grant delete, insert, select on table alerts_in_force to parvis_app;
grant delete, insert, select on table appeal_outcomes to parvis_app;
grant delete, insert, select on table changes to parvis_app;
grant delete, insert, select on table changes_waiting to parvis_app;
grant delete, insert, select on table desk_changes to parvis_app;
grant delete, insert, select on table desk_waiting to parvis_app;
grant delete, insert, select on table duplicate_key_locks to parvis_app;
grant delete, insert, select on table moderation_failures to parvis_app;
grant delete, insert, select on table moderation_pieces to parvis_app;
grant delete, insert, select on table publication_day_totals to parvis_app;
grant delete, insert, select on table publication_totals to parvis_app;
grant delete, insert, select on table publication_words_moving to parvis_app;
grant delete, insert, select, update on table act_registers to parvis_app;
grant delete, insert, select, update on table acteur_communes to parvis_app;
grant delete, insert, select, update on table acteur_mail_addresses to parvis_app;
grant delete, insert, select, update on table acteur_mails to parvis_app;
grant delete, insert, select, update on table acteur_merges to parvis_app;
grant delete, insert, select, update on table acteurs to parvis_app;
grant delete, insert, select, update on table actor_users to parvis_app;
grant delete, insert, select, update on table address_keys to parvis_app;
grant delete, insert, select, update on table alerts to parvis_app;
grant delete, insert, select, update on table app_sources to parvis_app;
grant delete, insert, select, update on table appeal_links to parvis_app;
grant delete, insert, select, update on table appeals to parvis_app;
grant delete, insert, select, update on table assignments to parvis_app;
grant delete, insert, select, update on table auth_accounts to parvis_app;
grant delete, insert, select, update on table auth_known_households to parvis_app;
grant delete, insert, select, update on table auth_passkeys to parvis_app;
grant delete, insert, select, update on table auth_provider_sessions to parvis_app;
grant delete, insert, select, update on table auth_sessions to parvis_app;
grant delete, insert, select, update on table auth_two_factors to parvis_app;
grant delete, insert, select, update on table auth_users to parvis_app;
grant delete, insert, select, update on table auth_verifications to parvis_app;
grant delete, insert, select, update on table author_news to parvis_app;
grant delete, insert, select, update on table backup_runs to parvis_app;
grant delete, insert, select, update on table claim_calls to parvis_app;
grant delete, insert, select, update on table claim_decisions to parvis_app;
grant delete, insert, select, update on table claim_letters to parvis_app;
grant delete, insert, select, update on table claim_owner_answers to parvis_app;
grant delete, insert, select, update on table collectes to parvis_app;
grant delete, insert, select, update on table commune_defibrillateurs to parvis_app;
grant delete, insert, select, update on table commune_hosts to parvis_app;
grant delete, insert, select, update on table commune_infos to parvis_app;
grant delete, insert, select, update on table commune_places to parvis_app;
grant delete, insert, select, update on table commune_slugs to parvis_app;
grant delete, insert, select, update on table communes to parvis_app;
grant delete, insert, select, update on table defibrillateur_lines to parvis_app;
grant delete, insert, select, update on table defibrillateur_syncs to parvis_app;
grant delete, insert, select, update on table defibrillateurs to parvis_app;
grant delete, insert, select, update on table digests to parvis_app;
grant delete, insert, select, update on table duplicate_groups to parvis_app;
grant delete, insert, select, update on table duplicate_publications to parvis_app;
grant delete, insert, select, update on table elus to parvis_app;
grant delete, insert, select, update on table elus_registers to parvis_app;
grant delete, insert, select, update on table epcis to parvis_app;
grant delete, insert, select, update on table fetched_files to parvis_app;
grant delete, insert, select, update on table former_paths to parvis_app;
grant delete, insert, select, update on table idempotency_keys to parvis_app;
grant delete, insert, select, update on table import_files to parvis_app;
grant delete, insert, select, update on table import_items to parvis_app;
grant delete, insert, select, update on table import_runs to parvis_app;
grant delete, insert, select, update on table import_sources to parvis_app;
grant delete, insert, select, update on table media to parvis_app;
grant delete, insert, select, update on table media_forgotten to parvis_app;
grant delete, insert, select, update on table media_sealed to parvis_app;
grant delete, insert, select, update on table moderation_letters to parvis_app;
grant delete, insert, select, update on table moderation_operation_items to parvis_app;
grant delete, insert, select, update on table moderation_operations to parvis_app;
grant delete, insert, select, update on table nodes to parvis_app;
grant delete, insert, select, update on table note_mentions to parvis_app;
grant delete, insert, select, update on table notes to parvis_app;
grant delete, insert, select, update on table place_purges to parvis_app;
grant delete, insert, select, update on table presences to parvis_app;
grant delete, insert, select, update on table publication_communes to parvis_app;
grant delete, insert, select, update on table publication_days to parvis_app;
grant delete, insert, select, update on table publication_drafts to parvis_app;
grant delete, insert, select, update on table publication_page_views to parvis_app;
grant delete, insert, select, update on table publication_reports to parvis_app;
grant delete, insert, select, update on table publication_types to parvis_app;
grant delete, insert, select, update on table publication_uploads to parvis_app;
grant delete, insert, select, update on table publication_words to parvis_app;
grant delete, insert, select, update on table publications to parvis_app;
grant delete, insert, select, update on table publications_told_apart to parvis_app;
grant delete, insert, select, update on table push_announcements to parvis_app;
grant delete, insert, select, update on table push_keys to parvis_app;
grant delete, insert, select, update on table push_looks to parvis_app;
grant delete, insert, select, update on table push_messages to parvis_app;
grant delete, insert, select, update on table push_notices to parvis_app;
grant delete, insert, select, update on table push_services to parvis_app;
grant delete, insert, select, update on table push_subscriptions to parvis_app;
grant delete, insert, select, update on table rate_limits to parvis_app;
grant delete, insert, select, update on table refusal_presets to parvis_app;
grant delete, insert, select, update on table removed_roles to parvis_app;
grant delete, insert, select, update on table reply_templates to parvis_app;
grant delete, insert, select, update on table report_mutes to parvis_app;
grant delete, insert, select, update on table signing_keys to parvis_app;
grant delete, insert, select, update on table support_messages to parvis_app;
grant delete, insert, select, update on table support_notes to parvis_app;
grant delete, insert, select, update on table support_receipts to parvis_app;
grant delete, insert, select, update on table support_threads to parvis_app;
grant delete, insert, select, update on table town_hall_codes to parvis_app;
grant delete, insert, select, update on table town_hall_readings to parvis_app;
grant delete, insert, select, update on table uploads to parvis_app;
grant delete, insert, select, update on table user_identities to parvis_app;
grant delete, insert, select, update on table user_roles to parvis_app;
grant delete, insert, select, update on table users to parvis_app;
grant delete, insert, select, update on table views to parvis_app;
grant delete, insert, select, update on table watched_words to parvis_app;
grant delete, insert, select, update on table webhook_deliveries to parvis_app;
grant delete, insert, select, update on table webhook_endpoints to parvis_app;
grant delete, insert, select, update on table weekly_mail_subscribers to parvis_app;
grant execute on function seal_audit(integer) to parvis_app;
grant insert (action, after, app_source, before, entity, entity_id, ip_hash, key_id, request_id, user_id), select on table audit_log to parvis_app;
grant insert, select on table alert_messages to parvis_app;
grant insert, select on table published_hosts to parvis_app;
grant insert, select on table transparency_months to parvis_app;
grant insert, select, update (commune_id, transmis_le) on table actes to parvis_app;
grant insert, select, update on table api_keys to parvis_app;
grant insert, select, update on table claims to parvis_app;
grant insert, select, update on table mails to parvis_app;
grant insert, select, update on table media_sweeps to parvis_app;
grant insert, select, update on table payment_comparisons to parvis_app;
grant insert, select, update on table payment_events to parvis_app;
grant insert, select, update on table publication_revisions to parvis_app;
grant insert, select, update on table subscriptions to parvis_app;
grant select on sequence alerts_place_seq to parvis_app;
grant select on sequence audit_log_id_seq to parvis_app;
grant select on sequence changes_waiting_id_seq to parvis_app;
grant select on sequence desk_changes_seq_seq to parvis_app;
grant select on sequence desk_waiting_id_seq to parvis_app;
grant select on sequence mails_place_seq to parvis_app;
grant select on sequence moderation_pieces_place_seq to parvis_app;
grant select on sequence support_messages_place_seq to parvis_app;
grant select on table audit_seals to parvis_app;
grant select on table counters to parvis_app;
grant select on table schema_migrations to parvis_app;
grant select, update on table change_feed to parvis_app;
grant select, update on table clock to parvis_app;
grant select, update on table published_hosts_read to parvis_app;
grant select, update on table team_settings to parvis_app;
revoke all on function seal_audit(integer) from public;
