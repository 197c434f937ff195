import type { AdminActeur } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { acteurOf } from './queries.ts'
import { t } from './texts.ts'

export const isStale = (error: unknown) => error instanceof Refused && error.code === 'stale_version'

/** As it is at this moment, whatever was read before. */
export const newest = async (id: string): Promise<AdminActeur> =>
  (await client.fetchQuery({ ...acteurOf(id), staleTime: 0 })).data

/** What somebody else has saved meanwhile: one keeps it, or saves one’s own all the same. */
export const Stale = ({
  lines,
  onKeep,
  onInsist,
}: {
  readonly lines: readonly string[]
  onKeep(): void
  onInsist(): void
}) => (
  <Dialog title={t.stale.title} about={t.stale.about} onClose={onKeep} onSubmit={onKeep}>
    {lines.length > 0 && (
      <ul>
        {lines.map(line => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    )}
    <Acts>
      <Button onClick={onInsist}>{t.stale.mine}</Button>
      <Button look="primary" type="submit" data-first="">
        {t.stale.theirs}
      </Button>
    </Acts>
  </Dialog>
)
