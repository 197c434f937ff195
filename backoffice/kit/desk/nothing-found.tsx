import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/message.tsx'
import { t } from './texts.ts'

/** Shown when the filters leave nothing, with a button that removes them. */
export const NothingFound = ({ onShowAll }: { readonly onShowAll: () => void }) => (
  <Empty title={t.nothingFound}>
    <p>{t.nothingFoundNext}</p>
    <Button onClick={onShowAll}>{t.withoutFilters}</Button>
  </Empty>
)
