import { namesOf } from '../../../../shared/fields/field.ts'
import type { MailKind } from '../../../../shared/words/mail.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { type Installation, oneLine } from '../addresses.ts'
import {
  accountExists,
  passkeyChanged,
  passwordChanged,
  resetPassword,
  secondFactorChanged,
  verifyEmail,
} from './accounts.ts'
import { alertMail } from './alert.ts'
import { appealOutcome } from './appeals.ts'
import { claimClosed } from './claim-closed.ts'
import { claimLetter } from './claim-letter.ts'
import { claimMade, claimQuestion, claimReceived } from './claims.ts'
import { publicationCorrected } from './corrections.ts'
import { digest } from './digest.ts'
import { draftReady, mailRefused } from './drafts.ts'
import { invitation } from './invitation.ts'
import { asHtml, asText, type Content } from './layout.ts'
import { memberRemoved, memberRights } from './members.ts'
import { noteMention } from './notes.ts'
import { officialCode } from './official-code.ts'
import { publicationsOnline } from './online.ts'
import { accountClosed, addressChanged, confirmAddress } from './own-account.ts'
import { decisionWithdrawn, reportOutcome } from './publications.ts'
import { filesRemoved } from './removals.ts'
import { changesRequested, publicationRejected } from './returned.ts'
import { supportReply } from './support.ts'
import { webhookDisabled } from './webhooks.ts'
import { weekConfirmation, weekMail } from './week.ts'

/** Every mail template by name, with the data of its examples, which are previewed and tested. */
const TEMPLATES = {
  'verify-email': verifyEmail,
  'reset-password': resetPassword,
  invitation,
  'account-exists': accountExists,
  'password-changed': passwordChanged,
  'second-factor-changed': secondFactorChanged,
  'passkey-changed': passkeyChanged,
  'publication-rejected': publicationRejected,
  'changes-requested': changesRequested,
  'report-outcome': reportOutcome,
  'publication-corrected': publicationCorrected,
  'decision-withdrawn': decisionWithdrawn,
  'claim-received': claimReceived,
  'claim-made': claimMade,
  'claim-letter': claimLetter,
  'official-code': officialCode,
  'claim-question': claimQuestion,
  'claim-closed': claimClosed,
  'appeal-outcome': appealOutcome,
  'support-reply': supportReply,
  'confirm-address': confirmAddress,
  'address-changed': addressChanged,
  'account-closed': accountClosed,
  'member-rights': memberRights,
  'member-removed': memberRemoved,
  'webhook-disabled': webhookDisabled,
  'files-removed': filesRemoved,
  'note-mention': noteMention,
  'draft-ready': draftReady,
  'mail-refused': mailRefused,
  alert: alertMail,
  digest,
  'publications-online': publicationsOnline,
  'week-confirmation': weekConfirmation,
  week: weekMail,
} as const satisfies Readonly<Record<MailKind, { readonly examples: readonly unknown[] }>>

type Templates = typeof TEMPLATES
/** A template with its data. */
export type MailContent = {
  [Name in MailKind]: { readonly template: Name; readonly data: Parameters<Templates[Name]>[2] }
}[MailKind]

const shown: {
  readonly [Name in MailKind]: { readonly examples: readonly Parameters<Templates[Name]>[2][] }
} = TEMPLATES
export const EXAMPLES: readonly MailContent[] = namesOf(shown).flatMap(template =>
  shown[template].examples.map(data => ({ template, data }) as MailContent),
)

interface Rendered {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export function render(
  mail: MailContent,
  language: Language,
  installation: Installation,
  nom: string,
): Rendered {
  const content = contentOf(mail, language, installation, nom)
  const subject = oneLine(content.subject, 200)
  return {
    subject,
    text: asText(content, language, installation),
    html: asHtml({ ...content, subject }, language, installation),
  }
}

function contentOf(mail: MailContent, language: Language, installation: Installation, nom: string): Content {
  // The data belongs to the template, which the compiler cannot follow through the table.
  const write = TEMPLATES[mail.template] as (
    language: Language,
    nom: string,
    data: MailContent['data'],
    place: string,
  ) => Content
  return write(language, nom, mail.data, installation.from.name)
}
