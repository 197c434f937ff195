// Written by `npm run contract` from the table of routes; a test holds it to them.

export type Account = { readonly id: string; readonly email: string | null; readonly name: string; readonly emailVerified: boolean; readonly twoFactorEnabled?: boolean }

export type AccountClosing = { readonly password?: string; readonly leaveAlone?: boolean }

export type AccountToClose = { readonly left_alone: readonly (ActeurLeftAlone)[] }

export type ActeInBrief = { readonly nature: "deliberation" | "arrete" | "proces_verbal" | "budget" | "autre"; readonly numero: string; readonly date: string; readonly transmis_le: string | null }

export type Acteur = (ActeurOfPublication) & ({ readonly commune_id: string | null; readonly commune_ids: readonly (string)[]; readonly description: string | null; readonly horaires: string | null; readonly fermetures: readonly (Fermeture)[]; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly siret: string | null; readonly rna: string | null; readonly image: ShownImage | null; readonly ouverture: readonly (OpenDay)[] | null; readonly url: string | null; readonly valide: boolean; readonly valide_le: string | null; readonly created_at: string; readonly updated_at: string; readonly version: Version })

export type ActeurBilling = { readonly subscription: OwnSubscription | null; readonly may: readonly ("checkout" | "portal")[] }

export type ActeurCounts = { readonly association: number; readonly commerce: number; readonly artisan: number; readonly mairie: number; readonly service_public: number; readonly ecole: number; readonly sante: number; readonly autre: number }

export type ActeurLeftAlone = { readonly acteur_id: string; readonly nom: string; readonly colleagues: number }

export type ActeurMailAddress = { readonly available: boolean; readonly address: string | null; readonly since: string | null; readonly drafts: number; readonly refused: number }

export type ActeurOfKey = { readonly id: string; readonly nom: string }

export type ActeurOfPublication = { readonly id: string; readonly nom: string; readonly slug: string; readonly type: ActeurType; readonly badge: Badge | null }

export type ActeurPage = { readonly data: readonly (Acteur)[]; readonly meta: PageMeta }

export type ActeurType = "association" | "commerce" | "artisan" | "mairie" | "service_public" | "ecole" | "sante" | "autre"

export type ActeurUpsert = { readonly kind: "acteur"; readonly id: string; readonly at: string; readonly change: "upsert"; readonly acteur: Acteur }

export type AddressChange = { readonly newEmail: string; readonly password?: string }

export type AddressConfirmation = { readonly token: string }

export type AlertEndedEvent = { readonly type: "alert.ended"; readonly timestamp: string; readonly sequence: EventSequence; readonly data: EventIds }

export type AlertLevel = "information" | "vigilance" | "danger"

export type AlertStartedEvent = { readonly type: "alert.started"; readonly timestamp: string; readonly sequence: EventSequence; readonly data: EventIds }

export type ApiKey = { readonly id: string; readonly nom: string; readonly prefix: string; readonly scopes: readonly (KeyScope)[]; readonly state: KeyState; readonly paused_for: PausedFor | null; readonly acteur: ActeurOfKey | null; readonly communes: readonly (CommuneInBrief)[]; readonly epcis: readonly ({ readonly code: string; readonly nom: string })[]; readonly granted_to: "owner" | "admin" | "operator"; readonly created_by: PersonInBrief | null; readonly created_at: string; readonly expires_at: string; readonly last_used_at: string | null; readonly revoked_at: string | null }

export type ApiKeyPage = { readonly data: readonly (ApiKey)[]; readonly meta: PageMeta }

export type AppealStatus = "pending" | "upheld" | "overturned" | "closed"

export type Audience = "tous" | "enfants" | "familles" | "jeunes" | "adultes" | "seniors"

export type Badge = "officiel" | "verifie" | "partenaire"

export type ChangeKind = "type" | "commune" | "acteur" | "publication" | "elus" | "collectes" | "infos" | "defibrillateurs"

export type ClaimDecidedEvent = { readonly type: "claim.decided"; readonly timestamp: string; readonly sequence: EventSequence; readonly data: { readonly id: string; readonly acteur_ids: readonly (string)[]; readonly commune_ids: readonly (string)[]; readonly url: string | null; readonly status: ClaimStatus } }

export type ClaimExchange = "awaiting" | "answered"

export type ClaimLetterCode = { readonly code: string }

export type ClaimLetterState = { readonly sent_to: string | null; readonly issued_at: string; readonly expires_at: string; readonly confirmed_at: string | null; readonly attempts_left: number }

export type ClaimStatus = "pending" | "approved" | "rejected" | "expired"

export type ClaimedActeur = { readonly id: string; readonly nom: string; readonly commune: CommuneInBrief | null }

export type CodeInsee = string

export type Colleague = { readonly id: string; readonly nom: string | null; readonly email: string | null; readonly expected: boolean; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[]; readonly created_at: string; readonly myself: boolean; readonly version: Version }

export type ColleagueChanges = { readonly role?: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type ColleaguePage = { readonly data: readonly (Colleague)[]; readonly meta: PageMeta }

export type Collecte = { readonly id: string; readonly type: CollecteType; readonly libelle: string | null; readonly zone: string | null; readonly jours: readonly (number)[]; readonly frequence: CollecteFrequence; readonly heure_debut: Hour | null; readonly notes: string | null; readonly exceptions: readonly (CollecteException)[]; readonly prochaines_dates: readonly (string)[] }

export type CollecteException = { readonly date: string; readonly report_le: string | null }

export type CollecteFrequence = "hebdomadaire" | "semaines_paires" | "semaines_impaires" | "mensuelle" | "mensuelle_2" | "mensuelle_3" | "mensuelle_4" | "mensuelle_derniere" | "sur_rendez_vous"

export type CollecteType = "ordures_menageres" | "recyclables" | "verre" | "biodechets" | "encombrants" | "dechets_verts" | "autre"

export type Commune = { readonly id: string; readonly nom: string; readonly slug: string; readonly code_insee: string | null; readonly departement: string | null; readonly region: string | null; readonly codes_postaux: readonly (string)[]; readonly population: number | null; readonly latitude: number | null; readonly longitude: number | null; readonly mairie_actor_id: string | null; readonly version: Version; readonly url: string | null }

export type CommuneDefibrillateurs = { readonly defibrillateurs: readonly (Defibrillateur)[]; readonly meta: { readonly count: number; readonly last_synced_at: string | null; readonly sync_status: SyncStatus | null } }

export type CommuneInBrief = { readonly id: string; readonly nom: string; readonly departement: string | null }

export type CommuneInfos = { readonly commune_id: string; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly horaires: string | null; readonly ouverture: readonly (OpenDay)[] | null; readonly fermetures: readonly (Fermeture)[]; readonly sources: { readonly adresse: InfoOrigin; readonly telephone: InfoOrigin; readonly email: InfoOrigin; readonly site_web: InfoOrigin; readonly horaires: InfoOrigin }; readonly complements: readonly (Info)[]; readonly mentions: readonly (string)[] }

export type CommunePage = { readonly data: readonly (Commune)[]; readonly meta: NumberedPageMeta }

export type CommuneUpsert = { readonly kind: "commune"; readonly id: string; readonly at: string; readonly change: "upsert"; readonly commune: Commune }

export type CreatedApiKey = (ApiKey) & ({ readonly secret: string })

export type CreatedWebhook = (Webhook) & ({ readonly secret: string })

export type Decider = "member" | "mairie" | "backoffice" | "import"

export type Defibrillateur = { readonly id: string; readonly gid: string | null; readonly commune_id: string | null; readonly nom: string | null; readonly adresse: string | null; readonly code_postal: string | null; readonly code_insee: string | null; readonly commune_nom: string | null; readonly latitude: number | null; readonly longitude: number | null; readonly acces: DefibrillateurAcces | null; readonly acces_libre: boolean | null; readonly etage: string | null; readonly complement: string | null; readonly disponibilite_jours: readonly (string)[]; readonly disponibilite_heures: readonly (string)[]; readonly telephone: string | null; readonly etat_fonctionnement: string | null; readonly derniere_maintenance: string | null; readonly registry_updated_at: string | null; readonly statut: DefibrillateurStatut; readonly vu_le: string | null; readonly retire_le: string | null }

export type DefibrillateurAcces = "interieur" | "exterieur"

export type DefibrillateurStatut = "actif" | "a_verifier" | "hors_service" | "masque"

export type Deletion = { readonly kind: ChangeKind; readonly id: string; readonly at: string; readonly change: "delete" }

export type DeliveryState = "waiting" | "delivered" | "failed"

export type Departement = string

export type Digest = { readonly frequency: "none" | "daily" | "weekly"; readonly alerts: boolean; readonly published: boolean }

export type DigestChoice = { readonly frequency: "none" | "daily" | "weekly"; readonly alerts?: boolean; readonly published?: boolean }

export type Document = { readonly id: string; readonly name: string; readonly bytes: number; readonly url: string }

export type DocumentWanted = { readonly id: string; readonly name?: string }

export type Draft = { readonly id: string; readonly acteur_id: string; readonly publication_id: string | null; readonly content: DraftContent; readonly from_mail: { readonly received_at: string; readonly notes: readonly ({ readonly code: string; readonly texts: readonly (string)[] })[] } | null; readonly uploads: readonly (Upload)[]; readonly created_at: string; readonly updated_at: string; readonly version: Version }

export type DraftChanges = { readonly content: DraftContent }

export type DraftContent = { readonly title?: string; readonly body?: string; readonly type_id?: string | null; readonly commune_ids?: readonly (string)[]; readonly date_debut?: string; readonly heure_debut?: string; readonly date_fin?: string; readonly heure_fin?: string; readonly dates?: string; readonly lieu?: string; readonly source_url?: string; readonly fin_le?: string; readonly niveau?: string; readonly public?: string; readonly gratuit?: string; readonly images?: readonly ({ readonly id: string; readonly alt?: string })[]; readonly documents?: readonly ({ readonly id: string; readonly name?: string })[] }

export type Elu = { readonly id: string; readonly nom: string; readonly prenom: string; readonly fonction: string; readonly debut_mandat: string | null; readonly debut_fonction: string | null; readonly ordre: number }

export type EndedPushSubscription = { readonly endpoint: string }

export type EventData = { readonly id: string; readonly acteur_ids: readonly (string)[]; readonly commune_ids: readonly (string)[]; readonly status?: string; readonly url: string | null }

export type EventIds = { readonly id: string; readonly acteur_ids: readonly (string)[]; readonly commune_ids: readonly (string)[]; readonly url: string | null }

export type EventRecord = "publication" | "claim" | "subscription" | "sync"

export type EventSequence = number

export type Fermeture = { readonly du: string; readonly au: string; readonly motif: string | null }

export type FermetureInput = { readonly du: string; readonly au: string; readonly motif?: string | null }

export type FoundDefibrillateur = (Defibrillateur) & ({ readonly distance_m?: number })

export type FoundDefibrillateurPage = { readonly data: readonly (FoundDefibrillateur)[]; readonly meta: PageMeta }

export type HostedPage = { readonly url: string }

export type Hour = string

export type Image = { readonly id: string; readonly width: number; readonly height: number; readonly placeholder: string; readonly url: string; readonly sources: readonly (ImageSource)[] }

export type ImageSource = { readonly type: "image/webp" | "image/jpeg"; readonly width: number; readonly height: number; readonly url: string }

export type ImageWanted = { readonly id: string; readonly alt: string }

export type Info = { readonly id: string; readonly libelle: string | null; readonly adresse: string | null; readonly telephone: string | null; readonly email: string | null; readonly site_web: string | null; readonly horaires: string | null; readonly ordre: number }

export type InfoOrigin = "mairie" | "commune_infos" | null

export type KeyScope = "publications:read" | "publications:write" | "acteurs:read" | "acteurs:write"

export type KeyState = "active" | "paused" | "expired" | "revoked"

export type Link = string

export type ListUpsert = { readonly kind: "elus" | "collectes" | "infos" | "defibrillateurs"; readonly id: string; readonly at: string; readonly change: "upsert" }

export type Me = { readonly id: string; readonly email: string | null; readonly nom: string | null; readonly status: UserStatus; readonly roles: readonly (Role)[]; readonly territories: readonly (RoleTerritory)[]; readonly acteurs: readonly (MyMembership)[]; readonly created_at: string; readonly last_seen_at: string | null; readonly areas: readonly ("moderation" | "claims" | "support" | "communes" | "imports" | "dashboard" | "reserved")[]; readonly mairies: readonly ({ readonly acteur_id: string; readonly commune_id: string; readonly nom: string })[] }

export type MemberPermission = "manage_publications" | "publish_publications"

export type MemberRole = "owner" | "editor"

export type ModerationDecision = { readonly moderation_status: ModerationStatus; readonly reason?: string | null; readonly reason_code?: ReasonCode | null; readonly publie_le?: string }

export type ModerationStatus = "pending" | "changes_requested" | "approved" | "published" | "rejected"

export type MyChanges = { readonly nom: string }

export type MyClaim = { readonly id: string; readonly status: ClaimStatus; readonly acteur: ClaimedActeur; readonly message: string | null; readonly created_at: string; readonly expires_at: string; readonly decided_at: string | null; readonly reason: string | null; readonly exchange: ClaimExchange | null; readonly letter: ClaimLetterState | null; readonly town_hall_of: string | null; readonly overturned: { readonly at: string; readonly answer: string | null } | null }

export type MyMembership = { readonly acteur_id: string; readonly nom: string; readonly role: MemberRole; readonly permissions: readonly (MemberPermission)[]; readonly type: ActeurType; readonly publishes_at_once: boolean; readonly communes: readonly (CommuneInBrief)[] }

export type MyPublicationCounts = { readonly en_ligne: number; readonly en_attente: number; readonly programmees: number; readonly a_corriger: number; readonly refusees: number; readonly retirees: number; readonly vues_semaine: number | null }

export type NewAppeal = { readonly message: string }

export type NewClaim = { readonly acteur_id: string; readonly message: string; readonly nom?: string | null; readonly email?: string | null; readonly telephone?: string | null }

export type NewColleague = { readonly email: string; readonly nom?: string | null; readonly role: MemberRole; readonly permissions?: readonly (MemberPermission)[] }

export type NewDraft = { readonly acteur_id: string; readonly publication_id?: string | null; readonly content: DraftContent }

export type NewMessage = { readonly subject: string; readonly body: string; readonly nom?: string; readonly email?: string; readonly commune_id?: string }

export type NewOwnApiKey = { readonly nom: string; readonly scopes: readonly (KeyScope)[]; readonly days: number }

export type NewOwnWebhook = { readonly nom: string; readonly url: Link; readonly events: readonly (WebhookEvent)[] }

export type NewPublication = { readonly title: string; readonly body: PublicationBody; readonly type_id?: string; readonly commune_ids?: readonly (string)[]; readonly date_debut?: string | null; readonly heure_debut?: Hour | null; readonly date_fin?: string | null; readonly heure_fin?: Hour | null; readonly dates?: readonly (string)[]; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly fin_le?: string | null; readonly niveau?: AlertLevel | null; readonly public?: Audience | null; readonly gratuit?: boolean | null; readonly images?: readonly (ImageWanted)[]; readonly documents?: readonly (DocumentWanted)[]; readonly epingle?: boolean; readonly publie_le?: string; readonly acteur_id: string; readonly commune_id: string }

export type NewPushSubscription = { readonly commune_id: string; readonly acteur_id?: string; readonly notices?: "daily" | "each" | null; readonly endpoint: string; readonly p256dh: string; readonly auth: string; readonly replaces?: string }

export type NewReport = { readonly reason: ReasonCode; readonly message?: string | null; readonly email?: string | null }

export type NumberedPageMeta = { readonly page: number; readonly per_page: number; readonly total: number; readonly last_page: number; readonly next: string | null }

export type OfficialAddress = { readonly to: string | null; readonly blocked: "not_town_hall" | "managed" | "undone" | "unknown" | "no_siret" | "several" | "stale" | "merged" | "differs" | "shared" | "changed" | null }

export type OpenDay = { readonly jour: number; readonly plages: readonly ({ readonly de: string; readonly a: string })[]; readonly note: string | null }

export type OpenPageMeta = { readonly page: number; readonly per_page: number; readonly has_more: boolean; readonly next: string | null; readonly complete?: boolean }

export type OwnActeur = (Acteur) & ({ readonly can_publish: boolean; readonly commune: CommuneInBrief | null; readonly mairie_of: readonly (CommuneInBrief)[]; readonly owners_count: number; readonly role: MemberRole | null; readonly permissions: readonly (MemberPermission)[]; readonly may: readonly ("write" | "publish" | "describe" | "lead")[] })

export type OwnActeurChanges = { readonly description?: string | null; readonly horaires?: string | null; readonly fermetures?: readonly (FermetureInput)[]; readonly adresse?: string | null; readonly telephone?: string | null; readonly email?: string | null; readonly site_web?: Link | null; readonly image?: ImageWanted | null }

export type OwnApiKey = { readonly id: string; readonly nom: string; readonly scopes: readonly (KeyScope)[]; readonly acteur: { readonly id: string; readonly nom: string; readonly slug: string } | null; readonly communes: readonly (CommuneInBrief)[]; readonly expires_at: string }

export type OwnAppeal = { readonly id: string; readonly status: AppealStatus; readonly message: string | null; readonly answer: string | null; readonly answered_at: string | null; readonly created_at: string }

export type OwnAppealState = { readonly contestable: boolean; readonly appeal: OwnAppeal | null }

export type OwnPublication = (Publication) & ({ readonly moderation_status: ModerationStatus; readonly valide: boolean; readonly moderation_reason: string | null; readonly moderation_reason_code: ReasonCode | null; readonly moderated_at: string | null; readonly image_refused: PictureRefused | null; readonly communes: readonly (CommuneInBrief)[]; readonly moderation_by: Decider; readonly may: readonly (PublicationAct)[]; readonly acte: ActeInBrief | null; readonly edit_needs_review: boolean; readonly vues_semaine: number | null })

export type OwnPublicationPage = { readonly data: readonly (OwnPublication)[]; readonly meta: PageMeta }

export type OwnPublicationSort = "created_at_desc" | "created_at_asc" | "date_debut_desc" | "title_asc"

export type OwnState = "en_ligne" | "en_attente" | "programmees" | "a_corriger" | "refusees" | "retirees"

export type OwnSubscription = { readonly id: string; readonly plan: string | null; readonly status: SubscriptionStatus; readonly current_period_end: string | null; readonly cancel_at_period_end: boolean; readonly canceled_at: string | null; readonly trial_end: string | null }

export type PageMeta = { readonly current_page: number; readonly last_page: number; readonly per_page: number; readonly total: number; readonly next: string | null }

export type PageToOpen = { readonly page: "checkout" | "portal" }

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string; readonly revokeOtherSessions?: boolean }

export type PasswordProof = { readonly password: string }

export type PasswordReset = { readonly newPassword: string; readonly token: string }

export type PasswordResetRequest = { readonly email: string; readonly redirectTo?: ReturnAddress }

export type PausedFor = "acteur_merged" | "acteur_deleted" | "acteur_closed" | "creator"

export type PersonInBrief = { readonly id: string; readonly nom: string | null }

export type PictureRefused = "forbidden" | "gone" | "unreachable" | "too_large" | "unreadable" | "storage_full" | "removed"

export type ProviderSignIn = { readonly provider: string; readonly callbackURL: ReturnAddress; readonly errorCallbackURL?: ReturnAddress; readonly disableRedirect?: boolean }

export type PublicChange = TypeUpsert | CommuneUpsert | ActeurUpsert | PublicationUpsert | ListUpsert | Deletion

export type PublicChangePage = { readonly data: readonly (PublicChange)[]; readonly meta: { readonly next: string | null; readonly has_more: boolean } }

export type Publication = { readonly id: string; readonly title: string; readonly body: PublicationBody; readonly type_id: string; readonly commune_id: string; readonly commune_ids: readonly (string)[]; readonly date_debut: string | null; readonly heure_debut: Hour | null; readonly date_fin: string | null; readonly heure_fin: Hour | null; readonly dates: readonly (string)[]; readonly lieu: string | null; readonly image_url: string | null; readonly source_url: string | null; readonly fin_le: string | null; readonly niveau: AlertLevel | null; readonly public: Audience | null; readonly gratuit: boolean | null; readonly status: ModerationStatus; readonly type: PublicationTypeInBrief; readonly acteur_id: string | null; readonly acteur: ActeurOfPublication | null; readonly images: readonly (ShownImage)[]; readonly documents: readonly (Document)[]; readonly en_avant: boolean; readonly featured_until: string | null; readonly epingle: boolean; readonly annule_le: string | null; readonly annule_motif: string | null; readonly leve_le: string | null; readonly en_vigueur: boolean; readonly publie_le: string | null; readonly url: string | null; readonly created_at: string; readonly updated_at: string; readonly version: Version }

export type PublicationAct = "edit" | "publish" | "reject" | "hold" | "delete"

export type PublicationBody = string

export type PublicationChangedEvent = { readonly type: "publication.changed"; readonly timestamp: string; readonly sequence: EventSequence; readonly data: EventIds }

export type PublicationChanges = { readonly title?: string; readonly body?: PublicationBody; readonly type_id?: string; readonly commune_id?: string; readonly commune_ids?: readonly (string)[]; readonly date_debut?: string | null; readonly heure_debut?: Hour | null; readonly date_fin?: string | null; readonly heure_fin?: Hour | null; readonly dates?: readonly (string)[]; readonly lieu?: string | null; readonly image_url?: Link | null; readonly source_url?: Link | null; readonly fin_le?: string | null; readonly niveau?: AlertLevel | null; readonly public?: Audience | null; readonly gratuit?: boolean | null; readonly images?: readonly (ImageWanted)[]; readonly documents?: readonly (DocumentWanted)[]; readonly epingle?: boolean; readonly annule?: boolean; readonly annule_motif?: string | null; readonly leve?: boolean; readonly publie_le?: string; readonly resubmit?: boolean }

export type PublicationPage = { readonly data: readonly (Publication)[]; readonly meta: OpenPageMeta }

export type PublicationPublishedEvent = { readonly type: "publication.published"; readonly timestamp: string; readonly sequence: EventSequence; readonly data: EventIds }

export type PublicationSort = "publie_le_desc" | "date_debut_asc" | "relevance" | "featured"

export type PublicationType = { readonly id: string; readonly slug: string; readonly nom: string; readonly couleur: string; readonly icone: string; readonly retired: boolean }

export type PublicationTypeInBrief = { readonly id: string; readonly slug: string; readonly nom: string }

export type PublicationUpsert = { readonly kind: "publication"; readonly id: string; readonly at: string; readonly change: "upsert"; readonly publication: Publication }

export type PublicationWithdrawnEvent = { readonly type: "publication.withdrawn"; readonly timestamp: string; readonly sequence: EventSequence; readonly data: EventIds }

export type ReasonCode = "spam" | "inappropriate" | "false_information" | "illegal" | "duplicate" | "off_topic" | "other"

export type ReportReceived = { readonly id: string; readonly status: "received" }

export type ResendVerification = { readonly email: string; readonly callbackURL?: ReturnAddress }

export type ReturnAddress = string

export type Role = "admin" | "operator_moderation" | "operator_claims" | "operator_support" | "operator_communes" | "operator_imports"

export type RoleTerritory = { readonly role: Role; readonly communes: readonly (CommuneInBrief)[]; readonly epcis: readonly ({ readonly code: string; readonly nom: string })[] }

export type SecondFactorCode = { readonly code: string; readonly trustDevice?: boolean; readonly twoFactorToken?: string }

export type SentEvent = "publication.published" | "publication.changed" | "publication.withdrawn" | "alert.started" | "alert.ended" | "claim.decided" | "subscription.changed" | "sync.finished" | "webhook.test"

export type SessionToRevoke = { readonly token: string }

export type ShownImage = (Image) & ({ readonly alt: string })

export type SignIn = { readonly email: string; readonly password: string; readonly rememberMe?: boolean; readonly callbackURL?: ReturnAddress }

export type SignOut = { readonly callbackURL?: string }

export type SignUp = { readonly email: string; readonly password: string; readonly name?: string; readonly callbackURL?: ReturnAddress }

export type Slug = string

export type Status = { readonly status: boolean }

export type SubmittedClaim = { readonly id: string; readonly status: "pending"; readonly needs?: "email" }

export type SubscriptionChangedEvent = { readonly type: "subscription.changed"; readonly timestamp: string; readonly sequence: EventSequence; readonly data: { readonly id: string; readonly acteur_ids: readonly (string)[]; readonly commune_ids: readonly (string)[]; readonly url: string | null; readonly status: SubscriptionStatus } }

export type SubscriptionStatus = "trialing" | "active" | "past_due" | "unpaid" | "incomplete" | "incomplete_expired" | "paused" | "canceled"

export type SyncFinishedEvent = { readonly type: "sync.finished"; readonly timestamp: string; readonly sequence: EventSequence; readonly data: { readonly id: string; readonly acteur_ids: readonly (string)[]; readonly commune_ids: readonly (string)[]; readonly url: string | null; readonly status: SyncStatus } }

export type SyncStatus = "queued" | "running" | "ok" | "failed" | "held"

export type TownHallProof = { readonly acteur: { readonly id: string; readonly nom: string } | null; readonly official: OfficialAddress; readonly letter: ClaimLetterState | null; readonly siret: { readonly sign_in: "right" | "none" | "stale" | "other"; readonly blocked: "not_town_hall" | "managed" | "undone" | "unknown" | "no_siret" | "several" | "stale" | "merged" | "differs" | "shared" | "changed" | null; readonly providers: readonly ({ readonly provider: string; readonly label: string })[] } }

export type TownHallProving = { readonly code: string | null }

export type TransparencyMonth = { readonly month: string; readonly submitted: number; readonly decisions: number; readonly accepted: number; readonly changes_requested: number; readonly refused: number; readonly refused_spam: number; readonly refused_inappropriate: number; readonly refused_false_information: number; readonly refused_illegal: number; readonly refused_duplicate: number; readonly refused_off_topic: number; readonly refused_other: number; readonly hidden: number; readonly undone: number; readonly decisions_median_hours: number | null; readonly reports_received: number; readonly reports_closed: number; readonly reports_kept: number; readonly reports_removed: number; readonly reports_removed_illegal: number; readonly reports_median_hours: number | null; readonly appeals_received: number; readonly appeals_upheld: number; readonly appeals_overturned: number; readonly appeals_closed: number; readonly appeals_median_hours: number | null; readonly automated_decisions: number }

export type TypeUpsert = { readonly kind: "type"; readonly id: string; readonly at: string; readonly change: "upsert"; readonly type: PublicationType }

export type Upload = { readonly id: string; readonly acteur_id: string; readonly kind: "image" | "document"; readonly bytes: number; readonly created_at: string; readonly image: Image | null; readonly document: Document | null }

export type UploadRoom = { readonly bytes_left: number; readonly files_left: number; readonly largest_bytes: number }

export type UserStatus = "active" | "suspended"

export type Version = number

export type Webhook = { readonly id: string; readonly nom: string; readonly url: Link; readonly events: readonly (WebhookEvent)[]; readonly state: WebhookState; readonly paused_for: PausedFor | null; readonly disabled_for: "gone" | "failing" | "full" | "asked" | null; readonly failing_since: string | null; readonly former_until: string | null; readonly acteur: { readonly id: string; readonly nom: string } | null; readonly communes: readonly (CommuneInBrief)[]; readonly epcis: readonly ({ readonly code: string; readonly nom: string })[]; readonly created_by: PersonInBrief | null; readonly created_at: string; readonly updated_at: string; readonly version: Version; readonly waiting: number }

export type WebhookChanges = { readonly nom?: string; readonly url?: Link; readonly events?: readonly (WebhookEvent)[] }

export type WebhookDelivery = { readonly id: string; readonly sequence: EventSequence; readonly event: SentEvent; readonly state: DeliveryState; readonly at: string; readonly attempts: number; readonly tried_at: string | null; readonly next_try_at: string | null; readonly status: number | null; readonly error: string | null; readonly delivered_at: string | null; readonly data: EventData; readonly record: { readonly kind: EventRecord; readonly id: string; readonly title: string | null } | null; readonly payload: { readonly type: SentEvent; readonly timestamp: string; readonly sequence: EventSequence; readonly data: EventData } }

export type WebhookDeliveryPage = { readonly data: readonly (WebhookDelivery)[]; readonly meta: PageMeta }

export type WebhookEvent = "publication.published" | "publication.changed" | "publication.withdrawn" | "alert.started" | "alert.ended" | "claim.decided" | "subscription.changed" | "sync.finished"

export type WebhookPage = { readonly data: readonly (Webhook)[]; readonly meta: PageMeta }

export type WebhookState = "unverified" | "active" | "paused" | "disabled"

export type WebhookTestEvent = { readonly type: "webhook.test"; readonly timestamp: string; readonly sequence: EventSequence; readonly data: EventIds }

export type WeeklyMailRequest = { readonly email: string }

export type Refusal = { readonly error: "account_suspended" | "address_elsewhere" | "already_subscribed" | "api_key_expired" | "api_key_paused" | "api_key_refused" | "api_key_revoked" | "api_key_scope" | "app_source_off" | "appeal_exists" | "changes_gone" | "claim_already_decided" | "claim_conflict" | "conflict" | "document_locked" | "email_not_verified" | "file_empty" | "file_removed" | "file_too_large" | "file_unsupported" | "forbidden" | "headers_too_large" | "idempotency_key_reused" | "internal_error" | "invalid_app_source" | "invalid_code" | "invalid_credentials" | "invalid_if_match" | "invalid_json" | "invalid_password" | "invalid_request" | "invalid_token" | "invitation_withdrawn" | "last_admin" | "last_owner" | "letter_code_void" | "method_not_allowed" | "missing_app_source" | "no_author" | "not_contestable" | "not_found" | "origin_forbidden" | "page_too_deep" | "payload_too_large" | "picture_heic" | "picture_too_large" | "picture_unreadable" | "proof_blocked" | "provider_unavailable" | "rate_limited" | "reports_suspended" | "request_in_progress" | "request_timeout" | "scope_violation" | "second_factor_enabled" | "second_factor_expired" | "second_factor_not_enabled" | "second_factor_required" | "sign_in_again" | "signup_closed" | "siret_differs" | "siret_sign_in_needed" | "source_url_forbidden" | "stale_version" | "storage_full" | "storage_low" | "unauthenticated" | "unavailable" | "unsupported_media_type" | "uri_too_long" | "validation_failed" | "webhook_disabled" | "webhook_limit" | "webhook_unverified" | "wrong_letter_code"; readonly message: string; readonly request_id: string; readonly details?: readonly ({ readonly path: string; readonly message: string })[] }

export interface Api {
  'GET /api/v1/publications/types': { query?: { readonly with_retired?: boolean }; reply: { readonly data: readonly (PublicationType)[] } }
  'GET /api/v1/publications': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: string; readonly type_id?: string; readonly from?: string; readonly to?: string; readonly en_cours?: boolean; readonly en_vigueur?: boolean; readonly niveau?: AlertLevel; readonly public?: string; readonly gratuit?: boolean; readonly updated_since?: string; readonly ids?: string; readonly sort?: PublicationSort; readonly acteur_id?: string; readonly commune_id?: string; readonly communes?: string }; reply: PublicationPage }
  'POST /api/v1/publications': { body: NewPublication; reply: { readonly data: OwnPublication } }
  'GET /api/v1/publications/{id}': { params: { readonly id: string }; reply: { readonly data: Publication } }
  'PATCH /api/v1/publications/{id}': { params: { readonly id: string }; body: PublicationChanges; reply: { readonly data: OwnPublication } }
  'DELETE /api/v1/publications/{id}': { params: { readonly id: string }; reply: { readonly data: OwnPublication } }
  'GET /api/v1/acteurs/{acteurId}/publications': { params: { readonly acteurId: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: string; readonly type_id?: string; readonly from?: string; readonly to?: string; readonly en_cours?: boolean; readonly en_vigueur?: boolean; readonly niveau?: AlertLevel; readonly public?: string; readonly gratuit?: boolean; readonly updated_since?: string; readonly ids?: string; readonly sort?: PublicationSort; readonly commune_id?: string }; reply: PublicationPage }
  'GET /api/v1/communes/{communeId}/publications': { params: { readonly communeId: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: string; readonly type_id?: string; readonly from?: string; readonly to?: string; readonly en_cours?: boolean; readonly en_vigueur?: boolean; readonly niveau?: AlertLevel; readonly public?: string; readonly gratuit?: boolean; readonly updated_since?: string; readonly ids?: string; readonly sort?: PublicationSort; readonly acteur_id?: string }; reply: PublicationPage }
  'GET /api/v1/acteurs/{id}': { params: { readonly id: string }; reply: { readonly data: Acteur } }
  'GET /api/v1/communes/{id}/acteurs': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly type?: ActeurType }; reply: ActeurPage }
  'GET /api/v1/communes/{id}/acteurs/counts': { params: { readonly id: string }; query?: { readonly q?: string }; reply: { readonly data: ActeurCounts } }
  'GET /api/v1/communes': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly departement?: Departement }; reply: CommunePage }
  'GET /api/v1/communes/{slug}': { params: { readonly slug: Slug }; reply: { readonly data: Commune } }
  'GET /api/v1/communes/{id}/elus': { params: { readonly id: string }; reply: { readonly data: readonly (Elu)[] } }
  'GET /api/v1/communes/{id}/collectes': { params: { readonly id: string }; reply: { readonly data: readonly (Collecte)[]; readonly meta: { readonly fuseau: string } } }
  'GET /api/v1/communes/{id}/infos': { params: { readonly id: string }; reply: { readonly data: CommuneInfos } }
  'GET /api/v1/communes/{id}/defibrillateurs': { params: { readonly id: string }; reply: CommuneDefibrillateurs }
  'GET /api/v1/defibrillateurs': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly q?: string; readonly code_insee?: CodeInsee; readonly departement?: Departement; readonly bbox?: string; readonly near?: string; readonly rayon?: number }; reply: FoundDefibrillateurPage }
  'GET /api/v1/changes': { query?: { readonly after?: string; readonly per_page?: number; readonly kinds?: string; readonly commune_id?: string }; reply: PublicChangePage }
  'GET /api/v1/transparency': { query?: { readonly year?: number }; reply: { readonly data: readonly (TransparencyMonth)[] } }
  'POST /api/v1/publications/{id}/report': { params: { readonly id: string }; body: NewReport; reply: { readonly data: ReportReceived } }
  'POST /api/v1/claims': { body: NewClaim; reply: { readonly data: SubmittedClaim } }
  'POST /api/v1/messages': { body: NewMessage; reply: { readonly data: { readonly id: string; readonly status: "received" } } }
  'POST /api/v1/push-subscriptions': { body: NewPushSubscription; reply: { readonly data: { readonly status: "subscribed"; readonly notices: "daily" | "each" | null } } }
  'POST /api/v1/push-subscriptions/remove': { body: EndedPushSubscription; reply: { readonly data: { readonly status: "unsubscribed" } } }
  'POST /api/v1/communes/{id}/weekly-mail': { params: { readonly id: string }; body: WeeklyMailRequest; reply: { readonly data: { readonly status: "received" } } }
  'GET /api/v1/me': { reply: { readonly data: Me } }
  'PATCH /api/v1/me': { body: MyChanges; reply: { readonly data: Me } }
  'GET /api/v1/me/closing': { reply: { readonly data: AccountToClose } }
  'GET /api/v1/me/digest': { reply: { readonly data: Digest } }
  'PUT /api/v1/me/digest': { body: DigestChoice; reply: { readonly data: Digest } }
  'GET /api/v1/me/claims': { reply: { readonly data: readonly (MyClaim)[] } }
  'POST /api/v1/me/claims/{id}/code': { params: { readonly id: string }; body: ClaimLetterCode; reply: { readonly data: MyClaim } }
  'POST /api/v1/me/town-halls/{id}/code': { params: { readonly id: string }; reply: { readonly data: TownHallProof } }
  'GET /api/v1/me/town-halls/{id}': { params: { readonly id: string }; reply: { readonly data: TownHallProof } }
  'POST /api/v1/me/town-halls/{id}': { params: { readonly id: string }; body: TownHallProving; reply: { readonly data: MyClaim } }
  'GET /api/v1/me/publications/{id}/appeal': { params: { readonly id: string }; reply: { readonly data: OwnAppealState } }
  'POST /api/v1/me/publications/{id}/appeal': { params: { readonly id: string }; body: NewAppeal; reply: { readonly data: OwnAppeal } }
  'GET /api/v1/me/claims/{id}/appeal': { params: { readonly id: string }; reply: { readonly data: OwnAppealState } }
  'POST /api/v1/me/claims/{id}/appeal': { params: { readonly id: string }; body: NewAppeal; reply: { readonly data: OwnAppeal } }
  'GET /api/v1/me/acteurs/{id}/members': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ColleaguePage }
  'POST /api/v1/me/acteurs/{id}/members': { params: { readonly id: string }; body: NewColleague; reply: { readonly data: Colleague } }
  'PATCH /api/v1/me/acteurs/{id}/members/{userId}': { params: { readonly id: string; readonly userId: string }; body: ColleagueChanges; reply: { readonly data: Colleague } }
  'DELETE /api/v1/me/acteurs/{id}/members/{userId}': { params: { readonly id: string; readonly userId: string }; reply: { readonly data: Colleague } }
  'POST /api/v1/me/acteurs/{id}/members/{userId}/hand-over': { params: { readonly id: string; readonly userId: string }; reply: { readonly data: Colleague } }
  'GET /api/v1/me/acteurs/{id}/subscription': { params: { readonly id: string }; reply: { readonly data: ActeurBilling } }
  'POST /api/v1/me/acteurs/{id}/subscription/page': { params: { readonly id: string }; body: PageToOpen; reply: { readonly data: HostedPage } }
  'GET /api/v1/me/acteurs/{id}/mail-address': { params: { readonly id: string }; reply: { readonly data: ActeurMailAddress } }
  'DELETE /api/v1/me/acteurs/{id}/mail-address': { params: { readonly id: string }; reply: { readonly data: ActeurMailAddress } }
  'POST /api/v1/me/acteurs/{id}/mail-address/renew': { params: { readonly id: string }; reply: { readonly data: ActeurMailAddress } }
  'GET /api/v1/me/acteurs/{id}/api-keys': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: ApiKeyPage }
  'POST /api/v1/me/acteurs/{id}/api-keys': { params: { readonly id: string }; body: NewOwnApiKey; reply: { readonly data: CreatedApiKey } }
  'DELETE /api/v1/me/acteurs/{id}/api-keys/{keyId}': { params: { readonly id: string; readonly keyId: string }; reply: { readonly data: ApiKey } }
  'GET /api/v1/me/acteurs/{id}/webhooks': { params: { readonly id: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string }; reply: WebhookPage }
  'POST /api/v1/me/acteurs/{id}/webhooks': { params: { readonly id: string }; body: NewOwnWebhook; reply: { readonly data: CreatedWebhook } }
  'GET /api/v1/me/acteurs/{id}/webhooks/{endpointId}': { params: { readonly id: string; readonly endpointId: string }; reply: { readonly data: Webhook } }
  'PATCH /api/v1/me/acteurs/{id}/webhooks/{endpointId}': { params: { readonly id: string; readonly endpointId: string }; body: WebhookChanges; reply: { readonly data: Webhook } }
  'DELETE /api/v1/me/acteurs/{id}/webhooks/{endpointId}': { params: { readonly id: string; readonly endpointId: string }; reply: { readonly data: { readonly deleted: boolean } } }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/verify': { params: { readonly id: string; readonly endpointId: string }; reply: { readonly data: Webhook } }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/disable': { params: { readonly id: string; readonly endpointId: string }; reply: { readonly data: Webhook } }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/secret': { params: { readonly id: string; readonly endpointId: string }; reply: { readonly data: CreatedWebhook } }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/test': { params: { readonly id: string; readonly endpointId: string }; reply: { readonly data: WebhookDelivery } }
  'GET /api/v1/me/acteurs/{id}/webhooks/{endpointId}/deliveries': { params: { readonly id: string; readonly endpointId: string }; query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly state?: "waiting" | "delivered" | "failed"; readonly event?: SentEvent }; reply: WebhookDeliveryPage }
  'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/deliveries/{deliveryId}/replay': { params: { readonly id: string; readonly endpointId: string; readonly deliveryId: string }; reply: { readonly data: WebhookDelivery } }
  'GET /api/v1/me/drafts': { query?: { readonly acteur_id?: string }; reply: { readonly data: readonly (Draft)[] } }
  'POST /api/v1/me/drafts': { body: NewDraft; reply: { readonly data: Draft } }
  'GET /api/v1/me/drafts/{id}': { params: { readonly id: string }; reply: { readonly data: Draft } }
  'PATCH /api/v1/me/drafts/{id}': { params: { readonly id: string }; body: DraftChanges; reply: { readonly data: Draft } }
  'DELETE /api/v1/me/drafts/{id}': { params: { readonly id: string }; reply: { readonly data: { readonly id: string } } }
  'PATCH /api/v1/publications/{id}/moderate': { params: { readonly id: string }; body: ModerationDecision; reply: { readonly data: OwnPublication } }
  'GET /api/v1/me/publications': { query?: { readonly page?: number; readonly per_page?: number; readonly after?: string; readonly acteur_id?: string; readonly q?: string; readonly etat?: OwnState; readonly sort?: OwnPublicationSort; readonly moderation_status?: ModerationStatus }; reply: OwnPublicationPage }
  'GET /api/v1/me/publications/counts': { query?: { readonly acteur_id?: string }; reply: { readonly data: MyPublicationCounts } }
  'GET /api/v1/me/publications/{id}': { params: { readonly id: string }; reply: { readonly data: OwnPublication } }
  'POST /api/v1/uploads': { query: { readonly acteur_id: string }; body: Blob | Uint8Array; reply: { readonly data: Upload } }
  'GET /api/v1/uploads/room': { query: { readonly acteur_id: string }; reply: { readonly data: UploadRoom } }
  'GET /api/v1/me/acteurs/{id}': { params: { readonly id: string }; reply: { readonly data: OwnActeur } }
  'PATCH /api/v1/me/acteurs/{id}': { params: { readonly id: string }; body: OwnActeurChanges; reply: { readonly data: OwnActeur } }
  'GET /api/v1/key': { reply: { readonly data: OwnApiKey } }
  'POST /auth/sign-up/email': { body: SignUp; reply: { readonly token: string | null; readonly user: { readonly email: string; readonly name: string; readonly emailVerified: boolean } } }
  'POST /auth/send-verification-email': { body: ResendVerification; reply: Status }
  'POST /auth/sign-in/email': { body: SignIn; reply: { readonly token?: string; readonly user?: Account; readonly redirect?: boolean; readonly url?: string; readonly twoFactorRedirect?: boolean; readonly twoFactorToken?: string; readonly twoFactorMethods?: readonly (string)[] } }
  'POST /auth/sign-in/social': { body: ProviderSignIn; reply: { readonly url: string; readonly redirect: boolean } }
  'POST /auth/sign-out': { body: SignOut; reply: { readonly success: boolean; readonly url?: string } }
  'GET /auth/get-session': { reply: { readonly session: { readonly id: string; readonly expiresAt: string; readonly createdAt: string; readonly updatedAt: string; readonly userAgent: string | null }; readonly user: Account } | null }
  'GET /auth/token': { reply: { readonly token: string; readonly secondFactorNeeded?: boolean } }
  'GET /auth/options': { reply: { readonly signup: "open" | "invite"; readonly provider: { readonly label: string } | null; readonly providers: readonly ({ readonly id: string; readonly label: string })[]; readonly password: { readonly min: number; readonly max: number }; readonly passkeys: boolean } }
  'GET /auth/jwks': { reply: { readonly keys: readonly ({ readonly kty: string; readonly crv: string; readonly x: string; readonly kid: string; readonly alg: string; readonly use: string })[] } }
  'POST /auth/request-password-reset': { body: PasswordResetRequest; reply: Status }
  'POST /auth/reset-password': { body: PasswordReset; reply: Status }
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
}

/** Writes of the API that take no `Idempotency-Key`: a repeat is executed again. */
export const UNREPEATABLE: readonly (keyof Api)[] = ['POST /api/v1/me/acteurs/{id}/api-keys', 'POST /api/v1/me/acteurs/{id}/webhooks', 'POST /api/v1/me/acteurs/{id}/webhooks/{endpointId}/secret']
