import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'
import { useActeur } from '../clerk/acteur.ts'
import { Page } from '../clerk/page.tsx'
import { Rows } from '../own-publications/row.tsx'
import { Empty, Loading, Problem } from '../ui/message.tsx'
import { t } from './texts.ts'

/** What others publish for the commune of a town hall. */
export function Around() {
  const { acteur_id } = useActeur()
  const listed = useQuery(
    reading('GET /api/v1/mairie/acteurs/{acteurId}/publications', {
      params: { acteurId: acteur_id },
      query: { scope: 'commune' },
    }),
  )
  return (
    <Page title={t.title} about={t.about}>
      {listed.isPending && <Loading />}
      {listed.error && <Problem error={listed.error} retry={() => void listed.refetch()} />}
      {listed.data?.data.length === 0 && <Empty title={t.nothing} />}
      {listed.data && listed.data.data.length > 0 && <Rows of={listed.data.data} />}
    </Page>
  )
}
