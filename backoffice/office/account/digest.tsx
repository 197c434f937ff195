import { useMutation, useQuery } from '@tanstack/react-query'
import { namesOf } from '../../../shared/fields/field.ts'
import { DIGEST_FREQUENCIES, type DigestFrequency } from '../../../shared/words/mail.ts'
import css from '../../kit/account/account.module.css'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Done, Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { t } from './digest-texts.ts'

const chosen = reading('GET /api/v1/me/digest', {})

/** How often the user gets a mail about what waits; takes effect at once. */
export function Digest() {
  const { data, error, refetch } = useQuery(chosen)
  const choice = useMutation({
    mutationFn: (frequency: DigestFrequency) => call('PUT /api/v1/me/digest', { body: { frequency } }),
    onSuccess: reply => client.setQueryData(chosen.queryKey, reply),
  })
  const shown = choice.isPending ? choice.variables : data?.data.frequency
  return (
    <Section title={t.title}>
      <p>{t.about}</p>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {choice.error && <Problem error={choice.error} />}
      {data && (
        <fieldset>
          <legend className={css.legend}>{t.frequency}</legend>
          <div className={css.choices}>
            {namesOf(DIGEST_FREQUENCIES).map(one => (
              <label key={one}>
                <input
                  type="radio"
                  name="digest"
                  checked={one === shown}
                  onChange={() => choice.isPending || choice.mutate(one)}
                />
                {labelOf(DIGEST_FREQUENCIES[one])}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Done>{choice.isSuccess && t.saved}</Done>
    </Section>
  )
}
