import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { AdminActeur } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { LazyDialog } from '../../kit/lazy-dialog.tsx'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { number } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

const Create = lazy(() => import('../acteurs/create.tsx').then(({ Create }) => ({ default: Create })))

/** The acteurs of the commune and those whose zone includes it. */
export function Acteurs({
  id,
  mairie,
  isMerged,
  page,
  onPage,
}: {
  readonly id: string
  readonly isMerged: boolean
  readonly mairie: string | null
  readonly page: number
  onPage(page: number | undefined): void
}) {
  const [isCreating, setCreating] = useState(false)
  const mayCreate = usePerson()?.areas.includes('claims') ?? false
  const listed = useQuery(
    listing('GET /api/v1/admin/communes/{id}/acteurs', {
      params: { id },
      query: { page },
    }),
  )
  const columns: readonly Column<AdminActeur>[] = [
    { name: nouns.nom, of: ({ nom }) => nom },
    { name: t.acteurs.type, of: ({ type }) => t.acteurs.types[type] },
    {
      name: nouns.state,
      of: acteur => (
        <>
          {acteur.id === mairie && <Chip tone="info">{t.acteurs.mairie}</Chip>}{' '}
          {!acteur.active && <Chip tone="bad">{t.acteurs.inactive}</Chip>}
          {acteur.active && !acteur.valide && <Chip tone="wait">{t.acteurs.unchecked}</Chip>}
        </>
      ),
    },
    {
      name: nouns.publications,
      isNumber: true,
      of: ({ publications_count }) => number(publications_count),
    },
  ]
  return (
    <>
      <TablePage
        caption={t.part.acteurs}
        columns={columns}
        listed={listed}
        page={page}
        onPage={onPage}
        empty={
          <Empty title={t.acteurs.none}>
            {!isMerged && !mayCreate && t.acteurs.noneNext}
            {!isMerged && mayCreate && (
              <Button look="primary" onClick={() => setCreating(true)}>
                {t.acteurs.create}
              </Button>
            )}
          </Empty>
        }
      />
      {isCreating && (
        <LazyDialog onClose={() => setCreating(false)}>
          <Create commune={id} onClose={() => setCreating(false)} />
        </LazyDialog>
      )}
    </>
  )
}
