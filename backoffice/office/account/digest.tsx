import { useMutation, useQuery } from '@tanstack/react-query'
import { namesOf } from '../../../shared/fields/field.ts'
import type { Area } from '../../../shared/words/access.ts'
import { DIGEST_FREQUENCIES } from '../../../shared/words/mail.ts'
import css from '../../kit/account/account.module.css'
import type { DigestChoice } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Check } from '../../kit/ui/field.tsx'
import { Done, Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { t } from './digest-texts.ts'

const chosen = reading('GET /api/v1/me/digest', {})

/** Which mails the user gets about what waits; takes effect at once. */
export function Digest({ areas }: { readonly areas: readonly Area[] }) {
  const { data, error, refetch } = useQuery(chosen)
  const choice = useMutation({
    mutationFn: (body: DigestChoice) => call('PUT /api/v1/me/digest', { body }),
    onSuccess: reply => client.setQueryData(chosen.queryKey, reply),
  })
  const shown = choice.isPending ? { ...data?.data, ...choice.variables } : data?.data
  const choose = (body: DigestChoice) => choice.isPending || choice.mutate(body)
  return (
    <Section title={t.title}>
      <p>{t.about}</p>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {choice.error && <Problem error={choice.error} />}
      {shown?.frequency && (
        <fieldset>
          <legend className={css.legend}>{t.frequency}</legend>
          <div className={css.choices}>
            {namesOf(DIGEST_FREQUENCIES).map(one => (
              <label key={one}>
                <input
                  type="radio"
                  name="digest"
                  checked={one === shown.frequency}
                  onChange={() => choose({ frequency: one })}
                />
                {labelOf(DIGEST_FREQUENCIES[one])}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {shown?.frequency && areas.includes('moderation') && (
        <Check
          checked={shown.alerts ?? false}
          onChange={event => choose({ frequency: shown.frequency, alerts: event.currentTarget.checked })}
          label={t.alerts}
          hint={t.alertsHint}
        />
      )}
      <Done>{choice.isSuccess && t.saved}</Done>
    </Section>
  )
}
