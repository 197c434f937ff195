import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import type { Area } from '../../../shared/words/access.ts'
import type { View } from '../api/contract.ts'
import { onPlainClick } from '../desk/row.tsx'
import { LazyDialog } from '../lazy-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { number } from '../words/format.ts'
import { useViewCounts, views } from './saved.ts'
import { t } from './texts.ts'

const Save = lazy(() => import('./dialogs.tsx').then(({ Save }) => ({ default: Save })))
const Manage = lazy(() => import('./dialogs.tsx').then(({ Manage }) => ({ default: Manage })))

/** The menu of the saved views of an area. A view is an address with a name. */
export function Views({ area }: { readonly area: Exclude<Area, 'dashboard'> }) {
  const { data } = useQuery(views())
  const [asking, setAsking] = useState<'save' | 'manage'>()
  const saved = data?.data.filter(view => view.area === area) ?? []
  const close = () => setAsking(undefined)
  return (
    <>
      <Menu
        trigger={props => (
          <Button look="quiet" icon="star" {...props}>
            {t.views}
          </Button>
        )}
      >
        {saved.map(view => (
          <Way key={view.id} view={view} />
        ))}
        {saved.length === 0 && <p>{t.none}</p>}
        <button type="button" onClick={() => setAsking('save')}>
          <Icon name="pen" /> {t.save}
        </button>
        {saved.length > 0 && (
          <button type="button" onClick={() => setAsking('manage')}>
            <Icon name="sliders" /> {t.manage}
          </button>
        )}
      </Menu>
      <LazyDialog onClose={close}>
        {asking === 'save' && <Save area={area} onClose={close} />}
        {asking === 'manage' && <Manage saved={saved} onClose={close} />}
      </LazyDialog>
    </>
  )
}

function Way({ view: { id, nom, address } }: { readonly view: View }) {
  const router = useRouter()
  const count = useViewCounts()[id]
  return (
    <a href={address} onClick={onPlainClick(() => router.history.push(address))}>
      <Icon name="star" /> <bdi>{nom}</bdi>
      {count !== undefined && <span className="figures">{number(count)}</span>}
    </a>
  )
}
