import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'
import { useActeur } from '../clerk/acteur.ts'
import { Page } from '../clerk/page.tsx'
import { Empty, Loading, Problem } from '../ui/message.tsx'
import { Rows } from './row.tsx'
import { t } from './texts.ts'

export function Publications() {
  const { acteur_id } = useActeur()
  const listed = useQuery(reading('GET /api/v1/me/publications', { query: { acteur_id } }))
  return (
    <Page title={t.title}>
      {listed.isPending && <Loading />}
      {listed.error && <Problem error={listed.error} retry={() => void listed.refetch()} />}
      {listed.data?.data.length === 0 && <Empty title={t.nothing} />}
      {listed.data && listed.data.data.length > 0 && <Rows of={listed.data.data} />}
    </Page>
  )
}
