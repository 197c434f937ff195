import type { Colleague, OwnActeur } from '../../kit/api/contract.ts'
import { isVersionConflict } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { FormState } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Dialog, DialogActs } from '../../kit/ui/dialog.tsx'
import { Failure } from '../../kit/ui/message.tsx'
import { actions } from '../../kit/words/texts.ts'
import { type Asked, nameOf } from './person.tsx'
import { type Level, LevelChoice, levelOf, rightsOf } from './rights.tsx'
import { t } from './texts.ts'

/** Confirms a change of the team: rights, removal, hand-over, leaving. */
export function Question({
  acteur,
  asked: { what, who },
  onClose,
  onDone,
}: {
  readonly acteur: OwnActeur
  readonly asked: Asked
  onClose(): void
  onDone(sentence: string | undefined): Promise<void>
}) {
  const params = { id: acteur.id, userId: who.id }
  const name = nameOf(who)
  const WORDS = {
    change: { title: t.changing(name), about: undefined, now: actions.save, not: actions.leave },
    remove: { title: t.removing(name), about: t.removingAbout, now: t.remove, not: t.notRemove },
    hand: { title: t.handing(name), about: t.handingAbout, now: t.hand, not: t.notHand },
    leave: { title: t.leaving(acteur.nom), about: t.leavingAbout, now: t.leave, not: t.notLeave },
  } as const
  const DO = {
    async change(level: Level) {
      if (level === levelOf(who)) return undefined
      const { version } = who
      await call('PATCH /api/v1/me/acteurs/{id}/members/{userId}', { params, body: rightsOf(level), version })
      return t.changed(name)
    },
    async remove() {
      await call('DELETE /api/v1/me/acteurs/{id}/members/{userId}', { params })
      return t.removed(name)
    },
    async hand() {
      await call('POST /api/v1/me/acteurs/{id}/members/{userId}/hand-over', { params })
      return t.handed(name)
    },
    async leave() {
      await call('DELETE /api/v1/me/acteurs/{id}/members/{userId}', { params })
      return undefined
    },
  } as const
  const form = useRecord<Colleague, { readonly level: Level }>({
    key: undefined,
    record: who,
    typedOf: one => ({ level: levelOf(one) }),
    send: async ({ level }) => void (await onDone(await DO[what](level))),
  })
  const { title, about, now, not } = WORDS[what]
  return (
    <Dialog title={title} about={about} onClose={onClose} onSubmit={form.submit}>
      {what === 'change' && (
        <LevelChoice
          value={form.value.level}
          atOnce={acteur.can_publish}
          onChange={level => form.type({ level })}
        />
      )}
      {isVersionConflict(form.failure) ? <Failure>{t.stale}</Failure> : <FormState of={form} />}
      <DialogActs
        keep={not}
        now={now}
        look={what === 'remove' || what === 'leave' ? 'grave' : 'primary'}
        off={form.busy || isVersionConflict(form.failure)}
        onClose={onClose}
      />
    </Dialog>
  )
}
