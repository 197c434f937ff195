import { useQueries, useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { useActeur } from '../acteur.ts'
import { Part } from '../layout.tsx'
import { RowActs, readAgain } from '../publications/acts.tsx'
import { Rows } from '../publications/row.tsx'
import { t } from './texts.ts'

const MOST = 5

/** The alerts in force, which are lifted here. */
export function Alerts() {
  const { acteur_id } = useActeur()
  const acts = useActs(readAgain)
  const inForce = useQuery(
    reading('GET /api/v1/publications', { query: { acteur_id, en_vigueur: true, per_page: MOST } }),
  )
  const own = useQueries({
    queries: (inForce.data?.data ?? []).map(({ id }) =>
      reading('GET /api/v1/me/publications/{id}', { params: { id } }),
    ),
  })
  const failed = [inForce, ...own].find(({ error }) => error)
  const rows = own.flatMap(({ data }) => (data?.data.en_vigueur ? [data.data] : []))
  return (
    <>
      {acts.outcome}
      {failed && <Problem error={failed.error} retry={() => void failed.refetch()} />}
      {rows.length > 0 && (
        <Part title={t.inForce(rows.length)}>
          <Rows of={rows} within acts={one => <RowActs publication={one} acts={acts} />} />
        </Part>
      )}
    </>
  )
}
