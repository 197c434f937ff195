import { texts } from '../../kit/words/language.ts'
import { did as atTheDesks } from './did-desk-texts.ts'

/**
 * Each action of the audit trail as a sentence. `who`: the user; `what`: the record; `detail`: a reason, role or number. Some
 * actions have variants (`action:variant`). A test checks that every action of the sources is here.
 */
const { did: elsewhere } = texts({
  fr: {
    did: {
      'acte.published': (_: string, what: string) => `L’acte ${what} est publié`,
      'acte.shown': (_: string, what: string) => `L’acte ${what} est de nouveau affiché`,
      'acte.hidden': (_: string, what: string) => `L’acte ${what} n’est plus affiché`,
      'acte.transmitted': (_: string, what: string) => `L’acte ${what} a été transmis à l’État`,
      'acteur.active_set': (who: string, what: string) => `${who} a réactivé ${what}`,
      'acteur.active_set:off': (who: string, what: string) => `${who} a désactivé ${what}`,
      'acteur.badge_set': (who: string, what: string) => `${who} a donné le badge à ${what}`,
      'acteur.badge_set:off': (who: string, what: string) => `${who} a retiré le badge à ${what}`,
      'acteur.billing_opened': (who: string, what: string) =>
        `${who} a ouvert la page de paiement de ${what}`,
      'acteur.can_publish_set': (who: string, what: string) =>
        `${who} a donné à ${what} le droit de publier sans relecture`,
      'acteur.can_publish_set:off': (who: string, what: string) =>
        `${who} a retiré à ${what} le droit de publier sans relecture`,
      'acteur.created': (who: string, what: string) => `${who} a créé l’acteur ${what}`,
      'acteur.deleted': (who: string, what: string) => `${who} a supprimé l’acteur ${what}`,
      'acteur.member_set': (who: string, what: string, detail: string) =>
        `${who} a changé les droits de ${detail} pour ${what}`,
      'acteur.member_set:new': (who: string, what: string, detail: string) =>
        `${who} a ajouté ${detail} aux membres de ${what}`,
      'acteur.member_removed': (who: string, what: string, detail: string) =>
        `${who} a retiré ${detail} des membres de ${what}`,
      'acteur.member_removed:self': (who: string, what: string) => `${who} a quitté ${what}`,
      'acteur.merge_undone': (who: string, what: string) =>
        `${who} a annulé la fusion de l’acteur ${what} avec un autre`,
      'acteur.merge_undone:into': (who: string, what: string, detail: string) =>
        `${who} a rétabli l’acteur ${what}, qui était fusionné dans ${detail}`,
      'acteur.merge_undone:from': (who: string, what: string, detail: string) =>
        `${who} a annulé la fusion de ${detail} dans ${what}`,
      'acteur.merged': (who: string, what: string) => `${who} a fusionné l’acteur ${what} avec un autre`,
      'acteur.merged:into': (who: string, what: string, detail: string) =>
        `${who} a retiré l’acteur ${what}, fusionné dans ${detail}`,
      'acteur.merged:from': (who: string, what: string, detail: string) =>
        `${who} a fusionné ${detail} dans ${what}`,
      'acteur.note_removed': (who: string, what: string) => `${who} a retiré une note sur ${what}`,
      'acteur.noted': (who: string, what: string) => `${who} a écrit une note sur ${what}`,
      'acteur.picture_removed': (who: string, what: string) =>
        `${who} a retiré l’image de ${what} pour raison légale`,
      'acteur.picture_restored': (who: string, what: string) =>
        `${who} a remis l’image de ${what}, retirée pour raison légale`,
      'acteur.mail_address_renewed': (who: string, what: string) =>
        `${who} a créé ou remplacé l’adresse de courriel de ${what}`,
      'acteur.mail_address_removed': (who: string, what: string) =>
        `${who} a supprimé l’adresse de courriel de ${what}`,
      'acteur.restored': (who: string, what: string) => `${who} a restauré l’acteur ${what}`,
      'acteur.register_taken_over': (who: string, what: string) =>
        `${who} a repris un registre d’actes pour ${what}`,
      'acteur.updated': (who: string, what: string) => `${who} a modifié l’acteur ${what}`,
      'acteur.validated': (who: string, what: string) => `${who} a validé l’acteur ${what}`,
      'acteur.validated:off': (who: string, what: string) => `${who} a retiré la validation de ${what}`,
      'address.erased': (who: string) => `${who} a effacé les données liées à une adresse sans compte`,
      'address.exported': (who: string) => `${who} a communiqué les données liées à une adresse sans compte`,
      'webhook.created': (who: string, what: string) => `${who} a ajouté l’envoi d’événements ${what}`,
      'webhook.enabled': (who: string, what: string) => `${who} a vérifié l’envoi d’événements ${what}`,
      'webhook.disabled': (who: string, what: string) => `${who} a arrêté l’envoi d’événements ${what}`,
      'webhook.updated': (who: string, what: string) => `${who} a modifié l’envoi d’événements ${what}`,
      'webhook.tested': (who: string, what: string) => `${who} a envoyé un événement d’essai à ${what}`,
      'webhook.deleted': (who: string, what: string) => `${who} a supprimé l’envoi d’événements ${what}`,
      'webhook.secret_exchanged': (who: string, what: string) =>
        `${who} a remplacé le secret de l’envoi d’événements ${what}`,
      'webhook.replayed': (who: string, what: string) => `${who} a renvoyé un événement à ${what}`,
      'api_key.created': (who: string, what: string) => `${who} a créé la clé d’API ${what}`,
      'api_key.revoked': (who: string, what: string) => `${who} a révoqué la clé d’API ${what}`,
      'app_source.created': (who: string, what: string) => `${who} a inscrit l’application ${what}`,
      'app_source.updated': (who: string, what: string) => `${who} a modifié l’application ${what}`,
      'app_source.updated:off': (who: string, what: string) => `${who} a désactivé l’application ${what}`,
      'commune.official_code_sent': (who: string, what: string) =>
        `${who} a fait envoyer un code à l’adresse officielle de la mairie : ${what}`,
      'commune.official_code_refused': (who: string, what: string) =>
        `${who} n’a pas pu prouver être la mairie par un code : ${what}`,
      'commune.official_siret_refused': (who: string, what: string) =>
        `${who} n’a pas pu prouver être la mairie par un SIRET : ${what}`,
      'commune.created': (who: string, what: string) => `${who} a créé la commune ${what}`,
      'commune.exported': (who: string, what: string) =>
        `${who} a exporté la commune ${what} dans un fichier`,
      'commune.imported': (who: string, what: string) => `${who} a importé la commune ${what} d’un fichier`,
      'commune.blason_removed': (who: string, what: string) =>
        `${who} a retiré le blason de la commune ${what} pour raison légale`,
      'commune.blason_restored': (who: string, what: string) =>
        `${who} a remis le blason de la commune ${what}, retiré pour raison légale`,
      'commune.host_added': (who: string, what: string) =>
        `${who} a ajouté un nom d’hôte pour les pages de ${what}`,
      'commune.host_removed': (who: string, what: string) =>
        `${who} a retiré un nom d’hôte des pages de ${what}`,
      'commune.merger_told': (who: string, what: string) =>
        `${who} a indiqué depuis quand la commune ${what} est fusionnée`,
      'commune.place_updated': (who: string, what: string) =>
        `${who} a changé l’apparence des pages de ${what}`,
      'commune.updated': (who: string, what: string) => `${who} a modifié la commune ${what}`,
      'communes.loaded': () => 'La liste nationale des communes a été chargée',
      'defibrillateur.created': (who: string) => `${who} a ajouté un défibrillateur`,
      'defibrillateur.updated': (who: string) => `${who} a corrigé un défibrillateur`,
      'defibrillateur_national.updated': (who: string) =>
        `${who} a corrigé un défibrillateur du registre national`,
      'defibrillateurs.sync_requested': (who: string) =>
        `${who} a demandé la mise à jour des défibrillateurs`,
      'defibrillateurs.synced': () => 'Les défibrillateurs ont été mis à jour depuis le registre national',
      'dpnt.loaded': () => 'Les données de présence numérique des territoires ont été chargées',
      'elus.loaded': () => 'Le répertoire national des élus a été chargé',
      'import_run.requested': (who: string) => `${who} a lancé la lecture d’un import`,
      'import_source.created': (who: string, what: string) => `${who} a créé l’import ${what}`,
      'import_source.deleted': (who: string, what: string) => `${who} a supprimé l’import ${what}`,
      'import_source.updated': (who: string, what: string) => `${who} a modifié l’import ${what}`,
      'infos.loaded': () => 'L’annuaire des mairies a été chargé',
      'job.given_up': (who: string) => `${who} a abandonné un travail en échec`,
      'job.retried': (who: string) => `${who} a relancé un travail en échec`,
      'mail.given_up': (who: string) => `${who} a abandonné un courriel qui n’était pas parti`,
      'mail.retried': (who: string) => `${who} a renvoyé un courriel qui n’était pas parti`,
      'media.forgotten': (who: string) => `${who} a retiré une image ou un document, pour raison légale`,
      'media.unsealed': (who: string) => `${who} a remis une image ou un document, retiré pour raison légale`,
      'payment_event.replayed': (who: string) => `${who} a traité de nouveau un événement de paiement`,
      'uptime.interrupted': () => 'Le service était arrêté',
      'uptime.clock_moved': () => 'L’horloge du service a été changée',
      'refusal_preset.created': (who: string) => `${who} a ajouté des mots de refus`,
      'refusal_preset.deleted': (who: string) => `${who} a supprimé des mots de refus`,
      'refusal_preset.updated': (who: string) => `${who} a modifié des mots de refus`,
      'reply_template.created': (who: string) => `${who} a ajouté une réponse type`,
      'reply_template.deleted': (who: string) => `${who} a supprimé une réponse type`,
      'reply_template.updated': (who: string) => `${who} a modifié une réponse type`,
      'secret.exchanged': (who: string) => `${who} a remplacé le secret du service`,
      'secret.exchanged:leaked': (who: string) =>
        `${who} a remplacé le secret du service, qui avait fuité : tout le monde doit se reconnecter`,
      'subscription.attached': (who: string, what: string) =>
        `${who} a indiqué pour qui est l’abonnement de ${what}`,
      'subscription.reconciled': (who: string, what: string) =>
        `${who} a mis à jour l’abonnement de ${what} d’après le prestataire`,
      'team_settings.updated': (who: string) => `${who} a changé les réglages de l’équipe`,
      'watched_words.created': (who: string) => `${who} a ajouté une liste de mots surveillés`,
      'watched_words.deleted': (who: string) => `${who} a supprimé une liste de mots surveillés`,
      'watched_words.updated': (who: string) => `${who} a modifié une liste de mots surveillés`,
      'upload.created': (who: string) => `${who} a envoyé une image ou un document`,
      'user.created': (who: string, what: string) => `${who} a ouvert le compte de ${what}`,
      'user.created:self': (_: string, what: string) => `${what} a ouvert son compte`,
      'user.erased': (who: string) => `${who} a effacé les données d’une personne`,
      'user.exported': (who: string, what: string) =>
        `${who} a communiqué à ${what} les données gardées à son sujet`,
      'user.identity_linked': (_: string, what: string) => `${what} a ouvert sa première session`,
      'user.address_changed': (who: string) => `${who} a changé d’adresse`,
      'user.address_respelled': (_: string, what: string) =>
        `L’adresse de ${what} a pris l’écriture que demande la connexion`,
      'user.invitation_declined': (_: string, what: string) => `${what} a refusé son invitation`,
      'user.invitation_withdrawn': (who: string, what: string) => `${who} a retiré l’invitation de ${what}`,
      'user.invited': (who: string, what: string) => `${who} a invité ${what}`,
      'user.invited:again': (who: string, what: string) => `${who} a renvoyé son invitation à ${what}`,
      'user.note_removed': (who: string, what: string) => `${who} a retiré une note sur ${what}`,
      'user.noted': (who: string, what: string) => `${who} a écrit une note sur ${what}`,
      'user.passkey_added': (who: string) => `${who} a ajouté une clé d’accès à son compte`,
      'user.passkey_removed': (who: string) => `${who} a retiré une clé d’accès de son compte`,
      'user.role_granted': (who: string, what: string, detail: string) =>
        `${who} a donné à ${what} ${detail}`,
      'user.role_granted:limits': (who: string, what: string, detail: string) =>
        `${who} a modifié pour ${what} ${detail}`,
      'user.role_revoked': (who: string, what: string, detail: string) =>
        `${who} a retiré à ${what} ${detail}`,
      'user.roles_mapped': (_: string, what: string) =>
        `${what} a reçu ou perdu des rôles selon ses groupes chez son fournisseur d’identité`,
      'user.second_factor_reset': (who: string, what: string) =>
        `${who} a désactivé le second facteur de ${what}`,
      'user.sessions_ended': (who: string, what: string) => `${who} a fermé les sessions de ${what}`,
      'user.updated': (who: string, what: string) => `${who} a modifié le compte de ${what}`,
      'user.updated:active': (who: string, what: string) => `${who} a rouvert le compte de ${what}`,
      'user.updated:self': (who: string) => `${who} a changé son nom`,
      'user.updated:suspended': (who: string, what: string) => `${who} a suspendu le compte de ${what}`,
    },
  },
  en: {
    did: {
      'acte.published': (_: string, what: string) => `The act ${what} is published`,
      'acte.shown': (_: string, what: string) => `The act ${what} is shown again`,
      'acte.hidden': (_: string, what: string) => `The act ${what} is no longer shown`,
      'acte.transmitted': (_: string, what: string) => `The act ${what} was sent to the State`,
      'acteur.active_set': (who: string, what: string) => `${who} switched ${what} on again`,
      'acteur.active_set:off': (who: string, what: string) => `${who} switched ${what} off`,
      'acteur.badge_set': (who: string, what: string) => `${who} gave ${what} the badge`,
      'acteur.badge_set:off': (who: string, what: string) => `${who} took the badge from ${what}`,
      'acteur.billing_opened': (who: string, what: string) => `${who} opened the payment page of ${what}`,
      'acteur.can_publish_set': (who: string, what: string) => `${who} let ${what} publish without review`,
      'acteur.can_publish_set:off': (who: string, what: string) => `${who} has what ${what} writes reviewed`,
      'acteur.created': (who: string, what: string) => `${who} wrote down ${what}`,
      'acteur.deleted': (who: string, what: string) => `${who} deleted ${what}`,
      'acteur.member_set': (who: string, what: string, detail: string) =>
        `${who} changed the rights of ${detail} for ${what}`,
      'acteur.member_set:new': (who: string, what: string, detail: string) =>
        `${who} made ${detail} a member of ${what}`,
      'acteur.member_removed': (who: string, what: string, detail: string) =>
        `${who} removed ${detail} from the members of ${what}`,
      'acteur.member_removed:self': (who: string, what: string) => `${who} left ${what}`,
      'acteur.merge_undone': (who: string, what: string) =>
        `${who} undid the merger of the acteur ${what} with another`,
      'acteur.merge_undone:into': (who: string, what: string, detail: string) =>
        `${who} restored the acteur ${what}, which was merged into ${detail}`,
      'acteur.merge_undone:from': (who: string, what: string, detail: string) =>
        `${who} undid the merger of ${detail} into ${what}`,
      'acteur.merged': (who: string, what: string) => `${who} merged the acteur ${what} with another`,
      'acteur.merged:into': (who: string, what: string, detail: string) =>
        `${who} withdrew the acteur ${what}, merged into ${detail}`,
      'acteur.merged:from': (who: string, what: string, detail: string) =>
        `${who} merged ${detail} into ${what}`,
      'acteur.note_removed': (who: string, what: string) => `${who} took away a note about ${what}`,
      'acteur.noted': (who: string, what: string) => `${who} wrote a note about ${what}`,
      'acteur.picture_removed': (who: string, what: string) =>
        `${who} removed the picture of ${what} for legal reasons`,
      'acteur.picture_restored': (who: string, what: string) =>
        `${who} brought back the picture of ${what}, removed for legal reasons`,
      'acteur.mail_address_renewed': (who: string, what: string) =>
        `${who} made or replaced the mail address of ${what}`,
      'acteur.mail_address_removed': (who: string, what: string) =>
        `${who} removed the mail address of ${what}`,
      'acteur.restored': (who: string, what: string) => `${who} restored ${what}`,
      'acteur.register_taken_over': (who: string, what: string) =>
        `${who} took over a register of acts for ${what}`,
      'acteur.updated': (who: string, what: string) => `${who} edited ${what}`,
      'acteur.validated': (who: string, what: string) => `${who} validated ${what}`,
      'acteur.validated:off': (who: string, what: string) => `${who} took back the validation of ${what}`,
      'address.erased': (who: string) => `${who} erased what was about an address without an account`,
      'address.exported': (who: string) => `${who} handed over what was about an address without an account`,
      'webhook.created': (who: string, what: string) => `${who} added the webhook ${what}`,
      'webhook.enabled': (who: string, what: string) => `${who} verified the webhook ${what}`,
      'webhook.disabled': (who: string, what: string) => `${who} disabled the webhook ${what}`,
      'webhook.updated': (who: string, what: string) => `${who} changed the webhook ${what}`,
      'webhook.tested': (who: string, what: string) => `${who} sent a test event to ${what}`,
      'webhook.deleted': (who: string, what: string) => `${who} deleted the webhook ${what}`,
      'webhook.secret_exchanged': (who: string, what: string) =>
        `${who} exchanged the secret of the webhook ${what}`,
      'webhook.replayed': (who: string, what: string) => `${who} sent an event again to ${what}`,
      'api_key.created': (who: string, what: string) => `${who} created the API key ${what}`,
      'api_key.revoked': (who: string, what: string) => `${who} revoked the API key ${what}`,
      'app_source.created': (who: string, what: string) => `${who} wrote down the app ${what}`,
      'app_source.updated': (who: string, what: string) => `${who} changed the app ${what}`,
      'app_source.updated:off': (who: string, what: string) => `${who} switched off the app ${what}`,
      'commune.official_code_sent': (who: string, what: string) =>
        `${who} had a code sent to the official address of the town hall of ${what}`,
      'commune.official_code_refused': (who: string, what: string) =>
        `${who} could not prove by a code to be the town hall of ${what}`,
      'commune.official_siret_refused': (who: string, what: string) =>
        `${who} could not prove by a SIRET to be the town hall of ${what}`,
      'commune.created': (who: string, what: string) => `${who} created the commune ${what}`,
      'commune.exported': (who: string, what: string) => `${who} exported the commune ${what} as a file`,
      'commune.imported': (who: string, what: string) => `${who} imported the commune ${what} from a file`,
      'commune.blason_removed': (who: string, what: string) =>
        `${who} removed the coat of arms of the commune ${what} for legal reasons`,
      'commune.blason_restored': (who: string, what: string) =>
        `${who} brought back the coat of arms of the commune ${what}, removed for legal reasons`,
      'commune.host_added': (who: string, what: string) => `${who} gave the place of ${what} a host`,
      'commune.host_removed': (who: string, what: string) => `${who} took a host from the place of ${what}`,
      'commune.merger_told': (who: string, what: string) => `${who} dated the merger of the commune ${what}`,
      'commune.place_updated': (who: string, what: string) =>
        `${who} changed the look of the place of ${what}`,
      'commune.updated': (who: string, what: string) => `${who} edited the commune ${what}`,
      'communes.loaded': () => 'The national list of communes was loaded',
      'defibrillateur.created': (who: string) => `${who} added a defibrillator`,
      'defibrillateur.updated': (who: string) => `${who} corrected a defibrillator`,
      'defibrillateur_national.updated': (who: string) =>
        `${who} corrected a defibrillator of the national register`,
      'defibrillateurs.sync_requested': (who: string) => `${who} asked for the defibrillators to be updated`,
      'defibrillateurs.synced': () => 'The defibrillators were updated from the national register',
      'dpnt.loaded': () => 'The data on the digital presence of territories were loaded',
      'elus.loaded': () => 'The national register of elected people was loaded',
      'import_run.requested': (who: string) => `${who} started a run of an import`,
      'import_source.created': (who: string, what: string) => `${who} created the import ${what}`,
      'import_source.deleted': (who: string, what: string) => `${who} deleted the import ${what}`,
      'import_source.updated': (who: string, what: string) => `${who} edited the import ${what}`,
      'infos.loaded': () => 'The directory of town halls was loaded',
      'job.given_up': (who: string) => `${who} gave up a failed job`,
      'job.retried': (who: string) => `${who} tried a failed job again`,
      'mail.given_up': (who: string) => `${who} gave up a mail that had not arrived`,
      'mail.retried': (who: string) => `${who} sent again a mail that had not arrived`,
      'media.forgotten': (who: string) => `${who} removed a picture or document, for legal reasons`,
      'media.unsealed': (who: string) =>
        `${who} brought back a picture or document removed for legal reasons`,
      'payment_event.replayed': (who: string) => `${who} replayed a payment event`,
      'uptime.interrupted': () => 'The service was not at work',
      'uptime.clock_moved': () => 'The clock of the service was set',
      'refusal_preset.created': (who: string) => `${who} added words of rejection`,
      'refusal_preset.deleted': (who: string) => `${who} deleted words of rejection`,
      'refusal_preset.updated': (who: string) => `${who} edited words of rejection`,
      'reply_template.created': (who: string) => `${who} added a prepared answer`,
      'reply_template.deleted': (who: string) => `${who} deleted a prepared answer`,
      'reply_template.updated': (who: string) => `${who} edited a prepared answer`,
      'secret.exchanged': (who: string) => `${who} replaced the secret of the service`,
      'secret.exchanged:leaked': (who: string) =>
        `${who} replaced the secret of the service, which had leaked: everybody signs in again`,
      'subscription.attached': (who: string, what: string) =>
        `${who} said whose the subscription of ${what} is`,
      'subscription.reconciled': (who: string, what: string) =>
        `${who} took over the subscription of ${what} from the provider`,
      'team_settings.updated': (who: string) => `${who} changed the settings of the team`,
      'watched_words.created': (who: string) => `${who} added a list of watched words`,
      'watched_words.deleted': (who: string) => `${who} deleted a list of watched words`,
      'watched_words.updated': (who: string) => `${who} edited a list of watched words`,
      'upload.created': (who: string) => `${who} sent a picture or a document`,
      'user.created': (who: string, what: string) => `${who} opened the account of ${what}`,
      'user.created:self': (_: string, what: string) => `${what} opened an account`,
      'user.erased': (who: string) => `${who} erased the data of somebody`,
      'user.exported': (who: string, what: string) => `${who} handed ${what} what is held about them`,
      'user.identity_linked': (_: string, what: string) => `${what} signed in for the first time`,
      'user.address_changed': (who: string) => `${who} changed their address`,
      'user.address_respelled': (_: string, what: string) =>
        `The address of ${what} got the spelling that signing in needs`,
      'user.invitation_declined': (_: string, what: string) => `${what} declined their invitation`,
      'user.invitation_withdrawn': (who: string, what: string) => `${who} withdrew the invitation of ${what}`,
      'user.invited': (who: string, what: string) => `${who} invited ${what}`,
      'user.invited:again': (who: string, what: string) => `${who} invited ${what} again`,
      'user.note_removed': (who: string, what: string) => `${who} took away a note about ${what}`,
      'user.noted': (who: string, what: string) => `${who} wrote a note about ${what}`,
      'user.passkey_added': (who: string) => `${who} added a passkey to their account`,
      'user.passkey_removed': (who: string) => `${who} removed a passkey from their account`,
      'user.role_granted': (who: string, what: string, detail: string) => `${who} gave ${what} ${detail}`,
      'user.role_granted:limits': (who: string, what: string, detail: string) =>
        `${who} changed for ${what} ${detail}`,
      'user.role_revoked': (who: string, what: string, detail: string) =>
        `${who} took ${detail} from ${what}`,
      'user.roles_mapped': (_: string, what: string) =>
        `${what} got or lost roles by their groups at their identity provider`,
      'user.second_factor_reset': (who: string, what: string) =>
        `${who} switched off the second factor of ${what}`,
      'user.sessions_ended': (who: string, what: string) => `${who} signed ${what} out everywhere`,
      'user.updated': (who: string, what: string) => `${who} edited the account of ${what}`,
      'user.updated:active': (who: string, what: string) => `${who} let ${what} in again`,
      'user.updated:self': (who: string) => `${who} changed their name`,
      'user.updated:suspended': (who: string, what: string) => `${who} suspended ${what}`,
    },
  },
})
export const did = { ...elsewhere, ...atTheDesks }
export type Did = keyof typeof did
