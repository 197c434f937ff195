import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { recordOf } from '../../kit/commune/api.ts'
import { Collectes } from '../../kit/commune/collectes.tsx'
import { Elus } from '../../kit/commune/elus.tsx'
import { CommuneFile } from '../../kit/commune/file.tsx'
import { Infos } from '../../kit/commune/infos.tsx'
import { Place } from '../../kit/commune/place.tsx'
import { usePerson } from '../../kit/person.ts'
import { RecordPage } from '../../kit/record-page.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { Acteurs } from './acteurs.tsx'
import css from './communes.module.css'
import { Devices } from './devices.tsx'
import { DownloadCommune } from './download.tsx'
import { Fiche } from './fiche.tsx'
import { History } from './history.tsx'
import { Hosts } from './hosts.tsx'
import { t } from './texts.ts'

const route = getRouteApi('/communes/$id')

/** The page of a commune; the address names the tab. */
export function Commune() {
  const { id } = route.useParams()
  const { onglet = 'fiche', page } = route.useSearch()
  const navigate = route.useNavigate()
  const isAdministrator = usePerson()?.areas.includes('reserved') ?? false
  const query = useQuery(recordOf(id))
  const commune = query.data?.data
  const about =
    commune && [commune.departement, ...commune.codes_postaux.slice(0, 3)].filter(Boolean).join(' · ')
  const goTo = (page: number | undefined) =>
    void navigate({ search: { ...(onglet !== 'fiche' && { onglet }), ...(page && { page }) } })
  return (
    <RecordPage
      of={query}
      title={commune?.nom ?? nouns.communes}
      about={about}
      tabs={{ label: t.parts, names: t.part, at: onglet, counts: commune?.counts }}
      above={
        <div className={`row middle soft ${css.head}`}>
          <BackLink>
            <Link to="/communes">{t.back}</Link>
          </BackLink>
          {commune && <DownloadCommune id={id} slug={commune.slug} />}
        </div>
      }
    >
      {commune?.successor && (
        <Note tone="info">
          {t.mergedNow}{' '}
          <Link to="/communes/$id" params={{ id: commune.successor.id }}>
            {commune.successor.nom}
          </Link>
        </Note>
      )}
      {commune && onglet === 'fiche' && <Fiche key={commune.id} commune={commune} />}
      {commune && onglet === 'infos' && <Infos id={id} isMerged={commune.successor !== null} />}
      {commune && onglet === 'elus' && <Elus id={id} isMerged={commune.successor !== null} />}
      {commune && onglet === 'collectes' && <Collectes id={id} isMerged={commune.successor !== null} />}
      {commune && onglet === 'place' && (
        <>
          <Place
            commune={commune}
            mairie={isAdministrator ? (commune.mairie_actor_id ?? undefined) : undefined}
            isLocked={commune.successor !== null}
          />
          {isAdministrator && <Hosts id={id} isLocked={commune.successor !== null} />}
          {isAdministrator && commune.successor === null && (
            <div className="top-16">
              <CommuneFile id={id} />
            </div>
          )}
        </>
      )}
      {commune && onglet === 'acteurs' && (
        <Acteurs
          id={id}
          mairie={commune.mairie_actor_id}
          isMerged={commune.successor !== null}
          page={page ?? 1}
          onPage={goTo}
        />
      )}
      {commune && onglet === 'defibrillateurs' && (
        <Devices id={id} isMerged={commune.successor !== null} page={page ?? 1} onPage={goTo} />
      )}
      {commune && onglet === 'historique' && <History id={id} page={page ?? 1} onPage={goTo} />}
    </RecordPage>
  )
}
