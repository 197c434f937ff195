import { MAIL_NOTES } from '../../../shared/words/mailed-drafts.ts'
import type { Draft } from '../../kit/api/contract.ts'
import { Note } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { t } from './texts.ts'

/** Where the draft comes from, and what its author has to look at. */
export function FromMail({ of }: { readonly of: NonNullable<Draft['from_mail']> }) {
  return (
    <Note tone="info" icon={of.notes.length > 0 ? 'warn' : 'clock'}>
      <p>{t.fromMail(moment(new Date(of.received_at), new Date()))}</p>
      {of.notes.length > 0 && (
        <ul>
          {of.notes.map(({ code, texts }) => (
            <li key={code}>
              {labelOf(MAIL_NOTES[code as keyof typeof MAIL_NOTES])}
              {texts.length > 0 && (
                <>
                  {t.colon} <span dir="auto">{texts.join(', ')}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Note>
  )
}
