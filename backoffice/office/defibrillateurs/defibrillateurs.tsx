import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { STATUTS } from '../../../shared/words/defibrillateurs.ts'
import { changing } from '../../kit/address.ts'
import type { NationalDefibrillateur } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { List } from '../../kit/list-page.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { contacts } from '../../kit/words/contacts.ts'
import { nouns } from '../../kit/words/texts.ts'
import { asked, type DevicesAddress } from './address.ts'
import { Bulk, type Chosen } from './bulk.tsx'
import { Item } from './item.tsx'
import { Carte } from './map.tsx'
import { StatutChip } from './statut.tsx'
import { Syncs } from './syncs.tsx'
import { t } from './texts.ts'

const route = getRouteApi('/defibrillateurs')

/** The table of the national defibrillators, with an optional map above it. */
export function Defibrillateurs() {
  const address = route.useSearch()
  const go = changing<DevicesAddress>(route.useNavigate())
  const { onglet = 'tous', item } = address
  return (
    <>
      <PageHead title={nouns.defibrillateurs} tabs={{ label: t.tabs, names: t.tab, at: onglet }} />
      <Content>
        {item ? (
          <Item key={item} id={item} onBack={() => go({ item: undefined, page: address.page })} />
        ) : onglet === 'lectures' ? (
          <Syncs page={address.page ?? 1} onPage={page => go({ page })} />
        ) : (
          <Devices address={address} go={go} />
        )}
      </Content>
    </>
  )
}

function Devices({ address, go }: { readonly address: DevicesAddress; go(change: DevicesAddress): void }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Chosen>>(new Map())
  const isMap = address.vue === 'carte'
  const listed = useQuery(
    listing('GET /api/v1/admin/defibrillateurs-france', {
      query: { ...asked(address), ...(address.page && { page: address.page }) },
    }),
  )
  const choose = ({ id, statut, version }: NationalDefibrillateur, isChosen: boolean) => {
    const next = new Map(chosen)
    if (isChosen) next.set(id, { statut, version })
    else next.delete(id)
    setChosen(next)
  }
  const { departement, commune, statut, cadre } = address
  const columns: readonly Column<NationalDefibrillateur>[] = [
    {
      name: nouns.nom,
      of: ({ id, nom, gid, overrides }) => (
        <Link to="/defibrillateurs" search={{ ...address, item: id }} activeProps={{}}>
          {overrides.nom ?? nom ?? gid}
        </Link>
      ),
    },
    { name: contacts.adresse, of: ({ adresse, overrides }) => overrides.adresse ?? adresse },
    {
      name: nouns.commune,
      of: ({ commune_id, commune_nom, departement }) =>
        commune_id ? (
          <Link to="/communes/$id" params={{ id: commune_id }} search={{ onglet: 'defibrillateurs' }}>
            {commune_nom ?? departement}
          </Link>
        ) : (
          commune_nom
        ),
    },
    {
      name: nouns.state,
      of: device => (
        <>
          <StatutChip statut={device.statut} /> {device.retire_le && <Chip tone="bad">{t.withdrawn}</Chip>}{' '}
          {!device.en_service && <Chip tone="plain">{t.notWorking}</Chip>}{' '}
          {Object.keys(device.overrides).length > 0 && <Chip tone="info">{t.corrected}</Chip>}
        </>
      ),
    },
    {
      name: t.columns.choose,
      of: device => (
        <label>
          <input
            type="checkbox"
            aria-label={t.chooseOne(device.overrides.nom ?? device.nom ?? device.gid)}
            checked={chosen.has(device.id)}
            onChange={event => choose(device, event.currentTarget.checked)}
          />
        </label>
      ),
    },
  ]
  return (
    <List
      find={t.searchIn}
      address={address}
      go={go}
      filters={[
        { label: t.departement, value: departement, keys: ['departement'] },
        { label: nouns.commune, value: commune && ['communes', commune], keys: ['commune'] },
        { label: t.mapName, value: isMap && cadre ? t.onlyShown : undefined, keys: ['cadre'] },
      ]}
      // The tab “À vérifier” is a state.
      offered={
        address.onglet === 'verifier'
          ? []
          : [
              {
                label: nouns.state,
                value: statut && t.statuts[statut],
                keys: ['statut'],
                options: namesOf(STATUTS).map(one => [one, t.statuts[one]]),
              },
            ]
      }
      controls={
        <>
          <Field
            key={address.departement}
            label={t.departement}
            defaultValue={address.departement ?? ''}
            maxLength={3}
            size={4}
            onBlur={event => {
              const departement = event.currentTarget.value.trim().toUpperCase() || undefined
              if (departement !== address.departement) go({ departement })
            }}
            onKeyDown={event => {
              if (event.key === 'Enter') event.currentTarget.blur()
            }}
          />
          <Picker
            kind="communes"
            label={nouns.commune}
            value={address.commune}
            onChange={commune => go({ commune })}
          />
        </>
      }
      end={
        <Button
          aria-pressed={isMap}
          onClick={() => go({ vue: isMap ? undefined : 'carte', cadre: undefined })}
        >
          {isMap ? t.withoutMap : t.withMap}
        </Button>
      }
      between={
        <>
          {isMap && (
            <Pane part="map" name={t.mapName}>
              <Carte address={address} onFrame={cadre => go({ cadre })} onOpen={item => go({ item })} />
            </Pane>
          )}
          {chosen.size > 0 && <Bulk chosen={chosen} onDone={() => setChosen(new Map())} />}
        </>
      }
      caption={nouns.defibrillateurs}
      columns={columns}
      listed={listed}
      empty={
        address.onglet === 'verifier' ? (
          <Empty title={t.nothingToCheck} />
        ) : (
          <Empty title={t.none} next={t.noneNext} />
        )
      }
    />
  )
}
