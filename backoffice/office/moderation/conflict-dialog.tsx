import type { Conflict } from '../../kit/desk/conflicts.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { moment } from '../../kit/words/format.ts'
import type { Action } from './actions.ts'
import css from './changes.module.css'
import { Differences } from './changes.tsx'
import { t } from './dialogs-texts.ts'
import { type Difference, differencesBetween, factTexts, useNames } from './facts.ts'
import { isRefused, type Publication, stateOf } from './rules.ts'
import type { VersionConflict } from './version-conflict.ts'

/** A version conflict: the attempted action, the current record, and a choice between them. */
export function ConflictDialog({ action, own, before, now, choose }: Conflict<VersionConflict>) {
  const names = useNames([before, now])
  const [was, is] = [factTexts(before, names), factTexts(now, names)]
  const changes = differencesBetween(was, is)
  const wanted = action.kind === 'correct' ? factTexts({ ...now, ...action.words }, names) : is
  const isOther = now.id !== own.id
  const keep = () => choose(false)
  const isDeadEnd = keepsRefused(action, own, now)
  return (
    <Dialog
      title={isOther ? t.stale.titleOther : t.stale.title}
      about={t.stale.about(now.title)}
      onClose={keep}
      onSubmit={keep}
    >
      <p>
        {sentenceOf(before, now)} {changes.length === 0 && t.stale.sameWords}
      </p>
      <Lines title={t.stale.changed} of={changes} />
      <Lines title={t.stale.yours} of={differencesBetween(is, wanted)} />
      {isDeadEnd && <p>{t.comparing.refused}</p>}
      <Acts>
        {!isDeadEnd && (
          <Button onClick={() => choose(true)}>
            {action.kind === 'correct' && action.andPublish
              ? t.stale.correctAndPublish
              : t.stale.mine[action.kind]}
          </Button>
        )}
        <Button look="primary" type="submit" data-first="">
          {t.stale.theirs}
        </Button>
      </Acts>
    </Dialog>
  )
}

/** Names the moderator and the new state, or says that the state is unchanged. */
function sentenceOf(before: Publication, now: Publication): string {
  const at = new Date()
  const state = t.state[stateOf(now, at)]
  if (now.moderated_at === before.moderated_at && stateOf(now, at) === stateOf(before, at))
    return t.stale.still(state, moment(new Date(now.updated_at), at))
  const reason = now.moderation_reason_code ? ` (${t.reasons[now.moderation_reason_code]})` : ''
  const since = moment(new Date(now.moderated_at ?? now.updated_at), at)
  return t.stale.now(`${state}${reason}`, since, now.moderator?.nom ?? undefined)
}

/** Whether the duplicate to keep is rejected meanwhile: neither would be left. */
function keepsRefused(action: Action, own: Publication, now: Publication): boolean {
  if (action.kind === 'keep this') return isRefused(own)
  return action.kind === 'keep other' && isRefused(now.id === action.other.id ? now : action.other)
}

const Lines = ({ title, of }: { readonly title: string; readonly of: readonly Difference[] }) =>
  of.length > 0 && (
    <section className={css.said}>
      <h3>{title}</h3>
      <Differences of={of} />
    </section>
  )
