import { useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { useCopy } from '../../kit/ui/copy.ts'
import { Field } from '../../kit/ui/field.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { date } from '../../kit/words/format.ts'
import { t } from './texts.ts'

/** The address to which members write drafts; nothing where mails do not come in. Owners make and replace it. */
export function MailAddress({ acteur, mayChange }: { readonly acteur: string; readonly mayChange: boolean }) {
  const params = { id: acteur }
  const { data, refetch } = useQuery(reading('GET /api/v1/me/acteurs/{id}/mail-address', { params }))
  const { act, confirm, busy, outcome } = useActs(refetch)
  const { said, copy } = useCopy(data?.data.address ?? '', {
    copied: t.mail.copied,
    notCopied: t.mail.notCopied,
  })
  if (!data?.data.available) return null
  const { address, since, drafts, refused } = data.data
  const renew = () => call('POST /api/v1/me/acteurs/{id}/mail-address/renew', { params })
  if (address === null && !mayChange) return null
  return (
    <Section title={t.mail.title}>
      <p className="soft second">{t.mail.about}</p>
      {address !== null && (
        <>
          <Field
            label={t.mail.address}
            value={address}
            readOnly
            dir="ltr"
            spellCheck={false}
            onFocus={event => event.currentTarget.select()}
          />
          <p role="status">{said}</p>
          <p className="soft second">
            {[since && t.mail.since(date(new Date(since), new Date())), t.mail.counts(drafts, refused)]
              .filter(Boolean)
              .join(' ')}
          </p>
        </>
      )}
      <Actions>
        {address !== null && copy && <Button onClick={copy}>{t.mail.copy}</Button>}
        {mayChange && address === null && (
          <Button off={busy} onClick={() => act(renew, t.mail.made)}>
            {t.mail.make}
          </Button>
        )}
        {mayChange && address !== null && (
          <>
            <Button
              look="quiet"
              off={busy}
              onClick={() =>
                confirm({
                  title: t.mail.renewing,
                  about: t.mail.renewingAbout,
                  keep: t.mail.keep,
                  now: t.mail.renewNow,
                  work: renew,
                  done: t.mail.renewed,
                })
              }
            >
              {t.mail.renew}
            </Button>
            <Button
              look="quiet"
              off={busy}
              onClick={() =>
                confirm({
                  title: t.mail.removing,
                  about: t.mail.removingAbout,
                  keep: t.mail.keep,
                  now: t.mail.removeNow,
                  work: () => call('DELETE /api/v1/me/acteurs/{id}/mail-address', { params }),
                  done: t.mail.removed,
                })
              }
            >
              {t.mail.remove}
            </Button>
          </>
        )}
      </Actions>
      {outcome}
    </Section>
  )
}
