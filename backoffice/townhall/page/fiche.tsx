import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useSearch } from '@tanstack/react-router'
import type { OwnActeur } from '../../kit/api/contract.ts'
import { CommuneApiProvider, townHallApi } from '../../kit/commune/api.ts'
import { Collectes } from '../../kit/commune/collectes.tsx'
import { Elus } from '../../kit/commune/elus.tsx'
import { Infos } from '../../kit/commune/infos.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { Note, NotYet } from '../../kit/ui/message.tsx'
import { TabBar } from '../../kit/ui/tabs.tsx'
import { useActeur } from '../acteur.ts'
import { Page } from '../layout.tsx'
import { type FicheAddress, PARTS, type PartName } from './address.ts'
import { ChooseCommune } from './choose-commune.tsx'
import { Contact } from './contact.tsx'
import css from './fiche.module.css'
import { OwnKeys } from './keys.tsx'
import { MailAddress } from './mail-address.tsx'
import { ownActeur } from './own-acteur.ts'
import { OwnSubscription } from './subscription.tsx'
import { t } from './texts.ts'
import { OwnWebhooks } from './webhooks.tsx'

/** The page of the own acteur; a town hall also edits the officials, collections and contacts of its commune. */
export function Fiche() {
  const { acteur_id, nom } = useActeur()
  const { data, error, refetch } = useQuery(ownActeur(acteur_id))
  const { partie = 'fiche', commune, pour } = useSearch({ strict: false }) as FicheAddress
  const acteur = data?.data
  const town = acteur?.mairie_of.find(({ id }) => id === commune) ?? acteur?.mairie_of[0]
  const mayWrite = acteur?.may.includes('describe') ?? false
  if (partie === 'place') return <Navigate to="/espace/place" search={{ pour, commune }} replace />
  return (
    <Page title={t.title} about={nom} wide>
      <NotYet data={data} error={error} refetch={refetch} />
      {acteur && (
        <div className="stack gap-16 top-18">
          {town && <Parts of={acteur} town={town.id} here={partie} />}
          {!mayWrite && (
            <Note tone="info">
              <p>{t.readOnly}</p>
            </Note>
          )}
          {partie === 'fiche' || !town ? (
            <>
              <Contact key={acteur.id} acteur={acteur} town={town?.id} />
              {acteur.may.includes('write') && (
                <MailAddress acteur={acteur.id} mayChange={acteur.may.includes('lead')} />
              )}
              {acteur.may.includes('lead') && (
                <>
                  <OwnSubscription acteur={acteur.id} />
                  <details className={css.advanced}>
                    <summary className="bare card flex middle apart gap-12">
                      <h2>{t.advanced}</h2>
                      <Icon name="down" />
                    </summary>
                    <OwnKeys acteur={acteur.id} />
                    <OwnWebhooks acteur={acteur.id} />
                  </details>
                </>
              )}
            </>
          ) : (
            <CommuneApiProvider key={town.id} value={townHallApi(acteur.id)}>
              {partie === 'infos' && <Infos id={town.id} isMerged={!mayWrite} />}
              {partie === 'elus' && <Elus id={town.id} isMerged={!mayWrite} />}
              {partie === 'collectes' && <Collectes id={town.id} isMerged={!mayWrite} />}
            </CommuneApiProvider>
          )}
        </div>
      )}
    </Page>
  )
}

function Parts({
  of: { mairie_of },
  town,
  here,
}: {
  readonly of: OwnActeur
  readonly town: string
  readonly here: PartName
}) {
  return (
    <>
      <ChooseCommune of={mairie_of} here={town} />
      <TabBar label={t.parts}>
        {PARTS.map(part => (
          <Link
            key={part}
            to="/espace/fiche"
            search={before => ({ ...before, partie: part === 'fiche' ? undefined : part })}
            activeProps={{}}
            activeOptions={{ exact: true }}
            aria-current={part === here ? 'page' : undefined}
          >
            {t.part[part]}
          </Link>
        ))}
      </TabBar>
    </>
  )
}
