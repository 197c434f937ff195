import { useQuery } from '@tanstack/react-query'
import { reading } from '../api/queries.ts'
import { useActeur } from '../clerk/acteur.ts'
import { Page } from '../clerk/page.tsx'
import { t } from '../clerk/texts.ts'
import { Loading, Problem } from '../ui/message.tsx'

export function Fiche() {
  const { acteur_id, nom } = useActeur()
  const page = useQuery(reading('GET /api/v1/acteurs/{id}', { params: { id: acteur_id } }))
  return (
    <Page title={t.entries.fiche} about={nom}>
      {page.isPending && <Loading />}
      {page.error && <Problem error={page.error} retry={() => void page.refetch()} />}
      <p>{page.data?.data.description}</p>
      <p>{page.data?.data.adresse}</p>
    </Page>
  )
}
