import { useState } from 'react'
import type { OwnActeur } from '../../kit/api/contract.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Failure, Problem } from '../../kit/ui/message.tsx'
import { type Asked, nameOf } from './person.tsx'
import { LevelChoice, levelOf, rightsOf } from './rights.tsx'
import { t } from './texts.ts'

/** One change of the team, said before it is done: what it means, and for whom. */
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
  const [level, setLevel] = useState(levelOf(who))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const params = { id: acteur.id, userId: who.id }
  const name = nameOf(who)
  const WORDS = {
    change: { title: t.changing(name), about: undefined, now: t.save, not: t.notChange },
    remove: { title: t.removing(name), about: t.removingAbout, now: t.removeNow, not: t.notRemove },
    hand: { title: t.handing(name), about: t.handingAbout, now: t.handNow, not: t.notHand },
    leave: { title: t.leaving(acteur.nom), about: t.leavingAbout, now: t.leaveNow, not: t.notLeave },
  } as const
  const DO = {
    async change() {
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
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onDone(await DO[what]())
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const isStale = failure instanceof Refused && failure.code === 'stale_version'
  const { title, about, now, not } = WORDS[what]
  return (
    <Dialog title={title} about={about} onClose={onClose} onSubmit={submit}>
      {what === 'change' && <LevelChoice value={level} atOnce={acteur.can_publish} onChange={setLevel} />}
      {isStale ? <Failure>{t.stale}</Failure> : failure !== undefined && <Problem error={failure} />}
      <Acts>
        <Button onClick={onClose}>{not}</Button>
        <Button
          look={what === 'remove' || what === 'leave' ? 'grave' : 'primary'}
          type="submit"
          off={busy || isStale}
        >
          {now}
        </Button>
      </Acts>
    </Dialog>
  )
}
