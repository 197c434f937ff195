// Written by `npm run contract` from the table of routes; a test holds it to them.

export type Account = { readonly id: string; readonly email: string | null; readonly name: string; readonly emailVerified: boolean; readonly twoFactorEnabled?: boolean }

export type Acteur = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly commune_id: Id | null; readonly commune_ids: readonly (Id)[]; readonly description: string | null; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly siret: string | null; readonly rna: string | null; readonly valide: boolean; readonly valide_le: Timestamp | null; readonly badge: Badge | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version }

export type ActeurActivation = { readonly active: boolean }

export type ActeurChanges = { readonly nom?: string; readonly slug?: Slug; readonly type?: ActeurType; readonly commune_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly description?: string | null; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: Email | null; readonly site_web?: Link | null; readonly siret?: string | null; readonly rna?: string | null }

export type ActeurPage = { readonly data: readonly (Acteur)[]; readonly meta: PageMeta }

export type ActeurSort = "nom_asc" | "created_at_desc" | "created_at_asc"

export type ActeurType = "association" | "commerce" | "artisan" | "mairie" | "service_public" | "ecole" | "sante" | "autre"

export type ActeurValidation = { readonly valide?: boolean }

export type Addressee = { readonly as: "author" | "owner" | "reporter" | "claimant" | "requester"; readonly id: Id | null; readonly nom: string | null }

export type AdminActeur = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly commune_id: Id | null; readonly commune_ids: readonly (Id)[]; readonly description: string | null; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly siret: string | null; readonly rna: string | null; readonly valide: boolean; readonly valide_le: Timestamp | null; readonly badge: Badge | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly active: boolean; readonly can_publish: boolean; readonly deleted_at: Timestamp | null; readonly owners_count: number; readonly publications_count: number }

export type AdminActeurPage = { readonly data: readonly (AdminActeur)[]; readonly meta: PageMeta }

export type AdminPublication = { readonly id: Id; readonly title: string; readonly body: string; readonly status: ModerationStatus; readonly type_id: Id; readonly type: PublicationTypeInBrief; readonly acteur_id: Id | null; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug } | null; readonly commune_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly date_fin: Day | null; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly en_avant: boolean; readonly featured_until: Timestamp | null; readonly epingle: boolean; readonly publie_le: Timestamp | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly moderation_status: ModerationStatus; readonly valide: boolean; readonly moderation_reason: string | null; readonly moderation_reason_code: ReasonCode | null; readonly moderated_at: Timestamp | null; readonly communes: readonly (CommuneInBrief)[]; readonly moderation_by: "member" | "mairie" | "backoffice" | "import"; readonly author: PersonInBrief | null; readonly moderator: PersonInBrief | null; readonly reports: OpenReports | null; readonly deleted_at: Timestamp | null; readonly moderated_by: Id | null; readonly reports_count: number; readonly import_source_id: Id | null; readonly created_by: Id | null; readonly duplicate_key?: Id; readonly duplicate_reason?: "source_url" | "signature"; readonly duplicate_count?: number; readonly changed_since_approval: boolean }

export type AdminPublicationPage = { readonly data: readonly (AdminPublication)[]; readonly meta: PageMeta }

export type AdminPublicationSort = "created_at_desc" | "created_at_asc" | "publie_le_desc" | "publie_le_asc" | "title_asc" | "reports_desc"

export type AnsweredThread = { readonly data: Message; readonly meta: Telling }

export type ApprovedWords = { readonly title: string; readonly body: string; readonly type_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly date_fin: Day | null; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly at: Timestamp }

export type AuditEntry = { readonly id: number; readonly at: Timestamp; readonly user_id: Id | null; readonly app_source: string | null; readonly request_id: string | null; readonly ip_hash: string | null; readonly action: string; readonly entity: string; readonly entity_id: string; readonly before: Readonly<Record<string, unknown>> | null; readonly after: Readonly<Record<string, unknown>> | null }

export type AuditEntryPage = { readonly data: readonly (AuditEntry)[]; readonly meta: PageMeta }

export type Badge = "officiel" | "verifie" | "partenaire"

export type BadgeChange = { readonly badge: Badge | null }

export type BulkDecision = { readonly ids: readonly (Id)[]; readonly moderation_status: ModerationStatus; readonly reason?: string | null; readonly reason_code?: ReasonCode | null }

export type BulkModeration = { readonly data: { readonly updated: readonly (Id)[]; readonly unchanged: readonly (Id)[]; readonly failed: readonly (LeftAside)[] }; readonly meta: Done }

export type Claim = { readonly id: Id; readonly acteur_id: Id; readonly acteur: { readonly id: Id; readonly nom: string }; readonly message: string | null; readonly status: ClaimStatus; readonly nom: string | null; readonly email: string | null; readonly telephone: string | null; readonly claimant_user_id: Id | null; readonly decided_at: Timestamp | null; readonly decided_by: Id | null; readonly note: string | null; readonly created_at: Timestamp; readonly version: Version }

export type ClaimDecision = { readonly status: "approved" | "rejected"; readonly note?: string | null; readonly user_id?: Id | null; readonly role?: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type ClaimPage = { readonly data: readonly (Claim)[]; readonly meta: PageMeta }

export type ClaimSort = "created_at_desc" | "created_at_asc"

export type ClaimStatus = "pending" | "approved" | "rejected" | "expired"

export type CloseThread = { readonly closed?: boolean }

export type CodeInsee = string

export type CodePostal = string

export type Collecte = { readonly id: Id; readonly type: CollecteType; readonly libelle: string | null; readonly zone: string | null; readonly jours: readonly (number)[]; readonly frequence: CollecteFrequence; readonly heure_debut: string | null; readonly notes: string | null; readonly exceptions: readonly (CollecteException)[]; readonly prochaines_dates: readonly (Day)[] }

export type CollecteException = { readonly date: Day; readonly report_le: Day | null }

export type CollecteFrequence = "hebdomadaire" | "semaines_paires" | "semaines_impaires" | "mensuelle" | "sur_rendez_vous"

export type CollecteInput = { readonly id?: Id; readonly type: CollecteType; readonly libelle?: string | null; readonly zone?: string | null; readonly jours?: readonly (number)[]; readonly frequence: CollecteFrequence; readonly heure_debut?: string | null; readonly notes?: string | null; readonly exceptions?: readonly ({ readonly date: Day; readonly report_le?: Day | null })[] }

export type CollecteType = "ordures_menageres" | "recyclables" | "verre" | "biodechets" | "encombrants" | "dechets_verts" | "autre"

export type CommunalDefibrillateur = { readonly id: Id; readonly gid: string | null; readonly commune_id: Id; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly note: string | null; readonly overrides: DefibrillateurOverrides; readonly vu_le: Timestamp | null; readonly retire_le: Timestamp | null; readonly statut_en_vigueur: DefibrillateurStatut; readonly actif: boolean; readonly national: { readonly id: Id; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly en_service: boolean } | null }

export type CommunalDefibrillateurChanges = { readonly statut?: DefibrillateurStatut; readonly note?: string | null; readonly overrides?: DefibrillateurOverrides }

export type CommunalDefibrillateurPage = { readonly data: readonly (CommunalDefibrillateur)[]; readonly meta: SyncedPageMeta }

export type Commune = { readonly id: Id; readonly slug: Slug; readonly nom: string; readonly code_insee: CodeInsee | null; readonly codes_postaux: readonly (CodePostal)[]; readonly departement: Departement | null; readonly region: string | null; readonly population: number | null; readonly latitude: number | null; readonly longitude: number | null; readonly mairie_actor_id: Id | null; readonly version: Version }

export type CommuneChanges = { readonly nom?: string; readonly slug?: Slug; readonly code_insee?: CodeInsee | null; readonly codes_postaux?: readonly (CodePostal)[]; readonly departement?: Departement | null; readonly region?: string | null; readonly population?: number | null; readonly latitude?: number | null; readonly longitude?: number | null; readonly mairie_actor_id?: Id | null; readonly elus?: readonly (EluInput)[]; readonly collectes?: readonly (CollecteInput)[]; readonly infos?: readonly (InfoInput)[] }

export type CommuneDefibrillateurs = { readonly defibrillateurs: readonly (Defibrillateur)[]; readonly meta: { readonly count: number; readonly last_synced_at: Timestamp | null; readonly sync_status: SyncStatus | null } }

export type CommuneInBrief = { readonly id: Id; readonly nom: string; readonly departement: string | null }

export type CommuneInfos = { readonly commune_id: Id; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly horaires: string | null; readonly sources: { readonly adresse: InfoOrigin; readonly telephone: InfoOrigin; readonly email: InfoOrigin; readonly site_web: InfoOrigin; readonly horaires: InfoOrigin }; readonly complements: readonly (Info)[]; readonly mentions: readonly (string)[] }

export type CommunePage = { readonly data: readonly (Commune)[]; readonly meta: NumberedPageMeta }

export type Correction = { readonly title?: string; readonly body?: string; readonly type_id?: Id; readonly commune_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly date_debut?: Day | null; readonly date_fin?: Day | null; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null }

export type CreatedPublication = { readonly id: Id; readonly status: ModerationStatus; readonly title: string }

export type Day = string

export type DayOfModeration = { readonly day: Day; readonly proposed: number; readonly published: number; readonly rejected: number; readonly reported: number; readonly median_hours: number | null }

export type DecidedClaim = { readonly data: Claim; readonly meta: Telling }

export type Defibrillateur = { readonly id: Id; readonly gid: string | null; readonly commune_id: Id | null; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly vu_le: Timestamp | null; readonly retire_le: Timestamp | null }

export type DefibrillateurAcces = "interieur" | "exterieur"

export type DefibrillateurOverrides = { readonly nom?: string | null; readonly adresse?: string | null; readonly code_postal?: CodePostal | null; readonly commune_nom?: string | null; readonly latitude?: number | null; readonly longitude?: number | null; readonly acces?: DefibrillateurAcces | null; readonly acces_libre?: boolean | null; readonly etage?: string | null; readonly complement?: string | null; readonly disponibilite_jours?: readonly (string)[]; readonly disponibilite_heures?: readonly (string)[]; readonly telephone?: string | null; readonly derniere_maintenance?: Day | null }

export type DefibrillateurStatut = "actif" | "a_verifier" | "masque" | "hors_service"

export type Deleted = "without" | "false" | "with" | "true" | "only"

export type Departement = string

export type Done = { readonly operation_id: Id; readonly mail: LeavingMail | null }

export type Elu = { readonly id: Id; readonly nom: string; readonly prenom: string; readonly fonction: string; readonly debut_mandat: Day | null; readonly debut_fonction: Day | null; readonly ordre: number }

export type EluInput = { readonly id?: Id; readonly nom: string; readonly prenom: string; readonly fonction: string; readonly debut_mandat?: Day | null; readonly debut_fonction?: Day | null; readonly ordre?: number }

export type Email = string

export type Feature = { readonly en_avant: boolean; readonly featured_until?: Timestamp | null }

export type Flag = { readonly flag: FlagColour | null }

export type FlagColour = "red" | "orange" | "yellow" | "green" | "blue" | "purple"

export type FoundDefibrillateur = { readonly id: Id; readonly gid: string | null; readonly commune_id: Id | null; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly vu_le: Timestamp | null; readonly retire_le: Timestamp | null; readonly distance_m?: number }

export type FoundDefibrillateurPage = { readonly data: readonly (FoundDefibrillateur)[]; readonly meta: PageMeta }

export type FullCommune = { readonly commune: Commune; readonly mairie_actor: MairieActor | null; readonly infos: readonly (Info)[]; readonly infos_publiques: CommuneInfos; readonly elus: readonly (Elu)[]; readonly collectes: readonly (Collecte)[]; readonly defibrillateurs: CommuneDefibrillateurs; readonly acteurs_count: number; readonly publications_count: number }

export type HistoryEntry = { readonly id: number; readonly at: Timestamp; readonly by: { readonly id: Id; readonly nom: string | null } | null; readonly app_source: string | null; readonly action: string; readonly changes: readonly ({ readonly field: string; readonly before?: unknown; readonly after?: unknown })[] }

export type HistoryEntryPage = { readonly data: readonly (HistoryEntry)[]; readonly meta: PageMeta }

export type Id = string

export type ImportCounts = { readonly fetched: number; readonly created: number; readonly updated: number; readonly unchanged: number; readonly duplicates: number; readonly skipped: number; readonly failed: number }

export type ImportEnding = "succeeded" | "partial" | "failed"

export type ImportEntry = { readonly at: Timestamp; readonly level: "info" | "warning" | "error"; readonly message: string; readonly item: string | null }

export type ImportItem = { readonly external_id: string; readonly title: string | null; readonly action: "created" | "updated" | "unchanged" | "duplicate" | "skipped" | "failed"; readonly reason: string | null; readonly duplicate_of?: Id | null; readonly publication_id?: Id; readonly changes?: Readonly<Record<string, { readonly before: string | boolean | null; readonly after: string | boolean | null }>> }

export type ImportKind = "auto" | "rss" | "atom" | "json_feed" | "ical" | "openagenda"

export type ImportModeration = "auto" | "pending"

export type ImportOptions = { readonly max_items?: number; readonly max_age_days?: number | null; readonly api_key?: string | null }

export type ImportRun = { readonly id: Id; readonly source_id: Id; readonly trigger: "manual" | "schedule"; readonly dry_run: boolean; readonly status: ImportRunStatus; readonly created_at: Timestamp; readonly started_at: Timestamp | null; readonly finished_at: Timestamp | null; readonly counts: ImportCounts; readonly error: string | null }

export type ImportRunPage = { readonly data: readonly (ImportRun)[]; readonly meta: PageMeta }

export type ImportRunStatus = "queued" | "running" | "succeeded" | "partial" | "failed"

export type ImportRunWithItems = { readonly id: Id; readonly source_id: Id; readonly trigger: "manual" | "schedule"; readonly dry_run: boolean; readonly status: ImportRunStatus; readonly created_at: Timestamp; readonly started_at: Timestamp | null; readonly finished_at: Timestamp | null; readonly counts: ImportCounts; readonly error: string | null; readonly items?: readonly (ImportItem)[] }

export type ImportSchedule = "manual" | "hourly" | "daily" | "weekly"

export type ImportSource = { readonly id: Id; readonly nom: string; readonly kind: ImportKind; readonly url: string; readonly acteur_id: Id | null; readonly commune_id: Id | null; readonly type_id: Id | null; readonly moderation: ImportModeration; readonly enabled: boolean; readonly schedule: ImportSchedule; readonly options: { readonly max_items: number; readonly max_age_days: number | null; readonly has_api_key: boolean }; readonly last_run_at: Timestamp | null; readonly last_status: ImportEnding | null; readonly consecutive_failures: number; readonly disabled_reason: string | null; readonly next_try_at: Timestamp | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version }

export type ImportSourceChanges = { readonly nom?: string; readonly kind?: ImportKind; readonly url?: string; readonly acteur_id?: Id | null; readonly commune_id?: Id | null; readonly type_id?: Id | null; readonly moderation?: ImportModeration; readonly enabled?: boolean; readonly schedule?: ImportSchedule; readonly options?: ImportOptions }

export type ImportSourcePage = { readonly data: readonly (ImportSource)[]; readonly meta: PageMeta }

export type Info = { readonly id: Id; readonly libelle: string | null; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly horaires: string | null; readonly ordre: number }

export type InfoInput = { readonly id?: Id; readonly libelle?: string | null; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: Email | null; readonly site_web?: Link | null; readonly horaires?: string | null; readonly ordre?: number }

export type InfoOrigin = "mairie" | "commune_infos" | null

export type LeavingMail = { readonly to: readonly (Addressee)[]; readonly count: number; readonly leaves_at: Timestamp }

export type LeftAside = { readonly id: Id; readonly error: string; readonly message: string }

export type Line = { readonly id: Id; readonly nom: string | null; readonly hint: string | null }

export type Link = string

export type MairieActor = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly active: boolean; readonly deleted_at: Timestamp | null; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null }

export type MairieScope = "own" | "commune" | "all"

export type Me = { readonly id: Id; readonly email: string | null; readonly nom: string | null; readonly status: UserStatus; readonly roles: readonly (Role)[]; readonly acteurs: readonly (Membership)[]; readonly created_at: Timestamp; readonly last_seen_at: Timestamp | null; readonly areas: readonly ("moderation" | "claims" | "support" | "communes" | "imports" | "dashboard" | "reserved")[]; readonly mairies: readonly ({ readonly acteur_id: Id; readonly commune_id: Id; readonly nom: string })[] }

export type MemberPermission = "manage_publications" | "publish_publications"

export type MemberRole = "owner" | "editor"

export type Membership = { readonly acteur_id: Id; readonly nom: string; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[] }

export type Message = { readonly id: Id; readonly direction: "inbound" | "outbound"; readonly automatic: boolean; readonly author: { readonly nom: string | null; readonly email: string | null }; readonly body: string; readonly created_at: Timestamp; readonly delivery: { readonly status: "queued" | "sent" | "failed" | "cancelled"; readonly attempts: number; readonly error: string | null; readonly sent_at: Timestamp | null } | null }

export type MessagePage = { readonly data: readonly (Message)[]; readonly meta: PageMeta }

export type ModeratedPublication = { readonly data: AdminPublication; readonly meta: Done }

export type ModerationDecision = { readonly moderation_status: ModerationStatus; readonly reason?: string | null; readonly reason_code?: ReasonCode | null; readonly publie_le?: Timestamp }

export type ModerationStatus = "pending" | "approved" | "published" | "rejected"

export type MyChanges = { readonly nom: string }

export type NationalDefibrillateur = { readonly id: Id; readonly gid: string; readonly commune_id: Id | null; readonly departement: string | null; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly note: string | null; readonly vu_le: Timestamp; readonly retire_le: Timestamp | null; readonly en_service: boolean; readonly statut_commune: DefibrillateurStatut; readonly overrides: DefibrillateurOverrides; readonly actif: boolean }

export type NationalDefibrillateurChanges = { readonly statut?: DefibrillateurStatut; readonly note?: string | null }

export type NationalDefibrillateurPage = { readonly data: readonly (NationalDefibrillateur)[]; readonly meta: SyncedPageMeta }

export type NewActeur = { readonly nom: string; readonly slug?: Slug; readonly type: ActeurType; readonly commune_id: Id; readonly commune_ids?: readonly (Id)[]; readonly description?: string | null; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: Email | null; readonly site_web?: Link | null; readonly siret?: string | null; readonly rna?: string | null }

export type NewClaim = { readonly acteur_id: Id; readonly message: string; readonly nom?: string | null; readonly email?: Email | null; readonly telephone?: string | null }

export type NewCommune = { readonly nom: string; readonly slug?: Slug; readonly code_insee?: CodeInsee | null; readonly codes_postaux?: readonly (CodePostal)[]; readonly departement?: Departement | null; readonly region?: string | null; readonly population?: number | null; readonly latitude?: number | null; readonly longitude?: number | null; readonly mairie_actor_id?: Id | null; readonly elus?: readonly (EluInput)[]; readonly collectes?: readonly (CollecteInput)[]; readonly infos?: readonly (InfoInput)[] }

export type NewImportSource = { readonly nom: string; readonly kind?: ImportKind; readonly url: string; readonly acteur_id?: Id | null; readonly commune_id?: Id | null; readonly type_id?: Id | null; readonly moderation?: ImportModeration; readonly enabled?: boolean; readonly schedule?: ImportSchedule; readonly options?: ImportOptions }

export type NewMairiePublication = { readonly title: string; readonly body: string; readonly type_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly date_debut?: Day | null; readonly date_fin?: Day | null; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly epingle?: boolean; readonly commune_id?: Id }

export type NewMessage = { readonly subject: string; readonly body: string; readonly nom?: string; readonly email?: Email }

export type NewPublication = { readonly title: string; readonly body: string; readonly type_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly date_debut?: Day | null; readonly date_fin?: Day | null; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly epingle?: boolean; readonly acteur_id: Id; readonly commune_id: Id }

export type NewReport = { readonly reason: ReasonCode; readonly message?: string | null; readonly email?: Email | null }

export type NewRole = { readonly role: string }

export type NumberedPageMeta = { readonly page: number; readonly per_page: number; readonly total: number; readonly last_page: number; readonly next: string | null }

export type OpenPageMeta = { readonly page: number; readonly per_page: number; readonly has_more: boolean; readonly next: string | null }

export type OpenReports = { readonly count: number; readonly reasons: { readonly spam?: number; readonly inappropriate?: number; readonly false_information?: number; readonly illegal?: number; readonly duplicate?: number; readonly off_topic?: number; readonly other?: number }; readonly last_at: Timestamp }

export type Operation = { readonly id: Id; readonly action: "moderate" | "valide" | "feature" | "delete" | "restore" | "edit"; readonly moderation_status: ModerationStatus | null; readonly at: Timestamp; readonly user: PersonInBrief | null; readonly total: number; readonly title: string; readonly publication_id: Id; readonly undone_at: Timestamp | null }

export type OperationPage = { readonly data: readonly (Operation)[]; readonly meta: PageMeta }

export type OwnPublication = { readonly id: Id; readonly title: string; readonly body: string; readonly status: ModerationStatus; readonly type_id: Id; readonly type: PublicationTypeInBrief; readonly acteur_id: Id | null; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug } | null; readonly commune_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly date_fin: Day | null; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly en_avant: boolean; readonly featured_until: Timestamp | null; readonly epingle: boolean; readonly publie_le: Timestamp | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly moderation_status: ModerationStatus; readonly valide: boolean; readonly moderation_reason: string | null; readonly moderation_reason_code: ReasonCode | null; readonly moderated_at: Timestamp | null; readonly communes: readonly (CommuneInBrief)[]; readonly moderation_by: "member" | "mairie" | "backoffice" | "import" }

export type OwnPublicationPage = { readonly data: readonly (OwnPublication)[]; readonly meta: PageMeta }

export type PageMeta = { readonly current_page: number; readonly last_page: number; readonly per_page: number; readonly total: number; readonly next: string | null }

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string; readonly revokeOtherSessions?: boolean }

export type PasswordProof = { readonly password: string }

export type PasswordReset = { readonly newPassword: string; readonly token: string }

export type PasswordResetRequest = { readonly email: string; readonly redirectTo?: string }

export type PaymentEvent = { readonly id: Id; readonly provider: string; readonly event_id: string; readonly type: string; readonly status: PaymentEventStatus; readonly attempts: number; readonly error: string | null; readonly created: Timestamp; readonly received_at: Timestamp; readonly processed_at: Timestamp | null }

export type PaymentEventPage = { readonly data: readonly (PaymentEvent)[]; readonly meta: PageMeta }

export type PaymentEventStatus = "received" | "processed" | "ignored" | "stale" | "failed"

export type PersonInBrief = { readonly id: Id; readonly nom: string | null }

export type Place = { readonly entity: "publication" | "acteur" | "claim" | "thread" | "commune" | "defibrillateur" | "import_source" | "user" | "subscription"; readonly id: Id }

export type ProviderEvent = { readonly id: string; readonly type: string; readonly created?: number; readonly data?: Readonly<Record<string, unknown>> }

export type ProviderSignIn = { readonly provider: string; readonly callbackURL: string; readonly errorCallbackURL?: string; readonly disableRedirect?: boolean }

export type Publication = { readonly id: Id; readonly title: string; readonly body: string; readonly status: ModerationStatus; readonly type_id: Id; readonly type: PublicationTypeInBrief; readonly acteur_id: Id | null; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug } | null; readonly commune_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly date_fin: Day | null; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly en_avant: boolean; readonly featured_until: Timestamp | null; readonly epingle: boolean; readonly publie_le: Timestamp | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version }

export type PublicationChanges = { readonly title?: string; readonly body?: string; readonly type_id?: Id; readonly commune_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly date_debut?: Day | null; readonly date_fin?: Day | null; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly epingle?: boolean }

export type PublicationItem = { readonly id: Id; readonly title: string; readonly body: string; readonly status: ModerationStatus; readonly type_id: Id; readonly type: PublicationTypeInBrief; readonly acteur_id: Id | null; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug } | null; readonly commune_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly date_fin: Day | null; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly en_avant: boolean; readonly featured_until: Timestamp | null; readonly epingle: boolean; readonly publie_le: Timestamp | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly moderation_status: ModerationStatus; readonly valide: boolean; readonly moderation_reason: string | null; readonly moderation_reason_code: ReasonCode | null; readonly moderated_at: Timestamp | null; readonly communes: readonly (CommuneInBrief)[]; readonly moderation_by: "member" | "mairie" | "backoffice" | "import"; readonly author: PersonInBrief | null; readonly moderator: PersonInBrief | null; readonly reports: OpenReports | null; readonly deleted_at: Timestamp | null; readonly moderated_by: Id | null; readonly reports_count: number; readonly import_source_id: Id | null; readonly created_by: Id | null; readonly duplicate_key?: Id; readonly duplicate_reason?: "source_url" | "signature"; readonly duplicate_count?: number; readonly changed_since_approval: boolean; readonly approved: ApprovedWords | null }

export type PublicationPage = { readonly data: readonly (Publication)[]; readonly meta: OpenPageMeta }

export type PublicationSort = "publie_le_desc" | "date_debut_asc" | "relevance" | "featured"

export type PublicationType = { readonly id: Id; readonly slug: Slug; readonly nom: string; readonly couleur: string; readonly icone: string }

export type PublicationTypeInBrief = { readonly id: Id; readonly slug: Slug; readonly nom: string }

export type PublishingRight = { readonly can_publish: boolean }

export type ReasonCode = "spam" | "inappropriate" | "false_information" | "illegal" | "duplicate" | "off_topic" | "other"

export type Reply = { readonly body: string; readonly close?: boolean }

export type Report = { readonly id: Id; readonly publication_id: Id; readonly reason: ReasonCode; readonly message: string | null; readonly email: string | null; readonly status: "open" | "closed"; readonly outcome: "kept" | "removed" | null; readonly created_at: Timestamp; readonly closed_at: Timestamp | null }

export type ReportPage = { readonly data: readonly (Report)[]; readonly meta: PageMeta }

export type ReportReceived = { readonly id: Id; readonly status: "received" }

export type ResendVerification = { readonly email: string; readonly callbackURL?: string }

export type Revision = { readonly id: Id; readonly title: string; readonly body: string; readonly type_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly date_fin: Day | null; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly written_by: PersonInBrief | null; readonly written_at: Timestamp; readonly approved_at: Timestamp; readonly visible_from: Timestamp | null; readonly current: boolean }

export type RevisionPage = { readonly data: readonly (Revision)[]; readonly meta: PageMeta }

export type Role = "admin" | "operator_moderation" | "operator_claims" | "operator_support" | "operator_communes" | "operator_imports"

export type SecondFactorCode = { readonly code: string; readonly trustDevice?: boolean }

export type SessionToRevoke = { readonly token: string }

export type SignIn = { readonly email: string; readonly password: string; readonly rememberMe?: boolean; readonly callbackURL?: string }

export type SignUp = { readonly email: string; readonly password: string; readonly name?: string; readonly callbackURL?: string }

export type Slug = string

export type SubmittedClaim = { readonly id: Id; readonly status: "pending" }

export type Subscription = { readonly id: Id; readonly provider: string; readonly provider_subscription_id: string; readonly provider_customer_id: string | null; readonly acteur_id: Id | null; readonly user_id: Id | null; readonly plan: string | null; readonly status: SubscriptionStatus; readonly current_period_start: Timestamp | null; readonly current_period_end: Timestamp | null; readonly cancel_at_period_end: boolean; readonly canceled_at: Timestamp | null; readonly trial_end: Timestamp | null; readonly last_event_at: Timestamp | null; readonly created_at: Timestamp; readonly updated_at: Timestamp }

export type SubscriptionPage = { readonly data: readonly (Subscription)[]; readonly meta: PageMeta }

export type SubscriptionStatus = "trialing" | "active" | "past_due" | "unpaid" | "incomplete" | "incomplete_expired" | "paused" | "canceled"

export type SyncRequest = { readonly force?: boolean }

export type SyncStatus = "queued" | "running" | "ok" | "failed" | "held"

export type SyncedPageMeta = { readonly current_page: number; readonly last_page: number; readonly per_page: number; readonly total: number; readonly next: string | null; readonly last_synced_at: Timestamp | null; readonly sync_status: SyncStatus | null; readonly sync_error: string | null }

export type Telling = { readonly mail: LeavingMail | null }

export type Thread = { readonly id: Id; readonly subject: string; readonly status: ThreadStatus; readonly unread: boolean; readonly flag: FlagColour | null; readonly requester: { readonly nom: string | null; readonly email: string; readonly user_id: Id | null }; readonly messages_count: number; readonly last_message_at: Timestamp; readonly created_at: Timestamp; readonly version: Version }

export type ThreadPage = { readonly data: readonly (Thread)[]; readonly meta: PageMeta }

export type ThreadStatus = "open" | "closed"

export type Timestamp = string

export type UndoneModeration = { readonly data: { readonly restored: readonly (Id)[]; readonly skipped: readonly (LeftAside)[] } }

export type User = { readonly id: Id; readonly email: string | null; readonly nom: string | null; readonly status: UserStatus; readonly roles: readonly (Role)[]; readonly acteurs: readonly (Membership)[]; readonly created_at: Timestamp; readonly last_seen_at: Timestamp | null }

export type UserChanges = { readonly nom?: string | null; readonly status?: UserStatus }

export type UserPage = { readonly data: readonly (User)[]; readonly meta: PageMeta }

export type UserStatus = "active" | "suspended"

export type ValideToggle = { readonly valide?: boolean }

export type Version = number

export type Refusal = { readonly error: "invalid_request" | "missing_app_source" | "invalid_app_source" | "invalid_if_match" | "invalid_json" | "invalid_webhook_signature" | "invalid_token" | "sign_in_failed" | "invalid_password" | "unauthenticated" | "invalid_credentials" | "invalid_code" | "second_factor_expired" | "admin_required" | "scope_violation" | "forbidden" | "account_suspended" | "email_not_verified" | "signup_closed" | "origin_forbidden" | "not_found" | "method_not_allowed" | "request_timeout" | "claim_conflict" | "claim_already_decided" | "slug_taken" | "last_admin" | "run_in_progress" | "request_in_progress" | "conflict" | "already_sent" | "second_factor_enabled" | "second_factor_not_enabled" | "stale_version" | "payload_too_large" | "uri_too_long" | "unsupported_media_type" | "validation_failed" | "page_too_deep" | "idempotency_key_reused" | "claimant_unknown" | "invalid_webhook_payload" | "source_url_forbidden" | "rate_limited" | "headers_too_large" | "internal_error" | "unavailable"; readonly message: string; readonly request_id: string; readonly details?: readonly ({ readonly path: string; readonly message: string })[] }

export interface Api {
  'POST /auth/sign-up/email': { body: SignUp; reply: { readonly token: string | null; readonly user: { readonly email: string; readonly name: string; readonly emailVerified: boolean } } }
  'GET /auth/verify-email': { query?: { readonly token: string; readonly callbackURL?: string }; reply: { readonly status: boolean } }
  'POST /auth/send-verification-email': { body: ResendVerification; reply: { readonly status: boolean } }
  'POST /auth/sign-in/email': { body: SignIn; reply: { readonly token?: string; readonly user?: Account; readonly redirect?: boolean; readonly url?: string; readonly twoFactorRedirect?: boolean; readonly twoFactorMethods?: readonly (string)[] } }
  'POST /auth/sign-in/social': { body: ProviderSignIn; reply: { readonly url: string; readonly redirect: boolean } }
  'GET /auth/callback/oidc': { query?: { readonly state?: string; readonly code?: string; readonly iss?: string; readonly error?: string; readonly error_description?: string }; reply: { readonly status: boolean } }
  'POST /auth/sign-out': { reply: { readonly success: boolean } }
  'GET /auth/get-session': { reply: { readonly session: { readonly id: string; readonly expiresAt: string; readonly createdAt: string; readonly updatedAt: string; readonly userAgent: string | null }; readonly user: Account } | null }
  'GET /auth/token': { reply: { readonly token: string } }
  'GET /auth/options': { reply: { readonly signup: "open" | "invite"; readonly provider: { readonly label: string } | null; readonly password: { readonly min: number; readonly max: number } } }
  'GET /auth/jwks': { reply: { readonly keys: readonly ({ readonly kty: string; readonly crv: string; readonly x: string; readonly kid: string; readonly alg: string; readonly use: string })[] } }
  'POST /auth/request-password-reset': { body: PasswordResetRequest; reply: { readonly status: boolean } }
  'GET /auth/reset-password/{token}': { params: { readonly token: string }; query?: { readonly callbackURL?: string }; reply: { readonly token: string } }
  'POST /auth/reset-password': { body: PasswordReset; reply: { readonly status: boolean } }
  'POST /auth/change-password': { body: PasswordChange; reply: { readonly token: string | null; readonly user: Account } }
  'GET /auth/list-sessions': { reply: readonly ({ readonly id: string; readonly expiresAt: string; readonly createdAt: string; readonly updatedAt: string; readonly userAgent: string | null; readonly token: string; readonly current: boolean })[] }
  'POST /auth/revoke-session': { body: SessionToRevoke; reply: { readonly status: boolean } }
  'POST /auth/revoke-sessions': { reply: { readonly status: boolean } }
  'POST /auth/revoke-other-sessions': { reply: { readonly status: boolean } }
  'POST /auth/two-factor/enable': { body: PasswordProof; reply: { readonly method: string; readonly totpURI: string; readonly backupCodes: readonly (string)[] } }
  'POST /auth/two-factor/get-totp-uri': { body: PasswordProof; reply: { readonly totpURI: string } }
  'POST /auth/two-factor/verify-totp': { body: SecondFactorCode; reply: { readonly token?: string; readonly user?: Account } }
  'POST /auth/two-factor/verify-backup-code': { body: SecondFactorCode; reply: { readonly token?: string; readonly user?: Account } }
  'POST /auth/two-factor/generate-backup-codes': { body: PasswordProof; reply: { readonly status: boolean; readonly backupCodes: readonly (string)[] } }
  'POST /auth/two-factor/disable': { body: PasswordProof; reply: { readonly status: boolean } }
  'GET /api/v1/publications/types': { reply: { readonly data: readonly (PublicationType)[] } }
  'GET /api/v1/publications': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: string; readonly type_id?: Id; readonly from?: Day; readonly to?: Day; readonly sort?: PublicationSort; readonly acteur_id?: Id; readonly commune_id?: Id }; reply: PublicationPage }
  'POST /api/v1/publications': { body: NewPublication; reply: { readonly data: CreatedPublication } }
  'GET /api/v1/publications/{id}': { params: { readonly id: Id }; reply: { readonly data: Publication } }
  'PATCH /api/v1/publications/{id}': { params: { readonly id: Id }; body: PublicationChanges; reply: { readonly data: OwnPublication } }
  'DELETE /api/v1/publications/{id}': { params: { readonly id: Id }; reply: { readonly data: OwnPublication } }
  'GET /api/v1/acteurs/{acteurId}/publications': { params: { readonly acteurId: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: string; readonly type_id?: Id; readonly from?: Day; readonly to?: Day; readonly sort?: PublicationSort; readonly commune_id?: Id }; reply: PublicationPage }
  'GET /api/v1/communes/{communeId}/publications': { params: { readonly communeId: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: string; readonly type_id?: Id; readonly from?: Day; readonly to?: Day; readonly sort?: PublicationSort; readonly acteur_id?: Id }; reply: PublicationPage }
  'GET /api/v1/acteurs/{id}': { params: { readonly id: Id }; reply: { readonly data: Acteur } }
  'GET /api/v1/communes/{id}/acteurs': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: ActeurType }; reply: ActeurPage }
  'GET /api/v1/communes': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly departement?: Departement }; reply: CommunePage }
  'GET /api/v1/communes/{slug}': { params: { readonly slug: Slug }; reply: { readonly data: Commune } }
  'GET /api/v1/communes/{id}/elus': { params: { readonly id: Id }; reply: { readonly data: readonly (Elu)[] } }
  'GET /api/v1/communes/{id}/collectes': { params: { readonly id: Id }; reply: { readonly data: readonly (Collecte)[]; readonly meta: { readonly fuseau: string } } }
  'GET /api/v1/communes/{id}/infos': { params: { readonly id: Id }; reply: { readonly data: CommuneInfos } }
  'GET /api/v1/communes/{id}/defibrillateurs': { params: { readonly id: Id }; reply: CommuneDefibrillateurs }
  'GET /api/v1/defibrillateurs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly code_insee?: CodeInsee; readonly departement?: Departement; readonly bbox?: string; readonly near?: string; readonly rayon?: number }; reply: FoundDefibrillateurPage }
  'POST /api/v1/publications/{id}/report': { params: { readonly id: Id }; body: NewReport; reply: { readonly data: ReportReceived } }
  'POST /api/v1/claims': { body: NewClaim; reply: { readonly data: SubmittedClaim } }
  'POST /api/v1/messages': { body: NewMessage; reply: { readonly data: { readonly id: Id; readonly status: "received" } } }
  'GET /api/v1/me': { reply: { readonly data: Me } }
  'PATCH /api/v1/me': { body: MyChanges; reply: { readonly data: Me } }
  'GET /api/v1/me/publications': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly acteur_id?: Id; readonly moderation_status?: ModerationStatus }; reply: OwnPublicationPage }
  'GET /api/v1/me/publications/{id}': { params: { readonly id: Id }; reply: { readonly data: OwnPublication } }
  'PATCH /api/v1/publications/{id}/moderate': { params: { readonly id: Id }; body: ModerationDecision; reply: { readonly data: OwnPublication } }
  'GET /api/v1/mairie/acteurs/{acteurId}/publications': { params: { readonly acteurId: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly scope?: MairieScope; readonly moderation_status?: ModerationStatus }; reply: OwnPublicationPage }
  'POST /api/v1/mairie/acteurs/{acteurId}/publications': { params: { readonly acteurId: Id }; body: NewMairiePublication; reply: { readonly data: CreatedPublication } }
  'PATCH /api/v1/mairie/acteurs/{acteurId}/publications/{publicationId}/moderate': { params: { readonly acteurId: Id; readonly publicationId: Id }; body: ModerationDecision; reply: { readonly data: OwnPublication } }
  'GET /api/v1/admin/publications': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly sort?: AdminPublicationSort; readonly q?: string; readonly commune_id?: Id; readonly acteur_id?: Id; readonly type_id?: Id; readonly moderation_status?: ModerationStatus; readonly valide?: boolean; readonly deleted?: Deleted; readonly duplicates?: boolean; readonly reported?: boolean; readonly import_source_id?: Id; readonly from?: Day; readonly to?: Day }; reply: AdminPublicationPage }
  'GET /api/v1/admin/publications/{id}': { params: { readonly id: Id }; reply: { readonly data: PublicationItem } }
  'PATCH /api/v1/admin/publications/{id}': { params: { readonly id: Id }; body: Correction; reply: ModeratedPublication }
  'DELETE /api/v1/admin/publications/{id}': { params: { readonly id: Id }; reply: ModeratedPublication }
  'GET /api/v1/admin/publications/{id}/reports': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ReportPage }
  'GET /api/v1/admin/publications/{id}/history': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'PATCH /api/v1/admin/publications/bulk/moderate': { body: BulkDecision; reply: BulkModeration }
  'GET /api/v1/admin/publications/{id}/revisions': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: RevisionPage }
  'POST /api/v1/admin/publications/{id}/revisions/{revisionId}/restore': { params: { readonly id: Id; readonly revisionId: Id }; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/moderate': { params: { readonly id: Id }; body: ModerationDecision; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/valide': { params: { readonly id: Id }; body: ValideToggle; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/feature': { params: { readonly id: Id }; body: Feature; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/restore': { params: { readonly id: Id }; reply: ModeratedPublication }
  'GET /api/v1/admin/operations': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly mine?: boolean }; reply: OperationPage }
  'POST /api/v1/admin/operations/{id}/undo': { params: { readonly id: Id }; reply: UndoneModeration }
  'GET /api/v1/admin/acteurs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly commune_id?: Id; readonly type?: ActeurType; readonly valide?: boolean; readonly active?: boolean; readonly badge?: Badge; readonly can_publish?: boolean; readonly deleted?: Deleted; readonly sort?: ActeurSort }; reply: AdminActeurPage }
  'POST /api/v1/admin/acteurs': { body: NewActeur; reply: { readonly data: AdminActeur } }
  'GET /api/v1/admin/acteurs/{id}': { params: { readonly id: Id }; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}': { params: { readonly id: Id }; body: ActeurChanges; reply: { readonly data: AdminActeur } }
  'DELETE /api/v1/admin/acteurs/{id}': { params: { readonly id: Id }; reply: { readonly data: AdminActeur } }
  'GET /api/v1/admin/acteurs/{id}/history': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'DELETE /api/v1/admin/acteurs/{id}/restore': { params: { readonly id: Id }; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}/validate': { params: { readonly id: Id }; body: ActeurValidation; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}/badge': { params: { readonly id: Id }; body: BadgeChange; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}/active': { params: { readonly id: Id }; body: ActeurActivation; reply: { readonly data: AdminActeur } }
  'POST /api/v1/admin/acteurs/{id}/can-publish': { params: { readonly id: Id }; body: PublishingRight; reply: { readonly data: AdminActeur } }
  'GET /api/v1/admin/claims': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: ClaimStatus; readonly acteur_id?: Id; readonly commune_id?: Id; readonly q?: string; readonly sort?: ClaimSort }; reply: ClaimPage }
  'GET /api/v1/admin/claims/{id}/history': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'PATCH /api/v1/admin/claims/{id}': { params: { readonly id: Id }; body: ClaimDecision; reply: DecidedClaim }
  'GET /api/v1/admin/messages/threads': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: ThreadStatus; readonly unread?: boolean; readonly flag?: FlagColour; readonly q?: string }; reply: ThreadPage }
  'GET /api/v1/admin/messages/threads/{id}/messages': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: MessagePage }
  'POST /api/v1/admin/messages/threads/{id}/reply': { params: { readonly id: Id }; body: Reply; reply: AnsweredThread }
  'DELETE /api/v1/admin/messages/threads/{id}/messages/{messageId}': { params: { readonly id: Id; readonly messageId: Id }; reply: { readonly data: Message } }
  'PATCH /api/v1/admin/messages/threads/{id}/read': { params: { readonly id: Id }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/unread': { params: { readonly id: Id }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/flag': { params: { readonly id: Id }; body: Flag; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/close': { params: { readonly id: Id }; body: CloseThread; reply: { readonly data: Thread } }
  'GET /api/v1/admin/dashboard': { reply: { readonly publications?: number; readonly publications_pending?: number; readonly publications_reported?: number; readonly acteurs?: number; readonly users?: number; readonly claims_pending?: number; readonly subscription_plans?: Readonly<Record<string, number>>; readonly subscription_logs?: Readonly<Record<string, number>>; readonly imports_failing?: number; readonly threads_unread?: number } }
  'GET /api/v1/admin/counts': { reply: { readonly data: { readonly moderation?: { readonly pending?: number; readonly oldest_pending_at?: Timestamp | null; readonly reported?: number; readonly duplicates?: number; readonly scheduled?: number; readonly rejected?: number; readonly deleted?: number; readonly mine_today?: number }; readonly claims?: { readonly pending?: number; readonly mine_today?: number }; readonly support?: { readonly open?: number; readonly unread?: number; readonly awaiting?: number; readonly mine_today?: number }; readonly imports?: { readonly failing?: number }; readonly communes?: { readonly syncs_failing?: number }; readonly reserved?: { readonly mails_failing?: number; readonly payments_failing?: number } } } }
  'GET /api/v1/admin/stats': { query?: { readonly from?: Day; readonly to?: Day }; reply: { readonly data: readonly (DayOfModeration)[] } }
  'GET /api/v1/admin/pick/acteurs': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/pick/communes': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/pick/users': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/search': { query?: { readonly q: string }; reply: { readonly data: { readonly publications?: readonly (Line)[]; readonly acteurs?: readonly (Line)[]; readonly claims?: readonly (Line)[]; readonly threads?: readonly (Line)[]; readonly communes?: readonly (Line)[]; readonly import_sources?: readonly (Line)[]; readonly users?: readonly (Line)[]; readonly subscriptions?: readonly (Line)[] } } }
  'PUT /api/v1/admin/presence': { body: Place; reply: { readonly data: { readonly others: readonly ({ readonly id: Id; readonly nom: string | null; readonly since: Timestamp })[] } } }
  'GET /api/v1/admin/audit': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly action?: string; readonly entity?: string; readonly entity_id?: string; readonly user_id?: Id; readonly from?: Day; readonly to?: Day }; reply: AuditEntryPage }
  'GET /api/v1/admin/subscriptions': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: SubscriptionStatus; readonly plan?: string; readonly acteur_id?: Id; readonly q?: string }; reply: SubscriptionPage }
  'GET /api/v1/admin/payment-events': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: PaymentEventStatus; readonly type?: string }; reply: PaymentEventPage }
  'POST /api/v1/admin/payment-events/{id}/replay': { params: { readonly id: Id }; reply: { readonly data: PaymentEvent } }
  'GET /api/v1/admin/users': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly role?: Role; readonly status?: UserStatus }; reply: UserPage }
  'GET /api/v1/admin/users/{userId}': { params: { readonly userId: Id }; reply: { readonly data: User } }
  'PATCH /api/v1/admin/users/{userId}': { params: { readonly userId: Id }; body: UserChanges; reply: { readonly data: User } }
  'POST /api/v1/admin/users/{userId}/roles': { params: { readonly userId: Id }; body: NewRole; reply: { readonly data: { readonly user_id: Id; readonly roles: readonly (Role)[] } } }
  'DELETE /api/v1/admin/users/{userId}/roles/{role}': { params: { readonly userId: Id; readonly role: string }; reply: { readonly data: { readonly user_id: Id; readonly roles: readonly (Role)[] } } }
  'POST /api/v1/admin/communes': { body: NewCommune; reply: { readonly data: Commune } }
  'PATCH /api/v1/admin/communes/{id}': { params: { readonly id: Id }; body: CommuneChanges; reply: { readonly data: Commune } }
  'GET /api/v1/admin/communes/{id}/full': { params: { readonly id: Id }; reply: { readonly data: FullCommune } }
  'GET /api/v1/admin/communes/{id}/history': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'GET /api/v1/admin/communes/{id}/defibrillateurs': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly statut?: DefibrillateurStatut; readonly retire?: boolean }; reply: CommunalDefibrillateurPage }
  'GET /api/v1/admin/defibrillateurs-france': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly statut?: DefibrillateurStatut; readonly retire?: boolean; readonly code_insee?: CodeInsee; readonly departement?: Departement }; reply: NationalDefibrillateurPage }
  'PATCH /api/v1/admin/defibrillateurs/{id}': { params: { readonly id: Id }; body: CommunalDefibrillateurChanges; reply: { readonly data: CommunalDefibrillateur } }
  'PATCH /api/v1/admin/defibrillateurs-france/{id}': { params: { readonly id: Id }; body: NationalDefibrillateurChanges; reply: { readonly data: NationalDefibrillateur } }
  'POST /api/v1/admin/defibrillateurs-france/sync': { body: SyncRequest; reply: { readonly data: { readonly id: Id; readonly status: "queued" } } }
  'POST /api/v1/admin/communes/{id}/defibrillateurs/sync': { params: { readonly id: Id }; body: SyncRequest; reply: { readonly data: { readonly id: Id; readonly status: "queued" } } }
  'GET /api/v1/admin/import-sources': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly enabled?: boolean; readonly kind?: ImportKind; readonly acteur_id?: Id; readonly commune_id?: Id; readonly last_status?: ImportEnding }; reply: ImportSourcePage }
  'POST /api/v1/admin/import-sources': { body: NewImportSource; reply: { readonly data: ImportSource } }
  'GET /api/v1/admin/import-sources/{id}': { params: { readonly id: Id }; reply: { readonly data: ImportSource } }
  'PATCH /api/v1/admin/import-sources/{id}': { params: { readonly id: Id }; body: ImportSourceChanges; reply: { readonly data: ImportSource } }
  'DELETE /api/v1/admin/import-sources/{id}': { params: { readonly id: Id }; reply: { readonly data: ImportSource } }
  'POST /api/v1/admin/import-sources/{id}/run': { params: { readonly id: Id }; query?: { readonly dry_run?: boolean }; reply: { readonly data: ImportRunWithItems } }
  'GET /api/v1/admin/import-sources/{id}/runs': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ImportRunPage }
  'GET /api/v1/admin/import-sources/{id}/logs/{date}': { params: { readonly id: Id; readonly date: string }; reply: { readonly data: { readonly date: Day; readonly runs: readonly ({ readonly id: Id; readonly source_id: Id; readonly trigger: "manual" | "schedule"; readonly dry_run: boolean; readonly status: ImportRunStatus; readonly created_at: Timestamp; readonly started_at: Timestamp | null; readonly finished_at: Timestamp | null; readonly counts: ImportCounts; readonly error: string | null; readonly entries: readonly (ImportEntry)[] })[] } } }
  'POST /api/v1/webhooks/payment': { body: ProviderEvent; reply: { readonly data: { readonly received: boolean } } }
  'POST /api/v1/webhooks/inbound-mail': { reply: { readonly data: { readonly received: boolean } } }
}
