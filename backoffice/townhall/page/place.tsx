import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CommuneApiProvider, townHallApi } from '../../kit/commune/api.ts'
import { CommuneFile } from '../../kit/commune/file.tsx'
import { Place } from '../../kit/commune/place.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { useActeur } from '../acteur.ts'
import { Page } from '../layout.tsx'
import type { PlaceAddress } from './address.ts'
import { ChooseCommune } from './choose-commune.tsx'
import { ownActeur } from './own-acteur.ts'
import { t } from './texts.ts'

/** How the pages of the commune for residents look. */
export function OwnPlace() {
  const { acteur_id } = useActeur()
  const { data, error, refetch } = useQuery(ownActeur(acteur_id))
  const { commune } = useSearch({ strict: false }) as PlaceAddress
  const acteur = data?.data
  const town = acteur?.mairie_of.find(({ id }) => id === commune) ?? acteur?.mairie_of[0]
  return (
    <Page title={t.place} about={town?.nom} wide>
      <NotYet data={data} error={error} refetch={refetch} />
      {acteur && town && (
        <div className="stack gap-16 top-18">
          <ChooseCommune of={acteur.mairie_of} here={town.id} />
          <CommuneApiProvider key={town.id} value={townHallApi(acteur.id)}>
            <Place commune={town} mairie={acteur.id} isLocked={!acteur.may.includes('describe')} />
            {acteur.may.includes('describe') && <CommuneFile id={town.id} />}
          </CommuneApiProvider>
        </div>
      )}
    </Page>
  )
}
