import { useQuery } from '@tanstack/react-query'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Check } from '../../kit/ui/field.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { common } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

const chosen = reading('GET /api/v1/me/digest', {})

/** Whether a mail says what went online; takes effect at once. */
export function News() {
  const { data, error, refetch } = useQuery(chosen)
  const { actInTurn, outcome } = useActs()
  const choose = (published: boolean) =>
    actInTurn(async () => {
      const { frequency = 'none' } = client.getQueryData(chosen.queryKey)?.data ?? {}
      client.setQueryData(
        chosen.queryKey,
        await call('PUT /api/v1/me/digest', { body: { frequency, published } }),
      )
    }, common.saved)
  return (
    <Section title={t.news.title}>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {data && (
        <Check
          checked={data.data.published}
          onChange={event => choose(event.currentTarget.checked)}
          label={t.news.label}
          hint={t.news.hint}
        />
      )}
      {outcome}
    </Section>
  )
}
