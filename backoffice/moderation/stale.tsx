import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { moment } from '../words/format.ts'
import { t } from './asked-texts.ts'
import { stateOf } from './rules.ts'
import type { Stale as Change } from './work.ts'

/** Never an overwrite, never a dead end: what was wanted and what is now, and a choice between them. */
export function Stale({
  stale: { action, now },
  onKeep,
  onInsist,
}: {
  readonly stale: Change
  onKeep(): void
  onInsist(): void
}) {
  const since = moment(new Date(now.moderated_at ?? now.updated_at), new Date())
  const reason = now.moderation_reason_code ? ` (${t.reasons[now.moderation_reason_code]})` : ''
  return (
    <Dialog title={t.stale.title} about={t.stale.about(now.title)} onClose={onKeep} onSubmit={onKeep}>
      <p>
        {t.stale.now(`${t.state[stateOf(now, new Date())]}${reason}`, since, now.moderator?.nom ?? undefined)}
      </p>
      <Acts>
        <Button onClick={onInsist}>{t.stale.mine[action.kind]}</Button>
        <Button look="primary" type="submit">
          {t.stale.theirs}
        </Button>
      </Acts>
    </Dialog>
  )
}
