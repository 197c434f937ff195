import { texts } from '../../kit/words/language.ts'

/** The actions on publications, claims, appeals and messages as sentences. `did-texts.ts` has the others. */
export const { did } = texts({
  fr: {
    did: {
      'claim.appeal_decided': (who: string, what: string) =>
        `${who} a répondu à la contestation au sujet de la demande pour ${what}`,
      'claim.appeal_decided:upheld': (who: string, what: string) =>
        `${who} a maintenu le refus de la demande pour ${what}`,
      'claim.appeal_decided:overturned': (who: string, what: string) =>
        `${who} a annulé, après contestation, le refus de la demande pour ${what}`,
      'claim.appealed': (who: string, what: string) =>
        `${who} a contesté le refus de la demande pour ${what}`,
      'claim.assigned': (who: string, what: string, detail: string) =>
        `${who} a confié la demande pour ${what} à ${detail}`,
      'claim.assigned:off': (who: string, what: string, detail: string) =>
        `${who} a retiré à ${detail} la demande pour ${what}`,
      'claim.assigned:self': (who: string, what: string) => `${who} suit la demande pour ${what}`,
      'claim.assigned:left': (who: string, what: string) => `${who} ne suit plus la demande pour ${what}`,
      'claim.appeal_assigned': (who: string, what: string, detail: string) =>
        `${who} a confié la contestation au sujet de la demande pour ${what} à ${detail}`,
      'claim.appeal_assigned:off': (who: string, what: string) =>
        `${who} ne confie plus à personne la contestation au sujet de la demande pour ${what}`,
      'claim.appeal_decided:pending': (who: string, what: string) =>
        `${who} a annulé la réponse à la contestation au sujet de la demande pour ${what}`,
      'publication.appeal_assigned': (who: string, what: string, detail: string) =>
        `${who} a confié la contestation au sujet de ${what} à ${detail}`,
      'publication.appeal_assigned:off': (who: string, what: string) =>
        `${who} ne confie plus à personne la contestation au sujet de ${what}`,
      'publication.appeal_decided:pending': (who: string, what: string) =>
        `${who} a annulé la réponse à la contestation au sujet de ${what}`,
      'claim.question_cancelled': (who: string, what: string) =>
        `${who} a annulé sa question sur la demande pour ${what}`,
      'claim.asked': (who: string, what: string) =>
        `${who} a demandé des précisions sur la demande pour ${what}`,
      'claim.called_back': (who: string, what: string) =>
        `${who} a rappelé au sujet de la demande pour ${what}`,
      'claim.called_back:confirmed': (who: string, what: string) =>
        `${who} a obtenu par téléphone une confirmation de la demande pour ${what}`,
      'claim.called_back:denied': (who: string, what: string) =>
        `${who} a appelé sans obtenir confirmation de la demande pour ${what}`,
      'claim.called_back:unanswered': (who: string, what: string) =>
        `${who} a appelé au sujet de la demande pour ${what}, sans réponse`,
      'claim.call_removed': (who: string, what: string) =>
        `${who} a retiré l’appel noté sur la demande pour ${what}`,
      'claim.code_entered': (who: string, what: string) => `${who} a saisi le code reçu pour ${what}`,
      'claim.code_refused': (who: string, what: string) => `${who} a saisi un code erroné pour ${what}`,
      'claim.proven': (who: string, what: string) =>
        `${who} a prouvé parler pour ${what}, sans décision de l’équipe`,
      'claim.letter_issued': (who: string, what: string) =>
        `${who} a préparé une lettre avec un code pour ${what}`,
      'claim.owners_asked': (who: string, what: string) =>
        `${who} a demandé l’avis des responsables de ${what}`,
      'claim.owner_answered': (who: string, what: string) =>
        `${who} est d’accord avec la demande pour ${what}`,
      'claim.owner_answered:off': (who: string, what: string) =>
        `${who} n’est pas d’accord avec la demande pour ${what}`,
      'claim.conflict': (who: string, what: string) =>
        `${who} a demandé à gérer ${what}, alors qu’une autre demande attendait déjà`,
      'claim.decided': (who: string, what: string) =>
        `${who} a pris une décision sur la demande pour ${what}`,
      'claim.decided:approved': (who: string, what: string) => `${who} a accepté la demande pour ${what}`,
      'claim.decided:rejected': (who: string, what: string) => `${who} a refusé la demande pour ${what}`,
      'claim.decision_undone': (who: string, what: string) =>
        `${who} a annulé la décision sur la demande pour ${what}`,
      'claim.expired': (_: string, what: string) => `La demande pour ${what} a expiré sans réponse`,
      'claim.note_removed': (who: string, what: string) =>
        `${who} a retiré une note sur la demande pour ${what}`,
      'claim.noted': (who: string, what: string) => `${who} a écrit une note sur la demande pour ${what}`,
      'claim.submitted': (who: string, what: string) => `${who} a demandé à gérer ${what}`,
      'publication.alert': (who: string, what: string) => `${who} a diffusé l’alerte ${what}`,
      'publication.reporter_muted': (who: string, what: string) =>
        `${who} a suspendu les signalements d’une personne qui avait signalé ${what}`,
      'publication.reporter_unmuted': (who: string, what: string) =>
        `${who} accepte à nouveau les signalements d’une personne qui avait signalé ${what}`,
      'publication.reports_kept': (who: string, what: string) =>
        `${who} a laissé ${what} en ligne malgré un signalement`,
      'publication.appeal_decided': (who: string, what: string) =>
        `${who} a répondu à la contestation au sujet de ${what}`,
      'publication.appeal_decided:upheld': (who: string, what: string) =>
        `${who} a maintenu la décision contestée sur ${what}`,
      'publication.appeal_decided:overturned': (who: string, what: string) =>
        `${who} a annulé, après contestation, la décision sur ${what}`,
      'publication.acte_transmitted': (who: string, what: string) =>
        `${who} a indiqué la transmission à l’État pour ${what}`,
      'publication.appealed': (who: string, what: string) => `${who} a contesté la décision sur ${what}`,
      'publication.assigned': (who: string, what: string, detail: string) =>
        `${who} a confié ${what} à ${detail}`,
      'publication.assigned:off': (who: string, what: string, detail: string) =>
        `${who} a retiré ${what} à ${detail}`,
      'publication.assigned:self': (who: string, what: string) => `${who} suit ${what}`,
      'publication.assigned:left': (who: string, what: string) => `${who} ne suit plus ${what}`,
      'publication.cancelled': (who: string, what: string) =>
        `${who} a annoncé l’annulation de l’événement ${what}`,
      'publication.created': (who: string, what: string) => `${who} a écrit ${what}`,
      'publication.deleted': (who: string, what: string) => `${who} a mis ${what} à la corbeille`,
      'publication.featured': (who: string, what: string) => `${who} a mis ${what} en avant`,
      'publication.featured:off': (who: string, what: string) => `${who} a cessé de mettre ${what} en avant`,
      'publication.files_removed': (who: string, what: string) =>
        `${who} a retiré des fichiers de ${what} pour raison légale`,
      'publication.files_restored': (who: string, what: string) =>
        `${who} a remis des fichiers de ${what}, retirés pour raison légale`,
      'publication.import_updated': (_: string, what: string) => `Un import a mis à jour ${what}`,
      'publication.imported': (_: string, what: string) => `Un import a ajouté ${what}`,
      'publication.in_force_again': (who: string, what: string) =>
        `${who} a remis en vigueur l’alerte ${what}`,
      'publication.lifted': (who: string, what: string) => `${who} a levé l’alerte ${what}`,
      'publication.moderated': (who: string, what: string) => `${who} a pris une décision sur ${what}`,
      'publication.moderated:approved': (who: string, what: string) => `${who} a approuvé ${what}`,
      'publication.moderated:changes_requested': (who: string, what: string) =>
        `${who} a renvoyé ${what} à son auteur`,
      'publication.moderated:pending': (who: string, what: string) => `${who} a remis ${what} en attente`,
      'publication.moderated:published': (who: string, what: string) => `${who} a publié ${what}`,
      'publication.moderated:scheduled': (who: string, what: string) => `${who} a programmé ${what}`,
      'publication.moderated:rejected': (who: string, what: string, detail: string) =>
        `${who} a refusé ${what}${detail && ` : ${detail}`}`,
      'operation.stopped': () =>
        'Une opération a été arrêtée : la personne qui l’avait lancée n’a plus ce droit',
      'publication.moderation_undone': (who: string, what: string) =>
        `${who} a annulé une décision sur ${what}`,
      'publication.note_removed': (who: string, what: string) => `${who} a retiré une note sur ${what}`,
      'publication.noted': (who: string, what: string) => `${who} a écrit une note sur ${what}`,
      'publication.reinstated': (who: string, what: string) =>
        `${who} a annoncé que l’événement ${what} aura bien lieu`,
      'publication.reported': (who: string, what: string, detail: string) =>
        `${who} a signalé ${what}${detail && ` : ${detail}`}`,
      'publication.restored': (who: string, what: string) => `${who} a restauré ${what}`,
      'publication.told_apart': (who: string, what: string) =>
        `${who} a indiqué que ${what} n’est pas un doublon`,
      'publication.updated': (who: string, what: string) => `${who} a corrigé ${what}`,
      'publication.valide_set': (who: string, what: string) => `${who} a montré ${what} aux habitants`,
      'publication.valide_set:off': (who: string, what: string) => `${who} a caché ${what} aux habitants`,
      'publication_type.created': (who: string, what: string) => `${who} a ajouté le type ${what}`,
      'publication_type.updated': (who: string, what: string) => `${who} a modifié le type ${what}`,
      'thread.assigned': (who: string, what: string, detail: string) =>
        `${who} a confié la conversation ${what} à ${detail}`,
      'thread.assigned:off': (who: string, what: string, detail: string) =>
        `${who} a retiré à ${detail} la conversation ${what}`,
      'thread.assigned:self': (who: string, what: string) => `${who} suit la conversation ${what}`,
      'thread.assigned:left': (who: string, what: string) => `${who} ne suit plus la conversation ${what}`,
      'thread.closed': (who: string, what: string) => `${who} a fermé la conversation ${what}`,
      'thread.merged': (who: string, what: string) => `${who} a réuni la conversation ${what} à une autre`,
      'thread.merged:into': (who: string, what: string, detail: string) =>
        `${who} a réuni la conversation ${what} à ${detail}`,
      'thread.merged:from': (who: string, what: string, detail: string) =>
        `${who} a ajouté à la conversation ${what} les messages de ${detail}`,
      'thread.opened': (who: string, what: string) => `${who} a rouvert la conversation ${what}`,
      'thread.replied': (who: string, what: string) => `${who} a répondu dans ${what}`,
      'thread.reply_cancelled': (who: string, what: string) =>
        `${who} a retiré sa réponse dans ${what} avant l’envoi`,
      'thread.reply_given_up': (who: string, what: string) =>
        `${who} a abandonné une réponse qui ne partait pas dans ${what}`,
      'thread.reply_retried': (who: string, what: string) => `${who} a renvoyé une réponse dans ${what}`,
      'thread.separated': (who: string, what: string) =>
        `${who} a séparé la conversation ${what} d’une autre`,
      'thread.separated:into': (who: string, what: string, detail: string) =>
        `${who} a séparé la conversation ${what} de ${detail}`,
      'thread.separated:from': (who: string, what: string, detail: string) =>
        `${who} a rendu à ${detail} ses messages, qui étaient dans la conversation ${what}`,
    },
  },
  en: {
    did: {
      'claim.appeal_decided': (who: string, what: string) =>
        `${who} answered the appeal about the claim of ${what}`,
      'claim.appeal_decided:upheld': (who: string, what: string) =>
        `${who} upheld the refusal of the claim of ${what}`,
      'claim.appeal_decided:overturned': (who: string, what: string) =>
        `${who} overturned the refusal of the claim of ${what}`,
      'claim.appealed': (who: string, what: string) => `${who} contested the refusal of the claim of ${what}`,
      'claim.assigned': (who: string, what: string, detail: string) =>
        `${who} gave the claim of ${what} to ${detail}`,
      'claim.assigned:off': (who: string, what: string, detail: string) =>
        `${who} took the claim of ${what} from ${detail}`,
      'claim.assigned:self': (who: string, what: string) => `${who} looks after the claim of ${what}`,
      'claim.assigned:left': (who: string, what: string) =>
        `${who} no longer looks after the claim of ${what}`,
      'claim.appeal_assigned': (who: string, what: string, detail: string) =>
        `${who} gave the appeal about the claim of ${what} to ${detail}`,
      'claim.appeal_assigned:off': (who: string, what: string) =>
        `${who} gave the appeal about the claim of ${what} to nobody`,
      'claim.appeal_decided:pending': (who: string, what: string) =>
        `${who} took back the answer to the appeal about the claim of ${what}`,
      'publication.appeal_assigned': (who: string, what: string, detail: string) =>
        `${who} gave the appeal about ${what} to ${detail}`,
      'publication.appeal_assigned:off': (who: string, what: string) =>
        `${who} gave the appeal about ${what} to nobody`,
      'publication.appeal_decided:pending': (who: string, what: string) =>
        `${who} took back the answer to the appeal about ${what}`,
      'claim.question_cancelled': (who: string, what: string) =>
        `${who} took back a question about the claim of ${what}`,
      'claim.asked': (who: string, what: string) => `${who} asked for more about the claim of ${what}`,
      'claim.called_back': (who: string, what: string) => `${who} called ${what} back about a claim`,
      'claim.called_back:confirmed': (who: string, what: string) =>
        `${who} had the claim of ${what} confirmed by telephone`,
      'claim.called_back:denied': (who: string, what: string) =>
        `${who} called ${what}, which did not confirm the claim`,
      'claim.called_back:unanswered': (who: string, what: string) =>
        `${who} called ${what} without an answer`,
      'claim.call_removed': (who: string, what: string) =>
        `${who} removed the call recorded on the claim of ${what}`,
      'claim.code_entered': (who: string, what: string) =>
        `${who} entered the code that was sent for the claim of ${what}`,
      'claim.code_refused': (who: string, what: string) =>
        `${who} entered a wrong code for the claim of ${what}`,
      'claim.proven': (who: string, what: string) =>
        `${who} proved to speak for ${what}, without a decision of the team`,
      'claim.letter_issued': (who: string, what: string) =>
        `${who} prepared a letter with a code for the claim of ${what}`,
      'claim.owners_asked': (who: string, what: string) => `${who} asked the owners of ${what}`,
      'claim.owner_answered': (who: string, what: string) => `${who} agrees with the claim of ${what}`,
      'claim.owner_answered:off': (who: string, what: string) => `${who} disagrees with the claim of ${what}`,
      'claim.conflict': (who: string, what: string) =>
        `${who} claimed ${what}, for which another claim was waiting already`,
      'claim.decided': (who: string, what: string) => `${who} decided on the claim of ${what}`,
      'claim.decided:approved': (who: string, what: string) => `${who} approved the claim of ${what}`,
      'claim.decided:rejected': (who: string, what: string) => `${who} rejected the claim of ${what}`,
      'claim.decision_undone': (who: string, what: string) =>
        `${who} took back the decision on the claim of ${what}`,
      'claim.expired': (_: string, what: string) => `The claim of ${what} expired without an answer`,
      'claim.note_removed': (who: string, what: string) =>
        `${who} took away a note about the claim of ${what}`,
      'claim.noted': (who: string, what: string) => `${who} wrote a note about the claim of ${what}`,
      'claim.submitted': (who: string, what: string) => `${who} claimed ${what}`,
      'publication.alert': (who: string, what: string) => `${who} sent out the alert ${what}`,
      'publication.reporter_muted': (who: string, what: string) =>
        `${who} suspended the reports of a person who had reported ${what}`,
      'publication.reporter_unmuted': (who: string, what: string) =>
        `${who} takes reports again of a person who had reported ${what}`,
      'publication.reports_kept': (who: string, what: string) => `${who} kept ${what} online after a report`,
      'publication.appeal_decided': (who: string, what: string) => `${who} answered the appeal about ${what}`,
      'publication.appeal_decided:upheld': (who: string, what: string) =>
        `${who} upheld the contested decision about ${what}`,
      'publication.appeal_decided:overturned': (who: string, what: string) =>
        `${who} overturned the contested decision about ${what}`,
      'publication.acte_transmitted': (who: string, what: string) =>
        `${who} said when ${what} was sent to the State`,
      'publication.appealed': (who: string, what: string) => `${who} contested the decision about ${what}`,
      'publication.assigned': (who: string, what: string, detail: string) =>
        `${who} gave ${what} to ${detail}`,
      'publication.assigned:off': (who: string, what: string, detail: string) =>
        `${who} took ${what} from ${detail}`,
      'publication.assigned:self': (who: string, what: string) => `${who} looks after ${what}`,
      'publication.assigned:left': (who: string, what: string) => `${who} no longer looks after ${what}`,
      'publication.cancelled': (who: string, what: string) =>
        `${who} announced that the event ${what} is cancelled`,
      'publication.created': (who: string, what: string) => `${who} wrote ${what}`,
      'publication.deleted': (who: string, what: string) => `${who} deleted ${what}`,
      'publication.featured': (who: string, what: string) => `${who} featured ${what}`,
      'publication.featured:off': (who: string, what: string) => `${who} no longer features ${what}`,
      'publication.files_removed': (who: string, what: string) =>
        `${who} removed files of ${what} for legal reasons`,
      'publication.files_restored': (who: string, what: string) =>
        `${who} brought back files of ${what}, removed for legal reasons`,
      'publication.import_updated': (_: string, what: string) => `An import updated ${what}`,
      'publication.imported': (_: string, what: string) => `An import brought ${what}`,
      'publication.in_force_again': (who: string, what: string) =>
        `${who} put the alert ${what} in force again`,
      'publication.lifted': (who: string, what: string) => `${who} lifted the alert ${what}`,
      'publication.moderated': (who: string, what: string) => `${who} decided on ${what}`,
      'publication.moderated:approved': (who: string, what: string) => `${who} approved ${what}`,
      'publication.moderated:changes_requested': (who: string, what: string) =>
        `${who} sent ${what} back to its author`,
      'publication.moderated:pending': (who: string, what: string) => `${who} put ${what} back to wait`,
      'publication.moderated:published': (who: string, what: string) => `${who} published ${what}`,
      'publication.moderated:scheduled': (who: string, what: string) => `${who} scheduled ${what}`,
      'publication.moderated:rejected': (who: string, what: string, detail: string) =>
        `${who} rejected ${what}${detail && `: ${detail}`}`,
      'operation.stopped': () =>
        'An operation was stopped: the person who started it no longer has the right to',
      'publication.moderation_undone': (who: string, what: string) =>
        `${who} took back a decision on ${what}`,
      'publication.note_removed': (who: string, what: string) => `${who} took away a note about ${what}`,
      'publication.noted': (who: string, what: string) => `${who} wrote a note about ${what}`,
      'publication.reinstated': (who: string, what: string) =>
        `${who} announced that the event ${what} takes place after all`,
      'publication.reported': (who: string, what: string, detail: string) =>
        `${who} reported ${what}${detail && `: ${detail}`}`,
      'publication.restored': (who: string, what: string) => `${who} restored ${what}`,
      'publication.told_apart': (who: string, what: string) => `${who} said that ${what} is no duplicate`,
      'publication.updated': (who: string, what: string) => `${who} edited ${what}`,
      'publication.valide_set': (who: string, what: string) => `${who} made ${what} visible`,
      'publication.valide_set:off': (who: string, what: string) => `${who} hid ${what}`,
      'publication_type.created': (who: string, what: string) => `${who} added the type ${what}`,
      'publication_type.updated': (who: string, what: string) => `${who} edited the type ${what}`,
      'thread.assigned': (who: string, what: string, detail: string) =>
        `${who} gave the conversation ${what} to ${detail}`,
      'thread.assigned:off': (who: string, what: string, detail: string) =>
        `${who} took the conversation ${what} from ${detail}`,
      'thread.assigned:self': (who: string, what: string) => `${who} looks after the conversation ${what}`,
      'thread.assigned:left': (who: string, what: string) =>
        `${who} no longer looks after the conversation ${what}`,
      'thread.closed': (who: string, what: string) => `${who} closed the conversation ${what}`,
      'thread.merged': (who: string, what: string) =>
        `${who} put the conversation ${what} and another together`,
      'thread.merged:into': (who: string, what: string, detail: string) =>
        `${who} merged the conversation ${what} into ${detail}`,
      'thread.merged:from': (who: string, what: string, detail: string) =>
        `${who} added to the conversation ${what} the messages of ${detail}`,
      'thread.opened': (who: string, what: string) => `${who} opened the conversation ${what} again`,
      'thread.replied': (who: string, what: string) => `${who} answered in ${what}`,
      'thread.reply_cancelled': (who: string, what: string) =>
        `${who} took back an answer in ${what} before it left`,
      'thread.reply_given_up': (who: string, what: string) =>
        `${who} gave up an answer that did not leave in ${what}`,
      'thread.reply_retried': (who: string, what: string) => `${who} sent an answer in ${what} again`,
      'thread.separated': (who: string, what: string) =>
        `${who} separated the conversation ${what} from another`,
      'thread.separated:into': (who: string, what: string, detail: string) =>
        `${who} separated the conversation ${what} from ${detail}`,
      'thread.separated:from': (who: string, what: string, detail: string) =>
        `${who} gave ${detail} its messages back, added to the conversation ${what}`,
    },
  },
})
