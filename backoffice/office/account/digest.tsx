import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import type { Area } from '../../../shared/words/access.ts'
import { DIGEST_FREQUENCIES } from '../../../shared/words/mail.ts'
import css from '../../kit/account/account.module.css'
import type { DigestChoice } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Check } from '../../kit/ui/field.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { common } from '../../kit/words/texts.ts'
import { t } from './digest-texts.ts'

const chosen = reading('GET /api/v1/me/digest', {})

/** The frequency as the choice before left it. */
const digestWith = (change: Partial<DigestChoice>): DigestChoice => ({
  frequency: client.getQueryData(chosen.queryKey)?.data.frequency ?? 'none',
  ...change,
})

/** Which mails the user gets about what waits; takes effect at once. */
export function Digest({ areas }: { readonly areas: readonly Area[] }) {
  const { data, error, refetch } = useQuery(chosen)
  const { actInTurn, outcome } = useActs()
  /** The choices that are still to be answered, the latest last. */
  const [unanswered, setUnanswered] = useState<readonly Partial<DigestChoice>[]>([])
  const { frequency, alerts = false } = Object.assign({}, data?.data, ...unanswered) as Partial<DigestChoice>
  const choose = (change: Partial<DigestChoice>) => {
    setUnanswered(all => [...all, change])
    void actInTurn(async () => {
      try {
        client.setQueryData(
          chosen.queryKey,
          await call('PUT /api/v1/me/digest', { body: digestWith(change) }),
        )
      } finally {
        setUnanswered(all => all.filter(one => one !== change))
      }
    }, common.saved)
  }
  return (
    <Section title={t.title}>
      <p>{t.about}</p>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {frequency && (
        <fieldset>
          <legend>{t.frequency}</legend>
          <div className={`row gap-6-20 ${css.choices}`}>
            {namesOf(DIGEST_FREQUENCIES).map(one => (
              <label className="flex middle gap-8" key={one}>
                <input
                  type="radio"
                  name="digest"
                  checked={one === frequency}
                  onChange={() => choose({ frequency: one })}
                />
                {labelOf(DIGEST_FREQUENCIES[one])}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {frequency && areas.includes('moderation') && (
        <Check
          checked={alerts}
          onChange={event => choose({ alerts: event.currentTarget.checked })}
          label={t.alerts}
          hint={t.alertsHint}
        />
      )}
      {outcome}
    </Section>
  )
}
