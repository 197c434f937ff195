// Written by `npm run contract` from the table of routes; a test holds it to them.

import type { Api as Declared, Account, ActeurLeftAlone, ActeurOfPublication, ActeurType, AlertLevel, ApiKey, ApiKeyPage, AppealStatus, Audience, Badge, ClaimExchange, ClaimLetterState, ClaimStatus, ClaimedActeur, CodeInsee, Collecte, CollecteFrequence, CollecteType, Commune, CommuneDefibrillateurs, CommuneInBrief, CommuneInfos, CreatedApiKey, CreatedWebhook, Decider, DefibrillateurAcces, DefibrillateurStatut, Departement, Document, DocumentWanted, Elu, Fermeture, FermetureInput, Hour, Image, ImageWanted, Info, KeyScope, Link, MemberPermission, MemberRole, ModerationDecision, ModerationStatus, NumberedPageMeta, OfficialAddress, OpenDay, OwnPublication, OwnPublicationPage, OwnPublicationSort, OwnState, PageMeta, PersonInBrief, PictureRefused, PublicationBody, PublicationTypeInBrief, ReasonCode, ReturnAddress, Role, RoleTerritory, SentEvent, ShownImage, Slug, Status, SubscriptionStatus, SyncStatus, TransparencyMonth, UserStatus, Version, Webhook, WebhookChanges, WebhookDelivery, WebhookDeliveryPage, WebhookEvent, WebhookPage } from '../../../packages/client/src/contract.ts'

export type * from '../../../packages/client/src/contract.ts'

export type ActRegister = { readonly state: "trial" | "running" | "done" | "stopped"; readonly why: "right_lost" | "room" | "broken" | null; readonly total: number; readonly taken: number; readonly known: number; readonly left: number; readonly lines: readonly ({ readonly line: number; readonly numero: string | null; readonly why: "numero" | "objet" | "date" | "transmis_le" | "lien" | "nature" | "repete" | "guillemet" | "autre" | "refuse" | "sans_reponse" | "introuvable" | "pas_pdf" })[]; readonly sample: readonly ({ readonly nature: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly numero: string; readonly date: string; readonly objet: string })[]; readonly created_at: string; readonly ended_at: string | null }

export type ActeTransmission = { readonly transmis_le: string }

export type ActeurActivation = { readonly active: boolean }

export type ActeurChanges = { readonly nom?: string; readonly slug?: Slug; readonly type?: ActeurType; readonly commune_id?: string; readonly commune_ids?: readonly (string)[]; readonly description?: string | null; readonly horaires?: string | null; readonly fermetures?: readonly (FermetureInput)[]; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: string | null; readonly site_web?: Link | null; readonly siret?: string | null; readonly rna?: string | null; readonly image?: ImageWanted | null }

export type ActeurInBrief = { readonly id: string; readonly nom: string }

export type ActeurLookAlike = { readonly id: string; readonly nom: string; readonly type: ActeurType; readonly commune: CommuneInBrief | null; readonly deleted: boolean; readonly reasons: readonly ("siret" | "rna" | "nom" | "email" | "email_domain" | "telephone")[] }

export type ActeurMerge = { readonly id: string; readonly from: { readonly id: string; readonly nom: string }; readonly into: { readonly id: string; readonly nom: string }; readonly merged_at: string; readonly by: PersonInBrief | null; readonly undone_at: string | null; readonly moved: { readonly publications: number; readonly claims: number; readonly subscriptions: number; readonly import_sources: number; readonly uploads: number; readonly members: number } }

export type ActeurMoves = { readonly publications: number; readonly claims: number; readonly subscriptions: number; readonly import_sources: number; readonly members: number }

export type ActeurSort = "nom_asc" | "created_at_desc" | "created_at_asc"

export type ActeurValidation = { readonly valide?: boolean }

export type Addressee = { readonly as: "author" | "owner" | "reporter" | "claimant" | "requester"; readonly id: string | null; readonly nom: string | null }

export type AdminActeur = (ActeurOfPublication) & ({ readonly commune_id: string | null; readonly commune_ids: readonly (string)[]; readonly description: string | null; readonly horaires: string | null; readonly fermetures: readonly (Fermeture)[]; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly siret: string | null; readonly rna: string | null; readonly image: ShownImage | null; readonly ouverture: readonly (OpenDay)[] | null; readonly url: string | null; readonly valide: boolean; readonly valide_le: string | null; readonly created_at: string; readonly updated_at: string; readonly version: Version; readonly active: boolean; readonly can_publish: boolean; readonly deleted_at: string | null; readonly merged_into: string | null; readonly commune: CommuneInBrief | null; readonly owners_count: number; readonly publications_count: number; readonly may: Reach })

export type AdminActeurPage = { readonly data: readonly (AdminActeur)[]; readonly meta: PageMeta }

export type AdminCommune = { readonly id: string; readonly nom: string; readonly slug: string; readonly code_insee: string | null; readonly departement: string | null; readonly region: string | null; readonly codes_postaux: readonly (string)[]; readonly population: number | null; readonly latitude: number | null; readonly longitude: number | null; readonly mairie_actor_id: string | null; readonly version: Version; readonly mairie_actor: { readonly id: string; readonly nom: string } | null; readonly contact: boolean; readonly successor: CommuneInBrief | null; readonly merged_le: string | null }

export type AdminCommunePage = { readonly data: readonly (AdminCommune)[]; readonly meta: NumberedPageMeta }

export type AdminPublication = { readonly id: string; readonly title: string; readonly body: PublicationBody; readonly type_id: string; readonly commune_id: string; readonly commune_ids: readonly (string)[]; readonly date_debut: string | null; readonly heure_debut: Hour | null; readonly date_fin: string | null; readonly heure_fin: Hour | null; readonly dates: readonly (string)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: string | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly status: ModerationStatus; readonly type: PublicationTypeInBrief; readonly acteur_id: string | null; readonly acteur: ActeurOfPublication | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly en_avant: boolean; readonly featured_until: string | null; readonly epingle: boolean; readonly annule_le: string | null; readonly annule_motif: string | null; readonly leve_le: string | null; readonly en_vigueur: boolean; readonly publie_le: string | null; readonly url: string | null; readonly created_at: string; readonly updated_at: string; readonly version: Version; readonly moderation_status: ModerationStatus; readonly valide: boolean; readonly moderation_reason: string | null; readonly moderation_reason_code: ReasonCode | null; readonly moderated_at: string | null; readonly image_refused: PictureRefused | null; readonly communes: readonly (CommuneInBrief)[]; readonly moderation_by: Decider; readonly author: PersonInBrief | null; readonly api_key: KeyInBrief | null; readonly moderator: PersonInBrief | null; readonly duplicates_count: number; readonly waits_since: string | null; readonly assignee: PersonInBrief | null; readonly notes_count: number; readonly reports: OpenReports | null; readonly deleted_at: string | null; readonly moderated_by: string | null; readonly reports_count: number; readonly import_source_id: string | null; readonly created_by: string | null; readonly watched?: readonly (Watched)[]; readonly duplicate_key?: string; readonly duplicate_reason?: "source_url" | "signature"; readonly duplicate_count?: number; readonly changed_since_approval: boolean }

export type AdminPublicationFilter = { readonly q?: string; readonly commune_id?: string; readonly departement?: Departement; readonly acteur_id?: string; readonly type_id?: string; readonly moderation_status?: string; readonly moderation_by?: Decider; readonly valide?: boolean; readonly visible?: boolean; readonly scheduled?: boolean; readonly deleted?: Deleted; readonly reported?: boolean; readonly report_outcome?: "kept" | "removed"; readonly import_source_id?: string; readonly created_by?: string; readonly moderated_by?: string; readonly decided_from?: string; readonly decided_to?: string; readonly moderation_reason_code?: ReasonCode; readonly assigned_to?: string; readonly late?: boolean; readonly ids?: string; readonly from?: string; readonly to?: string; readonly since?: string | null; readonly updated_since?: string; readonly duplicates?: boolean }

export type AdminPublicationPage = { readonly data: readonly (AdminPublication)[]; readonly meta: AdminPublicationPageMeta }

export type AdminPublicationPageMeta = (PageMeta) & ({ readonly total_exact: boolean })

export type AdminPublicationSort = "created_at_desc" | "created_at_asc" | "publie_le_desc" | "publie_le_asc" | "title_asc" | "reports_desc" | "urgency" | "team"

export type AlikePublication = (AdminPublication) & ({ readonly told_apart: boolean })

export type AlikePublicationPage = { readonly data: readonly (AlikePublication)[]; readonly meta: PageMeta }

export type AnsweredThread = { readonly data: Message; readonly meta: Telling }

export type AppSlug = string

export type AppSource = { readonly slug: AppSlug; readonly nom: string | null; readonly active: boolean; readonly whole: boolean; readonly communes: readonly (ShownByApp)[] | null; readonly acteurs: readonly (ShownByApp)[] | null; readonly created_at: string; readonly updated_at: string; readonly version: Version }

export type AppSourceChanges = { readonly nom?: string | null; readonly active?: boolean; readonly commune_ids?: readonly (string)[] | null; readonly acteur_ids?: readonly (string)[] | null }

export type Appeal = { readonly id: string; readonly kind: AppealKind; readonly status: AppealStatus; readonly decision: ContestedDecision; readonly reason_code: ReasonCode | null; readonly reason: string | null; readonly decided_at: string; readonly decider: PersonInBrief | null; readonly publication_id: string | null; readonly claim_id: string | null; readonly nom: string; readonly report: { readonly reason: ReasonCode; readonly message: string | null; readonly created_at: string } | null; readonly assignee: PersonInBrief | null; readonly by: PersonInBrief | null; readonly email: string | null; readonly message: string | null; readonly answer: string | null; readonly answerer: PersonInBrief | null; readonly answered_at: string | null; readonly created_at: string; readonly version: Version }

export type AppealDecision = { readonly status: AppealOutcome; readonly answer: string }

export type AppealItem = (Appeal) & ({ readonly own_decision: boolean; readonly alone: boolean })

export type AppealKind = "publication" | "report" | "claim"

export type AppealOutcome = "upheld" | "overturned"

export type AppealPage = { readonly data: readonly (Appeal)[]; readonly meta: PageMeta }

export type ApprovedWords = { readonly title: string; readonly body: PublicationBody; readonly type_id: string; readonly commune_ids: readonly (string)[]; readonly date_debut: string | null; readonly heure_debut: Hour | null; readonly date_fin: string | null; readonly heure_fin: Hour | null; readonly dates: readonly (string)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: string | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly at: string; readonly decision: "approved" | "sent_back"; readonly reason: string | null }

export type AskedClaim = { readonly data: Claim; readonly meta: Telling }

export type AskedOwners = { readonly asked: number }

export type AssignRecord = { readonly assignee_id: string | null; readonly instead_of?: string | null }

export type AssignThread = { readonly assignee_id?: string | null }

export type AssignedRecord = { readonly kind: "publications" | "claims" | "threads" | "appeals"; readonly id: string; readonly nom: string | null; readonly since: string }

export type AttachedSubscription = { readonly acteur_id: string }

export type AuditAction = { readonly action: string; readonly last_at: string }

export type AuditEntry = { readonly id: number; readonly at: string; readonly user_id: string | null; readonly by: PersonInBrief | null; readonly key: KeyInBrief | null; readonly app_source: string | null; readonly request_id: string | null; readonly ip_hash: string | null; readonly action: string; readonly entity: string; readonly entity_id: string; readonly label: string | null; readonly before: Readonly<Record<string, unknown>> | null; readonly after: Readonly<Record<string, unknown>> | null; readonly names: Readonly<Record<string, string>>; readonly sealed: boolean }

export type AuditEntryPage = { readonly data: readonly (AuditEntry)[]; readonly meta: PageMeta }

export type AuditSeal = { readonly seals: number; readonly sealed_rows: number; readonly open_rows: number; readonly sealed_at: string | null; readonly head: string | null }

export type BackChannelLogout = { readonly logout_token: string }

export type BadgeChange = { readonly badge: Badge | null }

export type BulkDecision = (BulkDeletion) & ({ readonly moderation_status: ModerationStatus; readonly reason?: string | null; readonly reason_code?: ReasonCode | null; readonly publie_le?: string })

export type BulkDeletion = { readonly ids?: readonly (string)[]; readonly versions?: readonly (Version)[]; readonly filter?: AdminPublicationFilter; readonly expected_total?: number }

export type BulkFeature = (BulkDeletion) & ({ readonly en_avant: boolean; readonly featured_until?: string | null })

export type BulkOutcome = { readonly data: { readonly updated: readonly (string)[]; readonly unchanged: readonly (string)[]; readonly failed: readonly (LeftAside)[] }; readonly meta: { readonly operation_id: string; readonly mail: LeavingMail | null; readonly queued?: number } }

export type CallOutcome = "confirmed" | "denied" | "unanswered"

export type CalledNumber = "register" | "page"

export type ChangedMember = { readonly data: Member; readonly meta: { readonly owners_left: number } }

export type Claim = { readonly id: string; readonly acteur_id: string; readonly acteur: ClaimedActeur; readonly message: string | null; readonly status: ClaimStatus; readonly nom: string | null; readonly email: string | null; readonly telephone: string | null; readonly claimant_user_id: string | null; readonly decided_at: string | null; readonly decided_by: string | null; readonly note: string | null; readonly reason: string | null; readonly expires_at: string; readonly assignee: PersonInBrief | null; readonly notes_count: number; readonly exchange: ClaimExchange | null; readonly created_at: string; readonly version: Version }

export type ClaimAgreement = { readonly email: "same_address" | "same_domain" | "public_domain" | "differs" | "unknown"; readonly telephone: "same" | "differs" | "unknown"; readonly siret: "same" | "differs" | "unknown" | "same_company"; readonly rna: "same" | "differs" | "unknown" }

export type ClaimCall = { readonly number: CalledNumber; readonly outcome: CallOutcome; readonly answered_by: string | null; readonly note: string | null; readonly by: PersonInBrief | null; readonly at: string }

export type ClaimDecision = { readonly status: "approved" | "rejected"; readonly note?: string | null; readonly reason?: string | null; readonly user_id?: string | null; readonly role?: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type ClaimEvidence = { readonly kind: "owner_disagrees" | "siret_differs" | "rna_differs" | "letter_code" | "official_code" | "official_siret" | "call_back" | "owner_agrees" | "town_mail" | "acteur_mail" | "site_mail" | "town_staff_mail" | "siret_same" | "siret_company" | "rna_same" | "telephone_same" | "number_to_check" | "owners_silent" | "other_mail" | "public_mail"; readonly strength: "against" | "strong" | "weak" | "to_check" | "nothing"; readonly by: PersonInBrief | null; readonly at: string | null }

export type ClaimItem = { readonly id: string; readonly acteur_id: string; readonly acteur: { readonly id: string; readonly nom: string; readonly slug: string; readonly type: ActeurType; readonly commune_id: string | null; readonly commune_ids: readonly (string)[]; readonly description: string | null; readonly horaires: string | null; readonly fermetures: readonly (Fermeture)[]; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly siret: string | null; readonly rna: string | null; readonly image: ShownImage | null; readonly ouverture: readonly (OpenDay)[] | null; readonly url: string | null; readonly valide: boolean; readonly valide_le: string | null; readonly badge: Badge | null; readonly created_at: string; readonly updated_at: string; readonly version: Version; readonly active: boolean; readonly can_publish: boolean; readonly deleted_at: string | null; readonly merged_into: string | null; readonly commune: CommuneInBrief | null; readonly owners_count: number; readonly publications_count: number; readonly may: Reach; readonly owners: readonly (PersonInBrief)[] }; readonly message: string | null; readonly status: ClaimStatus; readonly nom: string | null; readonly email: string | null; readonly telephone: string | null; readonly claimant_user_id: string | null; readonly decided_at: string | null; readonly decided_by: string | null; readonly note: string | null; readonly reason: string | null; readonly expires_at: string; readonly assignee: PersonInBrief | null; readonly notes_count: number; readonly exchange: ClaimExchange | null; readonly created_at: string; readonly version: Version; readonly claimant: PersonInBrief | null; readonly decider: PersonInBrief | null; readonly agreement: ClaimAgreement; readonly evidence: readonly (ClaimEvidence)[]; readonly register: ClaimRegister | null; readonly letter: ClaimLetterState | null; readonly official: OfficialAddress | null; readonly by_code: boolean; readonly call: ClaimCall | null; readonly email_verified: boolean; readonly conversation: readonly (ClaimMessage)[]; readonly objections: readonly (ClaimMessage)[]; readonly conflicts: number; readonly earlier: readonly (Claim)[] }

export type ClaimLetter = { readonly subject: string; readonly opening: string; readonly closing: string }

export type ClaimLetters = { readonly to: string | null; readonly approved: ClaimLetter; readonly rejected: ClaimLetter; readonly question: ClaimLetter }

export type ClaimMessage = { readonly id: string; readonly thread_id: string; readonly direction: "inbound" | "outbound"; readonly nom: string | null; readonly body: string; readonly created_at: string; readonly delivery: MailStatus | null }

export type ClaimPage = { readonly data: readonly (Claim)[]; readonly meta: PageMeta }

export type ClaimPrintedLetter = { readonly acteur: string; readonly adresse: string | null; readonly from_register: boolean; readonly commune: string | null; readonly ville: string | null; readonly code: string; readonly page: string; readonly from: string; readonly issued_at: string; readonly expires_at: string }

export type ClaimQuestion = { readonly message: string }

export type ClaimRegister = { readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly adresse: string | null }

export type ClaimSort = "created_at_desc" | "created_at_asc" | "expires_at_asc"

export type CloseThread = { readonly closed?: boolean }

export type ColleagueNote = { readonly id: string; readonly author: PersonInBrief | null; readonly body: string; readonly mentions: readonly (PersonInBrief)[]; readonly created_at: string }

export type ColleagueNotePage = { readonly data: readonly (ColleagueNote)[]; readonly meta: PageMeta }

export type CollecteInput = { readonly id?: string; readonly type: CollecteType; readonly frequence: CollecteFrequence; readonly libelle?: string | null; readonly zone?: string | null; readonly jours?: readonly (number)[]; readonly heure_debut?: Hour | null; readonly notes?: string | null; readonly exceptions?: readonly ({ readonly date: string; readonly report_le?: string | null })[] }

export type CommunalDefibrillateur = { readonly id: string; readonly gid: string | null; readonly commune_id: string; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: string | null; readonly registry_updated_at: string | null; readonly statut: DefibrillateurStatut; readonly note: string | null; readonly overrides: DefibrillateurOverrides; readonly vu_le: string | null; readonly retire_le: string | null; readonly statut_en_vigueur: DefibrillateurStatut; readonly actif: boolean; readonly national: { readonly id: string; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: string | null; readonly registry_updated_at: string | null; readonly statut: DefibrillateurStatut; readonly en_service: boolean } | null; readonly version: Version }

export type CommunalDefibrillateurChanges = { readonly statut?: DefibrillateurStatut; readonly note?: string | null; readonly overrides?: DefibrillateurOverrides }

export type CommunalDefibrillateurPage = { readonly data: readonly (CommunalDefibrillateur)[]; readonly meta: SyncedPageMeta }

export type CommuneChanges = (OwnCommuneChanges) & ({ readonly nom?: string; readonly slug?: Slug; readonly code_insee?: CodeInsee | null; readonly departement?: Departement | null; readonly region?: string | null; readonly codes_postaux?: readonly (string)[]; readonly population?: number | null; readonly latitude?: number | null; readonly longitude?: number | null; readonly mairie_actor_id?: string | null })

export type CommuneHost = { readonly host: string; readonly created_at: string }

export type CommuneKnownVersions = { readonly fiche?: Version; readonly elus?: Version; readonly collectes?: Version; readonly infos?: Version }

export type CommuneMerger = { readonly merged_le: string | null }

export type CommunePartVersions = { readonly fiche: Version; readonly elus: Version; readonly collectes: Version; readonly infos: Version }

export type CommunePlace = { readonly commune_id: string; readonly slug: string; readonly teinte: Teinte; readonly mot: string | null; readonly ouverte: boolean; readonly blason: Image | null; readonly abonnes: number | null; readonly appareils: number | null; readonly version: Version }

export type CommunePlaceChanges = { readonly teinte?: Teinte; readonly mot?: string | null; readonly ouverte?: boolean; readonly blason?: { readonly id: string } | null }

export type CommuneRecord = (AdminCommune) & ({ readonly merged: readonly (CommuneInBrief)[]; readonly old_slugs: readonly (string)[]; readonly versions: CommunePartVersions; readonly counts: { readonly acteurs: number; readonly publications: number; readonly elus: number; readonly collectes: number; readonly infos: number; readonly defibrillateurs: number } })

export type Contest = { readonly id?: string; readonly message: string }

export type ContestedDecision = "rejected" | "hidden" | "kept" | "removed"

export type Correction = { readonly title?: string; readonly body?: PublicationBody; readonly type_id?: string; readonly commune_id?: string; readonly commune_ids?: readonly (string)[]; readonly date_debut?: string | null; readonly heure_debut?: Hour | null; readonly date_fin?: string | null; readonly heure_fin?: Hour | null; readonly dates?: readonly (string)[]; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly fin_le?: string | null; readonly niveau?: AlertLevel | null; readonly public?: Audience | null; readonly gratuit?: boolean | null; readonly images?: readonly (ImageWanted)[]; readonly documents?: readonly (DocumentWanted)[] }

export type Crash = { readonly reference: string; readonly name: string; readonly frames: readonly (string)[]; readonly screen: string; readonly part: string; readonly version: string }

export type DayOfModeration = { readonly day: string; readonly proposed: number; readonly published: number; readonly rejected: number; readonly changes_requested: number; readonly reported: number; readonly median_hours: number | null }

export type DecidedAppeal = { readonly data: AppealItem; readonly meta: { readonly mail: LeavingMail | null } }

export type DecidedClaim = { readonly data: Claim; readonly meta: { readonly mail: LeavingMail | null; readonly undo_version: Version } }

export type DefibrillateurItem = { readonly commune: CommuneInBrief | null; readonly national: NationalDefibrillateur | null; readonly communal: CommunalDefibrillateur | null }

export type DefibrillateurOverrides = { readonly nom?: string | null; readonly adresse?: string | null; readonly code_postal?: string | null; readonly commune_nom?: string | null; readonly latitude?: number | null; readonly longitude?: number | null; readonly acces?: DefibrillateurAcces | null; readonly acces_libre?: boolean | null; readonly etage?: string | null; readonly complement?: string | null; readonly disponibilite_jours?: readonly (string)[]; readonly disponibilite_heures?: readonly (string)[]; readonly telephone?: string | null; readonly derniere_maintenance?: string | null }

export type DefibrillateurSync = { readonly id: string; readonly commune: CommuneInBrief | null; readonly status: SyncStatus; readonly trigger: SyncTrigger; readonly requested_by: PersonInBrief | null; readonly forced: boolean; readonly progress: number; readonly expected: number | null; readonly counts: Readonly<Record<string, unknown>> | null; readonly would_withdraw: number | null; readonly known: number | null; readonly message: SyncExplanation | null; readonly created_at: string; readonly started_at: string | null; readonly finished_at: string | null }

export type DefibrillateurSyncPage = { readonly data: readonly (DefibrillateurSync)[]; readonly meta: PageMeta }

export type DefibrillateursChanged = { readonly updated: readonly (string)[]; readonly unchanged: readonly (string)[]; readonly stale: readonly (string)[]; readonly missing: readonly (string)[] }

export type DefibrillateursChanges = { readonly ids: readonly (string)[]; readonly versions?: readonly (Version)[]; readonly statut?: DefibrillateurStatut; readonly note?: string | null; readonly instead_of?: DefibrillateurStatut }

export type DefibrillateursInBrief = { readonly departement: string | null; readonly count: number; readonly statuts: { readonly actif: number; readonly a_verifier: number; readonly masque: number; readonly hors_service: number }; readonly latitude: number | null; readonly longitude: number | null }

export type Deleted = "without" | "false" | "with" | "true" | "only"

export type DeskChange = { readonly kind: "publication" | "acteur" | "claim" | "thread" | "commune" | "defibrillateur" | "import_source" | "user" | "subscription" | "appeal"; readonly id: string }

export type Done = { readonly operation_id: string; readonly mail: LeavingMail | null }

export type EluInput = { readonly id?: string; readonly nom: string; readonly prenom: string; readonly fonction: string; readonly debut_mandat?: string | null; readonly debut_fonction?: string | null; readonly ordre?: number }

export type EpciLine = { readonly id: string; readonly nom: string; readonly hint: string }

export type Erasing = { readonly email: string; readonly really: boolean }

export type FailedJob = { readonly id: string; readonly name: string; readonly because: { readonly code: "too_long" | "worker_gone" | "database_away" | "database" | "own"; readonly message: string }; readonly error: string | null; readonly tries: number; readonly scheduled: boolean; readonly created_at: string; readonly failed_at: string }

export type FailedJobPage = { readonly data: readonly (FailedJob)[]; readonly meta: PageMeta }

export type FailedMail = { readonly id: string; readonly template: string; readonly recipient: { readonly email: string; readonly nom: string | null }; readonly subject: string | null; readonly because: { readonly code: "no_such_address" | "mailbox_closed" | "mailbox_full" | "too_large" | "unwanted" | "not_reached" | "not_encrypted" | "not_written" | "not_composed" | "too_late" | "refused" | "returned" | "unknown"; readonly message: string }; readonly error: string | null; readonly attempts: number; readonly created_at: string; readonly next_try_at: string | null; readonly returned_at: string | null; readonly thread_id: string | null; readonly can_retry: boolean }

export type FailedMailKind = { readonly template: string; readonly failed: number; readonly can_retry: number }

export type FailedMailPage = { readonly data: readonly (FailedMail)[]; readonly meta: PageMeta }

export type FailedMailsOfKind = { readonly template: MailKind }

export type Feature = { readonly en_avant: boolean; readonly featured_until?: string | null }

export type FilesForgotten = { readonly keys: readonly (string)[]; readonly publications: readonly (string)[]; readonly acteurs: readonly (string)[]; readonly purge: readonly (string)[]; readonly copies: "none" | "next_backup"; readonly sealed_until: string | null; readonly destroyed: readonly (string)[]; readonly deletion: ModeratedPublication | null }

export type FilledReplyTemplate = { readonly id: string; readonly nom: string; readonly body: string }

export type Flag = { readonly flag: FlagColour | null }

export type FlagColour = "red" | "orange" | "yellow" | "green" | "blue" | "purple"

export type ForMe = { readonly assigned: readonly (AssignedRecord)[]; readonly mentions: readonly (NoteMention)[] }

export type ForgetFiles = { readonly address?: string; readonly publication_id?: string; readonly delete_publication?: boolean; readonly reason: string }

export type FoundLine = { readonly id: string; readonly nom: string | null; readonly hint: string | null; readonly etat: string | null }

export type FullCommune = { readonly commune: Commune; readonly mairie_actor: MairieActor | null; readonly infos: readonly (Info)[]; readonly infos_publiques: CommuneInfos; readonly elus: readonly (Elu)[]; readonly collectes: readonly (Collecte)[]; readonly defibrillateurs: CommuneDefibrillateurs; readonly acteurs_count: number; readonly publications_count: number }

export type Health = { readonly looked_at: string; readonly checks: readonly (HealthCheck)[] }

export type HealthCheck = { readonly about: string; readonly title: string; readonly state: "ok" | "note" | "wrong"; readonly code: "data_embedded" | "data_yours" | "server" | "server_unfit" | "server_away" | "writes" | "no_writes" | "clock" | "clock_off" | "clock_in_doubt" | "migrated" | "not_migrated" | "ahead_of_this" | "newer_database" | "rights" | "rights_lost" | "no_role" | "superuser" | "key" | "no_key" | "other_secret" | "administrators" | "no_administrator" | "communes" | "no_communes" | "worker" | "worker_with_failures" | "worker_behind" | "worker_unknown" | "no_worker" | "audit_verified" | "audit_sealed" | "audit_broken" | "audit_unknown" | "misspelt" | "mail_folder" | "mail_server" | "mail_away" | "mail_refused" | "mail_unfit" | "address_none" | "address" | "address_certified" | "address_renew" | "address_expired" | "address_untrusted" | "address_unreached" | "address_elsewhere" | "mails_arrive" | "mails_wait" | "mails_failed" | "payments_applied" | "payments_failed" | "provider_own" | "provider" | "provider_no_audience" | "provider_away" | "office_off" | "office_built" | "office_not_built" | "office_unreadable" | "office_below_path" | "office_broken" | "pictures" | "media" | "no_media" | "room" | "no_room" | "media_apart" | "known_files" | "strange_files" | "unknown_files" | "backup" | "backup_read" | "backup_no_folder" | "backup_none" | "backup_old" | "backup_failed" | "backup_unknown" | "no_backups" | "no_pictures" | "replica" | "replica_late" | "replica_away" | "replica_pooled" | "inbound" | "inbound_off" | "inbound_nowhere" | "inbound_long" | "acteur_mails" | "acteur_mails_off" | "acteur_mails_unchecked" | "payment" | "payment_own_secret" | "payment_none" | "proxies" | "proxies_unknown" | "caches_told" | "caches_behind" | "outside_hidden" | "unanswered" | "notice" | "notice_missing" | "audited" | "audit_missing" | "audit_old"; readonly message: string; readonly todo: string | null }

export type HistoryEntry = { readonly id: number; readonly at: string; readonly by: PersonInBrief | null; readonly key: KeyInBrief | null; readonly app_source: string | null; readonly action: string; readonly changes: readonly ({ readonly field: string; readonly before?: unknown; readonly after?: unknown })[]; readonly names: Readonly<Record<string, string>> }

export type HistoryEntryPage = { readonly data: readonly (HistoryEntry)[]; readonly meta: PageMeta }

export type ImportCode = "forbidden_address" | "too_many_redirects" | "timeout" | "too_large" | "headers_too_large" | "bad_status" | "bad_encoding" | "network" | "refuses_programs" | "empty" | "not_a_feed" | "is_page_with_feed" | "is_sign_in_page" | "is_pdf" | "is_spreadsheet" | "csv_columns_unknown" | "csv_column_gone" | "csv_too_wide" | "csv_open_quote" | "robots_forbid" | "json_not_a_feed" | "private_calendar" | "no_items" | "other_site" | "closed_app" | "not_looked_at" | "wrong_kind" | "doctype" | "malformed" | "malformed_json" | "unreadable" | "reading_too_long" | "reading_too_big" | "agenda_without_number" | "key_needs_https" | "key_refused" | "agenda_refused" | "agenda_said_nothing" | "agenda_not_json" | "json_not_an_agenda" | "key_not_opened" | "reading_broke" | "writing_broke" | "interrupted" | "lost" | "off_meanwhile" | "right_lost_meanwhile" | "changed_meanwhile" | "not_modified" | "items_failed" | "failed_repeatedly" | "gone" | "switched_off" | "lines_not_shown" | "created" | "updated" | "updated_as_it_was" | "cancelled_there" | "vanished" | "vanished_cancelled" | "there_again" | "many_vanished" | "on_again" | "duplicate_of" | "duplicate_here" | "shown_further" | "left_out" | "not_taken" | "files_attached" | "files_later" | "file_not_attached" | "file_forbidden" | "file_gone" | "file_unreachable" | "file_too_large" | "file_unreadable" | "file_storage_full" | "file_removed" | "item_empty" | "item_past" | "item_cancelled" | "item_cancelled_but_decided_here" | "item_too_old" | "item_over_max_items" | "item_no_commune" | "item_wrong_commune" | "item_edited_here" | "item_moderated_away" | "item_shown_further" | "item_in_stock" | "item_same_words" | "item_called_off" | "item_no_longer_cancelled" | "item_unstorable" | "item_bad_identifier" | "item_bad_field" | "item_ends_before" | "item_out_of_time" | "item_refused_by_database" | "cut_short" | "mended" | "items_lost" | "items_hollow" | "read_as_found" | "double_encoded" | "no_hour" | "csv_rows_without_title" | "csv_too_long" | "no_date" | "backwards" | "entry_says_nothing" | "event_says_nothing" | "dates_apart" | "same_identifier" | "too_many_items" | "too_many_events" | "calendar_cut_short" | "no_events" | "other_components" | "private_event" | "protected_post" | "older_versions" | "many_of_one_name" | "bad_beginning" | "dates_unknown" | "no_beginning" | "no_occurrence" | "hours_differ" | "dates_left_out" | "later_dates_not_changed" | "exrule_ignored" | "recurrence_unknown" | "zone_unknown" | "event_not_a_record" | "not_published_there" | "no_time" | "page_unreadable" | "agenda_longer" | "json_ld_broken" | "site_pages_read" | "pages_without_event" | "pages_forbidden" | "pages_left" | "pages_given_up" | "page_elsewhere" | "more_notes"

export type ImportColumns = { readonly title: string; readonly body?: string; readonly date_debut?: string; readonly heure_debut?: string; readonly date_fin?: string; readonly heure_fin?: string; readonly lieu?: string; readonly public?: string; readonly gratuit?: string; readonly source_url?: string; readonly image_url?: string; readonly published_at?: string; readonly external_id?: string }

export type ImportCounts = { readonly fetched: number; readonly created: number; readonly updated: number; readonly unchanged: number; readonly duplicates: number; readonly skipped: number; readonly failed: number }

export type ImportDay = { readonly date: string; readonly runs: number; readonly dry_runs: number; readonly failed: number; readonly created: number; readonly updated: number }

export type ImportDiscovery = { readonly title: string | null; readonly sources: readonly ({ readonly url: string; readonly kind: "rss" | "atom" | "json_feed" | "wordpress" | "ical" | "csv" | "openagenda" | "json_events" | "page"; readonly name: string | null; readonly events: boolean; readonly count: number; readonly more: boolean; readonly titles: readonly (string)[] })[]; readonly refused: readonly ({ readonly url: string; readonly error: ImportExplanation })[]; readonly error: ImportExplanation | null }

export type ImportEnding = "succeeded" | "partial" | "failed"

export type ImportEntry = { readonly at: string; readonly level: "info" | "warning" | "error"; readonly message: string; readonly item: string | null; readonly code: ImportCode; readonly params: Readonly<Record<string, string | number | readonly (string)[]>> }

export type ImportExplanation = { readonly code: ImportCode; readonly params: Readonly<Record<string, string | number | readonly (string)[]>>; readonly message: string }

export type ImportFile = { readonly kind: "image" | "document"; readonly name: string; readonly url: string }

export type ImportItem = { readonly external_id: string; readonly title: string | null; readonly action: "failed" | "created" | "updated" | "skipped" | "duplicate" | "unchanged"; readonly reason: string | null; readonly detail: ImportExplanation | null; readonly duplicate_of?: string | null; readonly publication_id?: string; readonly changes?: Readonly<Record<string, { readonly before: string | boolean | null; readonly after: string | boolean | null }>>; readonly files?: readonly (ImportFile)[] }

export type ImportKind = "auto" | "rss" | "atom" | "json_feed" | "wordpress" | "ical" | "csv" | "openagenda" | "json_events" | "page"

export type ImportModeration = "auto" | "pending"

export type ImportOptions = { readonly max_items?: number; readonly max_age_days?: number | null; readonly when_gone?: ImportWhenGone; readonly api_key?: string | null; readonly columns?: ImportColumns | null }

export type ImportPage = { readonly url: string }

export type ImportPreview = { readonly status: ImportEnding; readonly kind: "rss" | "atom" | "json_feed" | "wordpress" | "ical" | "csv" | "openagenda" | "json_events" | "page" | null; readonly title: string | null; readonly counts: ImportCounts; readonly error: ImportExplanation | null; readonly items: readonly (ImportItem)[]; readonly names: Readonly<Record<string, string>>; readonly columns: { readonly found: readonly ({ readonly name: string; readonly examples: readonly (string)[] })[]; readonly used: ImportColumns | null } | null; readonly entries: readonly (ImportEntry)[] }

export type ImportRun = { readonly id: string; readonly source_id: string; readonly trigger: "manual" | "schedule"; readonly dry_run: boolean; readonly status: ImportRunStatus; readonly created_at: string; readonly started_at: string | null; readonly finished_at: string | null; readonly counts: ImportCounts; readonly error: ImportExplanation | null }

export type ImportRunInFull = (ImportRun) & ({ readonly items: readonly (ImportItem)[]; readonly names: Readonly<Record<string, string>> })

export type ImportRunPage = { readonly data: readonly (ImportRun)[]; readonly meta: PageMeta }

export type ImportRunStatus = "queued" | "running" | "succeeded" | "partial" | "failed"

export type ImportRunWithItems = (ImportRun) & ({ readonly items?: readonly (ImportItem)[]; readonly names?: Readonly<Record<string, string>>; readonly columns?: { readonly found: readonly ({ readonly name: string; readonly examples: readonly (string)[] })[]; readonly used: ImportColumns | null } | null })

export type ImportSchedule = "manual" | "hourly" | "daily" | "weekly"

export type ImportSource = { readonly id: string; readonly nom: string; readonly kind: ImportKind; readonly url: string; readonly acteur_id: string | null; readonly commune_id: string | null; readonly type_id: string | null; readonly moderation: ImportModeration; readonly enabled: boolean; readonly schedule: ImportSchedule; readonly options: { readonly max_items: number; readonly max_age_days: number | null; readonly when_gone: ImportWhenGone; readonly has_api_key: boolean; readonly columns: ImportColumns | null }; readonly last_run_at: string | null; readonly last_status: ImportEnding | null; readonly consecutive_failures: number; readonly disabled_reason: ImportExplanation | null; readonly next_try_at: string | null; readonly acteur: { readonly id: string; readonly nom: string } | null; readonly commune: CommuneInBrief | null; readonly type: { readonly id: string; readonly nom: string } | null; readonly last_run: ImportRun | null; readonly may: Reach; readonly created_at: string; readonly updated_at: string; readonly version: Version }

export type ImportSourceChanges = { readonly nom?: string; readonly kind?: ImportKind; readonly url?: string; readonly acteur_id?: string | null; readonly commune_id?: string | null; readonly type_id?: string | null; readonly moderation?: ImportModeration; readonly enabled?: boolean; readonly schedule?: ImportSchedule; readonly options?: ImportOptions }

export type ImportSourcePage = { readonly data: readonly (ImportSource)[]; readonly meta: PageMeta }

export type ImportWhenGone = "ask" | "cancel"

export type InfoInput = { readonly id?: string; readonly libelle?: string | null; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: string | null; readonly site_web?: Link | null; readonly horaires?: string | null; readonly ordre?: number }

export type InfosToEdit = { readonly rows: readonly (Info)[]; readonly publiques: CommuneInfos; readonly mairie_actor: MairieActor | null }

export type Invited = { readonly email: string; readonly at: string | null }

export type JobState = { readonly id: string; readonly name: string; readonly state: "created" | "retry" | "active" | "completed" | "cancelled" | "failed" }

export type KeepOne = { readonly other_ids: readonly (string)[]; readonly versions?: readonly (Version)[]; readonly reason?: string | null }

export type KeptPublicationType = { readonly id: string; readonly slug: string; readonly nom: string; readonly couleur: string; readonly icone: string; readonly place: number; readonly retired: boolean; readonly needed: boolean; readonly version: Version; readonly updated_at: string }

export type KeyInBrief = { readonly id: string; readonly nom: string }

export type LastMessage = { readonly direction: "inbound" | "outbound"; readonly automatic: boolean; readonly by: string | null; readonly excerpt: string; readonly delivery: MailStatus | null }

export type LeavingMail = { readonly to: readonly (Addressee)[]; readonly count: number; readonly leaves_at: string }

export type LeftAside = { readonly id: string; readonly title: string | null; readonly error: string; readonly message: string }

export type Line = { readonly id: string; readonly nom: string | null; readonly hint: string | null }

export type MailFate = { readonly id: string; readonly template: string; readonly status: MailStatus; readonly given_up_at: string | null }

export type MailKind = "verify-email" | "reset-password" | "invitation" | "account-exists" | "password-changed" | "second-factor-changed" | "passkey-changed" | "publication-rejected" | "changes-requested" | "report-outcome" | "publication-corrected" | "decision-withdrawn" | "claim-received" | "claim-made" | "claim-letter" | "official-code" | "claim-question" | "claim-closed" | "confirm-address" | "address-changed" | "account-closed" | "member-rights" | "webhook-disabled" | "files-removed" | "member-removed" | "appeal-outcome" | "support-reply" | "note-mention" | "draft-ready" | "mail-refused" | "alert" | "digest" | "publications-online" | "week-confirmation" | "week"

export type MailStatus = "queued" | "sent" | "failed" | "cancelled"

export type MairieActor = (ClaimRegister) & ({ readonly id: string; readonly nom: string; readonly slug: string; readonly active: boolean; readonly deleted_at: string | null; readonly horaires: string | null; readonly fermetures: readonly (Fermeture)[] })

export type MairieScope = "own" | "commune" | "all"

export type Member = { readonly id: string; readonly nom: string | null; readonly email: string | null; readonly expected: boolean; readonly status: UserStatus; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[]; readonly created_at: string; readonly last_seen_at: string | null }

export type MemberChanges = { readonly role?: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type MemberPage = { readonly data: readonly (Member)[]; readonly meta: PageMeta }

export type Membership = { readonly acteur_id: string; readonly nom: string; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[] }

export type MergeActeurs = { readonly from_id: string }

export type MergeThreads = { readonly thread_id: string }

export type Message = { readonly id: string; readonly direction: "inbound" | "outbound"; readonly automatic: boolean; readonly author: { readonly nom: string | null; readonly email: string | null }; readonly body: string; readonly attachments: readonly (string)[]; readonly merged_from: string | null; readonly created_at: string; readonly delivery: { readonly status: MailStatus; readonly attempts: number; readonly error: string | null; readonly sent_at: string | null; readonly known: boolean } | null }

export type MessagePage = { readonly data: readonly (Message)[]; readonly meta: PageMeta }

export type ModeratedPublication = { readonly data: AdminPublication; readonly meta: Done }

export type NationalDefibrillateur = { readonly id: string; readonly gid: string; readonly commune_id: string | null; readonly departement: string | null; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: string | null; readonly registry_updated_at: string | null; readonly statut: DefibrillateurStatut; readonly note: string | null; readonly vu_le: string; readonly retire_le: string | null; readonly en_service: boolean; readonly statut_commune: DefibrillateurStatut; readonly overrides: DefibrillateurOverrides; readonly actif: boolean; readonly version: Version }

export type NationalDefibrillateurChanges = { readonly statut?: DefibrillateurStatut; readonly note?: string | null }

export type NationalDefibrillateurPage = { readonly data: readonly (NationalDefibrillateur)[]; readonly meta: SyncedPageMeta }

export type NewActRegister = { readonly text: string; readonly nature?: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly commune_id?: string; readonly trial?: boolean }

export type NewActe = { readonly nature: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly numero: string; readonly date: string; readonly signataire: string; readonly qualite: string; readonly transmis_le?: string; readonly matiere?: string; readonly corrige?: string; readonly sans_texte?: boolean }

export type NewActeur = { readonly nom: string; readonly type: ActeurType; readonly commune_id: string; readonly slug?: Slug; readonly commune_ids?: readonly (string)[]; readonly description?: string | null; readonly horaires?: string | null; readonly fermetures?: readonly (FermetureInput)[]; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: string | null; readonly site_web?: Link | null; readonly siret?: string | null; readonly rna?: string | null; readonly mairie?: boolean }

export type NewApiKey = { readonly nom: string; readonly scopes: readonly (KeyScope)[]; readonly days: number; readonly acteur_id?: string; readonly commune_ids?: readonly (string)[]; readonly epci_codes?: readonly (string)[] }

export type NewAppSource = { readonly slug: AppSlug; readonly nom?: string | null; readonly commune_ids?: readonly (string)[] | null; readonly acteur_ids?: readonly (string)[] | null }

export type NewClaimCall = { readonly number: CalledNumber; readonly outcome: CallOutcome; readonly answered_by?: string | null; readonly note?: string | null }

export type NewColleagueNote = { readonly body: string; readonly mentions?: readonly (string)[] }

export type NewCommune = { readonly nom: string; readonly slug?: Slug; readonly code_insee?: CodeInsee | null; readonly departement?: Departement | null; readonly region?: string | null; readonly codes_postaux?: readonly (string)[]; readonly population?: number | null; readonly latitude?: number | null; readonly longitude?: number | null; readonly mairie_actor_id?: string | null; readonly elus?: readonly (EluInput)[]; readonly collectes?: readonly (CollecteInput)[]; readonly infos?: readonly (InfoInput)[] }

export type NewCommuneHost = { readonly host: string }

export type NewDefibrillateur = { readonly overrides: DefibrillateurOverrides; readonly statut?: DefibrillateurStatut; readonly note?: string | null }

export type NewImportSource = { readonly nom: string; readonly kind?: ImportKind; readonly url: string; readonly acteur_id?: string | null; readonly commune_id?: string | null; readonly type_id?: string | null; readonly moderation?: ImportModeration; readonly enabled?: boolean; readonly schedule?: ImportSchedule; readonly options?: ImportOptions }

export type NewMairiePublication = { readonly title: string; readonly body: PublicationBody; readonly type_id?: string; readonly commune_ids?: readonly (string)[]; readonly date_debut?: string | null; readonly heure_debut?: Hour | null; readonly date_fin?: string | null; readonly heure_fin?: Hour | null; readonly dates?: readonly (string)[]; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly fin_le?: string | null; readonly niveau?: AlertLevel | null; readonly public?: Audience | null; readonly gratuit?: boolean | null; readonly images?: readonly (ImageWanted)[]; readonly documents?: readonly (DocumentWanted)[]; readonly epingle?: boolean; readonly publie_le?: string; readonly commune_id?: string; readonly acte?: NewActe }

export type NewMember = { readonly email?: string; readonly user_id?: string; readonly nom?: string | null; readonly role: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type NewMembership = { readonly acteur_id: string; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[] }

export type NewPasskey = { readonly name: string; readonly response: { readonly id: string; readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly transports?: readonly (string)[] } } }

export type NewPublicationType = { readonly nom: string; readonly couleur?: string; readonly icone?: string }

export type NewRefusalPreset = { readonly reason_code: ReasonCode; readonly body: string }

export type NewReplyTemplate = { readonly nom: string; readonly body: string }

export type NewRole = { readonly role: string; readonly communes?: readonly (string)[]; readonly epcis?: readonly (string)[] }

export type NewTerritory = { readonly role: Role; readonly communes?: readonly (string)[]; readonly epcis?: readonly (string)[] }

export type NewThreadNote = { readonly body: string; readonly mentions?: readonly (string)[] }

export type NewUser = { readonly email: string; readonly nom?: string | null; readonly roles?: readonly (Role)[]; readonly territories?: readonly (NewTerritory)[]; readonly acteurs?: readonly (NewMembership)[]; readonly language?: "fr" | "en" }

export type NewView = { readonly area: "moderation" | "claims" | "support" | "communes" | "imports" | "reserved"; readonly nom: string; readonly address: string; readonly shared?: boolean }

export type NewWatchedWords = { readonly nom: string; readonly kind: WatchedKind; readonly words?: readonly (string)[]; readonly active?: boolean }

export type NewWebhook = { readonly nom: string; readonly url: Link; readonly events: readonly (WebhookEvent)[]; readonly acteur_id?: string; readonly commune_ids?: readonly (string)[]; readonly epci_codes?: readonly (string)[] }

export type NoteMention = { readonly id: string; readonly kind: "publications" | "acteurs" | "claims" | "threads" | "users"; readonly record_id: string; readonly nom: string | null; readonly author: PersonInBrief | null; readonly excerpt: string; readonly created_at: string }

export type NumberedActe = { readonly id: string; readonly numero: string; readonly date: string; readonly title: string }

export type OpenReports = { readonly count: number; readonly reasons: { readonly spam?: number; readonly inappropriate?: number; readonly false_information?: number; readonly illegal?: number; readonly duplicate?: number; readonly off_topic?: number; readonly other?: number }; readonly last_at: string }

export type Operation = { readonly id: string; readonly action: "moderate" | "valide" | "feature" | "delete" | "restore" | "edit" | "tell_apart"; readonly moderation_status: ModerationStatus | null; readonly at: string; readonly user: PersonInBrief | null; readonly total: number; readonly title: string | null; readonly publication_id: string | null; readonly undone_at: string | null; readonly state: "queued" | "running" | "done" | "stopped" | "undoing" | "undone"; readonly done: number; readonly updated: number; readonly unchanged: number; readonly failed: number; readonly restored: number; readonly skipped: number }

export type OperationFailure = (LeftAside) & ({ readonly step: "decide" | "restore" })

export type OperationFailurePage = { readonly data: readonly (OperationFailure)[]; readonly meta: PageMeta }

export type OperationItem = (Operation) & ({ readonly mail: OperationMail | null })

export type OperationMail = { readonly count: number; readonly leaves_at: string | null }

export type OperationPage = { readonly data: readonly (Operation)[]; readonly meta: PageMeta }

export type OwnCommuneChanges = { readonly elus?: readonly (EluInput)[]; readonly collectes?: readonly (CollecteInput)[]; readonly infos?: readonly (InfoInput)[]; readonly versions?: CommuneKnownVersions }

export type OwnPassword = { readonly password?: string }

export type OwnPublicationCounts = { readonly en_ligne: number; readonly en_attente: number; readonly programmees: number; readonly a_corriger: number; readonly refusees: number; readonly retirees: number }

export type Passkey = { readonly id: string; readonly name: string | null; readonly createdAt: string; readonly lastUsedAt: string | null; readonly backedUp: boolean }

export type PasskeyToRemove = { readonly id: string; readonly password?: string }

export type PaymentComparison = { readonly provider: string; readonly compared_at: string; readonly compared: number; readonly drifts: readonly ({ readonly name: string; readonly subscription_id: string | null; readonly kind: "missing" | "differs" | "unknown"; readonly fields: readonly (string)[]; readonly repaired: boolean })[] }

export type PaymentEvent = { readonly id: string; readonly provider: string; readonly event_id: string; readonly type: string; readonly status: PaymentEventStatus; readonly attempts: number; readonly error: string | null; readonly created: string; readonly received_at: string; readonly processed_at: string | null; readonly subscription_id: string | null; readonly version: Version }

export type PaymentEventPage = { readonly data: readonly (PaymentEvent)[]; readonly meta: PageMeta }

export type PaymentEventStatus = "received" | "processed" | "ignored" | "stale" | "failed"

export type Place = { readonly entity: "publication" | "acteur" | "claim" | "thread" | "commune" | "defibrillateur" | "import_source" | "user" | "subscription"; readonly id: string }

export type ProviderEvent = { readonly id: string; readonly type: string; readonly created?: number; readonly data?: Readonly<Record<string, unknown>> }

export type PublicationItem = (AdminPublication) & ({ readonly approved: ApprovedWords | null })

export type PublicationTypeChanges = { readonly nom?: string; readonly couleur?: string; readonly icone?: string; readonly place?: number; readonly retired?: boolean }

export type PublishingRight = { readonly can_publish: boolean }

export type Reach = readonly ("describe" | "govern")[]

export type RefusalPreset = { readonly id: string; readonly reason_code: ReasonCode; readonly body: string; readonly version: Version; readonly created_at: string; readonly updated_at: string }

export type RefusalPresetChanges = { readonly reason_code?: ReasonCode; readonly body?: string }

export type RefusalPresetPage = { readonly data: readonly (RefusalPreset)[]; readonly meta: PageMeta }

export type Reply = { readonly body: string; readonly close?: boolean }

export type ReplyTemplate = { readonly id: string; readonly nom: string; readonly body: string; readonly version: Version; readonly created_at: string; readonly updated_at: string }

export type ReplyTemplateChanges = { readonly nom?: string; readonly body?: string }

export type ReplyTemplatePage = { readonly data: readonly (ReplyTemplate)[]; readonly meta: PageMeta }

export type Report = { readonly id: string; readonly publication_id: string; readonly reason: ReasonCode; readonly message: string | null; readonly email: string | null; readonly reporter: PersonInBrief | null; readonly record: { readonly removed: number; readonly decided: number; readonly muted_until: string | null } | null; readonly status: "open" | "closed"; readonly outcome: "kept" | "removed" | null; readonly created_at: string; readonly closed_at: string | null }

export type ReportPage = { readonly data: readonly (Report)[]; readonly meta: PageMeta }

export type Revision = { readonly id: string; readonly title: string; readonly body: PublicationBody; readonly type_id: string; readonly commune_ids: readonly (string)[]; readonly date_debut: string | null; readonly heure_debut: Hour | null; readonly date_fin: string | null; readonly heure_fin: Hour | null; readonly dates: readonly (string)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: string | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly written_by: PersonInBrief | null; readonly written_at: string; readonly approved_at: string | null; readonly sent_back_at: string | null; readonly sent_back_reason: string | null; readonly visible_from: string | null; readonly current: boolean }

export type RevisionPage = { readonly data: readonly (Revision)[]; readonly meta: PageMeta }

export type ShownByApp = { readonly id: string; readonly nom: string }

export type Subscription = { readonly id: string; readonly provider: string; readonly provider_subscription_id: string; readonly provider_customer_id: string | null; readonly acteur_id: string | null; readonly user_id: string | null; readonly plan: string | null; readonly status: SubscriptionStatus; readonly current_period_start: string | null; readonly current_period_end: string | null; readonly cancel_at_period_end: boolean; readonly canceled_at: string | null; readonly trial_end: string | null; readonly last_event_at: string | null; readonly created_at: string; readonly updated_at: string; readonly acteur: ActeurInBrief | null; readonly user: PersonInBrief | null; readonly version: Version }

export type SubscriptionPage = { readonly data: readonly (Subscription)[]; readonly meta: PageMeta }

export type SyncExplanation = { readonly code: string; readonly params: Readonly<Record<string, unknown>>; readonly message: string }

export type SyncRequest = { readonly force?: boolean }

export type SyncTrigger = "manual" | "schedule" | "command"

export type SyncedPageMeta = (PageMeta) & ({ readonly last_synced_at: string | null; readonly sync_status: SyncStatus | null; readonly sync_error: string | null })

export type Table = string

export type TeamSettings = { readonly urgent_first: boolean; readonly target_hours: number | null; readonly alert_reports: number | null; readonly transparency_public: boolean; readonly first_commune_id: string | null; readonly first_commune_passed: number; readonly version: Version }

export type TeamSettingsChanges = { readonly urgent_first?: boolean; readonly target_hours?: number | null; readonly alert_reports?: number | null; readonly transparency_public?: boolean; readonly first_commune_id?: string | null; readonly first_commune_passed?: number }

export type Teinte = "ardoise" | "brique" | "ocre" | "sapin" | "lagune" | "glycine" | "prune" | "cerise"

export type TellApart = { readonly other_id: string }

export type Telling = { readonly mail: LeavingMail | null }

export type Thread = { readonly id: string; readonly subject: string; readonly status: ThreadStatus; readonly unread: boolean; readonly flag: FlagColour | null; readonly requester: { readonly nom: string | null; readonly email: string; readonly user_id: string | null }; readonly messages_count: number; readonly last_message_at: string; readonly last_message: LastMessage | null; readonly awaiting: boolean; readonly undelivered: boolean; readonly assignee: PersonInBrief | null; readonly merged: readonly ({ readonly id: string; readonly subject: string })[]; readonly merged_into: string | null; readonly created_at: string; readonly version: Version }

export type ThreadNote = (ColleagueNote) & ({ readonly merged_from: string | null })

export type ThreadNotePage = { readonly data: readonly (ThreadNote)[]; readonly meta: PageMeta }

export type ThreadPage = { readonly data: readonly (Thread)[]; readonly meta: PageMeta }

export type ThreadStatus = "open" | "closed"

export type TickedMention = { readonly done: boolean }

export type TransparencyMonthPage = { readonly data: readonly (TransparencyMonth)[]; readonly meta: PageMeta }

export type UndoneModeration = { readonly data: { readonly restored: readonly (string)[]; readonly skipped: readonly (LeftAside)[] }; readonly meta: { readonly operation_id: string; readonly queued?: number } }

export type UsedPasskey = { readonly response: { readonly id: string; readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly signature: string; readonly userHandle?: string | null } } }

export type User = { readonly id: string; readonly email: string | null; readonly nom: string | null; readonly status: UserStatus; readonly roles: readonly (Role)[]; readonly territories: readonly (RoleTerritory)[]; readonly acteurs: readonly (Membership)[]; readonly created_at: string; readonly last_seen_at: string | null; readonly version: Version; readonly invited: Invited | null; readonly second_factor: boolean; readonly sessions: number }

export type UserChanges = { readonly nom?: string | null; readonly status?: UserStatus }

export type UserPage = { readonly data: readonly (User)[]; readonly meta: PageMeta }

export type UserRoles = { readonly user_id: string; readonly roles: readonly (Role)[]; readonly territories?: readonly (RoleTerritory)[] }

export type ValideToggle = { readonly valide?: boolean }

export type View = { readonly id: string; readonly area: "moderation" | "claims" | "support" | "communes" | "imports" | "reserved"; readonly nom: string; readonly address: string; readonly shared: boolean; readonly by: { readonly id: string; readonly nom: string | null } }

export type Watched = { readonly nom: string; readonly texts: readonly (string)[] }

export type WatchedKind = "words" | "phones" | "new_hosts"

export type WatchedWords = { readonly id: string; readonly nom: string; readonly kind: WatchedKind; readonly words: readonly (string)[]; readonly active: boolean; readonly version: Version; readonly created_at: string; readonly updated_at: string }

export type WatchedWordsChanges = { readonly nom?: string; readonly words?: readonly (string)[]; readonly active?: boolean }

export type WatchedWordsTrial = { readonly read: number; readonly found: number; readonly examples: readonly ({ readonly id: string; readonly title: string; readonly texts: readonly (string)[] })[] }

export type WatchedWordsTrialQuestion = { readonly kind: WatchedKind; readonly words?: readonly (string)[] }

export type WhoseData = { readonly email: string }

export interface Api extends Declared {
  'POST /api/v1/crashes': { body: Crash; reply: { readonly data: { readonly reference: string } } }
  'GET /api/v1/mairie/acteurs/{acteurId}/publications': { params: { readonly acteurId: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly scope?: MairieScope; readonly q?: string; readonly etat?: OwnState; readonly sort?: OwnPublicationSort; readonly moderation_status?: ModerationStatus }; reply: OwnPublicationPage }
  'POST /api/v1/mairie/acteurs/{acteurId}/publications': { params: { readonly acteurId: string }; body: NewMairiePublication; reply: { readonly data: OwnPublication } }
  'GET /api/v1/mairie/acteurs/{acteurId}/publications/counts': { params: { readonly acteurId: string }; query?: { readonly scope?: MairieScope }; reply: { readonly data: OwnPublicationCounts } }
  'PATCH /api/v1/mairie/acteurs/{acteurId}/publications/{publicationId}/moderate': { params: { readonly acteurId: string; readonly publicationId: string }; body: ModerationDecision; reply: { readonly data: OwnPublication } }
  'PATCH /api/v1/mairie/acteurs/{acteurId}/publications/{publicationId}/acte': { params: { readonly acteurId: string; readonly publicationId: string }; body: ActeTransmission; reply: { readonly data: OwnPublication } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/actes': { params: { readonly acteurId: string; readonly communeId: string }; query: { readonly nature: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly numero: string; readonly date: string }; reply: { readonly data: readonly (NumberedActe)[] } }
  'GET /api/v1/mairie/acteurs/{acteurId}/registre': { params: { readonly acteurId: string }; reply: { readonly data: ActRegister | null } }
  'POST /api/v1/mairie/acteurs/{acteurId}/registre': { params: { readonly acteurId: string }; body: NewActRegister; reply: { readonly data: ActRegister } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/elus': { params: { readonly acteurId: string; readonly communeId: string }; reply: { readonly data: readonly (Elu)[]; readonly meta: { readonly version: Version } } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/collectes': { params: { readonly acteurId: string; readonly communeId: string }; reply: { readonly data: readonly (Collecte)[]; readonly meta: { readonly version: Version; readonly fuseau: string } } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/infos': { params: { readonly acteurId: string; readonly communeId: string }; reply: { readonly data: InfosToEdit; readonly meta: { readonly version: Version } } }
  'PATCH /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}': { params: { readonly acteurId: string; readonly communeId: string }; body: OwnCommuneChanges; reply: { readonly data: { readonly commune_id: string; readonly versions: CommunePartVersions } } }
  'POST /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/file': { params: { readonly acteurId: string; readonly communeId: string }; reply: { readonly data: { readonly url: string; readonly expires_at: string } } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/place': { params: { readonly acteurId: string; readonly communeId: string }; reply: { readonly data: CommunePlace } }
  'PATCH /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/place': { params: { readonly acteurId: string; readonly communeId: string }; body: CommunePlaceChanges; reply: { readonly data: CommunePlace } }
  'GET /api/v1/admin/publications': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly sort?: AdminPublicationSort; readonly exact_total?: boolean; readonly q?: string; readonly commune_id?: string; readonly departement?: Departement; readonly acteur_id?: string; readonly type_id?: string; readonly moderation_status?: string; readonly moderation_by?: Decider; readonly valide?: boolean; readonly visible?: boolean; readonly scheduled?: boolean; readonly deleted?: Deleted; readonly reported?: boolean; readonly report_outcome?: "kept" | "removed"; readonly import_source_id?: string; readonly created_by?: string; readonly moderated_by?: string; readonly decided_from?: string; readonly decided_to?: string; readonly moderation_reason_code?: ReasonCode; readonly assigned_to?: string; readonly late?: boolean; readonly ids?: string; readonly from?: string; readonly to?: string; readonly since?: string | null; readonly updated_since?: string; readonly duplicates?: boolean }; reply: AdminPublicationPage }
  'GET /api/v1/admin/publications/colleagues': { reply: { readonly data: readonly (PersonInBrief)[] } }
  'GET /api/v1/admin/publications/{id}': { params: { readonly id: string }; reply: { readonly data: PublicationItem } }
  'PATCH /api/v1/admin/publications/{id}': { params: { readonly id: string }; body: Correction; reply: ModeratedPublication }
  'DELETE /api/v1/admin/publications/{id}': { params: { readonly id: string }; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/assignee': { params: { readonly id: string }; body: AssignRecord; reply: { readonly data: { readonly assignee: PersonInBrief | null } } }
  'GET /api/v1/admin/publications/{id}/notes': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleagueNotePage }
  'POST /api/v1/admin/publications/{id}/notes': { params: { readonly id: string }; body: NewColleagueNote; reply: { readonly data: ColleagueNote } }
  'DELETE /api/v1/admin/publications/{id}/notes/{noteId}': { params: { readonly id: string; readonly noteId: string }; reply: { readonly data: ColleagueNote } }
  'GET /api/v1/admin/publications/{id}/reports': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ReportPage }
  'POST /api/v1/admin/publications/{id}/reports/{reportId}/mute': { params: { readonly id: string; readonly reportId: string }; reply: { readonly data: { readonly muted: boolean } } }
  'DELETE /api/v1/admin/publications/{id}/reports/{reportId}/mute': { params: { readonly id: string; readonly reportId: string }; reply: { readonly data: { readonly muted: boolean } } }
  'GET /api/v1/admin/publications/{id}/author-trust': { params: { readonly id: string }; reply: { readonly data: { readonly unchanged: number; readonly acteur: { readonly id: string; readonly nom: string }; readonly user_id: string; readonly permissions: readonly (MemberPermission)[]; readonly can_publish: boolean } | null } }
  'GET /api/v1/admin/publications/{id}/history': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'PATCH /api/v1/admin/publications/bulk/moderate': { body: BulkDecision; reply: BulkOutcome }
  'PATCH /api/v1/admin/publications/bulk/feature': { body: BulkFeature; reply: BulkOutcome }
  'PATCH /api/v1/admin/publications/bulk/delete': { body: BulkDeletion; reply: BulkOutcome }
  'GET /api/v1/admin/publications/{id}/revisions': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: RevisionPage }
  'GET /api/v1/admin/publications/{id}/duplicates': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: AlikePublicationPage }
  'POST /api/v1/admin/publications/{id}/duplicates/dismiss': { params: { readonly id: string }; body: TellApart; reply: ModeratedPublication }
  'POST /api/v1/admin/publications/{id}/duplicates/keep': { params: { readonly id: string }; body: KeepOne; reply: BulkOutcome }
  'POST /api/v1/admin/publications/{id}/revisions/{revisionId}/restore': { params: { readonly id: string; readonly revisionId: string }; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/moderate': { params: { readonly id: string }; body: ModerationDecision; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/valide': { params: { readonly id: string }; body: ValideToggle; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/feature': { params: { readonly id: string }; body: Feature; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/restore': { params: { readonly id: string }; reply: ModeratedPublication }
  'POST /api/v1/admin/media/forget': { body: ForgetFiles; reply: { readonly data: FilesForgotten } }
  'GET /api/v1/admin/refusal-presets': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly reason_code?: ReasonCode }; reply: RefusalPresetPage }
  'POST /api/v1/admin/refusal-presets': { body: NewRefusalPreset; reply: { readonly data: RefusalPreset } }
  'PATCH /api/v1/admin/refusal-presets/{id}': { params: { readonly id: string }; body: RefusalPresetChanges; reply: { readonly data: RefusalPreset } }
  'DELETE /api/v1/admin/refusal-presets/{id}': { params: { readonly id: string }; reply: { readonly data: RefusalPreset } }
  'GET /api/v1/admin/operations': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly mine?: boolean; readonly state?: "queued" | "running" | "done" | "stopped" | "undoing" | "undone" }; reply: OperationPage }
  'GET /api/v1/admin/operations/{id}': { params: { readonly id: string }; reply: { readonly data: OperationItem } }
  'GET /api/v1/admin/operations/{id}/failures': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: OperationFailurePage }
  'POST /api/v1/admin/operations/{id}/undo': { params: { readonly id: string }; reply: UndoneModeration }
  'GET /api/v1/admin/acteurs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly commune_id?: string; readonly type?: ActeurType; readonly valide?: boolean; readonly active?: boolean; readonly badge?: Badge; readonly can_publish?: boolean; readonly deleted?: Deleted; readonly sort?: ActeurSort }; reply: AdminActeurPage }
  'POST /api/v1/admin/acteurs': { body: NewActeur; reply: { readonly data: AdminActeur } }
  'GET /api/v1/admin/acteurs/look-alikes': { query?: { readonly nom?: string; readonly commune_id?: string; readonly siret?: string; readonly rna?: string; readonly email?: string; readonly telephone?: string; readonly except?: string }; reply: { readonly data: readonly (ActeurLookAlike)[] } }
  'GET /api/v1/admin/acteurs/{id}': { params: { readonly id: string }; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}': { params: { readonly id: string }; body: ActeurChanges; reply: { readonly data: AdminActeur } }
  'DELETE /api/v1/admin/acteurs/{id}': { params: { readonly id: string }; reply: { readonly data: AdminActeur } }
  'GET /api/v1/admin/acteurs/{id}/members': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: MemberPage }
  'POST /api/v1/admin/acteurs/{id}/members': { params: { readonly id: string }; body: NewMember; reply: ChangedMember }
  'PATCH /api/v1/admin/acteurs/{id}/members/{userId}': { params: { readonly id: string; readonly userId: string }; body: MemberChanges; reply: ChangedMember }
  'DELETE /api/v1/admin/acteurs/{id}/members/{userId}': { params: { readonly id: string; readonly userId: string }; reply: ChangedMember }
  'GET /api/v1/admin/acteurs/{id}/notes': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleagueNotePage }
  'POST /api/v1/admin/acteurs/{id}/notes': { params: { readonly id: string }; body: NewColleagueNote; reply: { readonly data: ColleagueNote } }
  'DELETE /api/v1/admin/acteurs/{id}/notes/{noteId}': { params: { readonly id: string; readonly noteId: string }; reply: { readonly data: ColleagueNote } }
  'GET /api/v1/admin/acteurs/{id}/merges': { params: { readonly id: string }; reply: { readonly data: readonly (ActeurMerge)[] } }
  'GET /api/v1/admin/acteurs/{id}/moves': { params: { readonly id: string }; reply: { readonly data: { readonly id: string; readonly nom: string; readonly commune: CommuneInBrief | null; readonly moves: ActeurMoves; readonly stops: { readonly api_keys: number; readonly webhooks: number } } } }
  'POST /api/v1/admin/acteurs/{id}/merge': { params: { readonly id: string }; body: MergeActeurs; reply: { readonly data: AdminActeur; readonly meta: { readonly merge: ActeurMerge } } }
  'POST /api/v1/admin/acteurs/{id}/merges/{mergeId}/undo': { params: { readonly id: string; readonly mergeId: string }; reply: { readonly data: ActeurMerge } }
  'GET /api/v1/admin/acteurs/{id}/history': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'DELETE /api/v1/admin/acteurs/{id}/restore': { params: { readonly id: string }; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}/validate': { params: { readonly id: string }; body: ActeurValidation; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}/badge': { params: { readonly id: string }; body: BadgeChange; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}/active': { params: { readonly id: string }; body: ActeurActivation; reply: { readonly data: AdminActeur } }
  'POST /api/v1/admin/acteurs/{id}/can-publish': { params: { readonly id: string }; body: PublishingRight; reply: { readonly data: AdminActeur } }
  'GET /api/v1/admin/claims': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: ClaimStatus; readonly acteur_id?: string; readonly assigned_to?: string; readonly by_code?: boolean; readonly late?: boolean; readonly commune_id?: string; readonly q?: string; readonly sort?: ClaimSort }; reply: ClaimPage }
  'GET /api/v1/admin/claims/colleagues': { reply: { readonly data: readonly (PersonInBrief)[] } }
  'GET /api/v1/admin/claims/{id}': { params: { readonly id: string }; reply: { readonly data: ClaimItem } }
  'PATCH /api/v1/admin/claims/{id}': { params: { readonly id: string }; body: ClaimDecision; reply: DecidedClaim }
  'PATCH /api/v1/admin/claims/{id}/assignee': { params: { readonly id: string }; body: AssignRecord; reply: { readonly data: { readonly assignee: PersonInBrief | null } } }
  'GET /api/v1/admin/claims/{id}/notes': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleagueNotePage }
  'POST /api/v1/admin/claims/{id}/notes': { params: { readonly id: string }; body: NewColleagueNote; reply: { readonly data: ColleagueNote } }
  'DELETE /api/v1/admin/claims/{id}/notes/{noteId}': { params: { readonly id: string; readonly noteId: string }; reply: { readonly data: ColleagueNote } }
  'GET /api/v1/admin/claims/{id}/history': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'GET /api/v1/admin/claims/{id}/letters': { params: { readonly id: string }; reply: { readonly data: ClaimLetters } }
  'POST /api/v1/admin/claims/{id}/ask': { params: { readonly id: string }; body: ClaimQuestion; reply: AskedClaim }
  'POST /api/v1/admin/claims/{id}/ask/undo': { params: { readonly id: string }; reply: { readonly data: Claim } }
  'POST /api/v1/admin/claims/{id}/ask-owners': { params: { readonly id: string }; reply: { readonly data: AskedOwners } }
  'GET /api/v1/admin/claims/{id}/letter': { params: { readonly id: string }; reply: { readonly data: ClaimPrintedLetter | null } }
  'POST /api/v1/admin/claims/{id}/letter': { params: { readonly id: string }; reply: { readonly data: Claim } }
  'POST /api/v1/admin/claims/{id}/call': { params: { readonly id: string }; body: NewClaimCall; reply: { readonly data: Claim } }
  'DELETE /api/v1/admin/claims/{id}/call': { params: { readonly id: string }; reply: { readonly data: Claim } }
  'POST /api/v1/admin/claims/{id}/undo': { params: { readonly id: string }; reply: { readonly data: Claim } }
  'GET /api/v1/admin/messages/threads': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: ThreadStatus; readonly unread?: boolean; readonly flag?: FlagColour; readonly awaiting?: boolean; readonly failed?: boolean; readonly assigned_to?: string; readonly late?: boolean; readonly same_requester_as?: string; readonly q?: string }; reply: ThreadPage }
  'GET /api/v1/admin/messages/colleagues': { reply: { readonly data: readonly (PersonInBrief)[] } }
  'GET /api/v1/admin/messages/threads/{id}': { params: { readonly id: string }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}': { params: { readonly id: string }; body: AssignThread; reply: { readonly data: Thread } }
  'GET /api/v1/admin/messages/threads/{id}/messages': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: MessagePage }
  'POST /api/v1/admin/messages/threads/{id}/reply': { params: { readonly id: string }; body: Reply; reply: AnsweredThread }
  'DELETE /api/v1/admin/messages/threads/{id}/messages/{messageId}': { params: { readonly id: string; readonly messageId: string }; reply: { readonly data: Message } }
  'POST /api/v1/admin/messages/threads/{id}/messages/{messageId}/retry': { params: { readonly id: string; readonly messageId: string }; reply: AnsweredThread }
  'POST /api/v1/admin/messages/threads/{id}/messages/{messageId}/give-up': { params: { readonly id: string; readonly messageId: string }; reply: { readonly data: Message } }
  'GET /api/v1/admin/messages/threads/{id}/notes': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ThreadNotePage }
  'POST /api/v1/admin/messages/threads/{id}/notes': { params: { readonly id: string }; body: NewThreadNote; reply: { readonly data: ThreadNote } }
  'DELETE /api/v1/admin/messages/threads/{id}/notes/{noteId}': { params: { readonly id: string; readonly noteId: string }; reply: { readonly data: ThreadNote } }
  'POST /api/v1/admin/messages/threads/{id}/merge': { params: { readonly id: string }; body: MergeThreads; reply: { readonly data: Thread } }
  'POST /api/v1/admin/messages/threads/{id}/separate': { params: { readonly id: string }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/read': { params: { readonly id: string }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/unread': { params: { readonly id: string }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/flag': { params: { readonly id: string }; body: Flag; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/close': { params: { readonly id: string }; body: CloseThread; reply: { readonly data: Thread } }
  'GET /api/v1/admin/messages/threads/{id}/reply-templates': { params: { readonly id: string }; reply: { readonly data: readonly (FilledReplyTemplate)[] } }
  'GET /api/v1/admin/reply-templates': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ReplyTemplatePage }
  'POST /api/v1/admin/reply-templates': { body: NewReplyTemplate; reply: { readonly data: ReplyTemplate } }
  'PATCH /api/v1/admin/reply-templates/{id}': { params: { readonly id: string }; body: ReplyTemplateChanges; reply: { readonly data: ReplyTemplate } }
  'DELETE /api/v1/admin/reply-templates/{id}': { params: { readonly id: string }; reply: { readonly data: ReplyTemplate } }
  'GET /api/v1/admin/dashboard': { reply: { readonly publications?: number; readonly publications_pending?: number; readonly publications_reported?: number; readonly acteurs?: number; readonly claims_pending?: number; readonly users?: number; readonly subscription_plans?: Readonly<Record<string, number>>; readonly subscription_logs?: Readonly<Record<string, number>>; readonly imports_failing?: number; readonly threads_unread?: number } }
  'GET /api/v1/admin/counts': { reply: { readonly data: { readonly moderation?: { readonly pending?: number; readonly oldest_pending_at?: string | null; readonly late?: number; readonly reported?: number; readonly duplicates?: number; readonly scheduled?: number; readonly changes_requested?: number; readonly rejected?: number; readonly deleted?: number; readonly appeals?: number; readonly mine_today?: number }; readonly claims?: { readonly pending?: number; readonly late?: number; readonly by_code?: number; readonly appeals?: number; readonly mine_today?: number }; readonly support?: { readonly open?: number; readonly unread?: number; readonly awaiting?: number; readonly late?: number; readonly failed?: number; readonly assigned_to_me?: number; readonly mine_today?: number }; readonly imports?: { readonly failing?: number }; readonly communes?: { readonly syncs_failing?: number }; readonly dashboard?: { readonly urgent_first?: boolean; readonly target_hours?: number | null }; readonly reserved?: { readonly first_commune?: boolean; readonly mails_failing?: number; readonly jobs_failing?: number; readonly payments_failing?: number } } } }
  'GET /api/v1/admin/stats': { query?: { readonly from?: string; readonly to?: string }; reply: { readonly data: readonly (DayOfModeration)[] } }
  'GET /api/v1/admin/transparency': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly year?: number }; reply: TransparencyMonthPage }
  'GET /api/v1/admin/team-settings': { reply: { readonly data: TeamSettings } }
  'PATCH /api/v1/admin/team-settings': { body: TeamSettingsChanges; reply: { readonly data: TeamSettings } }
  'GET /api/v1/admin/appeals': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: AppealStatus; readonly kind?: AppealKind; readonly q?: string }; reply: AppealPage }
  'GET /api/v1/admin/appeals/{id}': { params: { readonly id: string }; reply: { readonly data: AppealItem } }
  'PATCH /api/v1/admin/appeals/{id}': { params: { readonly id: string }; body: AppealDecision; reply: DecidedAppeal }
  'POST /api/v1/admin/appeals/{id}/undo': { params: { readonly id: string }; reply: { readonly data: AppealItem } }
  'PATCH /api/v1/admin/appeals/{id}/assignee': { params: { readonly id: string }; body: AssignRecord; reply: { readonly data: { readonly assignee: PersonInBrief | null } } }
  'GET /api/v1/admin/for-me': { reply: { readonly data: ForMe } }
  'POST /api/v1/admin/mentions/{id}/done': { params: { readonly id: string }; body: TickedMention; reply: { readonly data: { readonly done: boolean } } }
  'GET /api/v1/admin/pick/acteurs': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/pick/communes': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/pick/import-sources': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/pick/users': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/search': { query: { readonly q: string; readonly kind?: "publications" | "acteurs" | "claims" | "threads" | "communes" | "import_sources" | "users" | "subscriptions" }; reply: { readonly data: { readonly publications?: readonly (FoundLine)[]; readonly acteurs?: readonly (FoundLine)[]; readonly claims?: readonly (FoundLine)[]; readonly threads?: readonly (FoundLine)[]; readonly communes?: readonly (FoundLine)[]; readonly import_sources?: readonly (FoundLine)[]; readonly users?: readonly (FoundLine)[]; readonly subscriptions?: readonly (FoundLine)[] }; readonly meta: { readonly corrected: string | null } } }
  'GET /api/v1/admin/views': { reply: { readonly data: readonly (View)[] } }
  'PUT /api/v1/admin/views': { body: NewView; reply: { readonly data: View } }
  'GET /api/v1/admin/views/counts': { query: { readonly of: string }; reply: { readonly data: readonly (number | null)[] } }
  'DELETE /api/v1/admin/views/{id}': { params: { readonly id: string }; reply: { readonly data: { readonly id: string } } }
  'GET /api/v1/admin/live': { reply: undefined }
  'PUT /api/v1/admin/presence': { body: Place; reply: { readonly data: { readonly others: readonly ({ readonly id: string; readonly nom: string | null; readonly since: string })[] } } }
  'GET /api/v1/admin/communes/{id}/hosts': { params: { readonly id: string }; reply: { readonly data: readonly (CommuneHost)[] } }
  'POST /api/v1/admin/communes/{id}/hosts': { params: { readonly id: string }; body: NewCommuneHost; reply: { readonly data: readonly (CommuneHost)[] } }
  'POST /api/v1/admin/communes/{id}/file': { params: { readonly id: string }; reply: { readonly data: { readonly url: string; readonly expires_at: string } } }
  'DELETE /api/v1/admin/communes/{id}/hosts/{host}': { params: { readonly id: string; readonly host: string }; reply: { readonly data: readonly (CommuneHost)[] } }
  'GET /api/v1/admin/pick/epcis': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (EpciLine)[] } }
  'GET /api/v1/admin/pick/api-keys': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/audit': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly action?: string; readonly entity?: string; readonly entity_id?: string; readonly decision?: "approved" | "rejected" | "changes_requested" | "pending" | "kept" | "undone" | "upheld" | "overturned"; readonly user_id?: string; readonly key_id?: string; readonly request_id?: string; readonly from?: string; readonly to?: string }; reply: AuditEntryPage }
  'GET /api/v1/admin/audit/actions': { reply: { readonly data: readonly (AuditAction)[] } }
  'GET /api/v1/admin/audit/seal': { reply: { readonly data: AuditSeal } }
  'GET /api/v1/admin/publication-types': { reply: { readonly data: readonly (KeptPublicationType)[] } }
  'POST /api/v1/admin/publication-types': { body: NewPublicationType; reply: { readonly data: KeptPublicationType } }
  'PATCH /api/v1/admin/publication-types/{id}': { params: { readonly id: string }; body: PublicationTypeChanges; reply: { readonly data: KeptPublicationType } }
  'GET /api/v1/admin/api-keys': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ApiKeyPage }
  'POST /api/v1/admin/api-keys': { body: NewApiKey; reply: { readonly data: CreatedApiKey } }
  'DELETE /api/v1/admin/api-keys/{id}': { params: { readonly id: string }; reply: { readonly data: ApiKey } }
  'GET /api/v1/admin/webhooks': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: WebhookPage }
  'POST /api/v1/admin/webhooks': { body: NewWebhook; reply: { readonly data: CreatedWebhook } }
  'GET /api/v1/admin/webhooks/{id}': { params: { readonly id: string }; reply: { readonly data: Webhook } }
  'PATCH /api/v1/admin/webhooks/{id}': { params: { readonly id: string }; body: WebhookChanges; reply: { readonly data: Webhook } }
  'DELETE /api/v1/admin/webhooks/{id}': { params: { readonly id: string }; reply: { readonly data: { readonly deleted: boolean } } }
  'POST /api/v1/admin/webhooks/{id}/verify': { params: { readonly id: string }; reply: { readonly data: Webhook } }
  'POST /api/v1/admin/webhooks/{id}/disable': { params: { readonly id: string }; reply: { readonly data: Webhook } }
  'POST /api/v1/admin/webhooks/{id}/secret': { params: { readonly id: string }; reply: { readonly data: CreatedWebhook } }
  'POST /api/v1/admin/webhooks/{id}/test': { params: { readonly id: string }; reply: { readonly data: WebhookDelivery } }
  'GET /api/v1/admin/webhooks/{id}/deliveries': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly state?: "waiting" | "delivered" | "failed"; readonly event?: SentEvent }; reply: WebhookDeliveryPage }
  'POST /api/v1/admin/webhooks/{id}/deliveries/{deliveryId}/replay': { params: { readonly id: string; readonly deliveryId: string }; reply: { readonly data: WebhookDelivery } }
  'GET /api/v1/admin/app-sources': { reply: { readonly data: readonly (AppSource)[] } }
  'POST /api/v1/admin/app-sources': { body: NewAppSource; reply: { readonly data: AppSource } }
  'PATCH /api/v1/admin/app-sources/{slug}': { params: { readonly slug: AppSlug }; body: AppSourceChanges; reply: { readonly data: AppSource } }
  'GET /api/v1/admin/watched-words': { reply: { readonly data: readonly (WatchedWords)[] } }
  'POST /api/v1/admin/watched-words': { body: NewWatchedWords; reply: { readonly data: WatchedWords } }
  'POST /api/v1/admin/watched-words/trial': { body: WatchedWordsTrialQuestion; reply: { readonly data: WatchedWordsTrial } }
  'PATCH /api/v1/admin/watched-words/{id}': { params: { readonly id: string }; body: WatchedWordsChanges; reply: { readonly data: WatchedWords } }
  'DELETE /api/v1/admin/watched-words/{id}': { params: { readonly id: string }; reply: { readonly data: WatchedWords } }
  'GET /api/v1/admin/health': { reply: { readonly data: Health } }
  'GET /api/v1/admin/failed-mails': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly template?: MailKind }; reply: FailedMailPage }
  'GET /api/v1/admin/failed-mails/kinds': { reply: { readonly data: readonly (FailedMailKind)[] } }
  'POST /api/v1/admin/failed-mails/retry': { body: FailedMailsOfKind; reply: { readonly data: { readonly done: number; readonly left: number } } }
  'POST /api/v1/admin/failed-mails/give-up': { body: FailedMailsOfKind; reply: { readonly data: { readonly done: number; readonly left: number } } }
  'POST /api/v1/admin/failed-mails/{id}/retry': { params: { readonly id: string }; reply: { readonly data: MailFate } }
  'POST /api/v1/admin/failed-mails/{id}/give-up': { params: { readonly id: string }; reply: { readonly data: MailFate } }
  'GET /api/v1/admin/failed-jobs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: FailedJobPage }
  'POST /api/v1/admin/failed-jobs/{id}/retry': { params: { readonly id: string }; reply: { readonly data: JobState } }
  'POST /api/v1/admin/failed-jobs/{id}/give-up': { params: { readonly id: string }; reply: { readonly data: JobState } }
  'GET /api/v1/admin/subscriptions': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: SubscriptionStatus; readonly plan?: string; readonly acteur_id?: string; readonly ownerless?: boolean; readonly q?: string }; reply: SubscriptionPage }
  'GET /api/v1/admin/subscriptions/{id}': { params: { readonly id: string }; reply: { readonly data: Subscription } }
  'PATCH /api/v1/admin/subscriptions/{id}': { params: { readonly id: string }; body: AttachedSubscription; reply: { readonly data: Subscription } }
  'GET /api/v1/admin/payment-comparison': { reply: { readonly data: PaymentComparison | null } }
  'GET /api/v1/admin/payment-events': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: PaymentEventStatus; readonly subscription_id?: string; readonly type?: string }; reply: PaymentEventPage }
  'POST /api/v1/admin/payment-events/{id}/replay': { params: { readonly id: string }; reply: { readonly data: PaymentEvent } }
  'GET /api/v1/admin/users': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly role?: Role; readonly status?: UserStatus; readonly acteur_id?: string; readonly team?: boolean; readonly expected?: boolean; readonly sort?: "created_at_desc" | "nom_asc" | "last_seen_desc" }; reply: UserPage }
  'POST /api/v1/admin/users': { body: NewUser; reply: { readonly data: User } }
  'GET /api/v1/admin/users/colleagues': { reply: { readonly data: readonly (PersonInBrief)[] } }
  'GET /api/v1/admin/users/{userId}': { params: { readonly userId: string }; reply: { readonly data: User } }
  'PATCH /api/v1/admin/users/{userId}': { params: { readonly userId: string }; body: UserChanges; reply: { readonly data: User } }
  'POST /api/v1/admin/users/{userId}/invite': { params: { readonly userId: string }; reply: { readonly data: User } }
  'DELETE /api/v1/admin/users/{userId}/invite': { params: { readonly userId: string }; reply: { readonly data: User } }
  'DELETE /api/v1/admin/users/{userId}/sessions': { params: { readonly userId: string }; reply: { readonly data: User } }
  'DELETE /api/v1/admin/users/{userId}/second-factor': { params: { readonly userId: string }; reply: { readonly data: User } }
  'GET /api/v1/admin/users/{userId}/notes': { params: { readonly userId: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleagueNotePage }
  'POST /api/v1/admin/users/{userId}/notes': { params: { readonly userId: string }; body: NewColleagueNote; reply: { readonly data: ColleagueNote } }
  'DELETE /api/v1/admin/users/{userId}/notes/{noteId}': { params: { readonly userId: string; readonly noteId: string }; reply: { readonly data: ColleagueNote } }
  'POST /api/v1/admin/personal-data/export': { body: WhoseData; reply: { readonly data: { readonly exported_at: string; readonly held: Readonly<Record<string, readonly (unknown)[]>> } } }
  'POST /api/v1/admin/personal-data/erase': { body: Erasing; reply: { readonly data: { readonly done: boolean; readonly erased: Readonly<Record<string, number>>; readonly still_named: readonly ({ readonly id: string; readonly title: string })[]; readonly left_alone: readonly (ActeurLeftAlone)[] } } }
  'POST /api/v1/admin/users/{userId}/roles': { params: { readonly userId: string }; body: NewRole; reply: { readonly data: UserRoles } }
  'DELETE /api/v1/admin/users/{userId}/roles/{role}': { params: { readonly userId: string; readonly role: string }; reply: { readonly data: UserRoles } }
  'GET /api/v1/admin/communes': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly departement?: Departement; readonly mairie?: boolean; readonly acteurs?: boolean; readonly contact?: boolean; readonly fusionnee?: boolean }; reply: AdminCommunePage }
  'POST /api/v1/admin/communes': { body: NewCommune; reply: { readonly data: Commune } }
  'GET /api/v1/admin/communes/{id}': { params: { readonly id: string }; reply: { readonly data: CommuneRecord } }
  'PATCH /api/v1/admin/communes/{id}': { params: { readonly id: string }; body: CommuneChanges; reply: { readonly data: Commune } }
  'GET /api/v1/admin/communes/{id}/full': { params: { readonly id: string }; reply: { readonly data: FullCommune } }
  'GET /api/v1/admin/communes/{id}/elus': { params: { readonly id: string }; reply: { readonly data: readonly (Elu)[]; readonly meta: { readonly version: Version } } }
  'GET /api/v1/admin/communes/{id}/collectes': { params: { readonly id: string }; reply: { readonly data: readonly (Collecte)[]; readonly meta: { readonly version: Version; readonly fuseau: string } } }
  'GET /api/v1/admin/communes/{id}/infos': { params: { readonly id: string }; reply: { readonly data: InfosToEdit; readonly meta: { readonly version: Version } } }
  'PATCH /api/v1/admin/communes/{id}/merger': { params: { readonly id: string }; body: CommuneMerger; reply: { readonly data: CommuneMerger } }
  'GET /api/v1/admin/communes/{id}/place': { params: { readonly id: string }; reply: { readonly data: CommunePlace } }
  'PATCH /api/v1/admin/communes/{id}/place': { params: { readonly id: string }; body: CommunePlaceChanges; reply: { readonly data: CommunePlace } }
  'GET /api/v1/admin/communes/{id}/acteurs': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: ActeurType }; reply: AdminActeurPage }
  'GET /api/v1/admin/communes/{id}/history': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'GET /api/v1/admin/communes/{id}/defibrillateurs': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly statut?: DefibrillateurStatut; readonly retire?: boolean; readonly actif?: boolean; readonly bbox?: string }; reply: CommunalDefibrillateurPage }
  'POST /api/v1/admin/communes/{id}/defibrillateurs': { params: { readonly id: string }; body: NewDefibrillateur; reply: { readonly data: CommunalDefibrillateur } }
  'GET /api/v1/admin/communes/{id}/defibrillateurs/syncs': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: DefibrillateurSyncPage }
  'GET /api/v1/admin/defibrillateurs-france': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly statut?: DefibrillateurStatut; readonly retire?: boolean; readonly actif?: boolean; readonly bbox?: string; readonly code_insee?: CodeInsee; readonly departement?: Departement; readonly commune_id?: string; readonly corrige?: boolean }; reply: NationalDefibrillateurPage }
  'GET /api/v1/admin/defibrillateurs-france/summary': { query: { readonly q?: string; readonly statut?: DefibrillateurStatut; readonly retire?: boolean; readonly actif?: boolean; readonly bbox?: string; readonly code_insee?: CodeInsee; readonly departement?: Departement; readonly commune_id?: string; readonly corrige?: boolean; readonly by: "departement" }; reply: { readonly data: readonly (DefibrillateursInBrief)[] } }
  'GET /api/v1/admin/defibrillateurs-france/syncs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: DefibrillateurSyncPage }
  'GET /api/v1/admin/defibrillateurs-france/syncs/{id}': { params: { readonly id: string }; reply: { readonly data: DefibrillateurSync } }
  'PATCH /api/v1/admin/defibrillateurs-france/bulk': { body: DefibrillateursChanges; reply: { readonly data: DefibrillateursChanged } }
  'PATCH /api/v1/admin/defibrillateurs/bulk': { body: DefibrillateursChanges; reply: { readonly data: DefibrillateursChanged } }
  'GET /api/v1/admin/defibrillateurs/{id}': { params: { readonly id: string }; reply: { readonly data: DefibrillateurItem } }
  'PATCH /api/v1/admin/defibrillateurs/{id}': { params: { readonly id: string }; body: CommunalDefibrillateurChanges; reply: { readonly data: CommunalDefibrillateur } }
  'PATCH /api/v1/admin/defibrillateurs-france/{id}': { params: { readonly id: string }; body: NationalDefibrillateurChanges; reply: { readonly data: NationalDefibrillateur } }
  'POST /api/v1/admin/defibrillateurs-france/sync': { body: SyncRequest; reply: { readonly data: { readonly id: string; readonly status: "queued" } } }
  'POST /api/v1/admin/communes/{id}/defibrillateurs/sync': { params: { readonly id: string }; body: SyncRequest; reply: { readonly data: { readonly id: string; readonly status: "queued" } } }
  'GET /api/v1/admin/import-sources': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly enabled?: boolean; readonly kind?: ImportKind; readonly acteur_id?: string; readonly commune_id?: string; readonly last_status?: ImportEnding; readonly failing?: boolean }; reply: ImportSourcePage }
  'POST /api/v1/admin/import-sources': { body: NewImportSource; reply: { readonly data: ImportSource } }
  'GET /api/v1/admin/import-sources/{id}': { params: { readonly id: string }; reply: { readonly data: ImportSource } }
  'PATCH /api/v1/admin/import-sources/{id}': { params: { readonly id: string }; body: ImportSourceChanges; reply: { readonly data: ImportSource } }
  'DELETE /api/v1/admin/import-sources/{id}': { params: { readonly id: string }; reply: { readonly data: ImportSource } }
  'POST /api/v1/admin/import-sources/{id}/run': { params: { readonly id: string }; query?: { readonly dry_run?: boolean }; reply: { readonly data: ImportRunWithItems } }
  'POST /api/v1/admin/import-sources/preview': { query?: { readonly source_id?: string }; body: NewImportSource; reply: { readonly data: ImportPreview } }
  'POST /api/v1/admin/import-sources/discover': { body: ImportPage; reply: { readonly data: ImportDiscovery } }
  'GET /api/v1/admin/import-sources/{id}/runs': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ImportRunPage }
  'GET /api/v1/admin/import-sources/{id}/runs/days': { params: { readonly id: string }; reply: { readonly data: readonly (ImportDay)[] } }
  'GET /api/v1/admin/import-sources/{id}/runs/{runId}': { params: { readonly id: string; readonly runId: string }; reply: { readonly data: ImportRunInFull } }
  'GET /api/v1/admin/import-sources/{id}/logs/{date}': { params: { readonly id: string; readonly date: string }; reply: { readonly data: { readonly date: string; readonly runs: readonly ({ readonly id: string; readonly source_id: string; readonly trigger: "manual" | "schedule"; readonly dry_run: boolean; readonly status: ImportRunStatus; readonly created_at: string; readonly started_at: string | null; readonly finished_at: string | null; readonly counts: ImportCounts; readonly error: ImportExplanation | null; readonly entries: readonly (ImportEntry)[] })[] } } }
  'POST /api/v1/webhooks/payment': { body: ProviderEvent; reply: { readonly data: { readonly received: boolean } } }
  'POST /api/v1/webhooks/inbound-mail': { reply: { readonly data: { readonly received: boolean } } }
  'GET /auth/verify-email': { query: { readonly token: string; readonly callbackURL?: ReturnAddress }; reply: Status }
  'GET /auth/callback/{provider}': { params: { readonly provider: string }; query?: { readonly state?: string; readonly code?: string; readonly iss?: string; readonly error?: string; readonly error_description?: string }; reply: Status }
  'GET /auth/signed-out': { query?: { readonly state?: string }; reply: Status }
  'POST /auth/back-channel-logout': { body: BackChannelLogout; reply: Status }
  'GET /auth/reset-password/{token}': { params: { readonly token: string }; query?: { readonly callbackURL?: ReturnAddress }; reply: { readonly token: string; readonly email: string } }
  'GET /auth/decline-invitation/{token}': { params: { readonly token: string }; reply: Status }
  'POST /auth/decline-invitation/{token}': { params: { readonly token: string }; reply: Status }
  'GET /auth/confirm-week/{token}': { params: { readonly token: string }; reply: Status }
  'POST /auth/confirm-week/{token}': { params: { readonly token: string }; reply: Status }
  'GET /auth/stop-week/{token}': { params: { readonly token: string }; reply: Status }
  'POST /auth/stop-week/{token}': { params: { readonly token: string }; reply: Status }
  'GET /auth/stop-digest/{token}': { params: { readonly token: string }; reply: Status }
  'POST /auth/stop-digest/{token}': { params: { readonly token: string }; reply: Status }
  'GET /auth/claim-agree/{token}': { params: { readonly token: string }; reply: Status }
  'POST /auth/claim-agree/{token}': { params: { readonly token: string }; reply: Status }
  'GET /auth/claim-disagree/{token}': { params: { readonly token: string }; reply: Status }
  'POST /auth/claim-disagree/{token}': { params: { readonly token: string }; reply: Status }
  'POST /auth/passkeys/begin': { body: OwnPassword; reply: Readonly<Record<string, unknown>> }
  'POST /auth/passkeys/add': { body: NewPasskey; reply: Passkey }
  'POST /auth/sign-in/passkey/begin': { reply: Readonly<Record<string, unknown>> }
  'POST /auth/sign-in/passkey': { body: UsedPasskey; reply: { readonly token?: string; readonly user?: Account } }
  'GET /auth/passkeys': { reply: readonly (Passkey)[] }
  'POST /auth/passkeys/remove': { body: PasskeyToRemove; reply: Status }
  'GET /auth/appeal/{token}': { params: { readonly token: string }; reply: Status }
  'POST /auth/appeal/{token}': { params: { readonly token: string }; body: Contest; reply: Status }
}
