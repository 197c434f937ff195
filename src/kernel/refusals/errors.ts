/** Every error code, with its status and texts. */
export const ERRORS = {
  invalid_request: [400, 'La requête est mal formée.', 'The request is malformed.'],
  missing_app_source: [
    400,
    'L’en-tête X-App-Source est obligatoire : il nomme votre application, comme X-App-Source: public.',
    'The X-App-Source header is required: it names your app, such as X-App-Source: public.',
  ],
  invalid_app_source: [
    400,
    'L’en-tête X-App-Source n’accepte que 1 à 40 lettres minuscules, chiffres, - ou _.',
    'The X-App-Source header takes 1 to 40 lower-case letters, digits, - or _.',
  ],
  invalid_if_match: [
    400,
    'If-Match attend le champ version de l’élément, entre guillemets : If-Match: "3".',
    'If-Match takes the version field of the record, in quotes: If-Match: "3".',
  ],
  invalid_json: [400, 'Le corps de la requête n’est pas du JSON.', 'The request body is not JSON.'],
  invalid_webhook_signature: [400, 'La signature est invalide.', 'The signature is invalid.'],
  invalid_logout_token: [400, 'Ce jeton de déconnexion est refusé.', 'This logout token is refused.'],
  invalid_token: [
    400,
    'Ce lien n’est plus valable : demandez-en un nouveau.',
    'This link is no longer valid: request a new one.',
  ],
  invitation_withdrawn: [
    400,
    'Cette invitation a été retirée : son lien n’ouvre plus rien.',
    'This invitation was withdrawn: its link no longer works.',
  ],
  sign_in_failed: [400, 'La connexion n’a pas abouti : recommencez.', 'The sign-in failed: start again.'],
  invalid_password: [400, 'Le mot de passe actuel n’est pas le bon.', 'The current password is not right.'],
  passkey_refused: [
    400,
    'Cette clé d’accès n’a pas été acceptée : recommencez, ou connectez-vous avec votre mot de passe.',
    'This passkey was not accepted: start again, or sign in with your password.',
  ],
  unauthenticated: [401, 'Connectez-vous pour continuer.', 'Sign in to continue.'],
  api_key_expired: [
    401,
    'Cette clé d’API a expiré : créez-en une autre.',
    'This API key has expired: create another one.',
  ],
  api_key_revoked: [401, 'Cette clé d’API a été révoquée.', 'This API key was revoked.'],
  api_key_paused: [
    401,
    'Cette clé d’API est en pause : son acteur est fermé ou fusionné, ou la personne qui l’a créée n’en a plus le droit.',
    'This API key is paused: its acteur is closed or merged, or its creator lost the right to make it.',
  ],
  invalid_credentials: [
    401,
    'L’adresse ou le mot de passe n’est pas le bon.',
    'The address or the password is not right.',
  ],
  invalid_code: [401, 'Ce code n’est pas valable.', 'This code is not valid.'],
  second_factor_expired: [
    401,
    'Cette connexion a expiré : saisissez à nouveau votre mot de passe.',
    'This sign-in has expired: enter your password again.',
  ],
  reports_suspended: [
    403,
    'Vos signalements sont suspendus pour un mois au plus : plusieurs n’étaient pas fondés. Écrivez-nous si c’est une erreur.',
    'Your reports are suspended for a month at most: several were unfounded. Write to us if this is a mistake.',
  ],
  admin_required: [
    403,
    'Cette action est réservée à l’administration.',
    'This action is reserved to administrators.',
  ],
  administrator_needed: [
    403,
    'Vous avez fait trois retraits définitifs en une heure : demandez le suivant à une personne qui administre le service.',
    'You made three permanent removals within an hour: ask an administrator for the next one.',
  ],
  scope_violation: [403, 'Cette action sort de votre périmètre.', 'This action is outside your scope.'],
  app_source_off: [403, 'Cette application est désactivée.', 'This application is switched off.'],
  second_factor_required: [
    403,
    'L’administration demande un second facteur : activez-le dans votre compte, ou connectez-vous avec lui à votre service de connexion.',
    'Administration requires a second factor: turn it on in your account, or sign in with one at your provider.',
  ],
  forbidden: [403, 'Vous n’avez pas ce droit.', 'You do not have this permission.'],
  account_suspended: [403, 'Ce compte est suspendu.', 'This account is suspended.'],
  email_not_verified: [
    403,
    'Confirmez votre adresse électronique avec le lien que vous avez reçu.',
    'Confirm your e-mail address with the link you received.',
  ],
  signup_closed: [
    403,
    'L’inscription se fait sur invitation. Si cette adresse est invitée, un message vient de lui être envoyé.',
    'Signing up is by invitation. If this address is invited, a message has just been sent to it.',
  ],
  sign_in_again: [
    403,
    'Déconnectez-vous, reconnectez-vous, puis recommencez dans les dix minutes.',
    'Sign out, sign in again, and start again within ten minutes.',
  ],
  origin_forbidden: [
    403,
    'Cette origine ou cette adresse de retour n’est pas autorisée.',
    'This origin or return address is not allowed.',
  ],
  api_key_refused: [
    403,
    'Une clé d’API ne peut pas faire cela : cette action demande une personne connectée.',
    'An API key cannot do this: this action requires a signed-in person.',
  ],
  api_key_scope: [
    403,
    'Cette clé d’API n’a pas ce droit : créez-en une qui l’a.',
    'This API key lacks this scope: create one that has it.',
  ],
  not_found: [404, 'Introuvable.', 'Not found.'],
  method_not_allowed: [
    405,
    'Cette adresse n’accepte pas cette méthode.',
    'This address does not accept this method.',
  ],
  request_timeout: [408, 'La requête n’est pas arrivée à temps.', 'The request did not arrive in time.'],
  claim_conflict: [
    409,
    'Une demande est déjà en cours pour cet acteur.',
    'A claim is already in progress for this actor.',
  ],
  claim_already_decided: [409, 'Cette demande a déjà été traitée.', 'This claim has already been decided.'],
  wrong_letter_code: [
    422,
    'Ce code n’est pas celui qui a été envoyé. Relisez-le : il n’a ni O, ni 0, ni I, ni 1.',
    'This is not the code that was sent. Read it again: it has no O, 0, I or 1.',
  ],
  letter_code_void: [
    409,
    'Aucun code n’est attendu : il a expiré, ou trop de codes faux ont été saisis. Demandez-en un autre.',
    'No code is expected: it has expired, or too many wrong codes were entered. Ask for another one.',
  ],
  proof_blocked: [
    409,
    'Cette preuve n’est pas possible ici : demandez la page, une personne examine la demande.',
    'This proof is not possible here: ask for the page, and a person looks at the request.',
  ],
  siret_sign_in_needed: [
    409,
    'Identifiez-vous avec ProConnect, puis recommencez : il faut un SIRET donné depuis moins d’un jour.',
    'Sign in with ProConnect, then try again: a SIRET given less than a day ago is needed.',
  ],
  siret_differs: [
    409,
    'Le SIRET de votre identification est celui d’un autre établissement.',
    'The SIRET of your sign-in is that of another establishment.',
  ],
  appeal_exists: [409, 'Cette décision a déjà été contestée.', 'This decision was already contested.'],
  appeal_already_decided: [
    409,
    'Cette contestation a déjà été traitée.',
    'This appeal has already been decided.',
  ],
  answers_appeal: [
    409,
    'Cette décision répond à une contestation : annulez la réponse tant qu’elle n’est pas partie, ou décidez de nouveau.',
    'This decision answers an appeal: undo the answer before its mail leaves, or decide again.',
  ],
  webhook_disabled: [
    409,
    'Ce logiciel n’est plus prévenu : vérifiez-le d’abord.',
    'This endpoint is disabled: verify it first.',
  ],
  webhook_limit: [
    409,
    'Dix logiciels au plus sont prévenus pour un acteur : supprimez-en un d’abord.',
    'An acteur has ten webhook endpoints at most: delete one first.',
  ],
  not_contestable: [
    409,
    'Cette décision ne peut pas être contestée : elle a changé, ou date de plus de six mois.',
    'This decision cannot be contested: it has changed, or is older than six months.',
  ],
  own_decision: [
    409,
    'Vous avez pris la décision contestée : une autre personne doit la revoir.',
    'You took the contested decision: somebody else has to look at it again.',
  ],
  slug_taken: [409, 'Cette adresse courte (slug) est déjà prise.', 'This slug is already taken.'],
  last_admin: [
    409,
    'Le dernier administrateur ne peut être ni suspendu ni retiré.',
    'The last administrator can be neither suspended nor removed.',
  ],
  last_owner: [
    409,
    'Il n’y a plus que ce responsable : nommez-en un autre d’abord.',
    'This is the last owner: make another member an owner first.',
  ],
  address_elsewhere: [
    409,
    'Votre adresse est celle du service par lequel vous vous connectez : changez-la là-bas, ou écrivez-nous.',
    'Your address is that of the service you sign in with: change it there, or write to us.',
  ],
  not_expected: [
    409,
    'Cette personne s’est déjà connectée : elle n’attend plus d’invitation.',
    'This person has already signed in, so the invitation has ended.',
  ],
  run_in_progress: [409, 'Un traitement est déjà en cours.', 'A run is already in progress.'],
  operation_in_progress: [
    409,
    'Une de vos opérations est encore en cours : attendez qu’elle se termine, ou annulez-la.',
    'One of your operations is still running: wait until it ends, or undo it.',
  ],
  request_in_progress: [
    409,
    'La même requête est déjà en cours de traitement.',
    'The same request is already being processed.',
  ],
  conflict: [409, 'Cette valeur existe déjà.', 'This value already exists.'],
  merged_since: [
    409,
    'Cette fiche a elle-même été fusionnée depuis : annulez d’abord cette fusion-là.',
    'This record was itself merged since: undo that merge first.',
  ],
  total_changed: [
    409,
    'Ce filtre ne trouve plus ce nombre-là : rechargez la liste.',
    'This filter now finds another number: reload the list.',
  ],
  no_author: [
    409,
    'Personne ne l’a écrite ici : corrigez-la ou refusez-la.',
    'Nobody wrote it here: correct or reject it.',
  ],
  already_sent: [409, 'Ce message est déjà parti.', 'This message was already sent.'],
  not_failed: [409, 'Ce message n’est pas en échec.', 'This message has not failed.'],
  not_retriable: [
    409,
    'Ce courriel ne peut plus partir d’ici : ce qu’il portait n’est plus gardé, ou sa conversation s’en charge.',
    'This mail cannot be sent again from here: its content is no longer stored, or it belongs to a conversation.',
  ],
  thread_merged: [
    409,
    'Cette conversation a été réunie à une autre : continuez dans celle-ci.',
    'This conversation was merged into another one: continue there.',
  ],
  already_subscribed: [
    409,
    'Un abonnement est déjà en cours : gérez-le au lieu d’en prendre un autre.',
    'You are subscribed already: manage that instead of starting anew.',
  ],
  second_factor_enabled: [
    409,
    'La double authentification est déjà activée.',
    'Two-factor authentication is already on.',
  ],
  second_factor_not_enabled: [
    409,
    'La double authentification n’est pas activée.',
    'Two-factor authentication is not on.',
  ],
  storage_full: [
    409,
    'L’espace pour les images et les documents est plein : écrivez-nous pour en avoir davantage.',
    'The storage for pictures and documents is full: write to us to get more.',
  ],
  removed: [
    410,
    'Cette image ou ce document a été retiré de ce service.',
    'This picture or document was removed from this service.',
  ],
  changes_gone: [
    410,
    'Les changements depuis ce curseur ne sont plus connus : recommencez sans « after ».',
    'The changes since this cursor are not known any more: begin again without "after".',
  ],
  stale_version: [
    412,
    'L’élément a changé depuis votre lecture : rechargez-le.',
    'The record has changed since you read it: reload it.',
  ],
  payload_too_large: [413, 'La requête est trop volumineuse.', 'The request is too large.'],
  file_too_large: [
    413,
    'Ce fichier dépasse 15 Mo. Pour une photo, choisissez une taille plus petite ; pour un PDF, réduisez-le ou partagez-le en deux.',
    'This file is larger than 15 MB. Choose a smaller size of the photograph; reduce the PDF or split it in two.',
  ],
  uri_too_long: [414, 'L’adresse est trop longue.', 'The address is too long.'],
  unsupported_media_type: [
    415,
    'Le corps doit être du JSON en UTF-8, sans compression, annoncé par Content-Type: application/json.',
    'The body must be JSON in UTF-8, not compressed, announced by Content-Type: application/json.',
  ],
  validation_failed: [422, 'Certaines valeurs sont invalides.', 'Some values are invalid.'],
  page_too_deep: [
    422,
    'Cette page est trop loin : affinez les filtres ou suivez meta.next avec le paramètre after.',
    'This page is too deep: narrow the filters, or follow meta.next with the after parameter.',
  ],
  idempotency_key_reused: [
    422,
    'Cette clé (Idempotency-Key) a déjà servi à une autre requête.',
    'This Idempotency-Key was already used for another request.',
  ],
  claimant_unknown: [422, 'Le demandeur n’est pas connu.', 'The claimant is unknown.'],
  invalid_webhook_payload: [
    422,
    'Le contenu de l’événement est inutilisable.',
    'The event payload is unusable.',
  ],
  webhook_unverified: [
    422,
    'Ce logiciel n’a pas répondu à la vérification : il n’est pas encore prévenu.',
    'The program did not answer the challenge: it gets no events.',
  ],
  source_url_forbidden: [422, 'Cette adresse n’est pas autorisée.', 'This address is not allowed.'],
  file_unsupported: [
    422,
    'Ce fichier n’est ni une image (JPEG, PNG, WebP, AVIF, GIF) ni un PDF.',
    'This file is neither a picture (JPEG, PNG, WebP, AVIF, GIF) nor a PDF.',
  ],
  file_empty: [
    422,
    'Ce fichier est vide : il n’a peut-être pas fini d’arriver sur cet appareil. Ouvrez-le, puis envoyez-le à nouveau.',
    'This file is empty: it may not have arrived on this device yet. Open it, then send it again.',
  ],
  file_removed: [
    422,
    'Ce fichier a été retiré de ce service : il ne peut pas y être envoyé de nouveau.',
    'This file was removed from this service: it cannot be sent again.',
  ],
  document_locked: [
    422,
    'Ce PDF demande un mot de passe pour s’ouvrir : les habitants ne pourraient pas le lire. Enregistrez-le sans mot de passe.',
    'This PDF asks for a password to be opened: residents could not read it. Save it without a password.',
  ],
  picture_heic: [
    422,
    'Cette photo est au format HEIC. Sur un iPhone : Réglages, Appareil photo, Formats, « Le plus compatible » ; ou envoyez-vous la photo par courriel : elle arrive en JPEG.',
    'This photograph is in the HEIC format. On an iPhone: Settings, Camera, Formats, "Most Compatible"; or send it to yourself by e-mail: it arrives as a JPEG.',
  ],
  picture_too_large: [
    422,
    'Cette image a plus de 50 millions de points : enregistrez-la en plus petit.',
    'This picture has more than 50 million pixels: save a smaller one.',
  ],
  picture_unreadable: [
    422,
    'Cette image est abîmée ou incomplète : ouvrez-la et enregistrez-la à nouveau.',
    'This picture is damaged or incomplete: open it and save it again.',
  ],
  rate_limited: [429, 'Trop de requêtes : réessayez plus tard.', 'Too many requests: try again later.'],
  headers_too_large: [431, 'Les en-têtes sont trop volumineux.', 'The headers are too large.'],
  internal_error: [500, 'Une erreur interne s’est produite.', 'An internal error occurred.'],
  unavailable: [
    503,
    'Le service est momentanément indisponible : réessayez dans un instant.',
    'The service is briefly unavailable: try again in a moment.',
  ],
  provider_unavailable: [
    503,
    'Le prestataire ne répond pas comme prévu : réessayez dans quelques minutes.',
    'The provider does not answer as it should: try again in a few minutes.',
  ],
  storage_low: [
    507,
    'Il n’y a presque plus de place sur le serveur : les images et les documents ne peuvent pas être envoyés pour l’instant. L’administrateur est prévenu.',
    'The server has almost no space left: pictures and documents cannot be uploaded for now. The administrator has been notified.',
  ],
} as const satisfies Record<string, readonly [status: number, fr: string, en: string]>

export type ErrorCode = keyof typeof ERRORS
export const LANGUAGES = ['fr', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const statusOf = (code: ErrorCode): number => ERRORS[code][0]

/** Headers that HTTP requires for a status. */
const HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'www-authenticate': 'Bearer' },
  503: { 'retry-after': '2' },
}

/** One invalid value, in both languages; `path` is the field name in the request. */
export interface Detail {
  readonly path: string
  readonly fr: string
  readonly en: string
}

/**
 * A refusal with a known cause. Throwing it rolls back the whole request; a write that returns it refuses but keeps
 * what was written (a claim conflict keeps its audit row).
 */
export class Problem extends Error {
  readonly code: ErrorCode
  readonly details: readonly Detail[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    options: { details?: readonly Detail[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    const { stackTraceLimit } = Error
    // Refusals need no stack trace, and building one is most of their cost. Server errors keep it.
    if (statusOf(code) < 500) Error.stackTraceLimit = 0
    super(code, { cause: options.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.details = options.details ?? []
    this.headers = { ...HEADERS[this.status], ...options.headers }
  }

  get status(): number {
    return statusOf(this.code)
  }

  /** The body of the response. */
  body(language: Language, requestId: string) {
    const text = ERRORS[this.code][language === 'fr' ? 1 : 2]
    const details = this.details.map(detail => ({ path: detail.path, message: detail[language] }))
    return {
      error: this.code,
      message: text,
      ...(details.length > 0 && { details }),
      request_id: requestId,
    }
  }
}

/** Returns the row, or throws 404. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Problem('not_found')
  return row
}

export const invalid = (path: string, fr: string, en: string) =>
  new Problem('validation_failed', { details: [{ path, fr, en }] })

/** Refused before its values are read. */
export const malformed = (path: string, fr: string, en: string) =>
  new Problem('invalid_request', { details: [{ path, fr, en }] })
