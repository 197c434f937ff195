import { useQuery } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import type { Claim, ClaimPrintedLetter } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Dialog, DialogActs } from '../../kit/ui/dialog.tsx'
import { Loading, Note, Problem } from '../../kit/ui/message.tsx'
import { common } from '../../kit/words/texts.ts'
import css from './letter.module.css'
import { LETTER, t } from './letter-texts.ts'
import { refresh } from './use-claims.ts'

const letterOf = (id: string) => reading('GET /api/v1/admin/claims/{id}/letter', { params: { id } })

/** Issues a code for the acteur’s postal address, and prints the letter on one page. */
export function LetterDialog({ claim, onClose }: { readonly claim: Claim; onClose(): void }) {
  const { id, acteur } = claim
  const { data, error } = useQuery(letterOf(id))
  const { act, busy, failure } = useActs(() =>
    Promise.all([client.invalidateQueries({ queryKey: letterOf(id).queryKey }), refresh(id)]),
  )
  const isMissing = data?.data === null
  const issue = () => act(() => call('POST /api/v1/admin/claims/{id}/letter', { params: { id } }))
  const printed = data?.data
  // In the body, so that a print shows it without the page below it.
  return createPortal(
    <Dialog title={t.title} about={acteur.nom} onClose={onClose} onSubmit={printed ? () => print() : issue}>
      {!data && !error && <Loading />}
      {isMissing && <p>{t.explain}</p>}
      {error && <Problem error={error} />}
      {failure}
      {printed && (
        <>
          {printed.adresse === null ? (
            <Note tone="wait">
              <p>{t.noAddress}</p>
            </Note>
          ) : (
            <p>{printed.from_register ? t.fromRegister : t.fromPage}</p>
          )}
          {printed.ville !== null && !/^\d{5} /.test(printed.ville) && (
            <Note tone="wait">
              <p>{t.noPostcode}</p>
            </Note>
          )}
          <Sheet letter={printed} />
        </>
      )}
      <DialogActs keep={common.close} now={printed ? t.print : t.issue} off={busy || !data} onClose={onClose}>
        {printed && (
          <Button off={busy} onClick={issue}>
            {t.again}
          </Button>
        )}
      </DialogActs>
    </Dialog>,
    document.body,
  )
}

/** In French, whatever the language of the moderator: it goes to a town hall or a club. */
const Sheet = ({ letter }: { readonly letter: ClaimPrintedLetter }) => (
  <article className={`stack anywhere gap-14 round ${css.sheet}`} lang="fr">
    <p className="bold">{letter.from}</p>
    <address className={css.to}>
      {letter.acteur}
      {'\n'}
      {[letter.adresse, letter.ville].filter(Boolean).join('\n')}
    </address>
    <p className={css.date}>{LETTER.day(new Date(letter.issued_at))}</p>
    <p>
      <strong>{LETTER.subject(letter.acteur)}</strong>
    </p>
    <p>{LETTER.hello}</p>
    <p>{LETTER.why(letter.from)}</p>
    <p className={css.code}>{letter.code}</p>
    <p>{LETTER.how(LETTER.day(new Date(letter.expires_at)))}</p>
    <p className={css.page}>{letter.page}</p>
    <p>{LETTER.stranger}</p>
    <p>{LETTER.close(letter.from)}</p>
  </article>
)
