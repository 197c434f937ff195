import { useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import { Facts } from '../../kit/ui/facts.tsx'
import { Section } from '../../kit/ui/section.tsx'
import { moment } from '../../kit/words/format.ts'
import { t } from './texts.ts'

/** The part of the trail that is sealed: a later change of it would be detected. */
export function Seal() {
  const state = useQuery(reading('GET /api/v1/admin/audit/seal', {})).data?.data
  if (!state) return null
  const { seals, sealed_rows, open_rows, sealed_at, head } = state
  return (
    <Section title={t.sealTitle}>
      <p>
        {seals === 0 ? t.unsealed : t.seal(sealed_rows, seals)}
        {seals > 0 && open_rows > 0 && t.open(open_rows)}
      </p>
      <Facts
        facts={[
          [t.sealedAt, sealed_at && moment(new Date(sealed_at), new Date())],
          [t.head, head && <code>{head}</code>],
        ]}
      />
    </Section>
  )
}
