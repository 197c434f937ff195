import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/message.tsx'
import { t } from './texts.ts'

/** What to try when nothing fits, and everything again with one click. */
export const NothingFound = ({ onShowAll }: { readonly onShowAll: () => void }) => (
  <Empty title={t.nothingFound}>
    <p>{t.nothingFoundNext}</p>
    <Button onClick={onShowAll}>{t.withoutFilters}</Button>
  </Empty>
)
