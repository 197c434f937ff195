import { useQuery } from '@tanstack/react-query'
import { counts } from '../../kit/api/queries.ts'
import { PageHead } from '../../kit/page.tsx'
import { nouns } from '../../kit/words/texts.ts'
import type { Tab } from './address.ts'
import { t } from './texts.ts'

/** The head of the desk: its tabs, each with how many wait there. */
export function DeskHead({ tab }: { readonly tab: Tab }) {
  const { data } = useQuery(counts())
  const {
    pending,
    reported,
    duplicates,
    scheduled,
    changes_requested: renvoyees,
    mine_today: today,
  } = data?.data.moderation ?? {}
  const totals = {
    attente: pending,
    signalees: reported,
    doublons: duplicates,
    programmees: scheduled,
    renvoyees,
  }
  return (
    <PageHead
      title={nouns.moderation}
      about={today ? t.today(today) : undefined}
      documentTitle={tab === 'attente' && pending !== undefined ? t.documentTitle(pending) : nouns.moderation}
      tabs={{ label: t.states, names: t.tab, at: tab, counts: totals }}
    />
  )
}
