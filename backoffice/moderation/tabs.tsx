import { Link } from '@tanstack/react-router'
import css from '../ui/tabs.module.css'
import { number } from '../words/format.ts'
import { TABS, type Tab } from './address.ts'
import { t } from './texts.ts'

export function Tabs({
  tab,
  totals,
}: {
  readonly tab: Tab
  readonly totals: Partial<Record<Tab, number | undefined>>
}) {
  return (
    <nav className={css.tabs} aria-label={t.states}>
      {TABS.map(one => {
        const total = totals[one]
        return (
          <Link
            key={one}
            to="/moderation"
            search={one === 'attente' ? {} : { onglet: one }}
            activeProps={{}}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t.tab[one]}
            {total ? <span className={`${css.count} figures`}>{number(total)}</span> : null}
          </Link>
        )
      })}
    </nav>
  )
}
