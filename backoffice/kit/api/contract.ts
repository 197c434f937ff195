// Written by `npm run contract` from the table of routes; a test holds it to them.

export type Account = { readonly id: string; readonly email: string | null; readonly name: string; readonly emailVerified: boolean; readonly twoFactorEnabled?: boolean }

export type AccountClosing = { readonly password?: string; readonly leaveAlone?: boolean }

export type AccountToClose = { readonly left_alone: readonly ({ readonly acteur_id: Id; readonly nom: string; readonly colleagues: number })[] }

export type ActRegister = { readonly state: "trial" | "running" | "done" | "stopped"; readonly why: "right_lost" | "room" | "broken" | null; readonly total: number; readonly taken: number; readonly known: number; readonly left: number; readonly lines: readonly ({ readonly line: number; readonly numero: string | null; readonly why: "numero" | "objet" | "date" | "transmis_le" | "lien" | "nature" | "repete" | "guillemet" | "autre" | "refuse" | "sans_reponse" | "introuvable" | "pas_pdf" })[]; readonly sample: readonly ({ readonly nature: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly numero: string; readonly date: Day; readonly objet: string })[]; readonly created_at: Timestamp; readonly ended_at: Timestamp | null }

export type ActeInBrief = { readonly nature: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly numero: string; readonly date: Day; readonly transmis_le: Day | null }

export type ActeTransmission = { readonly transmis_le: Day }

export type Acteur = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly commune_id: Id | null; readonly commune_ids: readonly (Id)[]; readonly description: string | null; readonly horaires: string | null; readonly fermetures: readonly (Fermeture)[]; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly siret: string | null; readonly rna: string | null; readonly image: ShownImage | null; readonly ouverture: readonly (OpenDay)[] | null; readonly url: string | null; readonly valide: boolean; readonly valide_le: Timestamp | null; readonly badge: Badge | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version }

export type ActeurActivation = { readonly active: boolean }

export type ActeurBilling = { readonly subscription: OwnSubscription | null; readonly may: readonly ("checkout" | "portal")[] }

export type ActeurChanges = { readonly nom?: string; readonly slug?: Slug; readonly type?: ActeurType; readonly commune_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly description?: string | null; readonly horaires?: string | null; readonly fermetures?: readonly (FermetureInput)[]; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: Email | null; readonly site_web?: Link | null; readonly siret?: string | null; readonly rna?: string | null; readonly image?: ImageWanted | null }

export type ActeurCounts = { readonly association: number; readonly commerce: number; readonly artisan: number; readonly mairie: number; readonly service_public: number; readonly ecole: number; readonly sante: number; readonly autre: number }

export type ActeurInBrief = { readonly id: Id; readonly nom: string }

export type ActeurLookAlike = { readonly id: Id; readonly nom: string; readonly type: ActeurType; readonly commune: CommuneInBrief | null; readonly deleted: boolean; readonly reasons: readonly ("siret" | "rna" | "nom" | "email" | "email_domain" | "telephone")[] }

export type ActeurMailAddress = { readonly available: boolean; readonly address: string | null; readonly since: Timestamp | null; readonly drafts: number; readonly refused: number }

export type ActeurMerge = { readonly id: Id; readonly from: { readonly id: Id; readonly nom: string }; readonly into: { readonly id: Id; readonly nom: string }; readonly merged_at: Timestamp; readonly by: PersonInBrief | null; readonly undone_at: Timestamp | null; readonly moved: { readonly publications: number; readonly claims: number; readonly subscriptions: number; readonly import_sources: number; readonly uploads: number; readonly members: number } }

export type ActeurMoves = { readonly publications: number; readonly claims: number; readonly subscriptions: number; readonly import_sources: number; readonly members: number }

export type ActeurOfKey = { readonly id: Id; readonly nom: string }

export type ActeurPage = { readonly data: readonly (Acteur)[]; readonly meta: PageMeta }

export type ActeurSort = "nom_asc" | "created_at_desc" | "created_at_asc"

export type ActeurType = "association" | "commerce" | "artisan" | "mairie" | "service_public" | "ecole" | "sante" | "autre"

export type ActeurUpsert = { readonly kind: "acteur"; readonly id: Id; readonly at: Timestamp; readonly change: "upsert"; readonly acteur: Acteur }

export type ActeurValidation = { readonly valide?: boolean }

export type AddressChange = { readonly newEmail: string; readonly password?: string }

export type AddressConfirmation = { readonly token: string }

export type Addressee = { readonly as: "author" | "owner" | "reporter" | "claimant" | "requester"; readonly id: Id | null; readonly nom: string | null }

export type AdminActeur = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly commune_id: Id | null; readonly commune_ids: readonly (Id)[]; readonly description: string | null; readonly horaires: string | null; readonly fermetures: readonly (Fermeture)[]; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly siret: string | null; readonly rna: string | null; readonly image: ShownImage | null; readonly ouverture: readonly (OpenDay)[] | null; readonly url: string | null; readonly valide: boolean; readonly valide_le: Timestamp | null; readonly badge: Badge | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly active: boolean; readonly can_publish: boolean; readonly deleted_at: Timestamp | null; readonly merged_into: Id | null; readonly commune: CommuneInBrief | null; readonly owners_count: number; readonly publications_count: number; readonly may: readonly ("describe" | "govern")[] }

export type AdminActeurPage = { readonly data: readonly (AdminActeur)[]; readonly meta: PageMeta }

export type AdminCommune = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly code_insee: CodeInsee | null; readonly departement: Departement | null; readonly region: string | null; readonly codes_postaux: readonly (CodePostal)[]; readonly population: number | null; readonly latitude: number | null; readonly longitude: number | null; readonly mairie_actor_id: Id | null; readonly version: Version; readonly mairie_actor: { readonly id: Id; readonly nom: string } | null; readonly contact: boolean; readonly successor: CommuneInBrief | null; readonly merged_le: Day | null }

export type AdminCommunePage = { readonly data: readonly (AdminCommune)[]; readonly meta: NumberedPageMeta }

export type AdminPublication = { readonly id: Id; readonly title: string; readonly body: PublicationBody; readonly type_id: Id; readonly commune_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly heure_debut: Hour | null; readonly date_fin: Day | null; readonly heure_fin: Hour | null; readonly dates: readonly (Day)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: Timestamp | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly status: ModerationStatus; readonly type: PublicationTypeInBrief; readonly acteur_id: Id | null; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly badge: Badge | null } | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly en_avant: boolean; readonly featured_until: Timestamp | null; readonly epingle: boolean; readonly annule_le: Timestamp | null; readonly annule_motif: string | null; readonly leve_le: Timestamp | null; readonly en_vigueur: boolean; readonly publie_le: Timestamp | null; readonly url: string | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly moderation_status: ModerationStatus; readonly valide: boolean; readonly moderation_reason: string | null; readonly moderation_reason_code: ReasonCode | null; readonly moderated_at: Timestamp | null; readonly image_refused: "forbidden" | "gone" | "unreachable" | "too_large" | "unreadable" | "storage_full" | "removed" | null; readonly communes: readonly (CommuneInBrief)[]; readonly moderation_by: Decider; readonly author: PersonInBrief | null; readonly api_key: KeyInBrief | null; readonly moderator: PersonInBrief | null; readonly duplicates_count: number; readonly waits_since: Timestamp | null; readonly assignee: PersonInBrief | null; readonly notes_count: number; readonly reports: OpenReports | null; readonly deleted_at: Timestamp | null; readonly moderated_by: Id | null; readonly reports_count: number; readonly import_source_id: Id | null; readonly created_by: Id | null; readonly watched?: readonly (Watched)[]; readonly duplicate_key?: Id; readonly duplicate_reason?: "source_url" | "signature"; readonly duplicate_count?: number; readonly changed_since_approval: boolean }

export type AdminPublicationFilter = { readonly q?: string; readonly commune_id?: Id; readonly departement?: Departement; readonly acteur_id?: Id; readonly type_id?: Id; readonly moderation_status?: string; readonly moderation_by?: Decider; readonly valide?: boolean; readonly visible?: boolean; readonly scheduled?: boolean; readonly deleted?: Deleted; readonly reported?: boolean; readonly report_outcome?: "kept" | "removed"; readonly import_source_id?: Id; readonly created_by?: Id; readonly moderated_by?: Id; readonly decided_from?: Day; readonly decided_to?: Day; readonly moderation_reason_code?: ReasonCode; readonly assigned_to?: string; readonly late?: boolean; readonly ids?: string; readonly from?: Day; readonly to?: Day; readonly since?: Timestamp | Id; readonly updated_since?: Timestamp; readonly duplicates?: boolean }

export type AdminPublicationPage = { readonly data: readonly (AdminPublication)[]; readonly meta: AdminPublicationPageMeta }

export type AdminPublicationPageMeta = { readonly current_page: number; readonly last_page: number; readonly per_page: number; readonly total: number; readonly next: string | null; readonly total_exact: boolean }

export type AdminPublicationSort = "created_at_desc" | "created_at_asc" | "publie_le_desc" | "publie_le_asc" | "title_asc" | "reports_desc" | "urgency" | "team"

export type AlertEndedEvent = { readonly type: "alert.ended"; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: EventIds }

export type AlertLevel = "information" | "vigilance" | "danger"

export type AlertStartedEvent = { readonly type: "alert.started"; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: EventIds }

export type AlikePublication = { readonly id: Id; readonly title: string; readonly body: PublicationBody; readonly type_id: Id; readonly commune_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly heure_debut: Hour | null; readonly date_fin: Day | null; readonly heure_fin: Hour | null; readonly dates: readonly (Day)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: Timestamp | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly status: ModerationStatus; readonly type: PublicationTypeInBrief; readonly acteur_id: Id | null; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly badge: Badge | null } | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly en_avant: boolean; readonly featured_until: Timestamp | null; readonly epingle: boolean; readonly annule_le: Timestamp | null; readonly annule_motif: string | null; readonly leve_le: Timestamp | null; readonly en_vigueur: boolean; readonly publie_le: Timestamp | null; readonly url: string | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly moderation_status: ModerationStatus; readonly valide: boolean; readonly moderation_reason: string | null; readonly moderation_reason_code: ReasonCode | null; readonly moderated_at: Timestamp | null; readonly image_refused: "forbidden" | "gone" | "unreachable" | "too_large" | "unreadable" | "storage_full" | "removed" | null; readonly communes: readonly (CommuneInBrief)[]; readonly moderation_by: Decider; readonly author: PersonInBrief | null; readonly api_key: KeyInBrief | null; readonly moderator: PersonInBrief | null; readonly duplicates_count: number; readonly waits_since: Timestamp | null; readonly assignee: PersonInBrief | null; readonly notes_count: number; readonly reports: OpenReports | null; readonly deleted_at: Timestamp | null; readonly moderated_by: Id | null; readonly reports_count: number; readonly import_source_id: Id | null; readonly created_by: Id | null; readonly watched?: readonly (Watched)[]; readonly duplicate_key?: Id; readonly duplicate_reason?: "source_url" | "signature"; readonly duplicate_count?: number; readonly changed_since_approval: boolean; readonly told_apart: boolean }

export type AlikePublicationPage = { readonly data: readonly (AlikePublication)[]; readonly meta: PageMeta }

export type AnsweredThread = { readonly data: Message; readonly meta: Telling }

export type ApiKey = { readonly id: Id; readonly nom: string; readonly prefix: string; readonly scopes: readonly (KeyScope)[]; readonly state: KeyState; readonly acteur: ActeurOfKey | null; readonly communes: readonly (CommuneInBrief)[]; readonly epcis: readonly ({ readonly code: string; readonly nom: string })[]; readonly granted_to: "owner" | "admin" | "operator"; readonly created_by: PersonInBrief | null; readonly created_at: Timestamp; readonly expires_at: Timestamp; readonly last_used_at: Timestamp | null; readonly revoked_at: Timestamp | null }

export type ApiKeyPage = { readonly data: readonly (ApiKey)[]; readonly meta: PageMeta }

export type AppSlug = string

export type AppSource = { readonly slug: AppSlug; readonly nom: string | null; readonly active: boolean; readonly whole: boolean; readonly communes: readonly (ShownByApp)[] | null; readonly acteurs: readonly (ShownByApp)[] | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version }

export type AppSourceChanges = { readonly nom?: string | null; readonly active?: boolean; readonly commune_ids?: readonly (Id)[] | null; readonly acteur_ids?: readonly (Id)[] | null }

export type Appeal = { readonly id: Id; readonly kind: AppealKind; readonly status: AppealStatus; readonly decision: ContestedDecision; readonly reason_code: ReasonCode | null; readonly reason: string | null; readonly decided_at: Timestamp; readonly decider: PersonInBrief | null; readonly publication_id: Id | null; readonly claim_id: Id | null; readonly nom: string; readonly report: { readonly reason: ReasonCode; readonly message: string | null; readonly created_at: Timestamp } | null; readonly assignee: PersonInBrief | null; readonly by: PersonInBrief | null; readonly email: Email | null; readonly message: string | null; readonly answer: string | null; readonly answerer: PersonInBrief | null; readonly answered_at: Timestamp | null; readonly created_at: Timestamp; readonly version: Version }

export type AppealDecision = { readonly status: AppealOutcome; readonly answer: string }

export type AppealItem = { readonly id: Id; readonly kind: AppealKind; readonly status: AppealStatus; readonly decision: ContestedDecision; readonly reason_code: ReasonCode | null; readonly reason: string | null; readonly decided_at: Timestamp; readonly decider: PersonInBrief | null; readonly publication_id: Id | null; readonly claim_id: Id | null; readonly nom: string; readonly report: { readonly reason: ReasonCode; readonly message: string | null; readonly created_at: Timestamp } | null; readonly assignee: PersonInBrief | null; readonly by: PersonInBrief | null; readonly email: Email | null; readonly message: string | null; readonly answer: string | null; readonly answerer: PersonInBrief | null; readonly answered_at: Timestamp | null; readonly created_at: Timestamp; readonly version: Version; readonly own_decision: boolean; readonly alone: boolean }

export type AppealKind = "publication" | "report" | "claim"

export type AppealOutcome = "upheld" | "overturned"

export type AppealPage = { readonly data: readonly (Appeal)[]; readonly meta: PageMeta }

export type AppealStatus = "pending" | "upheld" | "overturned" | "closed"

export type ApprovedWords = { readonly title: string; readonly body: PublicationBody; readonly type_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly heure_debut: Hour | null; readonly date_fin: Day | null; readonly heure_fin: Hour | null; readonly dates: readonly (Day)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: Timestamp | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly at: Timestamp; readonly decision: "approved" | "sent_back"; readonly reason: string | null }

export type AskedClaim = { readonly data: Claim; readonly meta: Telling }

export type AskedOwners = { readonly asked: number }

export type AssignRecord = { readonly assignee_id: Id | null; readonly instead_of?: Id | null }

export type AssignThread = { readonly assignee_id?: Id | null }

export type AssignedRecord = { readonly kind: "publications" | "claims" | "threads" | "appeals"; readonly id: Id; readonly nom: string | null; readonly since: Timestamp }

export type AttachedSubscription = { readonly acteur_id: Id }

export type Audience = "tous" | "enfants" | "familles" | "jeunes" | "adultes" | "seniors"

export type AuditAction = { readonly action: string; readonly last_at: Timestamp }

export type AuditEntry = { readonly id: number; readonly at: Timestamp; readonly user_id: Id | null; readonly by: PersonInBrief | null; readonly key: KeyInBrief | null; readonly app_source: string | null; readonly request_id: string | null; readonly ip_hash: string | null; readonly action: string; readonly entity: string; readonly entity_id: string; readonly label: string | null; readonly before: Readonly<Record<string, unknown>> | null; readonly after: Readonly<Record<string, unknown>> | null; readonly names: Readonly<Record<string, string>>; readonly sealed: boolean }

export type AuditEntryPage = { readonly data: readonly (AuditEntry)[]; readonly meta: PageMeta }

export type AuditSeal = { readonly seals: number; readonly sealed_rows: number; readonly open_rows: number; readonly sealed_at: Timestamp | null; readonly head: string | null }

export type BackChannelLogout = { readonly logout_token: string }

export type Badge = "officiel" | "verifie" | "partenaire"

export type BadgeChange = { readonly badge: Badge | null }

export type BulkDecision = { readonly ids?: readonly (Id)[]; readonly versions?: readonly (Version)[]; readonly filter?: AdminPublicationFilter; readonly expected_total?: number; readonly moderation_status: ModerationStatus; readonly reason?: string | null; readonly reason_code?: ReasonCode | null; readonly publie_le?: Timestamp }

export type BulkDeletion = { readonly ids?: readonly (Id)[]; readonly versions?: readonly (Version)[]; readonly filter?: AdminPublicationFilter; readonly expected_total?: number }

export type BulkFeature = { readonly ids?: readonly (Id)[]; readonly versions?: readonly (Version)[]; readonly filter?: AdminPublicationFilter; readonly expected_total?: number; readonly en_avant: boolean; readonly featured_until?: Timestamp | null }

export type BulkOutcome = { readonly data: { readonly updated: readonly (Id)[]; readonly unchanged: readonly (Id)[]; readonly failed: readonly (LeftAside)[] }; readonly meta: { readonly operation_id: Id; readonly mail: LeavingMail | null; readonly queued?: number } }

export type CallOutcome = "confirmed" | "denied" | "unanswered"

export type CalledNumber = "register" | "page"

export type ChangeKind = "type" | "commune" | "acteur" | "publication" | "elus" | "collectes" | "infos" | "defibrillateurs"

export type ChangedMember = { readonly data: Member; readonly meta: { readonly owners_left: number } }

export type Claim = { readonly id: Id; readonly acteur_id: Id; readonly acteur: ClaimedActeur; readonly message: string | null; readonly status: ClaimStatus; readonly nom: string | null; readonly email: string | null; readonly telephone: string | null; readonly claimant_user_id: Id | null; readonly decided_at: Timestamp | null; readonly decided_by: Id | null; readonly note: string | null; readonly reason: string | null; readonly expires_at: Timestamp; readonly assignee: PersonInBrief | null; readonly notes_count: number; readonly exchange: ClaimExchange | null; readonly created_at: Timestamp; readonly version: Version }

export type ClaimAgreement = { readonly email: "same_address" | "same_domain" | "public_domain" | "differs" | "unknown"; readonly telephone: "same" | "differs" | "unknown"; readonly siret: "same" | "differs" | "unknown" | "same_company"; readonly rna: "same" | "differs" | "unknown" }

export type ClaimCall = { readonly number: CalledNumber; readonly outcome: CallOutcome; readonly answered_by: string | null; readonly note: string | null; readonly by: PersonInBrief | null; readonly at: Timestamp }

export type ClaimDecidedEvent = { readonly type: "claim.decided"; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: { readonly id: Id; readonly acteur_ids: readonly (Id)[]; readonly commune_ids: readonly (Id)[]; readonly url: string | null; readonly status: ClaimStatus } }

export type ClaimDecision = { readonly status: "approved" | "rejected"; readonly note?: string | null; readonly reason?: string | null; readonly user_id?: Id | null; readonly role?: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type ClaimEvidence = { readonly kind: "owner_disagrees" | "siret_differs" | "rna_differs" | "letter_code" | "official_code" | "official_siret" | "call_back" | "owner_agrees" | "town_mail" | "acteur_mail" | "site_mail" | "town_staff_mail" | "siret_same" | "siret_company" | "rna_same" | "telephone_same" | "number_to_check" | "owners_silent" | "other_mail" | "public_mail"; readonly strength: "against" | "strong" | "weak" | "to_check" | "nothing"; readonly by: PersonInBrief | null; readonly at: Timestamp | null }

export type ClaimExchange = "awaiting" | "answered"

export type ClaimItem = { readonly id: Id; readonly acteur_id: Id; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly commune_id: Id | null; readonly commune_ids: readonly (Id)[]; readonly description: string | null; readonly horaires: string | null; readonly fermetures: readonly (Fermeture)[]; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly siret: string | null; readonly rna: string | null; readonly image: ShownImage | null; readonly ouverture: readonly (OpenDay)[] | null; readonly url: string | null; readonly valide: boolean; readonly valide_le: Timestamp | null; readonly badge: Badge | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly active: boolean; readonly can_publish: boolean; readonly deleted_at: Timestamp | null; readonly merged_into: Id | null; readonly commune: CommuneInBrief | null; readonly owners_count: number; readonly publications_count: number; readonly may: readonly ("describe" | "govern")[]; readonly owners: readonly (PersonInBrief)[] }; readonly message: string | null; readonly status: ClaimStatus; readonly nom: string | null; readonly email: string | null; readonly telephone: string | null; readonly claimant_user_id: Id | null; readonly decided_at: Timestamp | null; readonly decided_by: Id | null; readonly note: string | null; readonly reason: string | null; readonly expires_at: Timestamp; readonly assignee: PersonInBrief | null; readonly notes_count: number; readonly exchange: ClaimExchange | null; readonly created_at: Timestamp; readonly version: Version; readonly claimant: PersonInBrief | null; readonly decider: PersonInBrief | null; readonly agreement: ClaimAgreement; readonly evidence: readonly (ClaimEvidence)[]; readonly register: ClaimRegister | null; readonly letter: ClaimLetterState | null; readonly official: OfficialAddress | null; readonly by_code: boolean; readonly call: ClaimCall | null; readonly email_verified: boolean; readonly conversation: readonly (ClaimMessage)[]; readonly objections: readonly (ClaimMessage)[]; readonly conflicts: number; readonly earlier: readonly (Claim)[] }

export type ClaimLetter = { readonly subject: string; readonly opening: string; readonly closing: string }

export type ClaimLetterCode = { readonly code: string }

export type ClaimLetterState = { readonly sent_to: string | null; readonly issued_at: Timestamp; readonly expires_at: Timestamp; readonly confirmed_at: Timestamp | null; readonly attempts_left: number }

export type ClaimLetters = { readonly to: string | null; readonly approved: ClaimLetter; readonly rejected: ClaimLetter; readonly question: ClaimLetter }

export type ClaimMessage = { readonly id: Id; readonly thread_id: Id; readonly direction: "inbound" | "outbound"; readonly nom: string | null; readonly body: string; readonly created_at: Timestamp; readonly delivery: MailStatus | null }

export type ClaimPage = { readonly data: readonly (Claim)[]; readonly meta: PageMeta }

export type ClaimPrintedLetter = { readonly acteur: string; readonly adresse: string | null; readonly from_register: boolean; readonly commune: string | null; readonly ville: string | null; readonly code: string; readonly page: string; readonly from: string; readonly issued_at: Timestamp; readonly expires_at: Timestamp }

export type ClaimQuestion = { readonly message: string }

export type ClaimRegister = { readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly adresse: string | null }

export type ClaimSort = "created_at_desc" | "created_at_asc" | "expires_at_asc"

export type ClaimStatus = "pending" | "approved" | "rejected" | "expired"

export type ClaimedActeur = { readonly id: Id; readonly nom: string; readonly commune: CommuneInBrief | null }

export type CloseThread = { readonly closed?: boolean }

export type CodeInsee = string

export type CodePostal = string

export type Colleague = { readonly id: Id; readonly nom: string | null; readonly email: string | null; readonly expected: boolean; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[]; readonly created_at: Timestamp; readonly myself: boolean; readonly version: Version }

export type ColleagueChanges = { readonly role?: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type ColleagueNote = { readonly id: Id; readonly author: PersonInBrief | null; readonly body: string; readonly mentions: readonly (PersonInBrief)[]; readonly created_at: Timestamp }

export type ColleagueNotePage = { readonly data: readonly (ColleagueNote)[]; readonly meta: PageMeta }

export type ColleaguePage = { readonly data: readonly (Colleague)[]; readonly meta: PageMeta }

export type Collecte = { readonly id: Id; readonly type: CollecteType; readonly libelle: string | null; readonly zone: string | null; readonly jours: readonly (number)[]; readonly frequence: CollecteFrequence; readonly heure_debut: Hour | null; readonly notes: string | null; readonly exceptions: readonly (CollecteException)[]; readonly prochaines_dates: readonly (Day)[] }

export type CollecteException = { readonly date: Day; readonly report_le: Day | null }

export type CollecteFrequence = "hebdomadaire" | "semaines_paires" | "semaines_impaires" | "mensuelle" | "mensuelle_2" | "mensuelle_3" | "mensuelle_4" | "mensuelle_derniere" | "sur_rendez_vous"

export type CollecteInput = { readonly id?: Id; readonly type: CollecteType; readonly frequence: CollecteFrequence; readonly libelle?: string | null; readonly zone?: string | null; readonly jours?: readonly (number)[]; readonly heure_debut?: Hour | null; readonly notes?: string | null; readonly exceptions?: readonly ({ readonly date: Day; readonly report_le?: Day | null })[] }

export type CollecteType = "ordures_menageres" | "recyclables" | "verre" | "biodechets" | "encombrants" | "dechets_verts" | "autre"

export type CommunalDefibrillateur = { readonly id: Id; readonly gid: string | null; readonly commune_id: Id; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly note: string | null; readonly overrides: DefibrillateurOverrides; readonly vu_le: Timestamp | null; readonly retire_le: Timestamp | null; readonly statut_en_vigueur: DefibrillateurStatut; readonly actif: boolean; readonly national: { readonly id: Id; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly en_service: boolean } | null; readonly version: Version }

export type CommunalDefibrillateurChanges = { readonly statut?: DefibrillateurStatut; readonly note?: string | null; readonly overrides?: DefibrillateurOverrides }

export type CommunalDefibrillateurPage = { readonly data: readonly (CommunalDefibrillateur)[]; readonly meta: SyncedPageMeta }

export type Commune = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly code_insee: CodeInsee | null; readonly departement: Departement | null; readonly region: string | null; readonly codes_postaux: readonly (CodePostal)[]; readonly population: number | null; readonly latitude: number | null; readonly longitude: number | null; readonly mairie_actor_id: Id | null; readonly version: Version; readonly url: string | null }

export type CommuneChanges = { readonly nom?: string; readonly slug?: Slug; readonly code_insee?: CodeInsee | null; readonly departement?: Departement | null; readonly region?: string | null; readonly codes_postaux?: readonly (CodePostal)[]; readonly population?: number | null; readonly latitude?: number | null; readonly longitude?: number | null; readonly mairie_actor_id?: Id | null; readonly elus?: readonly (EluInput)[]; readonly collectes?: readonly (CollecteInput)[]; readonly infos?: readonly (InfoInput)[]; readonly versions?: CommuneKnownVersions }

export type CommuneDefibrillateurs = { readonly defibrillateurs: readonly (Defibrillateur)[]; readonly meta: { readonly count: number; readonly last_synced_at: Timestamp | null; readonly sync_status: SyncStatus | null } }

export type CommuneHost = { readonly host: string; readonly created_at: Timestamp }

export type CommuneInBrief = { readonly id: Id; readonly nom: string; readonly departement: string | null }

export type CommuneInfos = { readonly commune_id: Id; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly horaires: string | null; readonly ouverture: readonly (OpenDay)[] | null; readonly fermetures: readonly (Fermeture)[]; readonly sources: { readonly adresse: InfoOrigin; readonly telephone: InfoOrigin; readonly email: InfoOrigin; readonly site_web: InfoOrigin; readonly horaires: InfoOrigin }; readonly complements: readonly (Info)[]; readonly mentions: readonly (string)[] }

export type CommuneKnownVersions = { readonly fiche?: Version; readonly elus?: Version; readonly collectes?: Version; readonly infos?: Version }

export type CommuneMerger = { readonly merged_le: Day | null }

export type CommunePage = { readonly data: readonly (Commune)[]; readonly meta: NumberedPageMeta }

export type CommunePartVersions = { readonly fiche: Version; readonly elus: Version; readonly collectes: Version; readonly infos: Version }

export type CommunePlace = { readonly commune_id: Id; readonly slug: Slug; readonly teinte: Teinte; readonly mot: string | null; readonly ouverte: boolean; readonly blason: Image | null; readonly abonnes: number | null; readonly appareils: number | null; readonly version: Version }

export type CommunePlaceChanges = { readonly teinte?: Teinte; readonly mot?: string | null; readonly ouverte?: boolean; readonly blason?: { readonly id: Id } | null }

export type CommuneRecord = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly code_insee: CodeInsee | null; readonly departement: Departement | null; readonly region: string | null; readonly codes_postaux: readonly (CodePostal)[]; readonly population: number | null; readonly latitude: number | null; readonly longitude: number | null; readonly mairie_actor_id: Id | null; readonly version: Version; readonly mairie_actor: { readonly id: Id; readonly nom: string } | null; readonly contact: boolean; readonly successor: CommuneInBrief | null; readonly merged_le: Day | null; readonly merged: readonly (CommuneInBrief)[]; readonly old_slugs: readonly (Slug)[]; readonly versions: CommunePartVersions; readonly counts: { readonly acteurs: number; readonly publications: number; readonly elus: number; readonly collectes: number; readonly infos: number; readonly defibrillateurs: number } }

export type CommuneUpsert = { readonly kind: "commune"; readonly id: Id; readonly at: Timestamp; readonly change: "upsert"; readonly commune: Commune }

export type Contest = { readonly id?: Id; readonly message: string }

export type ContestedDecision = "rejected" | "hidden" | "kept" | "removed"

export type Correction = { readonly title?: string; readonly body?: PublicationBody; readonly type_id?: Id; readonly commune_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly date_debut?: Day | null; readonly heure_debut?: Hour | null; readonly date_fin?: Day | null; readonly heure_fin?: Hour | null; readonly dates?: readonly (Day)[]; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly fin_le?: Timestamp | null; readonly niveau?: AlertLevel | null; readonly public?: Audience | null; readonly gratuit?: boolean | null; readonly images?: readonly (ImageWanted)[]; readonly documents?: readonly (DocumentWanted)[] }

export type Crash = { readonly reference: string; readonly name: string; readonly frames: readonly (string)[]; readonly screen: string; readonly part: string; readonly version: string }

export type CreatedApiKey = { readonly id: Id; readonly nom: string; readonly prefix: string; readonly scopes: readonly (KeyScope)[]; readonly state: KeyState; readonly acteur: ActeurOfKey | null; readonly communes: readonly (CommuneInBrief)[]; readonly epcis: readonly ({ readonly code: string; readonly nom: string })[]; readonly granted_to: "owner" | "admin" | "operator"; readonly created_by: PersonInBrief | null; readonly created_at: Timestamp; readonly expires_at: Timestamp; readonly last_used_at: Timestamp | null; readonly revoked_at: Timestamp | null; readonly secret: string }

export type CreatedWebhook = { readonly id: Id; readonly nom: string; readonly url: Link; readonly events: readonly (WebhookEvent)[]; readonly state: WebhookState; readonly disabled_for: "gone" | "failing" | "full" | "asked" | null; readonly failing_since: Timestamp | null; readonly former_until: Timestamp | null; readonly acteur: { readonly id: Id; readonly nom: string } | null; readonly communes: readonly (CommuneInBrief)[]; readonly epcis: readonly ({ readonly code: string; readonly nom: string })[]; readonly created_by: PersonInBrief | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly waiting: number; readonly secret: string }

export type Day = string

export type DayOfModeration = { readonly day: Day; readonly proposed: number; readonly published: number; readonly rejected: number; readonly changes_requested: number; readonly reported: number; readonly median_hours: number | null }

export type DecidedAppeal = { readonly data: AppealItem; readonly meta: { readonly mail: LeavingMail | null } }

export type DecidedClaim = { readonly data: Claim; readonly meta: { readonly mail: LeavingMail | null; readonly undo_version: Version } }

export type Decider = "member" | "mairie" | "backoffice" | "import"

export type Defibrillateur = { readonly id: Id; readonly gid: string | null; readonly commune_id: Id | null; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly vu_le: Timestamp | null; readonly retire_le: Timestamp | null }

export type DefibrillateurAcces = "interieur" | "exterieur"

export type DefibrillateurItem = { readonly commune: CommuneInBrief | null; readonly national: NationalDefibrillateur | null; readonly communal: CommunalDefibrillateur | null }

export type DefibrillateurOverrides = { readonly nom?: string | null; readonly adresse?: string | null; readonly code_postal?: CodePostal | null; readonly commune_nom?: string | null; readonly latitude?: number | null; readonly longitude?: number | null; readonly acces?: DefibrillateurAcces | null; readonly acces_libre?: boolean | null; readonly etage?: string | null; readonly complement?: string | null; readonly disponibilite_jours?: readonly (string)[]; readonly disponibilite_heures?: readonly (string)[]; readonly telephone?: string | null; readonly derniere_maintenance?: Day | null }

export type DefibrillateurStatut = "actif" | "a_verifier" | "hors_service" | "masque"

export type DefibrillateurSync = { readonly id: Id; readonly commune: CommuneInBrief | null; readonly status: SyncStatus; readonly trigger: SyncTrigger; readonly requested_by: PersonInBrief | null; readonly forced: boolean; readonly progress: number; readonly expected: number | null; readonly counts: Readonly<Record<string, unknown>> | null; readonly would_withdraw: number | null; readonly known: number | null; readonly message: SyncExplanation | null; readonly created_at: Timestamp; readonly started_at: Timestamp | null; readonly finished_at: Timestamp | null }

export type DefibrillateurSyncPage = { readonly data: readonly (DefibrillateurSync)[]; readonly meta: PageMeta }

export type DefibrillateursChanged = { readonly updated: readonly (Id)[]; readonly unchanged: readonly (Id)[]; readonly missing: readonly (Id)[] }

export type DefibrillateursChanges = { readonly ids: readonly (Id)[]; readonly statut?: DefibrillateurStatut; readonly note?: string | null; readonly instead_of?: DefibrillateurStatut }

export type DefibrillateursInBrief = { readonly departement: Departement | null; readonly count: number; readonly statuts: { readonly actif: number; readonly a_verifier: number; readonly masque: number; readonly hors_service: number }; readonly latitude: number | null; readonly longitude: number | null }

export type Deleted = "without" | "false" | "with" | "true" | "only"

export type Deletion = { readonly kind: ChangeKind; readonly id: Id; readonly at: Timestamp; readonly change: "delete" }

export type DeliveryState = "waiting" | "delivered" | "failed"

export type Departement = string

export type DeskChange = { readonly kind: "publication" | "acteur" | "claim" | "thread" | "commune" | "defibrillateur" | "import_source" | "user" | "subscription" | "appeal"; readonly id: Id }

export type Digest = { readonly frequency: "none" | "daily" | "weekly"; readonly alerts: boolean; readonly published: boolean }

export type DigestChoice = { readonly frequency: "none" | "daily" | "weekly"; readonly alerts?: boolean; readonly published?: boolean }

export type Document = { readonly id: Id; readonly name: string; readonly bytes: number; readonly url: string }

export type DocumentWanted = { readonly id: Id; readonly name?: string }

export type Done = { readonly operation_id: Id; readonly mail: LeavingMail | null }

export type Draft = { readonly id: Id; readonly acteur_id: Id; readonly publication_id: Id | null; readonly content: DraftContent; readonly from_mail: { readonly received_at: Timestamp; readonly notes: readonly ({ readonly code: string; readonly texts: readonly (string)[] })[] } | null; readonly uploads: readonly (Upload)[]; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version }

export type DraftChanges = { readonly content: DraftContent }

export type DraftContent = { readonly title?: string; readonly body?: string; readonly type_id?: Id | null; readonly commune_ids?: readonly (Id)[]; readonly date_debut?: string; readonly heure_debut?: string; readonly date_fin?: string; readonly heure_fin?: string; readonly dates?: string; readonly lieu?: string; readonly source_url?: string; readonly fin_le?: string; readonly niveau?: string; readonly public?: string; readonly gratuit?: string; readonly images?: readonly ({ readonly id: Id; readonly alt?: string })[]; readonly documents?: readonly ({ readonly id: Id; readonly name?: string })[] }

export type Elu = { readonly id: Id; readonly nom: string; readonly prenom: string; readonly fonction: string; readonly debut_mandat: Day | null; readonly debut_fonction: Day | null; readonly ordre: number }

export type EluInput = { readonly id?: Id; readonly nom: string; readonly prenom: string; readonly fonction: string; readonly debut_mandat?: Day | null; readonly debut_fonction?: Day | null; readonly ordre?: number }

export type Email = string

export type EndedPushSubscription = { readonly endpoint: string }

export type EpciLine = { readonly id: string; readonly nom: string; readonly hint: string }

export type Erasing = { readonly email: Email; readonly really: boolean }

export type EventData = { readonly id: Id; readonly acteur_ids: readonly (Id)[]; readonly commune_ids: readonly (Id)[]; readonly status?: string; readonly url: string | null }

export type EventIds = { readonly id: Id; readonly acteur_ids: readonly (Id)[]; readonly commune_ids: readonly (Id)[]; readonly url: string | null }

export type EventRecord = "publication" | "claim" | "subscription" | "sync"

export type EventSequence = number

export type FailedJob = { readonly id: Id; readonly name: string; readonly because: { readonly code: "too_long" | "worker_gone" | "database_away" | "database" | "own"; readonly message: string }; readonly error: string | null; readonly tries: number; readonly scheduled: boolean; readonly created_at: Timestamp; readonly failed_at: Timestamp }

export type FailedJobPage = { readonly data: readonly (FailedJob)[]; readonly meta: PageMeta }

export type FailedMail = { readonly id: Id; readonly template: string; readonly recipient: { readonly email: Email; readonly nom: string | null }; readonly subject: string | null; readonly because: { readonly code: "no_such_address" | "mailbox_closed" | "mailbox_full" | "too_large" | "unwanted" | "not_reached" | "not_encrypted" | "not_written" | "not_composed" | "too_late" | "refused" | "returned" | "unknown"; readonly message: string }; readonly error: string | null; readonly attempts: number; readonly created_at: Timestamp; readonly next_try_at: Timestamp | null; readonly returned_at: Timestamp | null; readonly thread_id: Id | null; readonly can_retry: boolean }

export type FailedMailKind = { readonly template: string; readonly failed: number; readonly can_retry: number }

export type FailedMailPage = { readonly data: readonly (FailedMail)[]; readonly meta: PageMeta }

export type FailedMailsOfKind = { readonly template: MailKind }

export type Feature = { readonly en_avant: boolean; readonly featured_until?: Timestamp | null }

export type Fermeture = { readonly du: Day; readonly au: Day; readonly motif: string | null }

export type FermetureInput = { readonly du: Day; readonly au: Day; readonly motif?: string | null }

export type FilesForgotten = { readonly keys: readonly (string)[]; readonly publications: readonly (Id)[]; readonly acteurs: readonly (Id)[]; readonly purge: readonly (string)[]; readonly copies: "none" | "next_backup"; readonly sealed_until: Timestamp | null; readonly destroyed: readonly (string)[]; readonly deletion: ModeratedPublication | null }

export type FilledReplyTemplate = { readonly id: Id; readonly nom: string; readonly body: string }

export type Flag = { readonly flag: FlagColour | null }

export type FlagColour = "red" | "orange" | "yellow" | "green" | "blue" | "purple"

export type ForMe = { readonly assigned: readonly (AssignedRecord)[]; readonly mentions: readonly (NoteMention)[] }

export type ForgetFiles = { readonly address?: string; readonly publication_id?: Id; readonly delete_publication?: boolean; readonly reason: string }

export type FoundDefibrillateur = { readonly id: Id; readonly gid: string | null; readonly commune_id: Id | null; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly vu_le: Timestamp | null; readonly retire_le: Timestamp | null; readonly distance_m?: number }

export type FoundDefibrillateurPage = { readonly data: readonly (FoundDefibrillateur)[]; readonly meta: PageMeta }

export type FoundLine = { readonly id: Id; readonly nom: string | null; readonly hint: string | null; readonly etat: string | null }

export type FullCommune = { readonly commune: Commune; readonly mairie_actor: MairieActor | null; readonly infos: readonly (Info)[]; readonly infos_publiques: CommuneInfos; readonly elus: readonly (Elu)[]; readonly collectes: readonly (Collecte)[]; readonly defibrillateurs: CommuneDefibrillateurs; readonly acteurs_count: number; readonly publications_count: number }

export type Health = { readonly looked_at: Timestamp; readonly checks: readonly (HealthCheck)[] }

export type HealthCheck = { readonly about: string; readonly title: string; readonly state: "ok" | "note" | "wrong"; readonly code: "data_embedded" | "data_yours" | "server" | "server_unfit" | "server_away" | "writes" | "no_writes" | "clock" | "clock_off" | "clock_in_doubt" | "migrated" | "not_migrated" | "ahead_of_this" | "newer_database" | "rights" | "rights_lost" | "no_role" | "superuser" | "key" | "no_key" | "other_secret" | "administrators" | "no_administrator" | "communes" | "no_communes" | "worker" | "worker_with_failures" | "worker_behind" | "worker_unknown" | "no_worker" | "audit_verified" | "audit_sealed" | "audit_broken" | "audit_unknown" | "misspelt" | "mail_folder" | "mail_server" | "mail_away" | "mail_refused" | "mail_unfit" | "address_none" | "address" | "address_certified" | "address_renew" | "address_expired" | "address_untrusted" | "address_unreached" | "address_elsewhere" | "mails_arrive" | "mails_wait" | "mails_failed" | "payments_applied" | "payments_failed" | "provider_own" | "provider" | "provider_no_audience" | "provider_away" | "office_off" | "office_built" | "office_not_built" | "office_unreadable" | "office_below_path" | "office_broken" | "pictures" | "media" | "no_media" | "room" | "no_room" | "media_apart" | "known_files" | "strange_files" | "unknown_files" | "backup" | "backup_read" | "backup_no_folder" | "backup_none" | "backup_old" | "backup_failed" | "backup_unknown" | "no_backups" | "no_pictures" | "replica" | "replica_late" | "replica_away" | "replica_pooled" | "inbound" | "inbound_off" | "inbound_nowhere" | "inbound_long" | "acteur_mails" | "acteur_mails_off" | "acteur_mails_unchecked" | "payment" | "payment_own_secret" | "payment_none" | "proxies" | "proxies_unknown" | "caches_told" | "caches_behind" | "outside_hidden" | "unanswered" | "notice" | "notice_missing" | "audited" | "audit_missing" | "audit_old"; readonly message: string; readonly todo: string | null }

export type HistoryEntry = { readonly id: number; readonly at: Timestamp; readonly by: PersonInBrief | null; readonly key: KeyInBrief | null; readonly app_source: string | null; readonly action: string; readonly changes: readonly ({ readonly field: string; readonly before?: unknown; readonly after?: unknown })[]; readonly names: Readonly<Record<string, string>> }

export type HistoryEntryPage = { readonly data: readonly (HistoryEntry)[]; readonly meta: PageMeta }

export type HostedPage = { readonly url: string }

export type Hour = string

export type Id = string

export type Image = { readonly id: Id; readonly width: number; readonly height: number; readonly placeholder: string; readonly url: string; readonly sources: readonly (ImageSource)[] }

export type ImageSource = { readonly type: "image/webp" | "image/jpeg"; readonly width: number; readonly height: number; readonly url: string }

export type ImageWanted = { readonly id: Id; readonly alt: string }

export type ImportCode = "forbidden_address" | "too_many_redirects" | "timeout" | "too_large" | "headers_too_large" | "bad_status" | "bad_encoding" | "network" | "refuses_programs" | "empty" | "not_a_feed" | "is_page_with_feed" | "is_sign_in_page" | "is_pdf" | "is_spreadsheet" | "csv_columns_unknown" | "csv_column_gone" | "csv_too_wide" | "csv_open_quote" | "robots_forbid" | "json_not_a_feed" | "private_calendar" | "no_items" | "other_site" | "closed_app" | "not_looked_at" | "wrong_kind" | "doctype" | "malformed" | "malformed_json" | "unreadable" | "reading_too_long" | "reading_too_big" | "agenda_without_number" | "key_needs_https" | "key_refused" | "agenda_refused" | "agenda_said_nothing" | "agenda_not_json" | "json_not_an_agenda" | "key_not_opened" | "reading_broke" | "writing_broke" | "interrupted" | "lost" | "off_meanwhile" | "right_lost_meanwhile" | "changed_meanwhile" | "not_modified" | "items_failed" | "failed_repeatedly" | "gone" | "switched_off" | "lines_not_shown" | "created" | "updated" | "updated_as_it_was" | "cancelled_there" | "vanished" | "vanished_cancelled" | "there_again" | "many_vanished" | "on_again" | "duplicate_of" | "duplicate_here" | "shown_further" | "left_out" | "not_taken" | "files_attached" | "files_later" | "file_not_attached" | "file_forbidden" | "file_gone" | "file_unreachable" | "file_too_large" | "file_unreadable" | "file_storage_full" | "file_removed" | "item_empty" | "item_past" | "item_cancelled" | "item_cancelled_but_decided_here" | "item_too_old" | "item_over_max_items" | "item_no_commune" | "item_wrong_commune" | "item_edited_here" | "item_moderated_away" | "item_shown_further" | "item_in_stock" | "item_same_words" | "item_called_off" | "item_no_longer_cancelled" | "item_unstorable" | "item_bad_identifier" | "item_bad_field" | "item_ends_before" | "item_out_of_time" | "item_refused_by_database" | "cut_short" | "mended" | "items_lost" | "items_hollow" | "read_as_found" | "double_encoded" | "no_hour" | "csv_rows_without_title" | "csv_too_long" | "no_date" | "backwards" | "entry_says_nothing" | "event_says_nothing" | "dates_apart" | "same_identifier" | "too_many_items" | "too_many_events" | "calendar_cut_short" | "no_events" | "other_components" | "private_event" | "protected_post" | "older_versions" | "many_of_one_name" | "bad_beginning" | "dates_unknown" | "no_beginning" | "no_occurrence" | "hours_differ" | "dates_left_out" | "later_dates_not_changed" | "exrule_ignored" | "recurrence_unknown" | "zone_unknown" | "event_not_a_record" | "not_published_there" | "no_time" | "page_unreadable" | "agenda_longer" | "json_ld_broken" | "site_pages_read" | "pages_without_event" | "pages_forbidden" | "pages_left" | "pages_given_up" | "page_elsewhere" | "more_notes"

export type ImportColumns = { readonly title: string; readonly body?: string; readonly date_debut?: string; readonly heure_debut?: string; readonly date_fin?: string; readonly heure_fin?: string; readonly lieu?: string; readonly public?: string; readonly gratuit?: string; readonly source_url?: string; readonly image_url?: string; readonly published_at?: string; readonly external_id?: string }

export type ImportCounts = { readonly fetched: number; readonly created: number; readonly updated: number; readonly unchanged: number; readonly duplicates: number; readonly skipped: number; readonly failed: number }

export type ImportDay = { readonly date: Day; readonly runs: number; readonly dry_runs: number; readonly failed: number; readonly created: number; readonly updated: number }

export type ImportDiscovery = { readonly title: string | null; readonly sources: readonly ({ readonly url: string; readonly kind: "rss" | "atom" | "json_feed" | "wordpress" | "ical" | "csv" | "openagenda" | "json_events" | "page"; readonly name: string | null; readonly events: boolean; readonly count: number; readonly more: boolean; readonly titles: readonly (string)[] })[]; readonly refused: readonly ({ readonly url: string; readonly error: ImportExplanation })[]; readonly error: ImportExplanation | null }

export type ImportEnding = "succeeded" | "partial" | "failed"

export type ImportEntry = { readonly at: Timestamp; readonly level: "info" | "warning" | "error"; readonly message: string; readonly item: string | null; readonly code: ImportCode; readonly params: Readonly<Record<string, string | number | readonly (string)[]>> }

export type ImportExplanation = { readonly code: ImportCode; readonly params: Readonly<Record<string, string | number | readonly (string)[]>>; readonly message: string }

export type ImportFile = { readonly kind: "image" | "document"; readonly name: string; readonly url: string }

export type ImportItem = { readonly external_id: string; readonly title: string | null; readonly action: "failed" | "created" | "updated" | "skipped" | "duplicate" | "unchanged"; readonly reason: string | null; readonly detail: ImportExplanation | null; readonly duplicate_of?: Id | null; readonly publication_id?: Id; readonly changes?: Readonly<Record<string, { readonly before: string | boolean | null; readonly after: string | boolean | null }>>; readonly files?: readonly (ImportFile)[] }

export type ImportKind = "auto" | "rss" | "atom" | "json_feed" | "wordpress" | "ical" | "csv" | "openagenda" | "json_events" | "page"

export type ImportModeration = "auto" | "pending"

export type ImportOptions = { readonly max_items?: number; readonly max_age_days?: number | null; readonly when_gone?: ImportWhenGone; readonly api_key?: string | null; readonly columns?: ImportColumns | null }

export type ImportPage = { readonly url: string }

export type ImportPreview = { readonly status: ImportEnding; readonly kind: "rss" | "atom" | "json_feed" | "wordpress" | "ical" | "csv" | "openagenda" | "json_events" | "page" | null; readonly title: string | null; readonly counts: ImportCounts; readonly error: ImportExplanation | null; readonly items: readonly (ImportItem)[]; readonly names: Readonly<Record<string, string>>; readonly columns: { readonly found: readonly ({ readonly name: string; readonly examples: readonly (string)[] })[]; readonly used: ImportColumns | null } | null; readonly entries: readonly (ImportEntry)[] }

export type ImportRun = { readonly id: Id; readonly source_id: Id; readonly trigger: "manual" | "schedule"; readonly dry_run: boolean; readonly status: ImportRunStatus; readonly created_at: Timestamp; readonly started_at: Timestamp | null; readonly finished_at: Timestamp | null; readonly counts: ImportCounts; readonly error: ImportExplanation | null }

export type ImportRunInFull = { readonly id: Id; readonly source_id: Id; readonly trigger: "manual" | "schedule"; readonly dry_run: boolean; readonly status: ImportRunStatus; readonly created_at: Timestamp; readonly started_at: Timestamp | null; readonly finished_at: Timestamp | null; readonly counts: ImportCounts; readonly error: ImportExplanation | null; readonly items: readonly (ImportItem)[]; readonly names: Readonly<Record<string, string>> }

export type ImportRunPage = { readonly data: readonly (ImportRun)[]; readonly meta: PageMeta }

export type ImportRunStatus = "queued" | "running" | "succeeded" | "partial" | "failed"

export type ImportRunWithItems = { readonly id: Id; readonly source_id: Id; readonly trigger: "manual" | "schedule"; readonly dry_run: boolean; readonly status: ImportRunStatus; readonly created_at: Timestamp; readonly started_at: Timestamp | null; readonly finished_at: Timestamp | null; readonly counts: ImportCounts; readonly error: ImportExplanation | null; readonly items?: readonly (ImportItem)[]; readonly names?: Readonly<Record<string, string>>; readonly columns?: { readonly found: readonly ({ readonly name: string; readonly examples: readonly (string)[] })[]; readonly used: ImportColumns | null } | null }

export type ImportSchedule = "manual" | "hourly" | "daily" | "weekly"

export type ImportSource = { readonly id: Id; readonly nom: string; readonly kind: ImportKind; readonly url: string; readonly acteur_id: Id | null; readonly commune_id: Id | null; readonly type_id: Id | null; readonly moderation: ImportModeration; readonly enabled: boolean; readonly schedule: ImportSchedule; readonly options: { readonly max_items: number; readonly max_age_days: number | null; readonly when_gone: ImportWhenGone; readonly has_api_key: boolean; readonly columns: ImportColumns | null }; readonly last_run_at: Timestamp | null; readonly last_status: ImportEnding | null; readonly consecutive_failures: number; readonly disabled_reason: ImportExplanation | null; readonly next_try_at: Timestamp | null; readonly acteur: { readonly id: Id; readonly nom: string } | null; readonly commune: CommuneInBrief | null; readonly type: { readonly id: Id; readonly nom: string } | null; readonly last_run: ImportRun | null; readonly may: readonly ("change")[]; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version }

export type ImportSourceChanges = { readonly nom?: string; readonly kind?: ImportKind; readonly url?: string; readonly acteur_id?: Id | null; readonly commune_id?: Id | null; readonly type_id?: Id | null; readonly moderation?: ImportModeration; readonly enabled?: boolean; readonly schedule?: ImportSchedule; readonly options?: ImportOptions }

export type ImportSourcePage = { readonly data: readonly (ImportSource)[]; readonly meta: PageMeta }

export type ImportWhenGone = "ask" | "cancel"

export type Info = { readonly id: Id; readonly libelle: string | null; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly horaires: string | null; readonly ordre: number }

export type InfoInput = { readonly id?: Id; readonly libelle?: string | null; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: Email | null; readonly site_web?: Link | null; readonly horaires?: string | null; readonly ordre?: number }

export type InfoOrigin = "mairie" | "commune_infos" | null

export type InfosToEdit = { readonly rows: readonly (Info)[]; readonly publiques: CommuneInfos; readonly mairie_actor: MairieActor | null }

export type Invited = { readonly email: Email; readonly at: Timestamp | null }

export type JobState = { readonly id: Id; readonly name: string; readonly state: "created" | "retry" | "active" | "completed" | "cancelled" | "failed" }

export type KeepOne = { readonly other_ids: readonly (Id)[]; readonly versions?: readonly (Version)[]; readonly reason?: string | null }

export type KeptPublicationType = { readonly id: Id; readonly slug: Slug; readonly nom: string; readonly couleur: string; readonly icone: string; readonly place: number; readonly retired: boolean; readonly needed: boolean; readonly version: Version; readonly updated_at: Timestamp }

export type KeyInBrief = { readonly id: Id; readonly nom: string }

export type KeyScope = "publications:read" | "publications:write" | "acteurs:read" | "acteurs:write"

export type KeyState = "active" | "paused" | "expired" | "revoked"

export type LastMessage = { readonly direction: "inbound" | "outbound"; readonly automatic: boolean; readonly by: string | null; readonly excerpt: string; readonly delivery: MailStatus | null }

export type LeavingMail = { readonly to: readonly (Addressee)[]; readonly count: number; readonly leaves_at: Timestamp }

export type LeftAside = { readonly id: Id; readonly title: string | null; readonly error: string; readonly message: string }

export type Line = { readonly id: Id; readonly nom: string | null; readonly hint: string | null }

export type Link = string

export type ListUpsert = { readonly kind: "elus" | "collectes" | "infos" | "defibrillateurs"; readonly id: Id; readonly at: Timestamp; readonly change: "upsert" }

export type MailFate = { readonly id: Id; readonly template: string; readonly status: MailStatus; readonly given_up_at: Timestamp | null }

export type MailKind = "verify-email" | "reset-password" | "invitation" | "account-exists" | "password-changed" | "second-factor-changed" | "passkey-changed" | "publication-rejected" | "changes-requested" | "report-outcome" | "publication-corrected" | "decision-withdrawn" | "claim-received" | "claim-made" | "claim-letter" | "official-code" | "claim-question" | "claim-closed" | "confirm-address" | "address-changed" | "account-closed" | "member-rights" | "webhook-disabled" | "files-removed" | "member-removed" | "appeal-outcome" | "support-reply" | "note-mention" | "draft-ready" | "mail-refused" | "alert" | "digest" | "publications-online" | "week-confirmation" | "week"

export type MailStatus = "queued" | "sent" | "failed" | "cancelled"

export type MairieActor = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly active: boolean; readonly deleted_at: Timestamp | null; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly horaires: string | null; readonly fermetures: readonly (Fermeture)[] }

export type MairieScope = "own" | "commune" | "all"

export type Me = { readonly id: Id; readonly email: string | null; readonly nom: string | null; readonly status: UserStatus; readonly roles: readonly (Role)[]; readonly territories: readonly (RoleTerritory)[]; readonly acteurs: readonly (MyMembership)[]; readonly created_at: Timestamp; readonly last_seen_at: Timestamp | null; readonly areas: readonly ("moderation" | "claims" | "support" | "communes" | "imports" | "dashboard" | "reserved")[]; readonly mairies: readonly ({ readonly acteur_id: Id; readonly commune_id: Id; readonly nom: string })[] }

export type Member = { readonly id: Id; readonly nom: string | null; readonly email: string | null; readonly expected: boolean; readonly status: UserStatus; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[]; readonly created_at: Timestamp; readonly last_seen_at: Timestamp | null }

export type MemberChanges = { readonly role?: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type MemberPage = { readonly data: readonly (Member)[]; readonly meta: PageMeta }

export type MemberPermission = "manage_publications" | "publish_publications"

export type MemberRole = "owner" | "editor"

export type Membership = { readonly acteur_id: Id; readonly nom: string; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[] }

export type MergeActeurs = { readonly from_id: Id }

export type MergeThreads = { readonly thread_id: Id }

export type Message = { readonly id: Id; readonly direction: "inbound" | "outbound"; readonly automatic: boolean; readonly author: { readonly nom: string | null; readonly email: string | null }; readonly body: string; readonly attachments: readonly (string)[]; readonly merged_from: Id | null; readonly created_at: Timestamp; readonly delivery: { readonly status: MailStatus; readonly attempts: number; readonly error: string | null; readonly sent_at: Timestamp | null; readonly known: boolean } | null }

export type MessagePage = { readonly data: readonly (Message)[]; readonly meta: PageMeta }

export type ModeratedPublication = { readonly data: AdminPublication; readonly meta: Done }

export type ModerationDecision = { readonly moderation_status: ModerationStatus; readonly reason?: string | null; readonly reason_code?: ReasonCode | null; readonly publie_le?: Timestamp }

export type ModerationStatus = "pending" | "changes_requested" | "approved" | "published" | "rejected"

export type MyChanges = { readonly nom: string }

export type MyClaim = { readonly id: Id; readonly status: ClaimStatus; readonly acteur: ClaimedActeur; readonly message: string | null; readonly created_at: Timestamp; readonly expires_at: Timestamp; readonly decided_at: Timestamp | null; readonly reason: string | null; readonly exchange: ClaimExchange | null; readonly letter: ClaimLetterState | null; readonly town_hall_of: Id | null; readonly overturned: { readonly at: Timestamp; readonly answer: string | null } | null }

export type MyMembership = { readonly acteur_id: Id; readonly nom: string; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[]; readonly type: ActeurType; readonly publishes_at_once: boolean; readonly communes: readonly (CommuneInBrief)[] }

export type MyPublicationCounts = { readonly en_ligne: number; readonly en_attente: number; readonly programmees: number; readonly a_corriger: number; readonly refusees: number; readonly retirees: number; readonly vues_semaine: number | null }

export type NationalDefibrillateur = { readonly id: Id; readonly gid: string; readonly commune_id: Id | null; readonly departement: string | null; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: Day | null; readonly registry_updated_at: Timestamp | null; readonly statut: DefibrillateurStatut; readonly note: string | null; readonly vu_le: Timestamp; readonly retire_le: Timestamp | null; readonly en_service: boolean; readonly statut_commune: DefibrillateurStatut; readonly overrides: DefibrillateurOverrides; readonly actif: boolean; readonly version: Version }

export type NationalDefibrillateurChanges = { readonly statut?: DefibrillateurStatut; readonly note?: string | null }

export type NationalDefibrillateurPage = { readonly data: readonly (NationalDefibrillateur)[]; readonly meta: SyncedPageMeta }

export type NewActRegister = { readonly text: string; readonly nature?: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly commune_id?: Id; readonly trial?: boolean }

export type NewActe = { readonly nature: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly numero: string; readonly date: Day; readonly signataire: string; readonly qualite: string; readonly transmis_le?: Day; readonly matiere?: string; readonly corrige?: Id; readonly sans_texte?: boolean }

export type NewActeur = { readonly nom: string; readonly type: ActeurType; readonly commune_id: Id; readonly slug?: Slug; readonly commune_ids?: readonly (Id)[]; readonly description?: string | null; readonly horaires?: string | null; readonly fermetures?: readonly (FermetureInput)[]; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: Email | null; readonly site_web?: Link | null; readonly siret?: string | null; readonly rna?: string | null; readonly mairie?: boolean }

export type NewApiKey = { readonly nom: string; readonly scopes: readonly (KeyScope)[]; readonly days: number; readonly acteur_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly epci_codes?: readonly (string)[] }

export type NewAppSource = { readonly slug: AppSlug; readonly nom?: string | null; readonly commune_ids?: readonly (Id)[] | null; readonly acteur_ids?: readonly (Id)[] | null }

export type NewAppeal = { readonly message: string }

export type NewClaim = { readonly acteur_id: Id; readonly message: string; readonly nom?: string | null; readonly email?: Email | null; readonly telephone?: string | null }

export type NewClaimCall = { readonly number: CalledNumber; readonly outcome: CallOutcome; readonly answered_by?: string | null; readonly note?: string | null }

export type NewColleague = { readonly email: Email; readonly nom?: string | null; readonly role: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type NewColleagueNote = { readonly body: string; readonly mentions?: readonly (Id)[] }

export type NewCommune = { readonly nom: string; readonly slug?: Slug; readonly code_insee?: CodeInsee | null; readonly departement?: Departement | null; readonly region?: string | null; readonly codes_postaux?: readonly (CodePostal)[]; readonly population?: number | null; readonly latitude?: number | null; readonly longitude?: number | null; readonly mairie_actor_id?: Id | null; readonly elus?: readonly (EluInput)[]; readonly collectes?: readonly (CollecteInput)[]; readonly infos?: readonly (InfoInput)[] }

export type NewCommuneHost = { readonly host: string }

export type NewDefibrillateur = { readonly overrides: DefibrillateurOverrides; readonly statut?: DefibrillateurStatut; readonly note?: string | null }

export type NewDraft = { readonly acteur_id: Id; readonly publication_id?: Id | null; readonly content: DraftContent }

export type NewImportSource = { readonly nom: string; readonly kind?: ImportKind; readonly url: string; readonly acteur_id?: Id | null; readonly commune_id?: Id | null; readonly type_id?: Id | null; readonly moderation?: ImportModeration; readonly enabled?: boolean; readonly schedule?: ImportSchedule; readonly options?: ImportOptions }

export type NewMairiePublication = { readonly title: string; readonly body: PublicationBody; readonly type_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly date_debut?: Day | null; readonly heure_debut?: Hour | null; readonly date_fin?: Day | null; readonly heure_fin?: Hour | null; readonly dates?: readonly (Day)[]; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly fin_le?: Timestamp | null; readonly niveau?: AlertLevel | null; readonly public?: Audience | null; readonly gratuit?: boolean | null; readonly images?: readonly (ImageWanted)[]; readonly documents?: readonly (DocumentWanted)[]; readonly epingle?: boolean; readonly publie_le?: Timestamp; readonly commune_id?: Id; readonly acte?: NewActe }

export type NewMember = { readonly email?: Email; readonly user_id?: Id; readonly nom?: string | null; readonly role: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type NewMembership = { readonly acteur_id: Id; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[] }

export type NewMessage = { readonly subject: string; readonly body: string; readonly nom?: string; readonly email?: Email; readonly commune_id?: Id }

export type NewOwnApiKey = { readonly nom: string; readonly scopes: readonly (KeyScope)[]; readonly days: number }

export type NewOwnWebhook = { readonly nom: string; readonly url: Link; readonly events: readonly (WebhookEvent)[] }

export type NewPasskey = { readonly name: string; readonly response: { readonly id: string; readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly transports?: readonly (string)[] } } }

export type NewPublication = { readonly title: string; readonly body: PublicationBody; readonly type_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly date_debut?: Day | null; readonly heure_debut?: Hour | null; readonly date_fin?: Day | null; readonly heure_fin?: Hour | null; readonly dates?: readonly (Day)[]; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly fin_le?: Timestamp | null; readonly niveau?: AlertLevel | null; readonly public?: Audience | null; readonly gratuit?: boolean | null; readonly images?: readonly (ImageWanted)[]; readonly documents?: readonly (DocumentWanted)[]; readonly epingle?: boolean; readonly publie_le?: Timestamp; readonly acteur_id: Id; readonly commune_id: Id }

export type NewPublicationType = { readonly nom: string; readonly couleur?: string; readonly icone?: string }

export type NewPushSubscription = { readonly commune_id: Id; readonly acteur_id?: Id; readonly notices?: "daily" | "each" | null; readonly endpoint: string; readonly p256dh: string; readonly auth: string; readonly replaces?: string }

export type NewRefusalPreset = { readonly reason_code: ReasonCode; readonly body: string }

export type NewReplyTemplate = { readonly nom: string; readonly body: string }

export type NewReport = { readonly reason: ReasonCode; readonly message?: string | null; readonly email?: Email | null }

export type NewRole = { readonly role: string; readonly communes?: readonly (Id)[]; readonly epcis?: readonly (string)[] }

export type NewTerritory = { readonly role: Role; readonly communes?: readonly (Id)[]; readonly epcis?: readonly (string)[] }

export type NewThreadNote = { readonly body: string; readonly mentions?: readonly (Id)[] }

export type NewUser = { readonly email: Email; readonly nom?: string | null; readonly roles?: readonly (Role)[]; readonly territories?: readonly (NewTerritory)[]; readonly acteurs?: readonly (NewMembership)[]; readonly language?: "fr" | "en" }

export type NewView = { readonly area: "moderation" | "claims" | "support" | "communes" | "imports" | "reserved"; readonly nom: string; readonly address: string; readonly shared?: boolean }

export type NewWatchedWords = { readonly nom: string; readonly kind: WatchedKind; readonly words?: readonly (string)[]; readonly active?: boolean }

export type NewWebhook = { readonly nom: string; readonly url: Link; readonly events: readonly (WebhookEvent)[]; readonly acteur_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly epci_codes?: readonly (string)[] }

export type NoteMention = { readonly id: Id; readonly kind: "publications" | "acteurs" | "claims" | "threads" | "users"; readonly record_id: Id; readonly nom: string | null; readonly author: PersonInBrief | null; readonly excerpt: string; readonly created_at: Timestamp }

export type NumberedActe = { readonly id: Id; readonly numero: string; readonly date: Day; readonly title: string }

export type NumberedPageMeta = { readonly page: number; readonly per_page: number; readonly total: number; readonly last_page: number; readonly next: string | null }

export type OfficialAddress = { readonly to: string | null; readonly blocked: "not_town_hall" | "managed" | "undone" | "unknown" | "no_siret" | "several" | "stale" | "merged" | "differs" | "shared" | "changed" | null }

export type OpenDay = { readonly jour: number; readonly plages: readonly ({ readonly de: string; readonly a: string })[]; readonly note: string | null }

export type OpenPageMeta = { readonly page: number; readonly per_page: number; readonly has_more: boolean; readonly next: string | null; readonly complete?: boolean }

export type OpenReports = { readonly count: number; readonly reasons: { readonly spam?: number; readonly inappropriate?: number; readonly false_information?: number; readonly illegal?: number; readonly duplicate?: number; readonly off_topic?: number; readonly other?: number }; readonly last_at: Timestamp }

export type Operation = { readonly id: Id; readonly action: "moderate" | "valide" | "feature" | "delete" | "restore" | "edit" | "tell_apart"; readonly moderation_status: ModerationStatus | null; readonly at: Timestamp; readonly user: PersonInBrief | null; readonly total: number; readonly title: string | null; readonly publication_id: Id | null; readonly undone_at: Timestamp | null; readonly state: "queued" | "running" | "done" | "stopped" | "undoing" | "undone"; readonly done: number; readonly updated: number; readonly unchanged: number; readonly failed: number; readonly restored: number; readonly skipped: number }

export type OperationFailure = { readonly id: Id; readonly title: string | null; readonly error: string; readonly message: string; readonly step: "decide" | "restore" }

export type OperationFailurePage = { readonly data: readonly (OperationFailure)[]; readonly meta: PageMeta }

export type OperationItem = { readonly id: Id; readonly action: "moderate" | "valide" | "feature" | "delete" | "restore" | "edit" | "tell_apart"; readonly moderation_status: ModerationStatus | null; readonly at: Timestamp; readonly user: PersonInBrief | null; readonly total: number; readonly title: string | null; readonly publication_id: Id | null; readonly undone_at: Timestamp | null; readonly state: "queued" | "running" | "done" | "stopped" | "undoing" | "undone"; readonly done: number; readonly updated: number; readonly unchanged: number; readonly failed: number; readonly restored: number; readonly skipped: number; readonly mail: OperationMail | null }

export type OperationMail = { readonly count: number; readonly leaves_at: Timestamp | null }

export type OperationPage = { readonly data: readonly (Operation)[]; readonly meta: PageMeta }

export type OwnActeur = { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly commune_id: Id | null; readonly commune_ids: readonly (Id)[]; readonly description: string | null; readonly horaires: string | null; readonly fermetures: readonly (Fermeture)[]; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly siret: string | null; readonly rna: string | null; readonly image: ShownImage | null; readonly ouverture: readonly (OpenDay)[] | null; readonly url: string | null; readonly valide: boolean; readonly valide_le: Timestamp | null; readonly badge: Badge | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly can_publish: boolean; readonly commune: CommuneInBrief | null; readonly mairie_of: readonly (CommuneInBrief)[]; readonly owners_count: number; readonly role: MemberRole | null; readonly permissions: readonly (MemberPermission)[]; readonly may: readonly ("write" | "publish" | "describe" | "lead")[] }

export type OwnActeurChanges = { readonly description?: string | null; readonly horaires?: string | null; readonly fermetures?: readonly (FermetureInput)[]; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: Email | null; readonly site_web?: Link | null; readonly image?: ImageWanted | null }

export type OwnApiKey = { readonly id: Id; readonly nom: string; readonly scopes: readonly (KeyScope)[]; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug } | null; readonly communes: readonly (CommuneInBrief)[]; readonly expires_at: Timestamp }

export type OwnAppeal = { readonly id: Id; readonly status: AppealStatus; readonly message: string | null; readonly answer: string | null; readonly answered_at: Timestamp | null; readonly created_at: Timestamp }

export type OwnAppealState = { readonly contestable: boolean; readonly appeal: OwnAppeal | null }

export type OwnCommuneChanges = { readonly elus?: readonly (EluInput)[]; readonly collectes?: readonly (CollecteInput)[]; readonly infos?: readonly (InfoInput)[]; readonly versions?: CommuneKnownVersions }

export type OwnPassword = { readonly password?: string }

export type OwnPublication = { readonly id: Id; readonly title: string; readonly body: PublicationBody; readonly type_id: Id; readonly commune_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly heure_debut: Hour | null; readonly date_fin: Day | null; readonly heure_fin: Hour | null; readonly dates: readonly (Day)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: Timestamp | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly status: ModerationStatus; readonly type: PublicationTypeInBrief; readonly acteur_id: Id | null; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly badge: Badge | null } | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly en_avant: boolean; readonly featured_until: Timestamp | null; readonly epingle: boolean; readonly annule_le: Timestamp | null; readonly annule_motif: string | null; readonly leve_le: Timestamp | null; readonly en_vigueur: boolean; readonly publie_le: Timestamp | null; readonly url: string | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly moderation_status: ModerationStatus; readonly valide: boolean; readonly moderation_reason: string | null; readonly moderation_reason_code: ReasonCode | null; readonly moderated_at: Timestamp | null; readonly image_refused: "forbidden" | "gone" | "unreachable" | "too_large" | "unreadable" | "storage_full" | "removed" | null; readonly communes: readonly (CommuneInBrief)[]; readonly moderation_by: Decider; readonly may: readonly (PublicationAct)[]; readonly acte: ActeInBrief | null; readonly edit_needs_review: boolean; readonly vues_semaine: number | null }

export type OwnPublicationCounts = { readonly en_ligne: number; readonly en_attente: number; readonly programmees: number; readonly a_corriger: number; readonly refusees: number; readonly retirees: number }

export type OwnPublicationPage = { readonly data: readonly (OwnPublication)[]; readonly meta: PageMeta }

export type OwnPublicationSort = "created_at_desc" | "created_at_asc" | "date_debut_desc" | "title_asc"

export type OwnState = "en_ligne" | "en_attente" | "programmees" | "a_corriger" | "refusees" | "retirees"

export type OwnSubscription = { readonly id: Id; readonly plan: string | null; readonly status: SubscriptionStatus; readonly current_period_end: Timestamp | null; readonly cancel_at_period_end: boolean; readonly canceled_at: Timestamp | null; readonly trial_end: Timestamp | null }

export type PageMeta = { readonly current_page: number; readonly last_page: number; readonly per_page: number; readonly total: number; readonly next: string | null }

export type PageToOpen = { readonly page: "checkout" | "portal" }

export type Passkey = { readonly id: Id; readonly name: string | null; readonly createdAt: string; readonly lastUsedAt: string | null; readonly backedUp: boolean }

export type PasskeyToRemove = { readonly id: Id; readonly password?: string }

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string; readonly revokeOtherSessions?: boolean }

export type PasswordProof = { readonly password: string }

export type PasswordReset = { readonly newPassword: string; readonly token: string }

export type PasswordResetRequest = { readonly email: string; readonly redirectTo?: ReturnAddress }

export type PaymentComparison = { readonly provider: string; readonly compared_at: Timestamp; readonly compared: number; readonly drifts: readonly ({ readonly name: string; readonly subscription_id: Id | null; readonly kind: "missing" | "differs" | "unknown"; readonly fields: readonly (string)[]; readonly repaired: boolean })[] }

export type PaymentEvent = { readonly id: Id; readonly provider: string; readonly event_id: string; readonly type: string; readonly status: PaymentEventStatus; readonly attempts: number; readonly error: string | null; readonly created: Timestamp; readonly received_at: Timestamp; readonly processed_at: Timestamp | null; readonly subscription_id: Id | null; readonly version: Version }

export type PaymentEventPage = { readonly data: readonly (PaymentEvent)[]; readonly meta: PageMeta }

export type PaymentEventStatus = "received" | "processed" | "ignored" | "stale" | "failed"

export type PersonInBrief = { readonly id: Id; readonly nom: string | null }

export type Place = { readonly entity: "publication" | "acteur" | "claim" | "thread" | "commune" | "defibrillateur" | "import_source" | "user" | "subscription"; readonly id: Id }

export type ProviderEvent = { readonly id: string; readonly type: string; readonly created?: number; readonly data?: Readonly<Record<string, unknown>> }

export type ProviderSignIn = { readonly provider: string; readonly callbackURL: ReturnAddress; readonly errorCallbackURL?: ReturnAddress; readonly disableRedirect?: boolean }

export type PublicChange = TypeUpsert | CommuneUpsert | ActeurUpsert | PublicationUpsert | ListUpsert | Deletion

export type PublicChangePage = { readonly data: readonly (PublicChange)[]; readonly meta: { readonly next: string | null; readonly has_more: boolean } }

export type Publication = { readonly id: Id; readonly title: string; readonly body: PublicationBody; readonly type_id: Id; readonly commune_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly heure_debut: Hour | null; readonly date_fin: Day | null; readonly heure_fin: Hour | null; readonly dates: readonly (Day)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: Timestamp | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly status: ModerationStatus; readonly type: PublicationTypeInBrief; readonly acteur_id: Id | null; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly badge: Badge | null } | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly en_avant: boolean; readonly featured_until: Timestamp | null; readonly epingle: boolean; readonly annule_le: Timestamp | null; readonly annule_motif: string | null; readonly leve_le: Timestamp | null; readonly en_vigueur: boolean; readonly publie_le: Timestamp | null; readonly url: string | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version }

export type PublicationAct = "edit" | "publish" | "reject" | "hold" | "delete"

export type PublicationBody = string

export type PublicationChangedEvent = { readonly type: "publication.changed"; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: EventIds }

export type PublicationChanges = { readonly title?: string; readonly body?: PublicationBody; readonly type_id?: Id; readonly commune_id?: Id; readonly commune_ids?: readonly (Id)[]; readonly date_debut?: Day | null; readonly heure_debut?: Hour | null; readonly date_fin?: Day | null; readonly heure_fin?: Hour | null; readonly dates?: readonly (Day)[]; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly fin_le?: Timestamp | null; readonly niveau?: AlertLevel | null; readonly public?: Audience | null; readonly gratuit?: boolean | null; readonly images?: readonly (ImageWanted)[]; readonly documents?: readonly (DocumentWanted)[]; readonly epingle?: boolean; readonly annule?: boolean; readonly annule_motif?: string | null; readonly leve?: boolean; readonly publie_le?: Timestamp; readonly resubmit?: boolean }

export type PublicationItem = { readonly id: Id; readonly title: string; readonly body: PublicationBody; readonly type_id: Id; readonly commune_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly heure_debut: Hour | null; readonly date_fin: Day | null; readonly heure_fin: Hour | null; readonly dates: readonly (Day)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: Timestamp | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly status: ModerationStatus; readonly type: PublicationTypeInBrief; readonly acteur_id: Id | null; readonly acteur: { readonly id: Id; readonly nom: string; readonly slug: Slug; readonly type: ActeurType; readonly badge: Badge | null } | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly en_avant: boolean; readonly featured_until: Timestamp | null; readonly epingle: boolean; readonly annule_le: Timestamp | null; readonly annule_motif: string | null; readonly leve_le: Timestamp | null; readonly en_vigueur: boolean; readonly publie_le: Timestamp | null; readonly url: string | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly moderation_status: ModerationStatus; readonly valide: boolean; readonly moderation_reason: string | null; readonly moderation_reason_code: ReasonCode | null; readonly moderated_at: Timestamp | null; readonly image_refused: "forbidden" | "gone" | "unreachable" | "too_large" | "unreadable" | "storage_full" | "removed" | null; readonly communes: readonly (CommuneInBrief)[]; readonly moderation_by: Decider; readonly author: PersonInBrief | null; readonly api_key: KeyInBrief | null; readonly moderator: PersonInBrief | null; readonly duplicates_count: number; readonly waits_since: Timestamp | null; readonly assignee: PersonInBrief | null; readonly notes_count: number; readonly reports: OpenReports | null; readonly deleted_at: Timestamp | null; readonly moderated_by: Id | null; readonly reports_count: number; readonly import_source_id: Id | null; readonly created_by: Id | null; readonly watched?: readonly (Watched)[]; readonly duplicate_key?: Id; readonly duplicate_reason?: "source_url" | "signature"; readonly duplicate_count?: number; readonly changed_since_approval: boolean; readonly approved: ApprovedWords | null }

export type PublicationPage = { readonly data: readonly (Publication)[]; readonly meta: OpenPageMeta }

export type PublicationPublishedEvent = { readonly type: "publication.published"; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: EventIds }

export type PublicationSort = "publie_le_desc" | "date_debut_asc" | "relevance" | "featured"

export type PublicationType = { readonly id: Id; readonly slug: Slug; readonly nom: string; readonly couleur: string; readonly icone: string; readonly retired: boolean }

export type PublicationTypeChanges = { readonly nom?: string; readonly couleur?: string; readonly icone?: string; readonly place?: number; readonly retired?: boolean }

export type PublicationTypeInBrief = { readonly id: Id; readonly slug: Slug; readonly nom: string }

export type PublicationUpsert = { readonly kind: "publication"; readonly id: Id; readonly at: Timestamp; readonly change: "upsert"; readonly publication: Publication }

export type PublicationWithdrawnEvent = { readonly type: "publication.withdrawn"; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: EventIds }

export type PublishingRight = { readonly can_publish: boolean }

export type ReasonCode = "spam" | "inappropriate" | "false_information" | "illegal" | "duplicate" | "off_topic" | "other"

export type RefusalPreset = { readonly id: Id; readonly reason_code: ReasonCode; readonly body: string; readonly version: Version; readonly created_at: Timestamp; readonly updated_at: Timestamp }

export type RefusalPresetChanges = { readonly reason_code?: ReasonCode; readonly body?: string }

export type RefusalPresetPage = { readonly data: readonly (RefusalPreset)[]; readonly meta: PageMeta }

export type Reply = { readonly body: string; readonly close?: boolean }

export type ReplyTemplate = { readonly id: Id; readonly nom: string; readonly body: string; readonly version: Version; readonly created_at: Timestamp; readonly updated_at: Timestamp }

export type ReplyTemplateChanges = { readonly nom?: string; readonly body?: string }

export type ReplyTemplatePage = { readonly data: readonly (ReplyTemplate)[]; readonly meta: PageMeta }

export type Report = { readonly id: Id; readonly publication_id: Id; readonly reason: ReasonCode; readonly message: string | null; readonly email: string | null; readonly reporter: PersonInBrief | null; readonly record: { readonly removed: number; readonly decided: number; readonly muted_until: Timestamp | null } | null; readonly status: "open" | "closed"; readonly outcome: "kept" | "removed" | null; readonly created_at: Timestamp; readonly closed_at: Timestamp | null }

export type ReportPage = { readonly data: readonly (Report)[]; readonly meta: PageMeta }

export type ReportReceived = { readonly id: Id; readonly status: "received" }

export type ResendVerification = { readonly email: string; readonly callbackURL?: ReturnAddress }

export type ReturnAddress = string

export type Revision = { readonly id: Id; readonly title: string; readonly body: PublicationBody; readonly type_id: Id; readonly commune_ids: readonly (Id)[]; readonly date_debut: Day | null; readonly heure_debut: Hour | null; readonly date_fin: Day | null; readonly heure_fin: Hour | null; readonly dates: readonly (Day)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: Timestamp | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly written_by: PersonInBrief | null; readonly written_at: Timestamp; readonly approved_at: Timestamp | null; readonly sent_back_at: Timestamp | null; readonly sent_back_reason: string | null; readonly visible_from: Timestamp | null; readonly current: boolean }

export type RevisionPage = { readonly data: readonly (Revision)[]; readonly meta: PageMeta }

export type Role = "admin" | "operator_moderation" | "operator_claims" | "operator_support" | "operator_communes" | "operator_imports"

export type RoleTerritory = { readonly role: Role; readonly communes: readonly (CommuneInBrief)[]; readonly epcis: readonly ({ readonly code: string; readonly nom: string })[] }

export type SecondFactorCode = { readonly code: string; readonly trustDevice?: boolean; readonly twoFactorToken?: string }

export type SentEvent = "publication.published" | "publication.changed" | "publication.withdrawn" | "alert.started" | "alert.ended" | "claim.decided" | "subscription.changed" | "sync.finished" | "webhook.test"

export type SessionToRevoke = { readonly token: string }

export type ShownByApp = { readonly id: Id; readonly nom: string }

export type ShownImage = { readonly id: Id; readonly width: number; readonly height: number; readonly placeholder: string; readonly url: string; readonly sources: readonly (ImageSource)[]; readonly alt: string }

export type SignIn = { readonly email: string; readonly password: string; readonly rememberMe?: boolean; readonly callbackURL?: ReturnAddress }

export type SignOut = { readonly callbackURL?: string }

export type SignUp = { readonly email: string; readonly password: string; readonly name?: string; readonly callbackURL?: ReturnAddress }

export type Slug = string

export type Status = { readonly status: boolean }

export type SubmittedClaim = { readonly id: Id; readonly status: "pending"; readonly needs?: "email" }

export type Subscription = { readonly id: Id; readonly provider: string; readonly provider_subscription_id: string; readonly provider_customer_id: string | null; readonly acteur_id: Id | null; readonly user_id: Id | null; readonly plan: string | null; readonly status: SubscriptionStatus; readonly current_period_start: Timestamp | null; readonly current_period_end: Timestamp | null; readonly cancel_at_period_end: boolean; readonly canceled_at: Timestamp | null; readonly trial_end: Timestamp | null; readonly last_event_at: Timestamp | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly acteur: ActeurInBrief | null; readonly user: PersonInBrief | null; readonly version: Version }

export type SubscriptionChangedEvent = { readonly type: "subscription.changed"; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: { readonly id: Id; readonly acteur_ids: readonly (Id)[]; readonly commune_ids: readonly (Id)[]; readonly url: string | null; readonly status: SubscriptionStatus } }

export type SubscriptionPage = { readonly data: readonly (Subscription)[]; readonly meta: PageMeta }

export type SubscriptionStatus = "trialing" | "active" | "past_due" | "unpaid" | "incomplete" | "incomplete_expired" | "paused" | "canceled"

export type SyncExplanation = { readonly code: string; readonly params: Readonly<Record<string, unknown>>; readonly message: string }

export type SyncFinishedEvent = { readonly type: "sync.finished"; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: { readonly id: Id; readonly acteur_ids: readonly (Id)[]; readonly commune_ids: readonly (Id)[]; readonly url: string | null; readonly status: SyncStatus } }

export type SyncRequest = { readonly force?: boolean }

export type SyncStatus = "queued" | "running" | "ok" | "failed" | "held"

export type SyncTrigger = "manual" | "schedule" | "command"

export type SyncedPageMeta = { readonly current_page: number; readonly last_page: number; readonly per_page: number; readonly total: number; readonly next: string | null; readonly last_synced_at: Timestamp | null; readonly sync_status: SyncStatus | null; readonly sync_error: string | null }

export type TeamSettings = { readonly urgent_first: boolean; readonly target_hours: number | null; readonly alert_reports: number | null; readonly transparency_public: boolean; readonly first_commune_id: Id | null; readonly first_commune_passed: number; readonly version: Version }

export type TeamSettingsChanges = { readonly urgent_first?: boolean; readonly target_hours?: number | null; readonly alert_reports?: number | null; readonly transparency_public?: boolean; readonly first_commune_id?: Id | null; readonly first_commune_passed?: number }

export type Teinte = "ardoise" | "brique" | "ocre" | "sapin" | "lagune" | "glycine" | "prune" | "cerise"

export type TellApart = { readonly other_id: Id }

export type Telling = { readonly mail: LeavingMail | null }

export type Thread = { readonly id: Id; readonly subject: string; readonly status: ThreadStatus; readonly unread: boolean; readonly flag: FlagColour | null; readonly requester: { readonly nom: string | null; readonly email: string; readonly user_id: Id | null }; readonly messages_count: number; readonly last_message_at: Timestamp; readonly last_message: LastMessage | null; readonly awaiting: boolean; readonly undelivered: boolean; readonly assignee: PersonInBrief | null; readonly merged: readonly ({ readonly id: Id; readonly subject: string })[]; readonly merged_into: Id | null; readonly created_at: Timestamp; readonly version: Version }

export type ThreadNote = { readonly id: Id; readonly author: PersonInBrief | null; readonly body: string; readonly mentions: readonly (PersonInBrief)[]; readonly created_at: Timestamp; readonly merged_from: Id | null }

export type ThreadNotePage = { readonly data: readonly (ThreadNote)[]; readonly meta: PageMeta }

export type ThreadPage = { readonly data: readonly (Thread)[]; readonly meta: PageMeta }

export type ThreadStatus = "open" | "closed"

export type TickedMention = { readonly done: boolean }

export type Timestamp = string

export type TownHallProof = { readonly acteur: { readonly id: Id; readonly nom: string } | null; readonly official: OfficialAddress; readonly letter: ClaimLetterState | null; readonly siret: { readonly sign_in: "right" | "none" | "stale" | "other"; readonly blocked: "not_town_hall" | "managed" | "undone" | "unknown" | "no_siret" | "several" | "stale" | "merged" | "differs" | "shared" | "changed" | null; readonly providers: readonly ({ readonly provider: string; readonly label: string })[] } }

export type TownHallProving = { readonly code: string | null }

export type TransparencyMonth = { readonly month: string; readonly submitted: number; readonly decisions: number; readonly accepted: number; readonly changes_requested: number; readonly refused: number; readonly refused_spam: number; readonly refused_inappropriate: number; readonly refused_false_information: number; readonly refused_illegal: number; readonly refused_duplicate: number; readonly refused_off_topic: number; readonly refused_other: number; readonly hidden: number; readonly undone: number; readonly decisions_median_hours: number | null; readonly reports_received: number; readonly reports_closed: number; readonly reports_kept: number; readonly reports_removed: number; readonly reports_removed_illegal: number; readonly reports_median_hours: number | null; readonly appeals_received: number; readonly appeals_upheld: number; readonly appeals_overturned: number; readonly appeals_closed: number; readonly appeals_median_hours: number | null; readonly automated_decisions: number }

export type TransparencyMonthPage = { readonly data: readonly (TransparencyMonth)[]; readonly meta: PageMeta }

export type TypeUpsert = { readonly kind: "type"; readonly id: Id; readonly at: Timestamp; readonly change: "upsert"; readonly type: PublicationType }

export type UndoneModeration = { readonly data: { readonly restored: readonly (Id)[]; readonly skipped: readonly (LeftAside)[] }; readonly meta: { readonly operation_id: Id; readonly queued?: number } }

export type Upload = { readonly id: Id; readonly acteur_id: Id; readonly kind: "image" | "document"; readonly bytes: number; readonly created_at: Timestamp; readonly image: Image | null; readonly document: Document | null }

export type UploadRoom = { readonly bytes_left: number; readonly files_left: number; readonly largest_bytes: number }

export type UsedPasskey = { readonly response: { readonly id: string; readonly response: { readonly clientDataJSON: string; readonly authenticatorData: string; readonly signature: string; readonly userHandle?: string | null } } }

export type User = { readonly id: Id; readonly email: string | null; readonly nom: string | null; readonly status: UserStatus; readonly roles: readonly (Role)[]; readonly territories: readonly (RoleTerritory)[]; readonly acteurs: readonly (Membership)[]; readonly created_at: Timestamp; readonly last_seen_at: Timestamp | null; readonly version: Version; readonly invited: Invited | null; readonly second_factor: boolean; readonly sessions: number }

export type UserChanges = { readonly nom?: string | null; readonly status?: UserStatus }

export type UserPage = { readonly data: readonly (User)[]; readonly meta: PageMeta }

export type UserRoles = { readonly user_id: Id; readonly roles: readonly (Role)[]; readonly territories?: readonly (RoleTerritory)[] }

export type UserStatus = "active" | "suspended"

export type ValideToggle = { readonly valide?: boolean }

export type Version = number

export type View = { readonly id: Id; readonly area: "moderation" | "claims" | "support" | "communes" | "imports" | "reserved"; readonly nom: string; readonly address: string; readonly shared: boolean; readonly by: { readonly id: Id; readonly nom: string | null } }

export type Watched = { readonly nom: string; readonly texts: readonly (string)[] }

export type WatchedKind = "words" | "phones" | "new_hosts"

export type WatchedWords = { readonly id: Id; readonly nom: string; readonly kind: WatchedKind; readonly words: readonly (string)[]; readonly active: boolean; readonly version: Version; readonly created_at: Timestamp; readonly updated_at: Timestamp }

export type WatchedWordsChanges = { readonly nom?: string; readonly words?: readonly (string)[]; readonly active?: boolean }

export type WatchedWordsTrial = { readonly read: number; readonly found: number; readonly examples: readonly ({ readonly id: Id; readonly title: string; readonly texts: readonly (string)[] })[] }

export type WatchedWordsTrialQuestion = { readonly kind: WatchedKind; readonly words?: readonly (string)[] }

export type Webhook = { readonly id: Id; readonly nom: string; readonly url: Link; readonly events: readonly (WebhookEvent)[]; readonly state: WebhookState; readonly disabled_for: "gone" | "failing" | "full" | "asked" | null; readonly failing_since: Timestamp | null; readonly former_until: Timestamp | null; readonly acteur: { readonly id: Id; readonly nom: string } | null; readonly communes: readonly (CommuneInBrief)[]; readonly epcis: readonly ({ readonly code: string; readonly nom: string })[]; readonly created_by: PersonInBrief | null; readonly created_at: Timestamp; readonly updated_at: Timestamp; readonly version: Version; readonly waiting: number }

export type WebhookChanges = { readonly nom?: string; readonly url?: Link; readonly events?: readonly (WebhookEvent)[] }

export type WebhookDelivery = { readonly id: Id; readonly sequence: EventSequence; readonly event: SentEvent; readonly state: DeliveryState; readonly at: Timestamp; readonly attempts: number; readonly tried_at: Timestamp | null; readonly next_try_at: Timestamp | null; readonly status: number | null; readonly error: string | null; readonly delivered_at: Timestamp | null; readonly data: EventData; readonly record: { readonly kind: EventRecord; readonly id: Id; readonly title: string | null } | null; readonly payload: { readonly type: SentEvent; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: EventData } }

export type WebhookDeliveryPage = { readonly data: readonly (WebhookDelivery)[]; readonly meta: PageMeta }

export type WebhookEvent = "publication.published" | "publication.changed" | "publication.withdrawn" | "alert.started" | "alert.ended" | "claim.decided" | "subscription.changed" | "sync.finished"

export type WebhookPage = { readonly data: readonly (Webhook)[]; readonly meta: PageMeta }

export type WebhookState = "unverified" | "active" | "paused" | "disabled"

export type WebhookTestEvent = { readonly type: "webhook.test"; readonly timestamp: Timestamp; readonly sequence: EventSequence; readonly data: EventIds }

export type WeeklyMailRequest = { readonly email: Email }

export type WhoseData = { readonly email: Email }

export type Refusal = { readonly error: "invalid_request" | "missing_app_source" | "invalid_app_source" | "invalid_if_match" | "invalid_json" | "invalid_webhook_signature" | "invalid_logout_token" | "invalid_token" | "invitation_withdrawn" | "sign_in_failed" | "invalid_password" | "passkey_refused" | "unauthenticated" | "api_key_expired" | "api_key_revoked" | "api_key_paused" | "invalid_credentials" | "invalid_code" | "second_factor_expired" | "reports_suspended" | "admin_required" | "administrator_needed" | "scope_violation" | "app_source_off" | "second_factor_required" | "forbidden" | "account_suspended" | "email_not_verified" | "signup_closed" | "sign_in_again" | "origin_forbidden" | "api_key_refused" | "api_key_scope" | "not_found" | "method_not_allowed" | "request_timeout" | "claim_conflict" | "claim_already_decided" | "wrong_letter_code" | "letter_code_void" | "proof_blocked" | "siret_sign_in_needed" | "siret_differs" | "appeal_exists" | "appeal_already_decided" | "answers_appeal" | "webhook_disabled" | "webhook_limit" | "not_contestable" | "own_decision" | "slug_taken" | "last_admin" | "last_owner" | "address_elsewhere" | "not_expected" | "run_in_progress" | "operation_in_progress" | "request_in_progress" | "conflict" | "merged_since" | "total_changed" | "no_author" | "already_sent" | "not_failed" | "not_retriable" | "thread_merged" | "already_subscribed" | "second_factor_enabled" | "second_factor_not_enabled" | "storage_full" | "removed" | "changes_gone" | "stale_version" | "payload_too_large" | "file_too_large" | "uri_too_long" | "unsupported_media_type" | "validation_failed" | "page_too_deep" | "idempotency_key_reused" | "claimant_unknown" | "invalid_webhook_payload" | "webhook_unverified" | "source_url_forbidden" | "file_unsupported" | "file_removed" | "document_locked" | "picture_heic" | "picture_too_large" | "picture_unreadable" | "rate_limited" | "headers_too_large" | "internal_error" | "unavailable" | "provider_unavailable" | "storage_low"; readonly message: string; readonly request_id: string; readonly details?: readonly ({ readonly path: string; readonly message: string })[] }

export interface Api {
  'GET /api/v1/publications/types': { query?: { readonly with_retired?: boolean }; reply: { readonly data: readonly (PublicationType)[] } }
  'GET /api/v1/publications': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: string; readonly type_id?: Id; readonly from?: Day; readonly to?: Day; readonly en_cours?: boolean; readonly en_vigueur?: boolean; readonly niveau?: AlertLevel; readonly public?: string; readonly gratuit?: boolean; readonly updated_since?: Timestamp; readonly ids?: string; readonly sort?: PublicationSort; readonly acteur_id?: Id; readonly commune_id?: Id; readonly communes?: string }; reply: PublicationPage }
  'POST /api/v1/publications': { body: NewPublication; reply: { readonly data: OwnPublication } }
  'GET /api/v1/publications/{id}': { params: { readonly id: Id }; reply: { readonly data: Publication } }
  'PATCH /api/v1/publications/{id}': { params: { readonly id: Id }; body: PublicationChanges; reply: { readonly data: OwnPublication } }
  'DELETE /api/v1/publications/{id}': { params: { readonly id: Id }; reply: { readonly data: OwnPublication } }
  'GET /api/v1/acteurs/{acteurId}/publications': { params: { readonly acteurId: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: string; readonly type_id?: Id; readonly from?: Day; readonly to?: Day; readonly en_cours?: boolean; readonly en_vigueur?: boolean; readonly niveau?: AlertLevel; readonly public?: string; readonly gratuit?: boolean; readonly updated_since?: Timestamp; readonly ids?: string; readonly sort?: PublicationSort; readonly commune_id?: Id }; reply: PublicationPage }
  'GET /api/v1/communes/{communeId}/publications': { params: { readonly communeId: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: string; readonly type_id?: Id; readonly from?: Day; readonly to?: Day; readonly en_cours?: boolean; readonly en_vigueur?: boolean; readonly niveau?: AlertLevel; readonly public?: string; readonly gratuit?: boolean; readonly updated_since?: Timestamp; readonly ids?: string; readonly sort?: PublicationSort; readonly acteur_id?: Id }; reply: PublicationPage }
  'GET /api/v1/acteurs/{id}': { params: { readonly id: string }; reply: { readonly data: Acteur } }
  'GET /api/v1/communes/{id}/acteurs': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: ActeurType }; reply: ActeurPage }
  'GET /api/v1/communes/{id}/acteurs/counts': { params: { readonly id: Id }; query?: { readonly q?: string }; reply: { readonly data: ActeurCounts } }
  'GET /api/v1/communes': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly departement?: Departement }; reply: CommunePage }
  'GET /api/v1/communes/{slug}': { params: { readonly slug: Slug }; reply: { readonly data: Commune } }
  'GET /api/v1/communes/{id}/elus': { params: { readonly id: Id }; reply: { readonly data: readonly (Elu)[] } }
  'GET /api/v1/communes/{id}/collectes': { params: { readonly id: Id }; reply: { readonly data: readonly (Collecte)[]; readonly meta: { readonly fuseau: string } } }
  'GET /api/v1/communes/{id}/infos': { params: { readonly id: Id }; reply: { readonly data: CommuneInfos } }
  'GET /api/v1/communes/{id}/defibrillateurs': { params: { readonly id: Id }; reply: CommuneDefibrillateurs }
  'GET /api/v1/defibrillateurs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly code_insee?: CodeInsee; readonly departement?: Departement; readonly bbox?: string; readonly near?: string; readonly rayon?: number }; reply: FoundDefibrillateurPage }
  'GET /api/v1/changes': { query?: { readonly after?: string; readonly per_page?: number; readonly kinds?: string; readonly commune_id?: Id }; reply: PublicChangePage }
  'GET /api/v1/transparency': { query?: { readonly year?: number }; reply: { readonly data: readonly (TransparencyMonth)[] } }
  'POST /api/v1/publications/{id}/report': { params: { readonly id: Id }; body: NewReport; reply: { readonly data: ReportReceived } }
  'POST /api/v1/claims': { body: NewClaim; reply: { readonly data: SubmittedClaim } }
  'POST /api/v1/messages': { body: NewMessage; reply: { readonly data: { readonly id: Id; readonly status: "received" } } }
  'POST /api/v1/push-subscriptions': { body: NewPushSubscription; reply: { readonly data: { readonly status: "subscribed"; readonly notices: "daily" | "each" | null } } }
  'POST /api/v1/push-subscriptions/remove': { body: EndedPushSubscription; reply: { readonly data: { readonly status: "unsubscribed" } } }
  'POST /api/v1/communes/{id}/weekly-mail': { params: { readonly id: Id }; body: WeeklyMailRequest; reply: { readonly data: { readonly status: "received" } } }
  'POST /api/v1/crashes': { body: Crash; reply: { readonly data: { readonly reference: string } } }
  'GET /api/v1/me': { reply: { readonly data: Me } }
  'PATCH /api/v1/me': { body: MyChanges; reply: { readonly data: Me } }
  'GET /api/v1/me/closing': { reply: { readonly data: AccountToClose } }
  'GET /api/v1/me/digest': { reply: { readonly data: Digest } }
  'PUT /api/v1/me/digest': { body: DigestChoice; reply: { readonly data: Digest } }
  'GET /api/v1/me/claims': { reply: { readonly data: readonly (MyClaim)[] } }
  'POST /api/v1/me/claims/{id}/code': { params: { readonly id: Id }; body: ClaimLetterCode; reply: { readonly data: MyClaim } }
  'POST /api/v1/me/town-halls/{id}/code': { params: { readonly id: Id }; reply: { readonly data: TownHallProof } }
  'GET /api/v1/me/town-halls/{id}': { params: { readonly id: Id }; reply: { readonly data: TownHallProof } }
  'POST /api/v1/me/town-halls/{id}': { params: { readonly id: Id }; body: TownHallProving; reply: { readonly data: MyClaim } }
  'GET /api/v1/me/publications/{id}/appeal': { params: { readonly id: Id }; reply: { readonly data: OwnAppealState } }
  'POST /api/v1/me/publications/{id}/appeal': { params: { readonly id: Id }; body: NewAppeal; reply: { readonly data: OwnAppeal } }
  'GET /api/v1/me/claims/{id}/appeal': { params: { readonly id: Id }; reply: { readonly data: OwnAppealState } }
  'POST /api/v1/me/claims/{id}/appeal': { params: { readonly id: Id }; body: NewAppeal; reply: { readonly data: OwnAppeal } }
  'GET /api/v1/me/acteurs/{id}/members': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleaguePage }
  'POST /api/v1/me/acteurs/{id}/members': { params: { readonly id: Id }; body: NewColleague; reply: { readonly data: Colleague } }
  'PATCH /api/v1/me/acteurs/{id}/members/{userId}': { params: { readonly id: Id; readonly userId: Id }; body: ColleagueChanges; reply: { readonly data: Colleague } }
  'DELETE /api/v1/me/acteurs/{id}/members/{userId}': { params: { readonly id: Id; readonly userId: Id }; reply: { readonly data: Colleague } }
  'POST /api/v1/me/acteurs/{id}/members/{userId}/hand-over': { params: { readonly id: Id; readonly userId: Id }; reply: { readonly data: Colleague } }
  'GET /api/v1/me/acteurs/{id}/subscription': { params: { readonly id: Id }; reply: { readonly data: ActeurBilling } }
  'POST /api/v1/me/acteurs/{id}/subscription/page': { params: { readonly id: Id }; body: PageToOpen; reply: { readonly data: HostedPage } }
  'GET /api/v1/me/acteurs/{id}/mail-address': { params: { readonly id: Id }; reply: { readonly data: ActeurMailAddress } }
  'DELETE /api/v1/me/acteurs/{id}/mail-address': { params: { readonly id: Id }; reply: { readonly data: ActeurMailAddress } }
  'POST /api/v1/me/acteurs/{id}/mail-address/renew': { params: { readonly id: Id }; reply: { readonly data: ActeurMailAddress } }
  'GET /api/v1/me/acteurs/{id}/api-keys': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ApiKeyPage }
  'POST /api/v1/me/acteurs/{id}/api-keys': { params: { readonly id: Id }; body: NewOwnApiKey; reply: { readonly data: CreatedApiKey } }
  'DELETE /api/v1/me/acteurs/{id}/api-keys/{keyId}': { params: { readonly id: Id; readonly keyId: Id }; reply: { readonly data: ApiKey } }
  'GET /api/v1/me/acteurs/{id}/webhooks': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: WebhookPage }
  'POST /api/v1/me/acteurs/{id}/webhooks': { params: { readonly id: Id }; body: NewOwnWebhook; reply: { readonly data: CreatedWebhook } }
  'GET /api/v1/me/acteurs/{id}/webhooks/{endpointId}': { params: { readonly id: Id; readonly endpointId: Id }; reply: { readonly data: Webhook } }
  'PATCH /api/v1/me/acteurs/{id}/webhooks/{endpointId}': { params: { readonly id: Id; readonly endpointId: Id }; body: WebhookChanges; reply: { readonly data: Webhook } }
  'DELETE /api/v1/me/acteurs/{id}/webhooks/{endpointId}': { params: { readonly id: Id; readonly endpointId: Id }; reply: { readonly data: { readonly deleted: boolean } } }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/verify': { params: { readonly id: Id; readonly endpointId: Id }; reply: { readonly data: Webhook } }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/disable': { params: { readonly id: Id; readonly endpointId: Id }; reply: { readonly data: Webhook } }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/secret': { params: { readonly id: Id; readonly endpointId: Id }; reply: { readonly data: CreatedWebhook } }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/test': { params: { readonly id: Id; readonly endpointId: Id }; reply: { readonly data: WebhookDelivery } }
  'GET /api/v1/me/acteurs/{id}/webhooks/{endpointId}/deliveries': { params: { readonly id: Id; readonly endpointId: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly state?: "waiting" | "delivered" | "failed"; readonly event?: SentEvent }; reply: WebhookDeliveryPage }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/deliveries/{deliveryId}/replay': { params: { readonly id: Id; readonly endpointId: Id; readonly deliveryId: Id }; reply: { readonly data: WebhookDelivery } }
  'GET /api/v1/me/drafts': { query?: { readonly acteur_id?: Id }; reply: { readonly data: readonly (Draft)[] } }
  'POST /api/v1/me/drafts': { body: NewDraft; reply: { readonly data: Draft } }
  'GET /api/v1/me/drafts/{id}': { params: { readonly id: Id }; reply: { readonly data: Draft } }
  'PATCH /api/v1/me/drafts/{id}': { params: { readonly id: Id }; body: DraftChanges; reply: { readonly data: Draft } }
  'DELETE /api/v1/me/drafts/{id}': { params: { readonly id: Id }; reply: { readonly data: { readonly id: Id } } }
  'PATCH /api/v1/publications/{id}/moderate': { params: { readonly id: Id }; body: ModerationDecision; reply: { readonly data: OwnPublication } }
  'GET /api/v1/me/publications': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly acteur_id?: Id; readonly q?: string; readonly etat?: OwnState; readonly sort?: OwnPublicationSort; readonly moderation_status?: ModerationStatus }; reply: OwnPublicationPage }
  'GET /api/v1/me/publications/counts': { query?: { readonly acteur_id?: Id }; reply: { readonly data: MyPublicationCounts } }
  'GET /api/v1/me/publications/{id}': { params: { readonly id: Id }; reply: { readonly data: OwnPublication } }
  'POST /api/v1/uploads': { query: { readonly acteur_id: Id }; body: Blob | Uint8Array; reply: { readonly data: Upload } }
  'GET /api/v1/uploads/room': { query: { readonly acteur_id: Id }; reply: { readonly data: UploadRoom } }
  'GET /api/v1/me/acteurs/{id}': { params: { readonly id: Id }; reply: { readonly data: OwnActeur } }
  'PATCH /api/v1/me/acteurs/{id}': { params: { readonly id: Id }; body: OwnActeurChanges; reply: { readonly data: OwnActeur } }
  'GET /api/v1/key': { reply: { readonly data: OwnApiKey } }
  'GET /api/v1/mairie/acteurs/{acteurId}/publications': { params: { readonly acteurId: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly scope?: MairieScope; readonly q?: string; readonly etat?: OwnState; readonly sort?: OwnPublicationSort; readonly moderation_status?: ModerationStatus }; reply: OwnPublicationPage }
  'POST /api/v1/mairie/acteurs/{acteurId}/publications': { params: { readonly acteurId: Id }; body: NewMairiePublication; reply: { readonly data: OwnPublication } }
  'GET /api/v1/mairie/acteurs/{acteurId}/publications/counts': { params: { readonly acteurId: Id }; query?: { readonly scope?: MairieScope }; reply: { readonly data: OwnPublicationCounts } }
  'PATCH /api/v1/mairie/acteurs/{acteurId}/publications/{publicationId}/moderate': { params: { readonly acteurId: Id; readonly publicationId: Id }; body: ModerationDecision; reply: { readonly data: OwnPublication } }
  'PATCH /api/v1/mairie/acteurs/{acteurId}/publications/{publicationId}/acte': { params: { readonly acteurId: Id; readonly publicationId: Id }; body: ActeTransmission; reply: { readonly data: OwnPublication } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/actes': { params: { readonly acteurId: Id; readonly communeId: Id }; query: { readonly nature: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly numero: string; readonly date: Day }; reply: { readonly data: readonly (NumberedActe)[] } }
  'GET /api/v1/mairie/acteurs/{acteurId}/registre': { params: { readonly acteurId: Id }; reply: { readonly data: ActRegister | null } }
  'POST /api/v1/mairie/acteurs/{acteurId}/registre': { params: { readonly acteurId: Id }; body: NewActRegister; reply: { readonly data: ActRegister } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/elus': { params: { readonly acteurId: Id; readonly communeId: Id }; reply: { readonly data: readonly (Elu)[]; readonly meta: { readonly version: Version } } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/collectes': { params: { readonly acteurId: Id; readonly communeId: Id }; reply: { readonly data: readonly (Collecte)[]; readonly meta: { readonly version: Version; readonly fuseau: string } } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/infos': { params: { readonly acteurId: Id; readonly communeId: Id }; reply: { readonly data: InfosToEdit; readonly meta: { readonly version: Version } } }
  'PATCH /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}': { params: { readonly acteurId: Id; readonly communeId: Id }; body: OwnCommuneChanges; reply: { readonly data: { readonly commune_id: Id; readonly versions: CommunePartVersions } } }
  'POST /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/file': { params: { readonly acteurId: Id; readonly communeId: Id }; reply: { readonly data: { readonly url: string; readonly expires_at: Timestamp } } }
  'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/place': { params: { readonly acteurId: Id; readonly communeId: Id }; reply: { readonly data: CommunePlace } }
  'PATCH /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/place': { params: { readonly acteurId: Id; readonly communeId: Id }; body: CommunePlaceChanges; reply: { readonly data: CommunePlace } }
  'GET /api/v1/admin/publications': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly sort?: AdminPublicationSort; readonly exact_total?: boolean; readonly q?: string; readonly commune_id?: Id; readonly departement?: Departement; readonly acteur_id?: Id; readonly type_id?: Id; readonly moderation_status?: string; readonly moderation_by?: Decider; readonly valide?: boolean; readonly visible?: boolean; readonly scheduled?: boolean; readonly deleted?: Deleted; readonly reported?: boolean; readonly report_outcome?: "kept" | "removed"; readonly import_source_id?: Id; readonly created_by?: Id; readonly moderated_by?: Id; readonly decided_from?: Day; readonly decided_to?: Day; readonly moderation_reason_code?: ReasonCode; readonly assigned_to?: string; readonly late?: boolean; readonly ids?: string; readonly from?: Day; readonly to?: Day; readonly since?: Timestamp | Id; readonly updated_since?: Timestamp; readonly duplicates?: boolean }; reply: AdminPublicationPage }
  'GET /api/v1/admin/publications/colleagues': { reply: { readonly data: readonly (PersonInBrief)[] } }
  'GET /api/v1/admin/publications/{id}': { params: { readonly id: Id }; reply: { readonly data: PublicationItem } }
  'PATCH /api/v1/admin/publications/{id}': { params: { readonly id: Id }; body: Correction; reply: ModeratedPublication }
  'DELETE /api/v1/admin/publications/{id}': { params: { readonly id: Id }; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/assignee': { params: { readonly id: Id }; body: AssignRecord; reply: { readonly data: { readonly assignee: PersonInBrief | null } } }
  'GET /api/v1/admin/publications/{id}/notes': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleagueNotePage }
  'POST /api/v1/admin/publications/{id}/notes': { params: { readonly id: Id }; body: NewColleagueNote; reply: { readonly data: ColleagueNote } }
  'DELETE /api/v1/admin/publications/{id}/notes/{noteId}': { params: { readonly id: Id; readonly noteId: Id }; reply: { readonly data: ColleagueNote } }
  'GET /api/v1/admin/publications/{id}/reports': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ReportPage }
  'POST /api/v1/admin/publications/{id}/reports/{reportId}/mute': { params: { readonly id: Id; readonly reportId: Id }; reply: { readonly data: { readonly muted: boolean } } }
  'DELETE /api/v1/admin/publications/{id}/reports/{reportId}/mute': { params: { readonly id: Id; readonly reportId: Id }; reply: { readonly data: { readonly muted: boolean } } }
  'GET /api/v1/admin/publications/{id}/author-trust': { params: { readonly id: Id }; reply: { readonly data: { readonly unchanged: number; readonly acteur: { readonly id: Id; readonly nom: string }; readonly user_id: Id; readonly permissions: readonly (MemberPermission)[]; readonly can_publish: boolean } | null } }
  'GET /api/v1/admin/publications/{id}/history': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'PATCH /api/v1/admin/publications/bulk/moderate': { body: BulkDecision; reply: BulkOutcome }
  'PATCH /api/v1/admin/publications/bulk/feature': { body: BulkFeature; reply: BulkOutcome }
  'PATCH /api/v1/admin/publications/bulk/delete': { body: BulkDeletion; reply: BulkOutcome }
  'GET /api/v1/admin/publications/{id}/revisions': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: RevisionPage }
  'GET /api/v1/admin/publications/{id}/duplicates': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: AlikePublicationPage }
  'POST /api/v1/admin/publications/{id}/duplicates/dismiss': { params: { readonly id: Id }; body: TellApart; reply: ModeratedPublication }
  'POST /api/v1/admin/publications/{id}/duplicates/keep': { params: { readonly id: Id }; body: KeepOne; reply: BulkOutcome }
  'POST /api/v1/admin/publications/{id}/revisions/{revisionId}/restore': { params: { readonly id: Id; readonly revisionId: Id }; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/moderate': { params: { readonly id: Id }; body: ModerationDecision; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/valide': { params: { readonly id: Id }; body: ValideToggle; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/feature': { params: { readonly id: Id }; body: Feature; reply: ModeratedPublication }
  'PATCH /api/v1/admin/publications/{id}/restore': { params: { readonly id: Id }; reply: ModeratedPublication }
  'POST /api/v1/admin/media/forget': { body: ForgetFiles; reply: { readonly data: FilesForgotten } }
  'GET /api/v1/admin/refusal-presets': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly reason_code?: ReasonCode }; reply: RefusalPresetPage }
  'POST /api/v1/admin/refusal-presets': { body: NewRefusalPreset; reply: { readonly data: RefusalPreset } }
  'PATCH /api/v1/admin/refusal-presets/{id}': { params: { readonly id: Id }; body: RefusalPresetChanges; reply: { readonly data: RefusalPreset } }
  'DELETE /api/v1/admin/refusal-presets/{id}': { params: { readonly id: Id }; reply: { readonly data: RefusalPreset } }
  'GET /api/v1/admin/operations': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly mine?: boolean; readonly state?: "queued" | "running" | "done" | "stopped" | "undoing" | "undone" }; reply: OperationPage }
  'GET /api/v1/admin/operations/{id}': { params: { readonly id: Id }; reply: { readonly data: OperationItem } }
  'GET /api/v1/admin/operations/{id}/failures': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: OperationFailurePage }
  'POST /api/v1/admin/operations/{id}/undo': { params: { readonly id: Id }; reply: UndoneModeration }
  'GET /api/v1/admin/acteurs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly commune_id?: Id; readonly type?: ActeurType; readonly valide?: boolean; readonly active?: boolean; readonly badge?: Badge; readonly can_publish?: boolean; readonly deleted?: Deleted; readonly sort?: ActeurSort }; reply: AdminActeurPage }
  'POST /api/v1/admin/acteurs': { body: NewActeur; reply: { readonly data: AdminActeur } }
  'GET /api/v1/admin/acteurs/look-alikes': { query?: { readonly nom?: string; readonly commune_id?: Id; readonly siret?: string; readonly rna?: string; readonly email?: string; readonly telephone?: string; readonly except?: Id }; reply: { readonly data: readonly (ActeurLookAlike)[] } }
  'GET /api/v1/admin/acteurs/{id}': { params: { readonly id: Id }; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}': { params: { readonly id: Id }; body: ActeurChanges; reply: { readonly data: AdminActeur } }
  'DELETE /api/v1/admin/acteurs/{id}': { params: { readonly id: Id }; reply: { readonly data: AdminActeur } }
  'GET /api/v1/admin/acteurs/{id}/members': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: MemberPage }
  'POST /api/v1/admin/acteurs/{id}/members': { params: { readonly id: Id }; body: NewMember; reply: ChangedMember }
  'PATCH /api/v1/admin/acteurs/{id}/members/{userId}': { params: { readonly id: Id; readonly userId: Id }; body: MemberChanges; reply: ChangedMember }
  'DELETE /api/v1/admin/acteurs/{id}/members/{userId}': { params: { readonly id: Id; readonly userId: Id }; reply: ChangedMember }
  'GET /api/v1/admin/acteurs/{id}/notes': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleagueNotePage }
  'POST /api/v1/admin/acteurs/{id}/notes': { params: { readonly id: Id }; body: NewColleagueNote; reply: { readonly data: ColleagueNote } }
  'DELETE /api/v1/admin/acteurs/{id}/notes/{noteId}': { params: { readonly id: Id; readonly noteId: Id }; reply: { readonly data: ColleagueNote } }
  'GET /api/v1/admin/acteurs/{id}/merges': { params: { readonly id: Id }; reply: { readonly data: readonly (ActeurMerge)[] } }
  'GET /api/v1/admin/acteurs/{id}/moves': { params: { readonly id: Id }; reply: { readonly data: { readonly id: Id; readonly nom: string; readonly commune: CommuneInBrief | null; readonly moves: ActeurMoves } } }
  'POST /api/v1/admin/acteurs/{id}/merge': { params: { readonly id: Id }; body: MergeActeurs; reply: { readonly data: AdminActeur; readonly meta: { readonly merge: ActeurMerge } } }
  'POST /api/v1/admin/acteurs/{id}/merges/{mergeId}/undo': { params: { readonly id: Id; readonly mergeId: Id }; reply: { readonly data: ActeurMerge } }
  'GET /api/v1/admin/acteurs/{id}/history': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'DELETE /api/v1/admin/acteurs/{id}/restore': { params: { readonly id: Id }; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}/validate': { params: { readonly id: Id }; body: ActeurValidation; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}/badge': { params: { readonly id: Id }; body: BadgeChange; reply: { readonly data: AdminActeur } }
  'PATCH /api/v1/admin/acteurs/{id}/active': { params: { readonly id: Id }; body: ActeurActivation; reply: { readonly data: AdminActeur } }
  'POST /api/v1/admin/acteurs/{id}/can-publish': { params: { readonly id: Id }; body: PublishingRight; reply: { readonly data: AdminActeur } }
  'GET /api/v1/admin/claims': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: ClaimStatus; readonly acteur_id?: Id; readonly assigned_to?: string; readonly by_code?: boolean; readonly late?: boolean; readonly commune_id?: Id; readonly q?: string; readonly sort?: ClaimSort }; reply: ClaimPage }
  'GET /api/v1/admin/claims/colleagues': { reply: { readonly data: readonly (PersonInBrief)[] } }
  'GET /api/v1/admin/claims/{id}': { params: { readonly id: Id }; reply: { readonly data: ClaimItem } }
  'PATCH /api/v1/admin/claims/{id}': { params: { readonly id: Id }; body: ClaimDecision; reply: DecidedClaim }
  'PATCH /api/v1/admin/claims/{id}/assignee': { params: { readonly id: Id }; body: AssignRecord; reply: { readonly data: { readonly assignee: PersonInBrief | null } } }
  'GET /api/v1/admin/claims/{id}/notes': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleagueNotePage }
  'POST /api/v1/admin/claims/{id}/notes': { params: { readonly id: Id }; body: NewColleagueNote; reply: { readonly data: ColleagueNote } }
  'DELETE /api/v1/admin/claims/{id}/notes/{noteId}': { params: { readonly id: Id; readonly noteId: Id }; reply: { readonly data: ColleagueNote } }
  'GET /api/v1/admin/claims/{id}/history': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'GET /api/v1/admin/claims/{id}/letters': { params: { readonly id: Id }; reply: { readonly data: ClaimLetters } }
  'POST /api/v1/admin/claims/{id}/ask': { params: { readonly id: Id }; body: ClaimQuestion; reply: AskedClaim }
  'POST /api/v1/admin/claims/{id}/ask/undo': { params: { readonly id: Id }; reply: { readonly data: Claim } }
  'POST /api/v1/admin/claims/{id}/ask-owners': { params: { readonly id: Id }; reply: { readonly data: AskedOwners } }
  'GET /api/v1/admin/claims/{id}/letter': { params: { readonly id: Id }; reply: { readonly data: ClaimPrintedLetter | null } }
  'POST /api/v1/admin/claims/{id}/letter': { params: { readonly id: Id }; reply: { readonly data: Claim } }
  'POST /api/v1/admin/claims/{id}/call': { params: { readonly id: Id }; body: NewClaimCall; reply: { readonly data: Claim } }
  'DELETE /api/v1/admin/claims/{id}/call': { params: { readonly id: Id }; reply: { readonly data: Claim } }
  'POST /api/v1/admin/claims/{id}/undo': { params: { readonly id: Id }; reply: { readonly data: Claim } }
  'GET /api/v1/admin/messages/threads': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: ThreadStatus; readonly unread?: boolean; readonly flag?: FlagColour; readonly awaiting?: boolean; readonly failed?: boolean; readonly assigned_to?: string; readonly late?: boolean; readonly same_requester_as?: Id; readonly q?: string }; reply: ThreadPage }
  'GET /api/v1/admin/messages/colleagues': { reply: { readonly data: readonly (PersonInBrief)[] } }
  'GET /api/v1/admin/messages/threads/{id}': { params: { readonly id: Id }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}': { params: { readonly id: Id }; body: AssignThread; reply: { readonly data: Thread } }
  'GET /api/v1/admin/messages/threads/{id}/messages': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: MessagePage }
  'POST /api/v1/admin/messages/threads/{id}/reply': { params: { readonly id: Id }; body: Reply; reply: AnsweredThread }
  'DELETE /api/v1/admin/messages/threads/{id}/messages/{messageId}': { params: { readonly id: Id; readonly messageId: Id }; reply: { readonly data: Message } }
  'POST /api/v1/admin/messages/threads/{id}/messages/{messageId}/retry': { params: { readonly id: Id; readonly messageId: Id }; reply: AnsweredThread }
  'POST /api/v1/admin/messages/threads/{id}/messages/{messageId}/give-up': { params: { readonly id: Id; readonly messageId: Id }; reply: { readonly data: Message } }
  'GET /api/v1/admin/messages/threads/{id}/notes': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ThreadNotePage }
  'POST /api/v1/admin/messages/threads/{id}/notes': { params: { readonly id: Id }; body: NewThreadNote; reply: { readonly data: ThreadNote } }
  'DELETE /api/v1/admin/messages/threads/{id}/notes/{noteId}': { params: { readonly id: Id; readonly noteId: Id }; reply: { readonly data: ThreadNote } }
  'POST /api/v1/admin/messages/threads/{id}/merge': { params: { readonly id: Id }; body: MergeThreads; reply: { readonly data: Thread } }
  'POST /api/v1/admin/messages/threads/{id}/separate': { params: { readonly id: Id }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/read': { params: { readonly id: Id }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/unread': { params: { readonly id: Id }; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/flag': { params: { readonly id: Id }; body: Flag; reply: { readonly data: Thread } }
  'PATCH /api/v1/admin/messages/threads/{id}/close': { params: { readonly id: Id }; body: CloseThread; reply: { readonly data: Thread } }
  'GET /api/v1/admin/messages/threads/{id}/reply-templates': { params: { readonly id: Id }; reply: { readonly data: readonly (FilledReplyTemplate)[] } }
  'GET /api/v1/admin/reply-templates': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ReplyTemplatePage }
  'POST /api/v1/admin/reply-templates': { body: NewReplyTemplate; reply: { readonly data: ReplyTemplate } }
  'PATCH /api/v1/admin/reply-templates/{id}': { params: { readonly id: Id }; body: ReplyTemplateChanges; reply: { readonly data: ReplyTemplate } }
  'DELETE /api/v1/admin/reply-templates/{id}': { params: { readonly id: Id }; reply: { readonly data: ReplyTemplate } }
  'GET /api/v1/admin/dashboard': { reply: { readonly publications?: number; readonly publications_pending?: number; readonly publications_reported?: number; readonly acteurs?: number; readonly claims_pending?: number; readonly users?: number; readonly subscription_plans?: Readonly<Record<string, number>>; readonly subscription_logs?: Readonly<Record<string, number>>; readonly imports_failing?: number; readonly threads_unread?: number } }
  'GET /api/v1/admin/counts': { reply: { readonly data: { readonly moderation?: { readonly pending?: number; readonly oldest_pending_at?: Timestamp | null; readonly late?: number; readonly reported?: number; readonly duplicates?: number; readonly scheduled?: number; readonly changes_requested?: number; readonly rejected?: number; readonly deleted?: number; readonly appeals?: number; readonly mine_today?: number }; readonly claims?: { readonly pending?: number; readonly late?: number; readonly by_code?: number; readonly appeals?: number; readonly mine_today?: number }; readonly support?: { readonly open?: number; readonly unread?: number; readonly awaiting?: number; readonly late?: number; readonly failed?: number; readonly assigned_to_me?: number; readonly mine_today?: number }; readonly imports?: { readonly failing?: number }; readonly communes?: { readonly syncs_failing?: number }; readonly dashboard?: { readonly urgent_first?: boolean; readonly target_hours?: number | null }; readonly reserved?: { readonly first_commune?: boolean; readonly mails_failing?: number; readonly jobs_failing?: number; readonly payments_failing?: number } } } }
  'GET /api/v1/admin/stats': { query?: { readonly from?: Day; readonly to?: Day }; reply: { readonly data: readonly (DayOfModeration)[] } }
  'GET /api/v1/admin/transparency': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly year?: number }; reply: TransparencyMonthPage }
  'GET /api/v1/admin/team-settings': { reply: { readonly data: TeamSettings } }
  'PATCH /api/v1/admin/team-settings': { body: TeamSettingsChanges; reply: { readonly data: TeamSettings } }
  'GET /api/v1/admin/appeals': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: AppealStatus; readonly kind?: AppealKind; readonly q?: string }; reply: AppealPage }
  'GET /api/v1/admin/appeals/{id}': { params: { readonly id: Id }; reply: { readonly data: AppealItem } }
  'PATCH /api/v1/admin/appeals/{id}': { params: { readonly id: Id }; body: AppealDecision; reply: DecidedAppeal }
  'POST /api/v1/admin/appeals/{id}/undo': { params: { readonly id: Id }; reply: { readonly data: AppealItem } }
  'PATCH /api/v1/admin/appeals/{id}/assignee': { params: { readonly id: Id }; body: AssignRecord; reply: { readonly data: { readonly assignee: PersonInBrief | null } } }
  'GET /api/v1/admin/for-me': { reply: { readonly data: ForMe } }
  'POST /api/v1/admin/mentions/{id}/done': { params: { readonly id: Id }; body: TickedMention; reply: { readonly data: { readonly done: boolean } } }
  'GET /api/v1/admin/pick/acteurs': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/pick/communes': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/pick/import-sources': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/pick/users': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/search': { query: { readonly q: string; readonly kind?: "publications" | "acteurs" | "claims" | "threads" | "communes" | "import_sources" | "users" | "subscriptions" }; reply: { readonly data: { readonly publications?: readonly (FoundLine)[]; readonly acteurs?: readonly (FoundLine)[]; readonly claims?: readonly (FoundLine)[]; readonly threads?: readonly (FoundLine)[]; readonly communes?: readonly (FoundLine)[]; readonly import_sources?: readonly (FoundLine)[]; readonly users?: readonly (FoundLine)[]; readonly subscriptions?: readonly (FoundLine)[] }; readonly meta: { readonly corrected: string | null } } }
  'GET /api/v1/admin/views': { reply: { readonly data: readonly (View)[] } }
  'PUT /api/v1/admin/views': { body: NewView; reply: { readonly data: View } }
  'GET /api/v1/admin/views/counts': { query: { readonly of: string }; reply: { readonly data: readonly (number | null)[] } }
  'DELETE /api/v1/admin/views/{id}': { params: { readonly id: Id }; reply: { readonly data: { readonly id: Id } } }
  'GET /api/v1/admin/live': { reply: undefined }
  'PUT /api/v1/admin/presence': { body: Place; reply: { readonly data: { readonly others: readonly ({ readonly id: Id; readonly nom: string | null; readonly since: Timestamp })[] } } }
  'GET /api/v1/admin/communes/{id}/hosts': { params: { readonly id: Id }; reply: { readonly data: readonly (CommuneHost)[] } }
  'POST /api/v1/admin/communes/{id}/hosts': { params: { readonly id: Id }; body: NewCommuneHost; reply: { readonly data: readonly (CommuneHost)[] } }
  'POST /api/v1/admin/communes/{id}/file': { params: { readonly id: Id }; reply: { readonly data: { readonly url: string; readonly expires_at: Timestamp } } }
  'DELETE /api/v1/admin/communes/{id}/hosts/{host}': { params: { readonly id: Id; readonly host: string }; reply: { readonly data: readonly (CommuneHost)[] } }
  'GET /api/v1/admin/pick/epcis': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (EpciLine)[] } }
  'GET /api/v1/admin/pick/api-keys': { query?: { readonly q?: string; readonly ids?: string }; reply: { readonly data: readonly (Line)[] } }
  'GET /api/v1/admin/audit': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly action?: string; readonly entity?: string; readonly entity_id?: string; readonly decision?: "approved" | "rejected" | "changes_requested" | "pending" | "kept" | "undone" | "upheld" | "overturned"; readonly user_id?: Id; readonly key_id?: Id; readonly request_id?: string; readonly from?: Day; readonly to?: Day }; reply: AuditEntryPage }
  'GET /api/v1/admin/audit/actions': { reply: { readonly data: readonly (AuditAction)[] } }
  'GET /api/v1/admin/audit/seal': { reply: { readonly data: AuditSeal } }
  'GET /api/v1/admin/publication-types': { reply: { readonly data: readonly (KeptPublicationType)[] } }
  'POST /api/v1/admin/publication-types': { body: NewPublicationType; reply: { readonly data: KeptPublicationType } }
  'PATCH /api/v1/admin/publication-types/{id}': { params: { readonly id: Id }; body: PublicationTypeChanges; reply: { readonly data: KeptPublicationType } }
  'GET /api/v1/admin/api-keys': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ApiKeyPage }
  'POST /api/v1/admin/api-keys': { body: NewApiKey; reply: { readonly data: CreatedApiKey } }
  'DELETE /api/v1/admin/api-keys/{id}': { params: { readonly id: Id }; reply: { readonly data: ApiKey } }
  'GET /api/v1/admin/webhooks': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: WebhookPage }
  'POST /api/v1/admin/webhooks': { body: NewWebhook; reply: { readonly data: CreatedWebhook } }
  'GET /api/v1/admin/webhooks/{id}': { params: { readonly id: Id }; reply: { readonly data: Webhook } }
  'PATCH /api/v1/admin/webhooks/{id}': { params: { readonly id: Id }; body: WebhookChanges; reply: { readonly data: Webhook } }
  'DELETE /api/v1/admin/webhooks/{id}': { params: { readonly id: Id }; reply: { readonly data: { readonly deleted: boolean } } }
  'POST /api/v1/admin/webhooks/{id}/verify': { params: { readonly id: Id }; reply: { readonly data: Webhook } }
  'POST /api/v1/admin/webhooks/{id}/disable': { params: { readonly id: Id }; reply: { readonly data: Webhook } }
  'POST /api/v1/admin/webhooks/{id}/secret': { params: { readonly id: Id }; reply: { readonly data: CreatedWebhook } }
  'POST /api/v1/admin/webhooks/{id}/test': { params: { readonly id: Id }; reply: { readonly data: WebhookDelivery } }
  'GET /api/v1/admin/webhooks/{id}/deliveries': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly state?: "waiting" | "delivered" | "failed"; readonly event?: SentEvent }; reply: WebhookDeliveryPage }
  'POST /api/v1/admin/webhooks/{id}/deliveries/{deliveryId}/replay': { params: { readonly id: Id; readonly deliveryId: Id }; reply: { readonly data: WebhookDelivery } }
  'GET /api/v1/admin/app-sources': { reply: { readonly data: readonly (AppSource)[] } }
  'POST /api/v1/admin/app-sources': { body: NewAppSource; reply: { readonly data: AppSource } }
  'PATCH /api/v1/admin/app-sources/{slug}': { params: { readonly slug: AppSlug }; body: AppSourceChanges; reply: { readonly data: AppSource } }
  'GET /api/v1/admin/watched-words': { reply: { readonly data: readonly (WatchedWords)[] } }
  'POST /api/v1/admin/watched-words': { body: NewWatchedWords; reply: { readonly data: WatchedWords } }
  'POST /api/v1/admin/watched-words/trial': { body: WatchedWordsTrialQuestion; reply: { readonly data: WatchedWordsTrial } }
  'PATCH /api/v1/admin/watched-words/{id}': { params: { readonly id: Id }; body: WatchedWordsChanges; reply: { readonly data: WatchedWords } }
  'DELETE /api/v1/admin/watched-words/{id}': { params: { readonly id: Id }; reply: { readonly data: WatchedWords } }
  'GET /api/v1/admin/health': { reply: { readonly data: Health } }
  'GET /api/v1/admin/failed-mails': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly template?: MailKind }; reply: FailedMailPage }
  'GET /api/v1/admin/failed-mails/kinds': { reply: { readonly data: readonly (FailedMailKind)[] } }
  'POST /api/v1/admin/failed-mails/retry': { body: FailedMailsOfKind; reply: { readonly data: { readonly done: number; readonly left: number } } }
  'POST /api/v1/admin/failed-mails/give-up': { body: FailedMailsOfKind; reply: { readonly data: { readonly done: number; readonly left: number } } }
  'POST /api/v1/admin/failed-mails/{id}/retry': { params: { readonly id: Id }; reply: { readonly data: MailFate } }
  'POST /api/v1/admin/failed-mails/{id}/give-up': { params: { readonly id: Id }; reply: { readonly data: MailFate } }
  'GET /api/v1/admin/failed-jobs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: FailedJobPage }
  'POST /api/v1/admin/failed-jobs/{id}/retry': { params: { readonly id: Id }; reply: { readonly data: JobState } }
  'POST /api/v1/admin/failed-jobs/{id}/give-up': { params: { readonly id: Id }; reply: { readonly data: JobState } }
  'GET /api/v1/admin/subscriptions': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: SubscriptionStatus; readonly plan?: string; readonly acteur_id?: Id; readonly ownerless?: boolean; readonly q?: string }; reply: SubscriptionPage }
  'GET /api/v1/admin/subscriptions/{id}': { params: { readonly id: Id }; reply: { readonly data: Subscription } }
  'PATCH /api/v1/admin/subscriptions/{id}': { params: { readonly id: Id }; body: AttachedSubscription; reply: { readonly data: Subscription } }
  'GET /api/v1/admin/payment-comparison': { reply: { readonly data: PaymentComparison | null } }
  'GET /api/v1/admin/payment-events': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly status?: PaymentEventStatus; readonly subscription_id?: Id; readonly type?: string }; reply: PaymentEventPage }
  'POST /api/v1/admin/payment-events/{id}/replay': { params: { readonly id: Id }; reply: { readonly data: PaymentEvent } }
  'GET /api/v1/admin/users': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly role?: Role; readonly status?: UserStatus; readonly acteur_id?: Id; readonly team?: boolean; readonly expected?: boolean; readonly sort?: "created_at_desc" | "nom_asc" | "last_seen_desc" }; reply: UserPage }
  'POST /api/v1/admin/users': { body: NewUser; reply: { readonly data: User } }
  'GET /api/v1/admin/users/colleagues': { reply: { readonly data: readonly (PersonInBrief)[] } }
  'GET /api/v1/admin/users/{userId}': { params: { readonly userId: Id }; reply: { readonly data: User } }
  'PATCH /api/v1/admin/users/{userId}': { params: { readonly userId: Id }; body: UserChanges; reply: { readonly data: User } }
  'POST /api/v1/admin/users/{userId}/invite': { params: { readonly userId: Id }; reply: { readonly data: User } }
  'DELETE /api/v1/admin/users/{userId}/invite': { params: { readonly userId: Id }; reply: { readonly data: User } }
  'DELETE /api/v1/admin/users/{userId}/sessions': { params: { readonly userId: Id }; reply: { readonly data: User } }
  'DELETE /api/v1/admin/users/{userId}/second-factor': { params: { readonly userId: Id }; reply: { readonly data: User } }
  'GET /api/v1/admin/users/{userId}/notes': { params: { readonly userId: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleagueNotePage }
  'POST /api/v1/admin/users/{userId}/notes': { params: { readonly userId: Id }; body: NewColleagueNote; reply: { readonly data: ColleagueNote } }
  'DELETE /api/v1/admin/users/{userId}/notes/{noteId}': { params: { readonly userId: Id; readonly noteId: Id }; reply: { readonly data: ColleagueNote } }
  'POST /api/v1/admin/personal-data/export': { body: WhoseData; reply: { readonly data: { readonly exported_at: Timestamp; readonly held: Readonly<Record<string, readonly (unknown)[]>> } } }
  'POST /api/v1/admin/personal-data/erase': { body: Erasing; reply: { readonly data: { readonly done: boolean; readonly erased: Readonly<Record<string, number>>; readonly still_named: readonly ({ readonly id: Id; readonly title: string })[]; readonly left_alone: readonly ({ readonly acteur_id: Id; readonly nom: string; readonly colleagues: number })[] } } }
  'POST /api/v1/admin/users/{userId}/roles': { params: { readonly userId: Id }; body: NewRole; reply: { readonly data: UserRoles } }
  'DELETE /api/v1/admin/users/{userId}/roles/{role}': { params: { readonly userId: Id; readonly role: string }; reply: { readonly data: UserRoles } }
  'GET /api/v1/admin/communes': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly departement?: Departement; readonly mairie?: boolean; readonly acteurs?: boolean; readonly contact?: boolean; readonly fusionnee?: boolean }; reply: AdminCommunePage }
  'POST /api/v1/admin/communes': { body: NewCommune; reply: { readonly data: Commune } }
  'GET /api/v1/admin/communes/{id}': { params: { readonly id: Id }; reply: { readonly data: CommuneRecord } }
  'PATCH /api/v1/admin/communes/{id}': { params: { readonly id: Id }; body: CommuneChanges; reply: { readonly data: Commune } }
  'GET /api/v1/admin/communes/{id}/full': { params: { readonly id: Id }; reply: { readonly data: FullCommune } }
  'GET /api/v1/admin/communes/{id}/elus': { params: { readonly id: Id }; reply: { readonly data: readonly (Elu)[]; readonly meta: { readonly version: Version } } }
  'GET /api/v1/admin/communes/{id}/collectes': { params: { readonly id: Id }; reply: { readonly data: readonly (Collecte)[]; readonly meta: { readonly version: Version; readonly fuseau: string } } }
  'GET /api/v1/admin/communes/{id}/infos': { params: { readonly id: Id }; reply: { readonly data: InfosToEdit; readonly meta: { readonly version: Version } } }
  'PATCH /api/v1/admin/communes/{id}/merger': { params: { readonly id: Id }; body: CommuneMerger; reply: { readonly data: CommuneMerger } }
  'GET /api/v1/admin/communes/{id}/place': { params: { readonly id: Id }; reply: { readonly data: CommunePlace } }
  'PATCH /api/v1/admin/communes/{id}/place': { params: { readonly id: Id }; body: CommunePlaceChanges; reply: { readonly data: CommunePlace } }
  'GET /api/v1/admin/communes/{id}/acteurs': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: ActeurType }; reply: AdminActeurPage }
  'GET /api/v1/admin/communes/{id}/history': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: HistoryEntryPage }
  'GET /api/v1/admin/communes/{id}/defibrillateurs': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly statut?: DefibrillateurStatut; readonly retire?: boolean; readonly actif?: boolean; readonly bbox?: string }; reply: CommunalDefibrillateurPage }
  'POST /api/v1/admin/communes/{id}/defibrillateurs': { params: { readonly id: Id }; body: NewDefibrillateur; reply: { readonly data: CommunalDefibrillateur } }
  'GET /api/v1/admin/communes/{id}/defibrillateurs/syncs': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: DefibrillateurSyncPage }
  'GET /api/v1/admin/defibrillateurs-france': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly statut?: DefibrillateurStatut; readonly retire?: boolean; readonly actif?: boolean; readonly bbox?: string; readonly code_insee?: CodeInsee; readonly departement?: Departement; readonly commune_id?: Id; readonly corrige?: boolean }; reply: NationalDefibrillateurPage }
  'GET /api/v1/admin/defibrillateurs-france/summary': { query: { readonly q?: string; readonly statut?: DefibrillateurStatut; readonly retire?: boolean; readonly actif?: boolean; readonly bbox?: string; readonly code_insee?: CodeInsee; readonly departement?: Departement; readonly commune_id?: Id; readonly corrige?: boolean; readonly by: "departement" }; reply: { readonly data: readonly (DefibrillateursInBrief)[] } }
  'GET /api/v1/admin/defibrillateurs-france/syncs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: DefibrillateurSyncPage }
  'GET /api/v1/admin/defibrillateurs-france/syncs/{id}': { params: { readonly id: Id }; reply: { readonly data: DefibrillateurSync } }
  'PATCH /api/v1/admin/defibrillateurs-france/bulk': { body: DefibrillateursChanges; reply: { readonly data: DefibrillateursChanged } }
  'PATCH /api/v1/admin/defibrillateurs/bulk': { body: DefibrillateursChanges; reply: { readonly data: DefibrillateursChanged } }
  'GET /api/v1/admin/defibrillateurs/{id}': { params: { readonly id: Id }; reply: { readonly data: DefibrillateurItem } }
  'PATCH /api/v1/admin/defibrillateurs/{id}': { params: { readonly id: Id }; body: CommunalDefibrillateurChanges; reply: { readonly data: CommunalDefibrillateur } }
  'PATCH /api/v1/admin/defibrillateurs-france/{id}': { params: { readonly id: Id }; body: NationalDefibrillateurChanges; reply: { readonly data: NationalDefibrillateur } }
  'POST /api/v1/admin/defibrillateurs-france/sync': { body: SyncRequest; reply: { readonly data: { readonly id: Id; readonly status: "queued" } } }
  'POST /api/v1/admin/communes/{id}/defibrillateurs/sync': { params: { readonly id: Id }; body: SyncRequest; reply: { readonly data: { readonly id: Id; readonly status: "queued" } } }
  'GET /api/v1/admin/import-sources': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly enabled?: boolean; readonly kind?: ImportKind; readonly acteur_id?: Id; readonly commune_id?: Id; readonly last_status?: ImportEnding; readonly failing?: boolean }; reply: ImportSourcePage }
  'POST /api/v1/admin/import-sources': { body: NewImportSource; reply: { readonly data: ImportSource } }
  'GET /api/v1/admin/import-sources/{id}': { params: { readonly id: Id }; reply: { readonly data: ImportSource } }
  'PATCH /api/v1/admin/import-sources/{id}': { params: { readonly id: Id }; body: ImportSourceChanges; reply: { readonly data: ImportSource } }
  'DELETE /api/v1/admin/import-sources/{id}': { params: { readonly id: Id }; reply: { readonly data: ImportSource } }
  'POST /api/v1/admin/import-sources/{id}/run': { params: { readonly id: Id }; query?: { readonly dry_run?: boolean }; reply: { readonly data: ImportRunWithItems } }
  'POST /api/v1/admin/import-sources/preview': { query?: { readonly source_id?: Id }; body: NewImportSource; reply: { readonly data: ImportPreview } }
  'POST /api/v1/admin/import-sources/discover': { body: ImportPage; reply: { readonly data: ImportDiscovery } }
  'GET /api/v1/admin/import-sources/{id}/runs': { params: { readonly id: Id }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ImportRunPage }
  'GET /api/v1/admin/import-sources/{id}/runs/days': { params: { readonly id: Id }; reply: { readonly data: readonly (ImportDay)[] } }
  'GET /api/v1/admin/import-sources/{id}/runs/{runId}': { params: { readonly id: Id; readonly runId: Id }; reply: { readonly data: ImportRunInFull } }
  'GET /api/v1/admin/import-sources/{id}/logs/{date}': { params: { readonly id: Id; readonly date: string }; reply: { readonly data: { readonly date: Day; readonly runs: readonly ({ readonly id: Id; readonly source_id: Id; readonly trigger: "manual" | "schedule"; readonly dry_run: boolean; readonly status: ImportRunStatus; readonly created_at: Timestamp; readonly started_at: Timestamp | null; readonly finished_at: Timestamp | null; readonly counts: ImportCounts; readonly error: ImportExplanation | null; readonly entries: readonly (ImportEntry)[] })[] } } }
  'POST /api/v1/webhooks/payment': { body: ProviderEvent; reply: { readonly data: { readonly received: boolean } } }
  'POST /api/v1/webhooks/inbound-mail': { reply: { readonly data: { readonly received: boolean } } }
  'POST /auth/sign-up/email': { body: SignUp; reply: { readonly token: string | null; readonly user: { readonly email: string; readonly name: string; readonly emailVerified: boolean } } }
  'GET /auth/verify-email': { query: { readonly token: string; readonly callbackURL?: ReturnAddress }; reply: Status }
  'POST /auth/send-verification-email': { body: ResendVerification; reply: Status }
  'POST /auth/sign-in/email': { body: SignIn; reply: { readonly token?: string; readonly user?: Account; readonly redirect?: boolean; readonly url?: string; readonly twoFactorRedirect?: boolean; readonly twoFactorToken?: string; readonly twoFactorMethods?: readonly (string)[] } }
  'POST /auth/sign-in/social': { body: ProviderSignIn; reply: { readonly url: string; readonly redirect: boolean } }
  'GET /auth/callback/{provider}': { params: { readonly provider: string }; query?: { readonly state?: string; readonly code?: string; readonly iss?: string; readonly error?: string; readonly error_description?: string }; reply: Status }
  'POST /auth/sign-out': { body: SignOut; reply: { readonly success: boolean; readonly url?: string } }
  'GET /auth/signed-out': { query?: { readonly state?: string }; reply: Status }
  'POST /auth/back-channel-logout': { body: BackChannelLogout; reply: Status }
  'GET /auth/get-session': { reply: { readonly session: { readonly id: string; readonly expiresAt: string; readonly createdAt: string; readonly updatedAt: string; readonly userAgent: string | null }; readonly user: Account } | null }
  'GET /auth/token': { reply: { readonly token: string; readonly secondFactorNeeded?: boolean } }
  'GET /auth/options': { reply: { readonly signup: "open" | "invite"; readonly provider: { readonly label: string } | null; readonly providers: readonly ({ readonly id: string; readonly label: string })[]; readonly password: { readonly min: number; readonly max: number }; readonly passkeys: boolean } }
  'GET /auth/jwks': { reply: { readonly keys: readonly ({ readonly kty: string; readonly crv: string; readonly x: string; readonly kid: string; readonly alg: string; readonly use: string })[] } }
  'POST /auth/request-password-reset': { body: PasswordResetRequest; reply: Status }
  'GET /auth/reset-password/{token}': { params: { readonly token: string }; query?: { readonly callbackURL?: ReturnAddress }; reply: { readonly token: string; readonly email: string } }
  'POST /auth/reset-password': { body: PasswordReset; reply: Status }
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
  'POST /auth/change-password': { body: PasswordChange; reply: { readonly token: string | null; readonly user: Account } }
  'POST /auth/change-address': { body: AddressChange; reply: Status }
  'POST /auth/confirm-address': { body: AddressConfirmation; reply: Status }
  'POST /auth/close-account': { body: AccountClosing; reply: Status }
  'GET /auth/list-sessions': { reply: readonly ({ readonly id: string; readonly expiresAt: string; readonly createdAt: string; readonly updatedAt: string; readonly userAgent: string | null; readonly token: string; readonly current: boolean })[] }
  'POST /auth/revoke-session': { body: SessionToRevoke; reply: Status }
  'POST /auth/revoke-sessions': { reply: { readonly status: boolean; readonly url?: string } }
  'POST /auth/revoke-other-sessions': { reply: Status }
  'POST /auth/two-factor/enable': { body: PasswordProof; reply: { readonly method: string; readonly totpURI: string; readonly backupCodes: readonly (string)[] } }
  'POST /auth/two-factor/get-totp-uri': { body: PasswordProof; reply: { readonly totpURI: string } }
  'POST /auth/two-factor/verify-totp': { body: SecondFactorCode; reply: { readonly token?: string; readonly user?: Account } }
  'POST /auth/two-factor/verify-backup-code': { body: SecondFactorCode; reply: { readonly token?: string; readonly user?: Account } }
  'POST /auth/two-factor/generate-backup-codes': { body: PasswordProof; reply: { readonly status: boolean; readonly backupCodes: readonly (string)[] } }
  'POST /auth/two-factor/disable': { body: PasswordProof; reply: { readonly status: boolean; readonly token?: string } }
  'POST /auth/passkeys/begin': { body: OwnPassword; reply: Readonly<Record<string, unknown>> }
  'POST /auth/passkeys/add': { body: NewPasskey; reply: Passkey }
  'POST /auth/sign-in/passkey/begin': { reply: Readonly<Record<string, unknown>> }
  'POST /auth/sign-in/passkey': { body: UsedPasskey; reply: { readonly token?: string; readonly user?: Account } }
  'GET /auth/passkeys': { reply: readonly (Passkey)[] }
  'POST /auth/passkeys/remove': { body: PasskeyToRemove; reply: Status }
  'GET /auth/appeal/{token}': { params: { readonly token: string }; reply: Status }
  'POST /auth/appeal/{token}': { params: { readonly token: string }; body: Contest; reply: Status }
}
