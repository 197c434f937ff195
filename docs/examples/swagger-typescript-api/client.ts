/* eslint-disable */
/* tslint:disable */
// @ts-nocheck
/*
 * ---------------------------------------------------------------
 * ## THIS FILE WAS GENERATED VIA SWAGGER-TYPESCRIPT-API        ##
 * ##                                                           ##
 * ## AUTHOR: acacode                                           ##
 * ## SOURCE: https://github.com/acacode/swagger-typescript-api ##
 * ---------------------------------------------------------------
 */

/**
 * - `active`: may sign in
 * - `suspended`: may not sign in; sessions and tokens are refused
 */
export type UserStatus = "active" | "suspended";

/**
 * - `admin`: administrator: all areas; called `platform_admin` in the interface specification
 * - `operator_moderation`: moderates publications
 * - `operator_claims`: manages acteurs and decides claims
 * - `operator_support`: answers support conversations
 * - `operator_communes`: manages communes and defibrillators
 * - `operator_imports`: manages import sources
 */
export type Role =
  | "admin"
  | "operator_moderation"
  | "operator_claims"
  | "operator_support"
  | "operator_communes"
  | "operator_imports";

/**
 * - `spam`: advertising, or posted repeatedly
 * - `inappropriate`: insulting, shocking, or not suitable for all ages
 * - `false_information`: the information is not true
 * - `illegal`: against the law
 * - `duplicate`: the same content is published already
 * - `off_topic`: not about local life
 * - `other`: another reason, given in the text
 */
export type ReasonCode =
  | "spam"
  | "inappropriate"
  | "false_information"
  | "illegal"
  | "duplicate"
  | "off_topic"
  | "other";

/**
 * - `edit`: change its content
 * - `publish`: set its status to `published`
 * - `reject`: set its status to `rejected`
 * - `hold`: set its status to `pending`, so that it waits for the back-office
 * - `delete`: delete it
 */
export type PublicationAct = "edit" | "publish" | "reject" | "hold" | "delete";

/**
 * - `en_ligne`: visible to the public now
 * - `en_attente`: waits for a decision, or is accepted without a publication time
 * - `programmees`: accepted, and visible from a later time on
 * - `a_corriger`: sent back by the back-office with a comment: waits for its author
 * - `refusees`: rejected by the back-office, a town hall or an import
 * - `retirees`: withdrawn by its own acteur, or hidden (`valide` is false)
 */
export type OwnState =
  | "en_ligne"
  | "en_attente"
  | "programmees"
  | "a_corriger"
  | "refusees"
  | "retirees";

/**
 * - `created_at_desc`: newest first
 * - `created_at_asc`: oldest first
 * - `date_debut_desc`: events, latest day first; then news
 * - `title_asc`: by title, ignoring accents and case
 */
export type OwnPublicationSort =
  | "created_at_desc"
  | "created_at_asc"
  | "date_debut_desc"
  | "title_asc";

/**
 * - `pending`: waits for a decision; not visible
 * - `changes_requested`: sent back to its author with a comment; not visible, and `pending` again once it is resubmitted
 * - `approved`: accepted: visible from `publie_le` on, and not visible while `publie_le` is null
 * - `published`: accepted and published: `publie_le` is set once, and kept when it is hidden and shown again
 * - `rejected`: refused; its author is told the reason
 */
export type ModerationStatus =
  | "pending"
  | "changes_requested"
  | "approved"
  | "published"
  | "rejected";

/**
 * - `owner`: may do everything for the acteur
 * - `editor`: may do what its `permissions` allow
 */
export type MemberRole = "owner" | "editor";

/**
 * - `manage_publications`: may create, edit and delete the acteur’s publications
 * - `publish_publications`: may pin publications, and publish without review if the acteur has `can_publish`
 */
export type MemberPermission = "manage_publications" | "publish_publications";

/**
 * - `member`: a member of its acteur
 * - `mairie`: the town hall
 * - `backoffice`: the back-office; members cannot change this decision
 * - `import`: an import
 */
export type Decider = "member" | "mairie" | "backoffice" | "import";

/**
 * - `officiel`: an official body
 * - `verifie`: its identity was checked
 * - `partenaire`: a partner of the platform
 */
export type Badge = "officiel" | "verifie" | "partenaire";

/**
 * - `information`: good to know; nothing to do at once
 * - `vigilance`: be careful; follow what it says
 * - `danger`: lives or goods are threatened; act at once
 */
export type AlertLevel = "information" | "vigilance" | "danger";

/**
 * - `association`: an association (law of 1901)
 * - `commerce`: a shop
 * - `artisan`: a craftsman
 * - `mairie`: a town hall
 * - `service_public`: a public service other than the town hall
 * - `ecole`: a school
 * - `sante`: a doctor, a pharmacy, or another health service
 * - `autre`: any other organisation
 */
export type ActeurType =
  | "association"
  | "commerce"
  | "artisan"
  | "mairie"
  | "service_public"
  | "ecole"
  | "sante"
  | "autre";

export interface Account {
  /** The account at this issuer, and `sub` of its access tokens. The `id` of `/me` and `/admin/users` is another one */
  id: string;
  email: string | null;
  name: string;
  emailVerified: boolean;
  twoFactorEnabled?: boolean;
}

export interface AlertEndedEvent {
  /** - `alert.ended`: an alert is not in force any more: its time is over, or it was lifted or withdrawn */
  type: "alert.ended";
  /** @format date-time */
  timestamp: string;
  /**
   * A higher number is a later change; gaps mean nothing. 0: a test event
   * @min 0
   */
  sequence: number;
  data: EventIds;
}

export interface AlertStartedEvent {
  /** - `alert.started`: an alert is in force */
  type: "alert.started";
  /** @format date-time */
  timestamp: string;
  /**
   * A higher number is a later change; gaps mean nothing. 0: a test event
   * @min 0
   */
  sequence: number;
  data: EventIds;
}

export interface ClaimDecidedEvent {
  /** - `claim.decided`: a claim of an acteur was approved or rejected; `data.status` says which */
  type: "claim.decided";
  /** @format date-time */
  timestamp: string;
  /**
   * A higher number is a later change; gaps mean nothing. 0: a test event
   * @min 0
   */
  sequence: number;
  data: {
    /** @format uuid */
    id: string;
    acteur_ids: string[];
    commune_ids: string[];
    /**
     * - `pending`: waits for a decision of the back-office
     * - `approved`: the claimant is a member of the acteur
     * - `rejected`: refused; the claimant was notified
     * - `expired`: lapsed, because it was not decided in time
     */
    status: "pending" | "approved" | "rejected" | "expired";
  };
}

export interface CommuneInBrief {
  /** @format uuid */
  id: string;
  nom: string;
  departement: string | null;
}

export interface Document {
  /** @format uuid */
  id: string;
  /** The name to show */
  name: string;
  bytes: number;
  /**
   * The PDF; browsers download it instead of showing it
   * @format uri
   */
  url: string;
}

export interface DocumentWanted {
  /** @format uuid */
  id: string;
  /**
   * The name to show; by default, the name of the file
   * @minLength 1
   * @maxLength 200
   */
  name?: string;
}

export interface EventIds {
  /** @format uuid */
  id: string;
  acteur_ids: string[];
  commune_ids: string[];
}

/**
 * A time of day in the commune’s time zone, `HH:MM`
 * @pattern ^([01][0-9]|2[0-3]):[0-5][0-9]$
 */
export type Hour = string;

export interface ImageSource {
  /**
   * - `image/webp`: for all current browsers
   * - `image/jpeg`: for browsers without WebP
   */
  type: "image/webp" | "image/jpeg";
  width: number;
  height: number;
  /** @format uri */
  url: string;
}

export interface ImageWanted {
  /**
   * The id of an upload of this acteur
   * @format uuid
   */
  id: string;
  /**
   * Alternative text for users who cannot see the picture; empty for a decorative one
   * @minLength 0
   * @maxLength 500
   */
  alt: string;
}

/**
 * An address on the web, `http` or `https`
 * @format uri
 * @maxLength 2000
 */
export type Link = string;

export interface Me {
  /**
   * The id of the user throughout the API; it differs from the `user.id` of `/auth`, which is the account at the issuer
   * @format uuid
   */
  id: string;
  email: string | null;
  nom: string | null;
  /**
   * - `active`: may sign in
   * - `suspended`: may not sign in; sessions and tokens are refused
   */
  status: UserStatus;
  roles: Role[];
  /** The roles that are limited to communes; the others reach everywhere */
  territories: RoleTerritory[];
  acteurs: MyMembership[];
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  last_seen_at: string | null;
  areas: (
    | "moderation"
    | "claims"
    | "support"
    | "communes"
    | "imports"
    | "dashboard"
    | "reserved"
  )[];
  mairies: {
    /** @format uuid */
    acteur_id: string;
    /** @format uuid */
    commune_id: string;
    nom: string;
  }[];
}

export interface MyMembership {
  /** @format uuid */
  acteur_id: string;
  nom: string;
  /**
   * - `owner`: may do everything for the acteur
   * - `editor`: may do what its `permissions` allow
   */
  role: MemberRole;
  permissions: MemberPermission[];
  /**
   * - `association`: an association (law of 1901)
   * - `commerce`: a shop
   * - `artisan`: a craftsman
   * - `mairie`: a town hall
   * - `service_public`: a public service other than the town hall
   * - `ecole`: a school
   * - `sante`: a doctor, a pharmacy, or another health service
   * - `autre`: any other organisation
   */
  type: ActeurType;
  /** True if the user’s publications for this acteur are visible at once, false if they are reviewed first */
  publishes_at_once: boolean;
  /** The communes that it may publish for: its own first, then its zone by name */
  communes: CommuneInBrief[];
}

export interface NewPublication {
  /**
   * @minLength 1
   * @maxLength 200
   */
  title: string;
  /** Text with line breaks, as it was typed. It may contain HTML, so escape it. A front end may render this subset of Markdown, which the editor of the back-office writes, and must show everything else as text: an empty line between paragraphs, `**bold**`, `- ` before each list item, `[words](https://…)` with an http, https, mailto or tel address. Check the limits of Markdown first (see the introduction) */
  body: PublicationBody;
  /** @format uuid */
  type_id?: string;
  /** @maxItems 50 */
  commune_ids?: string[];
  /** @format date */
  date_debut?: string | null;
  heure_debut?: Hour | null;
  /** @format date */
  date_fin?: string | null;
  heure_fin?: Hour | null;
  /**
   * Further days of the event, at the same hours; each must be after `date_debut`
   * @maxItems 60
   * @uniqueItems true
   */
  dates?: string[];
  /**
   * @minLength 1
   * @maxLength 200
   */
  lieu?: string | null;
  image_url?: Link | null;
  source_url?: Link | null;
  /**
   * Only for alerts: when it ends, within a year
   * @format date-time
   */
  fin_le?: string | null;
  /** Only for alerts */
  niveau?: AlertLevel | null;
  /**
   * All pictures, in order; attached ones that are missing here are detached
   * @maxItems 10
   */
  images?: ImageWanted[];
  /**
   * All documents, in order; attached ones that are missing here are detached
   * @maxItems 5
   */
  documents?: DocumentWanted[];
  epingle?: boolean;
  /**
   * Makes it visible from this time on; only for authors who publish without review
   * @format date-time
   */
  publie_le?: string;
  /** @format uuid */
  acteur_id: string;
  /** @format uuid */
  commune_id: string;
}

export interface OwnPublication {
  /** @format uuid */
  id: string;
  title: string;
  /** Text with line breaks, as it was typed. It may contain HTML, so escape it. A front end may render this subset of Markdown, which the editor of the back-office writes, and must show everything else as text: an empty line between paragraphs, `**bold**`, `- ` before each list item, `[words](https://…)` with an http, https, mailto or tel address. Check the limits of Markdown first (see the introduction) */
  body: PublicationBody;
  /** @format uuid */
  type_id: string;
  /** @format uuid */
  commune_id: string;
  /** All communes that show the publication; its own commune comes first */
  commune_ids: string[];
  /**
   * First day of an event; null for news
   * @format date
   */
  date_debut: string | null;
  /** Start time on the first day; null when it lasts all day or is unknown */
  heure_debut: Hour | null;
  /**
   * Last day of an event
   * @format date
   */
  date_fin: string | null;
  /** End time on the last day */
  heure_fin: Hour | null;
  /** Further days of the event, at the same hours, in order */
  dates: string[];
  lieu: string | null;
  /** The picture’s address as it was given; show the pictures of `images` instead */
  image_url: string | null;
  /** A web page with more information */
  source_url: string | null;
  /**
   * Only for alerts: when it ends, within a year
   * @format date-time
   */
  fin_le: string | null;
  /** Only for alerts */
  niveau: AlertLevel | null;
  /** The same as `moderation_status` */
  status: ModerationStatus;
  type: PublicationTypeInBrief;
  /** @format uuid */
  acteur_id: string | null;
  acteur: {
    /** @format uuid */
    id: string;
    nom: string;
    slug: string;
    /**
     * - `association`: an association (law of 1901)
     * - `commerce`: a shop
     * - `artisan`: a craftsman
     * - `mairie`: a town hall
     * - `service_public`: a public service other than the town hall
     * - `ecole`: a school
     * - `sante`: a doctor, a pharmacy, or another health service
     * - `autre`: any other organisation
     */
    type: ActeurType;
    badge: Badge | null;
  };
  /** The pictures to show, in this order; each is hosted here, in several sizes */
  images: ShownImage[];
  documents: Document[];
  /** Featured by the back-office on all lists, until `featured_until` */
  en_avant: boolean;
  /** @format date-time */
  featured_until: string | null;
  /** Pinned by its acteur to the top of the acteur’s page */
  epingle: boolean;
  /**
   * Cancelled, and still visible
   * @format date-time
   */
  annule_le: string | null;
  /** Why it was cancelled */
  annule_motif: string | null;
  /**
   * Only for alerts: lifted, no longer in force
   * @format date-time
   */
  leve_le: string | null;
  /** Whether an alert is in force: it is not lifted, and not past `fin_le`, else its last day, else the second day after `publie_le`, on the clock of its commune. False for other types */
  en_vigueur: boolean;
  /**
   * The publication is visible from this time on; never while null
   * @format date-time
   */
  publie_le: string | null;
  /** The address to share, for good: it leads to its page for residents while it is visible. Null where the service has no such pages */
  url: string | null;
  /** @format date-time */
  created_at: string;
  /** @format date-time */
  updated_at: string;
  /** Increases with every change; send it back as `If-Match: "3"` */
  version: Version;
  /**
   * - `pending`: waits for a decision; not visible
   * - `changes_requested`: sent back to its author with a comment; not visible, and `pending` again once it is resubmitted
   * - `approved`: accepted: visible from `publie_le` on, and not visible while `publie_le` is null
   * - `published`: accepted and published: `publie_le` is set once, and kept when it is hidden and shown again
   * - `rejected`: refused; its author is told the reason
   */
  moderation_status: ModerationStatus;
  /** False hides an accepted publication */
  valide: boolean;
  moderation_reason: string | null;
  moderation_reason_code: ReasonCode | null;
  /** @format date-time */
  moderated_at: string | null;
  /** Why the picture at `image_url` is not shown; null if it is shown, or not fetched yet */
  image_refused:
    | "forbidden"
    | "gone"
    | "unreachable"
    | "too_large"
    | "unreadable"
    | "storage_full"
    | "removed"
    | null;
  /** The communes of `commune_ids`, in the same order */
  communes: CommuneInBrief[];
  /**
   * - `member`: a member of its acteur
   * - `mairie`: the town hall
   * - `backoffice`: the back-office; members cannot change this decision
   * - `import`: an import
   */
  moderation_by: Decider;
  /** What the caller may do with it now; in the list of a town hall, as its member */
  may: PublicationAct[];
  /** Whether the caller’s next change of its content takes it offline (`pending`) until it is reviewed */
  edit_needs_review: boolean;
  /** How often its page for residents was opened in the last seven days, at least: caches in front of the service answer some requests. Null for one to four */
  vues_semaine: number | null;
}

export interface OwnPublicationPage {
  data: OwnPublication[];
  meta: PageMeta;
}

export interface PageMeta {
  current_page: number;
  last_page: number;
  per_page: number;
  /** The number of rows on all pages */
  total: number;
  /** The `after` of the next page; null on the last page */
  next: string | null;
}

/**
 * Text with line breaks, as it was typed. It may contain HTML, so escape it. A front end may render this subset of Markdown, which the editor of the back-office writes, and must show everything else as text: an empty line between paragraphs, `**bold**`, `- ` before each list item, `[words](https://…)` with an http, https, mailto or tel address. Check the limits of Markdown first (see the introduction)
 * @minLength 1
 * @maxLength 20000
 */
export type PublicationBody = string;

export interface PublicationChangedEvent {
  /** - `publication.changed`: a public publication changed, or what it shows of its acteur or type */
  type: "publication.changed";
  /** @format date-time */
  timestamp: string;
  /**
   * A higher number is a later change; gaps mean nothing. 0: a test event
   * @min 0
   */
  sequence: number;
  data: EventIds;
}

export interface PublicationChanges {
  /**
   * @minLength 1
   * @maxLength 200
   */
  title?: string;
  /** Text with line breaks, as it was typed. It may contain HTML, so escape it. A front end may render this subset of Markdown, which the editor of the back-office writes, and must show everything else as text: an empty line between paragraphs, `**bold**`, `- ` before each list item, `[words](https://…)` with an http, https, mailto or tel address. Check the limits of Markdown first (see the introduction) */
  body?: PublicationBody;
  /** @format uuid */
  type_id?: string;
  /** @format uuid */
  commune_id?: string;
  /** @maxItems 50 */
  commune_ids?: string[];
  /** @format date */
  date_debut?: string | null;
  heure_debut?: Hour | null;
  /** @format date */
  date_fin?: string | null;
  heure_fin?: Hour | null;
  /**
   * Further days of the event, at the same hours; each must be after `date_debut`
   * @maxItems 60
   * @uniqueItems true
   */
  dates?: string[];
  /**
   * @minLength 1
   * @maxLength 200
   */
  lieu?: string | null;
  image_url?: Link | null;
  source_url?: Link | null;
  /**
   * Only for alerts: when it ends, within a year
   * @format date-time
   */
  fin_le?: string | null;
  /** Only for alerts */
  niveau?: AlertLevel | null;
  /**
   * All pictures, in order; attached ones that are missing here are detached
   * @maxItems 10
   */
  images?: ImageWanted[];
  /**
   * All documents, in order; attached ones that are missing here are detached
   * @maxItems 5
   */
  documents?: DocumentWanted[];
  epingle?: boolean;
  /** `true`: it does not take place. It stays visible, with `annule_le` and `annule_motif`, and is not reviewed again. `false` withdraws this */
  annule?: boolean;
  /**
   * Why it was cancelled
   * @minLength 1
   * @maxLength 200
   */
  annule_motif?: string | null;
  /** `true`: the alert is lifted, without a new review. `false` withdraws this. For the type `alerte` only */
  leve?: boolean;
  /**
   * Moves the time of a scheduled publication; a time in the past shows it at once
   * @format date-time
   */
  publie_le?: string;
  /** Submits a publication that was sent back or rejected for review again; its content must have changed since */
  resubmit?: boolean;
}

export interface PublicationPublishedEvent {
  /** - `publication.published`: a publication became public, by a decision or at its planned time */
  type: "publication.published";
  /** @format date-time */
  timestamp: string;
  /**
   * A higher number is a later change; gaps mean nothing. 0: a test event
   * @min 0
   */
  sequence: number;
  data: EventIds;
}

export interface PublicationTypeInBrief {
  /** @format uuid */
  id: string;
  slug: string;
  nom: string;
}

export interface PublicationWithdrawnEvent {
  /** - `publication.withdrawn`: a publication is not public any more */
  type: "publication.withdrawn";
  /** @format date-time */
  timestamp: string;
  /**
   * A higher number is a later change; gaps mean nothing. 0: a test event
   * @min 0
   */
  sequence: number;
  data: EventIds;
}

export interface RoleTerritory {
  /**
   * - `admin`: administrator: all areas; called `platform_admin` in the interface specification
   * - `operator_moderation`: moderates publications
   * - `operator_claims`: manages acteurs and decides claims
   * - `operator_support`: answers support conversations
   * - `operator_communes`: manages communes and defibrillators
   * - `operator_imports`: manages import sources
   */
  role: Role;
  communes: CommuneInBrief[];
  epcis: {
    code: string;
    nom: string;
  }[];
}

export interface ShownImage {
  /** @format uuid */
  id: string;
  /** Width of the largest version */
  width: number;
  height: number;
  /** A tiny version as a placeholder, to show while the picture loads */
  placeholder: string;
  /**
   * A JPEG of medium width, for clients that use a single address
   * @format uri
   */
  url: string;
  /** Up to three widths, each as WebP and JPEG; never larger than the original */
  sources: ImageSource[];
  /** Alternative text for users who cannot see the picture; empty for a decorative one */
  alt: string;
}

export interface SignIn {
  /**
   * An e-mail address
   * @maxLength 254
   */
  email: string;
  /**
   * @minLength 1
   * @maxLength 128
   */
  password: string;
  /** `false` ends the session with the browser, or after a day */
  rememberMe?: boolean;
  /**
   * The address to redirect the browser to, below PUBLIC_URL or one of CORS_ORIGINS
   * @maxLength 2000
   */
  callbackURL?: string;
}

export interface SubscriptionChangedEvent {
  /** - `subscription.changed`: a subscription of an acteur is new or different; `data.status` is its status */
  type: "subscription.changed";
  /** @format date-time */
  timestamp: string;
  /**
   * A higher number is a later change; gaps mean nothing. 0: a test event
   * @min 0
   */
  sequence: number;
  data: {
    /** @format uuid */
    id: string;
    acteur_ids: string[];
    commune_ids: string[];
    /**
     * - `trialing`: trial period; nothing was paid yet
     * - `active`: paid
     * - `past_due`: the last payment failed; the provider retries it
     * - `unpaid`: the payment failed, and the provider no longer retries it
     * - `incomplete`: the first payment has not succeeded yet
     * - `incomplete_expired`: ended, because the first payment never succeeded
     * - `paused`: the trial ended without a payment method
     * - `canceled`: ended
     */
    status:
      | "trialing"
      | "active"
      | "past_due"
      | "unpaid"
      | "incomplete"
      | "incomplete_expired"
      | "paused"
      | "canceled";
  };
}

export interface SyncFinishedEvent {
  /** - `sync.finished`: a sync with the register of defibrillators ended; `data.status` says how */
  type: "sync.finished";
  /** @format date-time */
  timestamp: string;
  /**
   * A higher number is a later change; gaps mean nothing. 0: a test event
   * @min 0
   */
  sequence: number;
  data: {
    /** @format uuid */
    id: string;
    acteur_ids: string[];
    commune_ids: string[];
    /**
     * - `queued`: waits in the queue
     * - `running`: is running
     * - `ok`: completed
     * - `failed`: the register could not be read
     * - `held`: stopped, because it would withdraw too many defibrillators at once; `force` runs it anyway
     */
    status: "queued" | "running" | "ok" | "failed" | "held";
  };
}

/** Increases with every change; send it back as `If-Match: "3"` */
export type Version = number;

export interface WebhookTestEvent {
  /** - `webhook.test`: somebody tries the endpoint; its ids are fictional */
  type: "webhook.test";
  /** @format date-time */
  timestamp: string;
  /**
   * A higher number is a later change; gaps mean nothing. 0: a test event
   * @min 0
   */
  sequence: number;
  data: EventIds;
}

/** The body of every error: `error` is for programs, `message` for people. */
export interface Refusal {
  /** The error code; `/openapi.json` explains each one */
  error:
    | "account_suspended"
    | "api_key_expired"
    | "api_key_paused"
    | "api_key_refused"
    | "api_key_revoked"
    | "api_key_scope"
    | "app_source_off"
    | "conflict"
    | "email_not_verified"
    | "forbidden"
    | "headers_too_large"
    | "idempotency_key_reused"
    | "internal_error"
    | "invalid_app_source"
    | "invalid_credentials"
    | "invalid_if_match"
    | "invalid_json"
    | "invalid_request"
    | "method_not_allowed"
    | "not_found"
    | "origin_forbidden"
    | "page_too_deep"
    | "payload_too_large"
    | "rate_limited"
    | "request_in_progress"
    | "request_timeout"
    | "scope_violation"
    | "stale_version"
    | "unauthenticated"
    | "unavailable"
    | "unsupported_media_type"
    | "uri_too_long"
    | "validation_failed";
  /** The text to show: French, or English if `Accept-Language` prefers it */
  message: string;
  /** The id of this request in the log of the service; also in `X-Request-Id` */
  request_id: string;
  /** The invalid values, ten at most */
  details?: {
    /** The field or parameter, such as `ids.0` */
    path: string;
    /** Why the value is invalid; can be shown beside the field */
    message: string;
  }[];
}

export type QueryParamsType = Record<string | number, any>;
export type ResponseFormat = keyof Omit<Body, "body" | "bodyUsed">;

export interface FullRequestParams extends Omit<RequestInit, "body"> {
  /** set parameter to `true` for call `securityWorker` for this request */
  secure?: boolean;
  /** request path */
  path: string;
  /** content type of request body */
  type?: ContentType;
  /** query params */
  query?: QueryParamsType;
  /** format of response (i.e. response.json() -> format: "json") */
  format?: ResponseFormat;
  /** request body */
  body?: unknown;
  /** base url */
  baseUrl?: string;
  /** request cancellation token */
  cancelToken?: CancelToken;
}

export type RequestParams = Omit<
  FullRequestParams,
  "body" | "method" | "query" | "path"
>;

export interface ApiConfig<SecurityDataType = unknown> {
  baseUrl?: string;
  baseApiParams?: Omit<RequestParams, "baseUrl" | "cancelToken" | "signal">;
  securityWorker?: (
    securityData: SecurityDataType | null,
  ) => Promise<RequestParams | void> | RequestParams | void;
  customFetch?: typeof fetch;
}

export interface HttpResponse<D extends unknown, E extends unknown = unknown>
  extends Response {
  data: D;
  error: E;
}

type CancelToken = Symbol | string | number;

export type ContentType =
  | "application/json"
  | "application/vnd.api+json"
  | "multipart/form-data"
  | "application/x-www-form-urlencoded"
  | "text/plain";

export class HttpClient<SecurityDataType = unknown> {
  public baseUrl: string = "http://127.0.0.1:3000";
  private securityData: SecurityDataType | null = null;
  private securityWorker?: ApiConfig<SecurityDataType>["securityWorker"];
  private abortControllers = new Map<CancelToken, AbortController>();
  private customFetch = (...fetchParams: Parameters<typeof fetch>) =>
    fetch(...fetchParams);

  private baseApiParams: RequestParams = {
    credentials: "same-origin",
    headers: {},
    redirect: "follow",
    referrerPolicy: "no-referrer",
  };

  constructor(apiConfig: ApiConfig<SecurityDataType> = {}) {
    Object.assign(this, apiConfig);
  }

  public setSecurityData = (data: SecurityDataType | null) => {
    this.securityData = data;
  };

  protected encodeQueryParam(key: string, value: any) {
    const encodedKey = encodeURIComponent(key);
    return `${encodedKey}=${encodeURIComponent(typeof value === "number" ? value : `${value}`)}`;
  }

  protected addQueryParam(query: QueryParamsType, key: string) {
    return this.encodeQueryParam(key, query[key]);
  }

  protected addArrayQueryParam(query: QueryParamsType, key: string) {
    const value = query[key];
    return value.map((v: any) => this.encodeQueryParam(key, v)).join("&");
  }

  protected toQueryString(rawQuery?: QueryParamsType): string {
    const query = rawQuery || {};
    const keys = Object.keys(query).filter(
      (key) => "undefined" !== typeof query[key],
    );
    return keys
      .map((key) =>
        Array.isArray(query[key])
          ? this.addArrayQueryParam(query, key)
          : this.addQueryParam(query, key),
      )
      .join("&");
  }

  protected addQueryParams(rawQuery?: QueryParamsType): string {
    const queryString = this.toQueryString(rawQuery);
    return queryString ? `?${queryString}` : "";
  }

  private contentFormatters: Record<ContentType, (input: any) => any> = {
    ["application/json"]: (input: any) =>
      input !== null && (typeof input === "object" || typeof input === "string")
        ? JSON.stringify(input)
        : input,
    ["application/vnd.api+json"]: (input: any) =>
      input !== null && (typeof input === "object" || typeof input === "string")
        ? JSON.stringify(input)
        : input,
    ["text/plain"]: (input: any) =>
      input !== null && typeof input !== "string"
        ? JSON.stringify(input)
        : input,
    ["multipart/form-data"]: (input: any) => {
      if (input instanceof FormData) {
        return input;
      }

      return Object.keys(input || {}).reduce((formData, key) => {
        const property = input[key];
        formData.append(
          key,
          property instanceof Blob
            ? property
            : typeof property === "object" && property !== null
              ? JSON.stringify(property)
              : `${property}`,
        );
        return formData;
      }, new FormData());
    },
    ["application/x-www-form-urlencoded"]: (input: any) =>
      this.toQueryString(input),
  };

  protected mergeRequestParams(
    params1: RequestParams,
    params2?: RequestParams,
  ): RequestParams {
    return {
      ...this.baseApiParams,
      ...params1,
      ...(params2 || {}),
      headers: {
        ...(this.baseApiParams.headers || {}),
        ...(params1.headers || {}),
        ...((params2 && params2.headers) || {}),
      },
    };
  }

  protected createAbortSignal = (
    cancelToken: CancelToken,
  ): AbortSignal | undefined => {
    if (this.abortControllers.has(cancelToken)) {
      const abortController = this.abortControllers.get(cancelToken);
      if (abortController) {
        return abortController.signal;
      }
      return void 0;
    }

    const abortController = new AbortController();
    this.abortControllers.set(cancelToken, abortController);
    return abortController.signal;
  };

  public abortRequest = (cancelToken: CancelToken) => {
    const abortController = this.abortControllers.get(cancelToken);

    if (abortController) {
      abortController.abort();
      this.abortControllers.delete(cancelToken);
    }
  };

  public request = async <T = any, E = any>({
    body,
    secure,
    path,
    type,
    query,
    format,
    baseUrl,
    cancelToken,
    ...params
  }: FullRequestParams): Promise<HttpResponse<T, E>> => {
    const secureParams =
      ((typeof secure === "boolean" ? secure : this.baseApiParams.secure) &&
        this.securityWorker &&
        (await this.securityWorker(this.securityData))) ||
      {};
    const requestParams = this.mergeRequestParams(params, secureParams);
    const queryString = query && this.toQueryString(query);
    const payloadFormatter = this.contentFormatters[type || "application/json"];
    const responseFormat = format || requestParams.format;

    return this.customFetch(
      `${baseUrl || this.baseUrl || ""}${path}${queryString ? `?${queryString}` : ""}`,
      {
        ...requestParams,
        headers: {
          ...(requestParams.headers || {}),
          ...(type && type !== "multipart/form-data"
            ? { "Content-Type": type }
            : {}),
        },
        signal:
          (cancelToken
            ? this.createAbortSignal(cancelToken)
            : requestParams.signal) || null,
        body:
          typeof body === "undefined" || body === null
            ? null
            : payloadFormatter(body),
      },
    ).then(async (response) => {
      const r = response as HttpResponse<T, E>;
      r.data = null as unknown as T;
      r.error = null as unknown as E;

      const responseToParse = responseFormat ? response.clone() : response;
      const data = !responseFormat
        ? r
        : await responseToParse[responseFormat]()
            .then((data) => {
              if (r.ok) {
                r.data = data;
              } else {
                r.error = data;
              }
              return r;
            })
            .catch((e) => {
              r.error = e;
              return r;
            });

      if (cancelToken) {
        this.abortControllers.delete(cancelToken);
      }

      if (!response.ok) throw data;
      return data;
    });
  };
}

/**
 * @title Parvis
 * @version 1
 * @license MIT
 * @baseUrl http://127.0.0.1:3000
 * @contact The operator of this service (http://127.0.0.1:3000)
 *
 * Back-office and API of a local-community platform, in three documents: `/openapi/public.json` for apps, residents and
 * members, `/openapi/office.json` for the back-office and town halls, and `/openapi.json` with all routes, which says at
 * each one who may call it, all its headers, statuses and errors.
 *
 * **Guides.** [Signing in](/docs/guides/signing-in), [Webhooks and mirrors](/docs/guides/webhooks), [The client for JavaScript](/docs/guides/client), [Errors](/docs/guides/errors), [Addresses that are refused](/docs/guides/forbidden-addresses).
 *
 * **First request.** Every request names its app in the header `X-App-Source` (1 to 40 lower-case letters, digits, `-` or
 * `_`). Any name is accepted; use `public` if your app has none. Public reads need nothing else. The back-office
 * (`/api/v1/admin`) requires `X-App-Source: backoffice` and `Authorization: Bearer <token>`. Get a token from
 * `GET /auth/token` after signing in, or ask an operator.
 *
 * **API keys.** A program uses a key instead of a token: `Authorization: Bearer pk_parvis_…`, from its server, never from a
 * browser. An owner creates it for an acteur (`POST /me/acteurs/{id}/api-keys`), an administrator also for communes or
 * intercommunalities (`POST /admin/api-keys`). `GET /key` says whom it acts for, its communes and scopes, and until when.
 * Operations with the security scheme `key` accept keys with the scope that
 * they name; all others refuse keys. Rate limits count each key by itself.
 *
 * **Following changes.** `GET /changes` gives all public records and then each change, for mirrors and search engines. Webhooks
 * (`POST /me/acteurs/{id}/webhooks`, `POST /admin/webhooks`) tell a program of changes, as Standard Webhooks says.
 *
 * **Replies.** A record is returned as `{data}`, a list as `{data, meta}`. Two replies differ: the dashboard returns its
 * figures without `data`, and `/communes/{id}/defibrillateurs` returns `{defibrillateurs, meta}`. Restoring is
 * `PATCH …/restore` for publications and `DELETE …/restore` for acteurs.
 *
 * **Pages.** Long lists take `page` and `per_page`, or `after`; short lists are returned whole. `meta` is one of five named
 * shapes: `PageMeta` (`current_page`, `last_page`, `per_page`, `total`; most lists), `NumberedPageMeta` (`page`
 * instead of `current_page`; communes), `OpenPageMeta` (`has_more` and no total; public lists of publications),
 * `SyncedPageMeta` (`PageMeta` and the state of the last sync; defibrillators in the back-office) and
 * `AdminPublicationPageMeta` (`PageMeta` and whether the total is exact; the moderators' list). All five have
 * `meta.next`: send it as `after` to get the next page; it is null on the last page. Pages by `after` take the same time at
 * any depth, and neither repeat nor miss a row. The default of `per_page` is 15 on public lists, and 20 on lists that need a
 * token.
 *
 * **Texts** are plain text, trimmed and normalised (NFC). They are returned as they were typed, even if they contain
 * `<b>` or `javascript:`, so escape them when you show them as HTML. Only link fields are limited to `http` and `https`.
 * Lengths are counted in code points.
 *
 * **Markdown.** A publication's `body` may be shown as Markdown, by a parser that leaves HTML as text. A malicious text may
 * overflow the stack of a parser (4 000 times `>`) or block a page for minutes (a table of millions of cells). Check each
 * body before you parse it. Show it as plain text with its line breaks when it has more than:
 * - 20 markers of quotations and lists (`>`, `-`, `*`, `+`, `1.`) at the beginning of a line; two spaces before a
 *   marker count as another marker;
 * - 1,000 lines;
 * - 2,000 table cells: the columns of the line of dashes below a head, times the lines up to the next empty line;
 * - 4,000,000 as the sum, over its paragraphs, of characters times Markdown characters (``* _ ~ ` [ ] < ! \ &``).
 *   Each list item and each heading is a paragraph;
 * - 2,500 characters without a space, or as many spaces in a row.
 *
 * Check it in one pass over the characters, as the back-office does (`shared/markdown-limits.ts`): a pattern such as
 * `\S{2500}` may itself take quadratic time. Also catch exceptions of the parser, and show plain text then.
 *
 * **Errors** always have the form `{error, message, request_id}`, with `details: [{path, message}]` when values are invalid.
 * `error` is a code for programs, `message` a text for people: in French, or in English if `Accept-Language` prefers it.
 * Each operation lists its own refusals; `x-errors` of `/openapi.json` has all codes that it may return. Unknown fields of a body are refused with their names. Unknown query
 * parameters are refused in the back-office and for town halls, and ignored elsewhere.
 *
 * **Saving.** Records have a `version`. Send it back as `If-Match: "3"`, in quotes: if another user has changed the record
 * meanwhile, your change is refused with 412. The `ETag` of a public reply is a different value: send it as
 * `If-None-Match`. With an `Idempotency-Key` (1 to 255 visible ASCII characters), a POST can safely be retried for 24 hours:
 * the same key and body get the first reply, and nothing is executed again.
 *
 * **Browsers.** `/api/v1` allows every origin (CORS) and uses no cookies: do not send `credentials` there. `/auth` and
 * `/api/v1/admin` allow only the origins that the operator configured, `/auth` with cookies (`credentials: 'include'`).
 *
 * **Caches.** Public replies are cached for 30 seconds, and may be used for another 30 while they are revalidated
 * (`Cache-Control`). After a write, read from routes that need a token (`/me/publications`, `/me/acteurs/{id}`): they are
 * never cached. `fetch(…, {cache: 'no-cache'})` bypasses the browser's cache.
 *
 * **Rate limits.** A request over the limit gets 429, with the seconds to wait in `Retry-After`. An overloaded service
 * answers 503 with the same header; below `/api/v1`, such a request does not count towards the limit, unless a file or feed
 * was already being processed.
 *
 * `x-extension: true` marks additions to the agreed interface, in `/openapi.json`.
 */
export class Api<
  SecurityDataType extends unknown,
> extends HttpClient<SecurityDataType> {
  api = {
    /**
     * No description
     *
     * @tags me
     * @name GetMe
     * @summary The signed-in user with their permissions
     * @request GET:/api/v1/me
     * @secure
     */
    getMe: (params: RequestParams = {}) =>
      this.request<
        {
          data: Me;
        },
        Refusal
      >({
        path: `/api/v1/me`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description **API keys:** with the scope `publications:read`. **Refuses:** `page_too_deep`, `scope_violation`.
     *
     * @tags me
     * @name GetMePublications
     * @summary Publications of the caller’s acteurs in every state, and those the caller wrote as an administrator
     * @request GET:/api/v1/me/publications
     * @secure
     */
    getMePublications: (
      query?: {
        /**
         * `page × per_page` is 100000 at most; use `after` beyond
         * @min 1
         * @max 1000000
         * @default 1
         */
        page?: number;
        /**
         * Rows per page
         * @min 1
         * @max 100
         */
        per_page?: number;
        /**
         * `meta.next` of the page before, instead of `page`
         * @minLength 1
         * @maxLength 4000
         */
        after?: string;
        /**
         * Only publications of this acteur
         * @format uuid
         */
        acteur_id?: string;
        /**
         * Words of title, place and text, as in `GET /publications`
         * @minLength 0
         * @maxLength 200
         */
        q?: string;
        /** Only in this state */
        etat?: OwnState;
        /** Sort order; `created_at_desc` by default */
        sort?: OwnPublicationSort;
        /** Only publications with this status */
        moderation_status?: ModerationStatus;
      },
      params: RequestParams = {},
    ) =>
      this.request<OwnPublicationPage, Refusal>({
        path: `/api/v1/me/publications`,
        method: "GET",
        query: query,
        secure: true,
        format: "json",
        ...params,
      }),

    /**
     * @description **API keys:** with the scope `publications:write`. **How often:** 60 an hour for each user. **Refuses:** `forbidden`.
     *
     * @tags members
     * @name PostPublications
     * @summary Create a publication: visible at once, or submitted for review (`pending`)
     * @request POST:/api/v1/publications
     * @secure
     */
    postPublications: (data: NewPublication, params: RequestParams = {}) =>
      this.request<
        {
          data: OwnPublication;
        },
        Refusal
      >({
        path: `/api/v1/publications`,
        method: "POST",
        body: data,
        secure: true,
        type: "application/json",
        format: "json",
        ...params,
      }),

    /**
     * @description While it is reviewed again it is offline. Where `edit_needs_review` of `GET /me/publications/{id}` is true, a change of its content does that; a pin does not. **API keys:** with the scope `publications:write`. **How often:** 600 an hour for each user. **Refuses:** `stale_version`, `forbidden`.
     *
     * @tags members
     * @name PatchPublication
     * @summary Edit or pin a publication; an edited approved one is reviewed again, unless its author publishes without review
     * @request PATCH:/api/v1/publications/{id}
     * @secure
     */
    patchPublication: (
      id: string,
      data: PublicationChanges,
      params: RequestParams = {},
    ) =>
      this.request<
        {
          data: OwnPublication;
        },
        Refusal
      >({
        path: `/api/v1/publications/${id}`,
        method: "PATCH",
        body: data,
        secure: true,
        type: "application/json",
        format: "json",
        ...params,
      }),
  };
  auth = {
    /**
     * @description Returns the session: as a cookie for browsers of the same site, and as `token`, which other clients send as a bearer. **With a second factor**, the reply holds `twoFactorRedirect` instead of a session: send the code to `/auth/two-factor/verify-totp` or `verify-backup-code`, with the cookie of this reply or its `twoFactorToken`. Requests that use the cookie and change something must have PUBLIC_URL or one of CORS_ORIGINS as their `Origin`. **How often:** 50 in 15 minutes for each address, 10 in 15 minutes for each address and email, 100 an hour for each email. **Refuses:** `invalid_credentials`, `email_not_verified`, `account_suspended`, `origin_forbidden`.
     *
     * @tags auth
     * @name PostSignInEmail
     * @summary Sign in with a password; `twoFactorRedirect` in the reply asks for a code of the second factor
     * @request POST:/auth/sign-in/email
     */
    postSignInEmail: (data: SignIn, params: RequestParams = {}) =>
      this.request<
        {
          /** For clients without cookies: send it as a bearer token, at /auth only */
          token?: string;
          user?: Account;
          redirect?: boolean;
          url?: string;
          /** `true`: continue at /auth/two-factor/verify-totp */
          twoFactorRedirect?: boolean;
          /** With `twoFactorRedirect`, for clients without cookies: send it with the code */
          twoFactorToken?: string;
          twoFactorMethods?: string[];
        },
        Refusal
      >({
        path: `/auth/sign-in/email`,
        method: "POST",
        body: data,
        type: "application/json",
        format: "json",
        ...params,
      }),

    /**
     * @description **Refuses:** `account_suspended`.
     *
     * @tags auth
     * @name GetToken
     * @summary Get an access token for the API
     * @request GET:/auth/token
     * @secure
     */
    getToken: (params: RequestParams = {}) =>
      this.request<
        {
          /** The bearer token for the API, valid for 15 minutes */
          token: string;
          /** `true`: the roles of this user count only once they sign in with a second factor */
          secondFactorNeeded?: boolean;
        },
        Refusal
      >({
        path: `/auth/token`,
        method: "GET",
        secure: true,
        format: "json",
        ...params,
      }),
  };
}
