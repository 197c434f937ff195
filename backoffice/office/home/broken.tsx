import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '../../kit/api/queries.ts'
import { Note } from '../../kit/ui/message.tsx'
import { unbroken } from '../../kit/words/typography.ts'
import { t } from './texts.ts'

const health = () => ({
  ...reading('GET /api/v1/admin/health', {}),
  // A part that breaks is told within a minute; a killed worker counts as gone after two.
  staleTime: 15_000,
  refetchInterval: 30_000,
})

/** Shows administrators which parts of the service are broken. Shows nothing while all is well. */
export function Broken() {
  const { data } = useQuery(health())
  const wrong = data?.data.checks.filter(({ state }) => state === 'wrong') ?? []
  if (wrong.length === 0) return null
  return (
    <div role="alert">
      <Note tone="bad">
        {wrong.map(({ about, message }) => (
          <p key={about}>{unbroken(message)}</p>
        ))}
        <Link to="/sante">{t.broken}</Link>
      </Note>
    </div>
  )
}
