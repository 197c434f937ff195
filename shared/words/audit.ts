import { ACTEUR_FIELDS } from '../fields/acteurs.ts'
import { COMMUNE_FIELDS } from '../fields/communes.ts'
import { PLACE_FIELDS } from '../fields/places.ts'
import { ANNOUNCED, WRITTEN } from '../fields/publications.ts'
import { MEMBER_PERMISSIONS, MEMBER_ROLES, ROLES, USER_STATUSES } from './access.ts'
import { NATURES } from './actes.ts'
import { ACTEUR_TYPES, BADGES } from './acteurs.ts'
import { KEY_SCOPES } from './api-keys.ts'
import { APPEAL_STATUSES, CONTESTED } from './appeals.ts'
import { CALL_OUTCOMES, CLAIM_PROOFS, CLAIM_STATUSES } from './claims.ts'
import { ACCES, STATUTS, SYNC_TRIGGERS } from './defibrillateurs.ts'
import { RUN_TRIGGERS, SCHEDULES, SOURCE_KINDS, SOURCE_MODERATIONS, WHEN_GONE } from './imports.ts'
import { MAIL_KINDS } from './mail.ts'
import { DECIDERS, MODERATION_REASONS, MODERATION_STATUSES } from './moderation.ts'
import { EVENT_STATUSES, SUBSCRIPTION_STATUSES } from './payments.ts'
import { HELD_KINDS } from './personal-data.ts'
import { TEINTES } from './places.ts'
import { THREAD_STATUSES } from './support.ts'
import { ENDPOINT_STATES, WEBHOOK_EVENTS } from './webhooks.ts'
import type { Label } from './word.ts'

interface AuditField extends Label {
  /** What it may hold, in words. */
  readonly values?: Readonly<Record<string, Label>>
}

/**
 * The fields of the audit trail. The test app reads the trail of each test file when it stops: a field that is neither here
 * nor in `AUDIT_UNSAID` fails there.
 */
export const AUDIT_FIELDS: Readonly<Record<string, AuditField>> = {
  ...HELD_KINDS,
  ...WRITTEN,
  ...ANNOUNCED,
  ...ACTEUR_FIELDS,
  ...COMMUNE_FIELDS,
  ...PLACE_FIELDS,
  teinte: { ...PLACE_FIELDS.teinte, values: TEINTES },
  merged_le: { fr: 'Fusionnée le', en: 'Merged on' },
  host: { fr: 'Hôte', en: 'Host' },
  blason: { fr: 'Blason', en: 'Coat of arms' },
  body_sha256: { fr: 'Texte', en: 'Text' },
  annule_motif_sha256: ANNOUNCED.annule_motif,
  type: { ...ACTEUR_FIELDS.type, values: ACTEUR_TYPES },
  acteur_id: { fr: 'Acteur', en: 'Acteur' },
  acteurs: { fr: 'Acteurs', en: 'Acteurs' },
  acteur_ids: { fr: 'Acteurs', en: 'Acteurs' },
  template: { fr: 'Sorte de courriel', en: 'Kind of mail', values: MAIL_KINDS },
  name: { fr: 'Travail', en: 'Job' },
  images: { fr: 'Images', en: 'Pictures' },
  documents: { fr: 'Documents', en: 'Documents' },
  nature: { fr: 'Nature', en: 'Nature', values: NATURES },
  numero: { fr: 'Numéro', en: 'Number' },
  date: { fr: 'Date de l’acte', en: 'Date of the act' },
  signataire: { fr: 'Signataire', en: 'Signer' },
  qualite: { fr: 'Qualité', en: 'Quality' },
  transmis_le: { fr: 'Transmis à l’État le', en: 'Sent to the State on' },
  corrige: { fr: 'Corrige', en: 'Corrects' },
  sha256: { fr: 'Empreinte du PDF', en: 'Digest of the PDF' },
  visible_le: { fr: 'Mise en ligne', en: 'Online from' },
  lisible: { fr: 'Affiché', en: 'Shown' },
  du: { fr: 'Du', en: 'From' },
  au: { fr: 'Au', en: 'To' },
  transparency_public: { fr: 'Rapport public', en: 'Public report' },
  first_commune_id: { fr: 'Première commune', en: 'First commune' },
  first_commune_passed: { fr: 'Étapes de son ouverture', en: 'Steps of its opening' },
  url_sha256: { fr: 'Adresse', en: 'Address' },
  words_sha256: { fr: 'Mots', en: 'Words' },
  captions_sha256: { fr: 'Légendes', en: 'Captions' },
  bytes: { fr: 'Octets', en: 'Bytes' },
  epingle: { fr: 'Épinglée', en: 'Pinned' },
  en_avant: { fr: 'En avant', en: 'Featured' },
  featured_until: { fr: 'En avant jusqu’au', en: 'Featured until' },
  deleted: { fr: 'Supprimé', en: 'Deleted' },
  deleted_at: { fr: 'Supprimé le', en: 'Deleted on' },
  moderation_status: { fr: 'État', en: 'State', values: MODERATION_STATUSES },
  moderation_by: { fr: 'Décidé par', en: 'Decided by', values: DECIDERS },
  moderation_reason: { fr: 'Mots à l’auteur', en: 'Words to the author' },
  moderation_reason_code: { fr: 'Motif', en: 'Reason', values: MODERATION_REASONS },
  reason: { fr: 'Motif', en: 'Reason', values: MODERATION_REASONS },
  valide: { fr: 'Validé', en: 'Validated' },
  publie_le: { fr: 'Parution', en: 'Appears' },
  told_apart_from: { fr: 'Différente de', en: 'Different from' },
  badge: { fr: 'Badge', en: 'Badge', values: BADGES },
  active: { fr: 'Actif', en: 'Active' },
  can_publish: { fr: 'Publie sans relecture', en: 'Publishes without review' },
  page: { fr: 'Page', en: 'Page' },
  password_at: { fr: 'Mot de passe laissé dans', en: 'Password left in' },
  status: { fr: 'État', en: 'State' },
  role: { fr: 'Rôle', en: 'Role', values: { ...MEMBER_ROLES, ...ROLES } },
  roles: { fr: 'Rôles', en: 'Roles', values: ROLES },
  territories: { fr: 'Territoires', en: 'Territories' },
  epci_codes: { fr: 'Intercommunalités', en: 'Intercommunalities' },
  scopes: { fr: 'Droits', en: 'Rights', values: KEY_SCOPES },
  events: { fr: 'Événements', en: 'Events', values: WEBHOOK_EVENTS },
  state: { fr: 'État', en: 'State', values: ENDPOINT_STATES },
  secret: {
    fr: 'Secret',
    en: 'Secret',
    values: { former: { fr: 'L’ancien', en: 'The former one' }, new: { fr: 'Un nouveau', en: 'A new one' } },
  },
  webhooks: { fr: 'Secrets des envois d’événements', en: 'Secrets of webhooks' },
  expires_at: { fr: 'Expire le', en: 'Expires on' },
  revoked: { fr: 'Révoquée', en: 'Revoked' },
  permissions: { fr: 'Droits', en: 'Rights', values: MEMBER_PERMISSIONS },
  user_id: { fr: 'Personne', en: 'Person' },
  claimant_user_id: { fr: 'Demandeur', en: 'Claimant' },
  agrees: { fr: 'D’accord', en: 'Agrees' },
  elus: { fr: 'Élus', en: 'Elected people' },
  collectes: { fr: 'Collectes', en: 'Collections' },
  infos: { fr: 'Informations', en: 'Information' },
  plan: { fr: 'Formule', en: 'Plan' },
  current_period_end: { fr: 'Fin de la période', en: 'End of the period' },
  attempts: { fr: 'Essais', en: 'Attempts' },
  sessions: { fr: 'Sessions fermées', en: 'Sessions ended' },
  second_factor: { fr: 'Second facteur', en: 'Second factor' },
  push_subscriptions: { fr: 'Navigateurs abonnés aux alertes', en: 'Browsers that follow alerts' },
  second_factors: { fr: 'Seconds facteurs', en: 'Second factors' },
  source_keys: { fr: 'Clés des imports', en: 'Keys of imports' },
  subscribers: { fr: 'Adresses pour « La semaine »', en: 'Addresses of the weekly mail' },
  signing_keys: { fr: 'Clés de signature', en: 'Signing keys' },
  destroyed: { fr: 'Effacé sans rien garder', en: 'Deleted, and nothing kept' },
  erased: { fr: 'Effacé', en: 'Erased' },
  exported: { fr: 'Remis', en: 'Handed over' },
  issuer: { fr: 'Connexion par', en: 'Signed in by', values: { parvis: { fr: 'Parvis', en: 'Parvis' } } },
  source_id: { fr: 'Import', en: 'Import' },
  trigger: { fr: 'Déclenchement', en: 'Started', values: { ...SYNC_TRIGGERS, ...RUN_TRIGGERS } },
  url: { fr: 'Adresse', en: 'Address' },
  enabled: { fr: 'Activé', en: 'Switched on' },
  kind: { fr: 'Forme', en: 'Form', values: SOURCE_KINDS },
  schedule: { fr: 'Lecture', en: 'Read', values: SCHEDULES },
  api_key: {
    fr: 'Clé',
    en: 'Key',
    values: {
      held: { fr: 'Gardée', en: 'Held' },
      replaced: { fr: 'Remplacée', en: 'Replaced' },
    },
  },
  columns: { fr: 'Colonnes du tableau', en: 'Columns of the table' },
  max_items: { fr: 'Éléments au plus', en: 'Items at most' },
  moderation: { fr: 'À leur arrivée', en: 'When they arrive', values: SOURCE_MODERATIONS },
  max_age_days: { fr: 'Âge maximal, en jours', en: 'Greatest age, in days' },
  when_gone: { fr: 'Ce qui n’y est plus', en: 'What is gone there', values: WHEN_GONE },
  kept: { fr: 'Gardées', en: 'Left alone' },
  repeated: { fr: 'Lignes répétées', en: 'Repeated rows' },
  refused: { fr: 'Lignes écartées', en: 'Rows left out' },
  lost: { fr: 'Sans successeur', en: 'Without a successor' },
  forced: { fr: 'Malgré le retrait', en: 'In spite of what is withdrawn' },
  bodies: { fr: 'Textes', en: 'Texts' },
  reason_code: { fr: 'Motif', en: 'Reason', values: MODERATION_REASONS },
  statut: { fr: 'État', en: 'State', values: STATUTS },
  acces: { fr: 'Accès', en: 'Access', values: ACCES },
  couleur: { fr: 'Couleur', en: 'Colour' },
  icone: { fr: 'Icône', en: 'Icon' },
  place: { fr: 'Rang', en: 'Place' },
  retired: { fr: 'Retiré', en: 'Retired' },
  merged: { fr: 'Fusion avec', en: 'Merged with' },
  merged_into: { fr: 'Fusion dans', en: 'Merged into' },
  urgent_first: { fr: 'Les plus pressées d’abord', en: 'Most urgent first' },
  target_hours: { fr: 'Délai de réponse, en heures', en: 'Target for answers, in hours' },
  alert_reports: { fr: 'Signalements avant un courriel', en: 'Reports before a mail' },
  contested: { fr: 'Décision contestée', en: 'Contested decision', values: CONTESTED },
  proof: { fr: 'Preuve', en: 'Proof', values: CLAIM_PROOFS },
  call: { fr: 'Appel', en: 'Call', values: CALL_OUTCOMES },
  appeal: { fr: 'Contestation', en: 'Appeal', values: APPEAL_STATUSES },
  assignee_id: { fr: 'Confiée à', en: 'Given to' },
  cancelled: { fr: 'Annulée', en: 'Taken back' },
  overrides: { fr: 'Corrections', en: 'Corrections' },
  changed: { fr: 'Champs changés', en: 'Changed fields' },
  note: { fr: 'Note', en: 'Note' },
  image: { fr: 'Image', en: 'Picture' },
  code_postal: { fr: 'Code postal', en: 'Postal code' },
  commune_nom: { fr: 'Commune', en: 'Commune' },
  etage: { fr: 'Étage', en: 'Floor' },
  complement: { fr: 'Où exactement', en: 'Where exactly' },
  acces_libre: { fr: 'Accès libre', en: 'Open access' },
  disponibilite_jours: { fr: 'Jours', en: 'Days' },
  disponibilite_heures: { fr: 'Heures', en: 'Hours' },
  derniere_maintenance: { fr: 'Dernière maintenance', en: 'Last maintenance' },
  etat_fonctionnement: { fr: 'Fonctionnement', en: 'Condition' },
  rows: { fr: 'Lignes', en: 'Rows' },
  taken: { fr: 'Reprises', en: 'Taken in' },
  records: { fr: 'Fiches', en: 'Records' },
  created: { fr: 'Nouvelles', en: 'New' },
  updated: { fr: 'Changées', en: 'Changed' },
  restored: { fr: 'Rétablies', en: 'Restored' },
  total: { fr: 'En tout', en: 'In all' },
  added: { fr: 'Ajoutées', en: 'Added' },
  removed: { fr: 'Retirées', en: 'Removed' },
  returned: { fr: 'Revenues', en: 'Back' },
  withdrawn: { fr: 'Retirées', en: 'Withdrawn' },
  unchanged: { fr: 'Sans changement', en: 'Unchanged' },
}

/** The states of a thing, whose field is called `status` everywhere. */
export const AUDIT_STATUSES: Readonly<Record<string, AuditField['values']>> = {
  claim: CLAIM_STATUSES,
  payment_event: EVENT_STATUSES,
  subscription: SUBSCRIPTION_STATUSES,
  thread: THREAD_STATUSES,
  user: USER_STATUSES,
}

/** Fields that are not shown: they name nothing that can be opened, or the sentence has said them. */
export const AUDIT_UNSAID: ReadonlySet<string> = new Set([
  'id',
  'version',
  'report_id',
  'message_id',
  'thread_id',
  'note_id',
  'claim_id',
  'again',
  'duplicate_key',
  'delivery_id',
  'leaked',
])
